import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  answerTask,
  askDonor,
  type BorrowerSession,
  continueVisit,
  findVisit,
  giveConsent,
  openVisit,
  previewVisit,
  requestVisitLink,
  sendVisitCode,
  takeBackConsent,
  uploadVisitDocument,
} from "#features/borrower-portal/contract.ts";
import type { Asking } from "#features/borrowers/labels.ts";
import type { Call, Input } from "#platform/contract/call.ts";
import { forgetMailedLink } from "./landing/emailed-link.ts";
import { sendWithSession, storeBorrowerSession } from "./portal-client.ts";

/** Borrower sessions have no live socket, so the page polls while it is visible. */
const LOOK_AGAIN_MS = 20_000;

/** @param token of the session, so that the next session on the same page never sees data of the previous one */
export function sessionOf(token: string) {
  return queryOptions({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => sendWithSession(findVisit, {}, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
    gcTime: 0,
  });
}

export const keyOf = (token: string) => ["visit", token] as const;

/** Exchanges the emailed link for a borrower session. */
export function useOpenSession() {
  return useMutation<void, Error, Input<typeof openVisit>>({
    async mutationFn(link) {
      const { visitToken } = await sendWithSession(openVisit, link);
      forgetMailedLink();
      storeBorrowerSession(visitToken);
    },
  });
}

/** What the link shows before anything is done with it. */
export function previewOf(link: Input<typeof previewVisit>) {
  return queryOptions({
    queryKey: ["visit-preview", link.token],
    queryFn: ({ signal }) => sendWithSession(previewVisit, link, { signal }),
    gcTime: 0,
  });
}

export function useSendCode() {
  return useMutation<null, Error, Input<typeof sendVisitCode>>({
    mutationFn: (asked) => sendWithSession(sendVisitCode, asked),
  });
}

/** Exchanges the emailed link and a code for a borrower session. */
export function useContinueSession() {
  return useMutation<void, Error, Input<typeof continueVisit>>({
    async mutationFn(asked) {
      const { visitToken } = await sendWithSession(continueVisit, asked);
      forgetMailedLink();
      storeBorrowerSession(visitToken);
    },
  });
}

export function useRequestLink() {
  return useMutation<null, Error, Input<typeof requestVisitLink>>({
    mutationFn: (asked) => sendWithSession(requestVisitLink, asked),
  });
}

type PortalCall = Call & { readonly reply: typeof findVisit.reply };

/** A change that returns the new state of the borrower session. */
function usePortalChange<C extends PortalCall>(call: C, token: string) {
  const cache = useQueryClient();
  return useMutation<BorrowerSession, Error, Input<C>>({
    mutationFn: (input) => sendWithSession(call, input) as Promise<BorrowerSession>, // the type of its reply, by PortalCall
    onSuccess: (session) => void cache.setQueryData(keyOf(token), session),
    onError: () => void cache.invalidateQueries({ queryKey: keyOf(token) }),
  });
}

export const useAnswerTask = (token: string) => usePortalChange(answerTask, token);
export const useAskDonor = (token: string) => usePortalChange(askDonor, token);
export const useUploadDocument = (token: string) => usePortalChange(uploadVisitDocument, token);
export const useTakeBackConsent = (token: string) => usePortalChange(takeBackConsent, token);

/** Agrees to the text as it was shown. If the lender's figures have changed, the new text is shown. */
export function useGiveConsent(token: string, version: string) {
  const give = usePortalChange(giveConsent, token);
  return { ...give, agree: (shown: Asking) => give.mutate({ version, ...shown }) };
}
