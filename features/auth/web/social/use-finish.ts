import { useMutation } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { takeTarget } from "#features/auth/web/session/return-target.ts";
import { readSession, startSession } from "#features/auth/web/session/session.ts";
import type { ApiErrorCode } from "#platform/contract/errors.ts";
import { codeOf, fieldErrorsAt } from "#platform/web/http/api-error.ts";
import { trackLogIn } from "#platform/web/scripts/analytics.ts";
import { type Added, exchangeCallback, type ProviderCallback, readReturn } from "./api.ts";
import { isSocialState } from "./social-state.ts";
import type { ProviderName } from "#features/auth/contract.ts";
import { currentConfig } from "#platform/web/config.ts";

export interface KeptReturn {
  readonly provider: ProviderName;
  readonly isDenied: boolean;
  readonly proof: ProviderCallback | null;
  /** The refusal of the exchange, if any: the input it asks for, or how it ended. */
  readonly refusal?: ApiErrorCode;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    socialReturn?: KeptReturn;
  }
}

/** Refusals that stay on the page. With any other the page is left, or a retry may succeed. */
const STAYS_ON_PAGE: readonly ApiErrorCode[] = [
  "ACCOUNT_LOCKED",
  "ALREADY_CONNECTED",
  "EMAIL_REQUIRED",
  "EMAIL_TAKEN",
  "PROVIDER_UNAVAILABLE",
  "REAUTHENTICATION_REQUIRED",
  "SECOND_FACTOR_DUE",
  "SOCIAL_REFUSED",
];

/** `null`: not a return that this browser started. */
export function ownReturn(search: Readonly<Record<string, unknown>>): KeptReturn | null {
  const { provider, state, isDenied, proof } = readReturn(search);
  return provider !== undefined && isSocialState(state) ? { provider, isDenied, proof } : null;
}

/** The page's own URL and its stored data. The URL no longer contains code and state. */
export function keptPage(stored: KeptReturn, refusal?: ApiErrorCode) {
  const socialReturn = refusal === undefined ? stored : { ...stored, refusal };
  return { to: "/auth/social", search: { social: stored.provider }, replace: true, state: { socialReturn } } as const;
}

function isKept(refusal: ApiErrorCode | undefined): refusal is ApiErrorCode {
  return refusal !== undefined && STAYS_ON_PAGE.includes(refusal);
}

/** What the provider's data lacks. */
export type Question = "email" | "code";

/** The refusal that shows each question again after a reload. */
const ASKED_BY = { email: "EMAIL_REQUIRED", code: "SECOND_FACTOR_DUE" } as const;

export function useFinish(stored: KeptReturn, proof: ProviderCallback) {
  const navigate = useNavigate();
  const [added, setAdded] = useState<Added>({});
  const [question, setQuestion] = useState(() => questionIn(stored.refusal, {}));
  const hasBegun = useRef(stored.refusal !== undefined);
  const { mutate, error, isPending } = useMutation<void, Error, Added>({
    async mutationFn(more) {
      const before = readSession()?.user.id;
      const { token } = await exchangeCallback(proof, more).catch(throwFieldErrors(more));
      startSession(token);
      // A user who was already signed in has connected a provider.
      if (readSession()?.user.id !== before) trackLogIn(proof.provider);
    },
    onSuccess: () => void navigate({ href: takeTarget(), replace: true }),
    onError(failure, more) {
      const code = codeOf(failure);
      const asked = isPassing(code) ? question : questionIn(code, more);
      setQuestion(asked);
      const refusal = asked === null ? code : ASKED_BY[asked];
      if (isKept(refusal)) void navigate(keptPage(stored, refusal));
    },
  });

  useEffect(() => {
    // React runs effects twice in development, and a code is valid once.
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
    case "EMAIL_TAKEN": // The user may have mistyped the address.
      return email === undefined ? null : "email";
    case "SECOND_FACTOR_DUE":
    case "CODE_WRONG":
      return "code";
    default:
      return null;
  }
}

/** Whether sending the same again may succeed. */
function isPassing(code: ApiErrorCode | undefined): boolean {
  return code === "NETWORK" || code === "TOO_MANY_REQUESTS";
}

function throwFieldErrors({ email }: Added) {
  return fieldErrorsAt({ CODE_WRONG: "secondFactorCode", ...(email !== undefined && { EMAIL_TAKEN: "email" }) });
}

export function useTitle(heading: string): void {
  const router = useRouter();
  useLayoutEffect(() => {
    const show = () => void (document.title = `${heading} | ${currentConfig().productName}`);
    show();
    // The route's title is set at each rendering of the page, possibly after this one.
    return router.subscribe("onRendered", show);
  }, [heading, router]);
}
