// Owns what the pages of a visit ask and change.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  answerTask,
  findVisit,
  giveConsent,
  openVisit,
  requestVisitLink,
  takeBackConsent,
  uploadVisitDocument,
  type Visit,
} from "#features/visits/contract.ts";
import { CONSENT, type Asking } from "#features/visits/words.ts";
import type { Call, Input } from "#kit/contract/call.ts";
import { forgetMailedLink } from "./landing/mailed-link.ts";
import { sendOnVisit } from "./visit-client.ts";
import { holdVisit } from "./visit-token.ts";

/** A visit is told nothing by the socket: it looks by itself, while its page is looked at. */
const LOOK_AGAIN_MS = 20_000;

/** @param token whose visit it is: the next one on the same page never sees what the one before was shown */
export function visitOf(token: string) {
  return queryOptions({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => sendOnVisit(findVisit, {}, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
    gcTime: 0,
  });
}

export const keyOf = (token: string) => ["visit", token] as const;

/** Turns the mailed link into a visit. */
export function useOpenVisit() {
  return useMutation<void, Error, Input<typeof openVisit>>({
    async mutationFn(link) {
      const { visitToken } = await sendOnVisit(openVisit, link);
      forgetMailedLink();
      holdVisit(visitToken);
    },
  });
}

export function useRequestLink() {
  return useMutation<null, Error, Input<typeof requestVisitLink>>({
    mutationFn: (asked) => sendOnVisit(requestVisitLink, asked),
  });
}

type VisitCall = Call & { readonly reply: typeof findVisit.reply };

/** A change that answers with the visit as it is then. */
function useVisitChange<C extends VisitCall>(call: C, token: string) {
  const cache = useQueryClient();
  return useMutation<Visit, Error, Input<C>>({
    mutationFn: (input) => sendOnVisit(call, input) as Promise<Visit>, // the type of its reply, by VisitCall
    onSuccess: (visit) => void cache.setQueryData(keyOf(token), visit),
    onError: () => void cache.invalidateQueries({ queryKey: keyOf(token) }),
  });
}

export const useAnswerTask = (token: string) => useVisitChange(answerTask, token);
export const useUploadDocument = (token: string) => useVisitChange(uploadVisitDocument, token);
export const useTakeBackConsent = (token: string) => useVisitChange(takeBackConsent, token);

/** To the text as it was shown: where the lender's figures are others by now, it is shown anew. */
export function useGiveConsent(token: string) {
  const give = useVisitChange(giveConsent, token);
  return { ...give, agree: (shown: Asking) => give.mutate({ version: CONSENT.version, ...shown }) };
}
