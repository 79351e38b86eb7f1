// Owns the end of an attempt in the browser: the exchange, sent once by itself, and again with what it asked for.
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { takeTarget } from "#features/identity/web/session/return-target.ts";
import { readSession, startSession } from "#features/identity/web/session/session.ts";
import { codeOf, faultsAt, type ApiErrorCode } from "#kit/web/http/api-error.ts";
import { trackLogIn } from "#kit/web/scripts/analytics.ts";
import { exchangeProof, type Added } from "./data.ts";
import { isKept, keptPage, type KeptReturn } from "./kept-return.ts";
import type { ProviderProof } from "./provider-return.ts";

/** What the provider's word is not enough for. */
export type Question = "email" | "code";

/** The refusal by which each question is asked anew after a reload. */
const ASKED_BY = { email: "EMAIL_REQUIRED", code: "SECOND_FACTOR_DUE" } as const;

export function useFinish(kept: KeptReturn, proof: ProviderProof) {
  const navigate = useNavigate();
  const [added, setAdded] = useState<Added>({});
  const [question, setQuestion] = useState(() => questionIn(kept.refusal, {}));
  const hasBegun = useRef(kept.refusal !== undefined);
  const { mutate, error, isPending } = useMutation<void, Error, Added>({
    async mutationFn(more) {
      const before = readSession()?.user.id;
      const { token } = await exchangeProof(proof, more).catch(faultsOf(more));
      startSession(token);
      // Who was in already has connected a provider.
      if (readSession()?.user.id !== before) trackLogIn(proof.provider);
    },
    onSuccess: () => void navigate({ href: takeTarget(), replace: true }),
    onError(failure, more) {
      const code = codeOf(failure);
      const asked = isPassing(code) ? question : questionIn(code, more);
      setQuestion(asked);
      const refusal = asked === null ? code : ASKED_BY[asked];
      if (isKept(refusal)) void navigate(keptPage(kept, refusal));
    },
  });

  useEffect(() => {
    // React runs effects twice while developing; a code is good once.
    if (hasBegun.current) return;
    hasBegun.current = true;
    mutate({});
  }, [mutate]);

  function send(more: Added): void {
    const all = { ...added, ...more };
    setAdded(all);
    mutate(all);
  }

  return { question, isPending, error, send };
}

function questionIn(code: ApiErrorCode | undefined, { email }: Added): Question | null {
  switch (code) {
    case "EMAIL_REQUIRED":
      return "email";
    case "EMAIL_TAKEN": // an address that was typed may be another than was meant
      return email === undefined ? null : "email";
    case "SECOND_FACTOR_DUE":
    case "CODE_WRONG":
      return "code";
    default:
      return null;
  }
}

/** What was answered may well be sent again. */
function isPassing(code: ApiErrorCode | undefined): boolean {
  return code === "NETWORK" || code === "TOO_MANY_REQUESTS";
}

function faultsOf({ email }: Added) {
  return faultsAt({ CODE_WRONG: "secondFactorCode", ...(email !== undefined && { EMAIL_TAKEN: "email" }) });
}
