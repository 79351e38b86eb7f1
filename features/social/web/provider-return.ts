// Owns how an address to which a provider sent somebody back is read: OAuth 2 (RFC 6749, 4.1.2) and Twitter's OAuth 1.0a.
import { PROVIDERS, type ProviderName } from "#features/social/contract.ts";

/** What the provider gave for us to exchange, in the words of each provider's own call. */
export type ProviderProof =
  | { readonly provider: "twitter"; readonly oauth_verifier: string; readonly oauth_token: string }
  | { readonly provider: "facebook" | "github" | "google"; readonly code: string; readonly state: string };

export interface ProviderReturn {
  /** `undefined`: not one of ours. */
  readonly provider: ProviderName | undefined;
  readonly state: string | undefined;
  /** The person said no over there. */
  readonly isDenied: boolean;
  /** `null`: nothing that could be exchanged came along. */
  readonly proof: ProviderProof | null;
}

export function readReturn(search: Readonly<Record<string, unknown>>): ProviderReturn {
  const said = (name: string) => (typeof search[name] === "string" && search[name] !== "" ? search[name] : undefined);
  const provider = PROVIDERS.find((name) => name === said("social"));
  const state = said("state");
  const isDenied = said("error") === "access_denied" || said("denied") !== undefined;
  return { provider, state, isDenied, proof: proofIn(provider, said) };
}

function proofIn(provider: ProviderName | undefined, said: (name: string) => string | undefined): ProviderProof | null {
  const [code, state] = [said("code"), said("state")];
  const [oauth_verifier, oauth_token] = [said("oauth_verifier"), said("oauth_token")];
  if (provider === undefined) return null;
  if (provider === "twitter") return oauth_verifier && oauth_token ? { provider, oauth_verifier, oauth_token } : null;
  return code && state ? { provider, code, state } : null;
}
