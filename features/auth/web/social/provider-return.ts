import { PROVIDERS, type ProviderName } from "#features/auth/contract.ts";

/** What the provider returned for the exchange, with the field names of each provider's call. */
export type ProviderCallback =
  | { readonly provider: "twitter"; readonly oauth_verifier: string; readonly oauth_token: string }
  | { readonly provider: "facebook" | "github" | "google"; readonly code: string; readonly state: string };

export interface ProviderReturn {
  /** `undefined`: not one of ours. */
  readonly provider: ProviderName | undefined;
  readonly state: string | undefined;
  /** The user refused at the provider. */
  readonly isDenied: boolean;
  /** `null`: the return contains nothing to exchange. */
  readonly proof: ProviderCallback | null;
}

export function readReturn(search: Readonly<Record<string, unknown>>): ProviderReturn {
  const said = (name: string) => (typeof search[name] === "string" && search[name] !== "" ? search[name] : undefined);
  const provider = PROVIDERS.find((name) => name === said("social"));
  const state = said("state");
  const isDenied = said("error") === "access_denied" || said("denied") !== undefined;
  return { provider, state, isDenied, proof: callbackIn(provider, said) };
}

function callbackIn(
  provider: ProviderName | undefined,
  said: (name: string) => string | undefined,
): ProviderCallback | null {
  const [code, state] = [said("code"), said("state")];
  const [oauth_verifier, oauth_token] = [said("oauth_verifier"), said("oauth_token")];
  if (provider === undefined) return null;
  if (provider === "twitter") return oauth_verifier && oauth_token ? { provider, oauth_verifier, oauth_token } : null;
  return code && state ? { provider, code, state } : null;
}
