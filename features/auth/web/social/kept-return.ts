import type { ProviderName } from "#features/auth/contract.ts";
import type { ApiErrorCode } from "#platform/web/http/api-error.ts";
import { readReturn, type ProviderCallback } from "./provider-return.ts";
import { isSocialState } from "./social-state.ts";

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

export function isKept(refusal: ApiErrorCode | undefined): refusal is ApiErrorCode {
  return refusal !== undefined && STAYS_ON_PAGE.includes(refusal);
}
