// Owns what a reload still knows of a way back from a provider: kept with the page in the tab's history, gone with the tab.
import type { ProviderName } from "#features/social/contract.ts";
import type { ApiErrorCode } from "#kit/web/http/api-error.ts";
import { readReturn, type ProviderProof } from "./provider-return.ts";
import { isSocialState } from "./social-state.ts";

export interface KeptReturn {
  readonly provider: ProviderName;
  readonly isDenied: boolean;
  readonly proof: ProviderProof | null;
  /** How the exchange was refused, once it was: what it asks for, or how it ended. */
  readonly refusal?: ApiErrorCode;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    socialReturn?: KeptReturn;
  }
}

/** Those that stay on the page; with any other the page is left, or worth another try. */
const KEPT: readonly ApiErrorCode[] = [
  "ACCOUNT_LOCKED",
  "ALREADY_CONNECTED",
  "EMAIL_REQUIRED",
  "EMAIL_TAKEN",
  "PROVIDER_UNAVAILABLE",
  "REAUTHENTICATION_REQUIRED",
  "SECOND_FACTOR_DUE",
  "SOCIAL_REFUSED",
];

/** `null`: not a way back that this browser began. */
export function ownReturn(search: Readonly<Record<string, unknown>>): KeptReturn | null {
  const { provider, state, isDenied, proof } = readReturn(search);
  return provider !== undefined && isSocialState(state) ? { provider, isDenied, proof } : null;
}

/** The page's own address and what it keeps; code and state are in the address no more. */
export function keptPage(kept: KeptReturn, refusal?: ApiErrorCode) {
  const socialReturn = refusal === undefined ? kept : { ...kept, refusal };
  return { to: "/auth/social", search: { social: kept.provider }, replace: true, state: { socialReturn } } as const;
}

export function isKept(refusal: ApiErrorCode | undefined): refusal is ApiErrorCode {
  return refusal !== undefined && KEPT.includes(refusal);
}
