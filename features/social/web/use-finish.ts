// Owns the end of an attempt in the browser: the exchange, sent once by itself, and again with what it asked for.
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { takeTarget } from "#features/identity/web/return-target.ts";
import { startSession } from "#features/identity/web/session.ts";
import { codeOf, faultsAt } from "#kit/web/api-error.ts";
import { exchangeProof, type Added } from "./data.ts";
import type { ProviderProof } from "./provider-return.ts";

/** What the provider's word is not enough for. */
export type Question = "email" | "code";

export function useFinish(proof: ProviderProof) {
  const navigate = useNavigate();
  const [added, setAdded] = useState<Added>({});
  const [question, setQuestion] = useState<Question | null>(null);
  const hasBegun = useRef(false);
  const { mutate, error, isPending } = useMutation<void, Error, Added>({
    async mutationFn(more) {
      const { token } = await exchangeProof(proof, more).catch(faultsAt({ CODE_WRONG: "secondFactorCode" }));
      startSession(token);
    },
    onSuccess: () => void navigate({ href: takeTarget(), replace: true }),
    onError: (refusal) => setQuestion(questionIn(refusal)),
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

function questionIn(error: Error): Question | null {
  switch (codeOf(error)) {
    case "EMAIL_REQUIRED":
      return "email";
    case "SECOND_FACTOR_DUE":
    case "CODE_WRONG":
      return "code";
    default:
      return null;
  }
}
