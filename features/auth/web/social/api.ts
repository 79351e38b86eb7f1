import { useMutation } from "@tanstack/react-query";
import type * as z from "zod/mini";
import {
  endConnection,
  facebookAuth,
  githubAuth,
  googleAuth,
  listConnections,
  PROVIDERS,
  startConnection,
  startSocial,
  twitterAuth,
  twitterRequestToken,
  type ProviderName,
  type SocialStart,
} from "#features/auth/contract.ts";
import { withReauthentication } from "#features/auth/web/reauthentication/reauthentication.ts";
import { refreshSession } from "#features/auth/web/session/keep-session.ts";
import { storeTarget } from "#features/auth/web/session/return-target.ts";
import { useChange, query } from "#platform/web/http/query.ts";
import { send } from "#platform/web/http/client.ts";
import { currentConfig } from "#platform/web/config.ts";
import type { WebConfig } from "#platform/contract/web-config.ts";
import { storeSocialState } from "./social-state.ts";

export const SETTINGS = "/account/settings/authorization";

export const ownConnections = query(listConnections);

/** Goes to the provider to sign in or sign up. */
export function useContinueWith() {
  return useMutation<void, Error, ProviderName>({
    mutationFn: async (provider) =>
      leaveForProvider(
        provider === "twitter" ? await send(twitterRequestToken, {}) : await send(startSocial, { provider }),
      ),
  });
}

/** Goes to the provider to connect it to the user's account. The return leads to the settings. */
export function useConnect() {
  return useMutation<void, Error, ProviderName>({
    async mutationFn(provider) {
      const start = await withReauthentication(() => send(startConnection, { provider }));
      storeTarget(SETTINGS);
      leaveForProvider(start);
    },
  });
}

export const useDisconnect = () =>
  useChange(endConnection, { refreshes: [ownConnections], through: withReauthentication, onReply: refreshSession });

const AUTH = { facebook: facebookAuth, github: githubAuth, google: googleAuth } as const;

/** What the user adds when the provider's data is not enough. */
export interface Added {
  readonly email?: string;
  readonly secondFactorCode?: string;
}

/** Exchanges the provider's code for a token. */
export function exchangeCallback(proof: ProviderCallback, added: Added): Promise<{ token: string }> {
  if (proof.provider === "twitter") {
    const { oauth_verifier, oauth_token } = proof;
    return send(twitterAuth, { oauth_verifier, oauth_token, ...added });
  }
  const { provider, code, state } = proof;
  return send(AUTH[provider], { code, state, ...added });
}

/** Throws UNSAFE_AUTHORIZE_URL for anything but an HTTPS address. Only the local environment allows HTTP. */
export function leaveForProvider({ authorizeURL, state }: z.infer<typeof SocialStart>): void {
  const protocols = currentConfig().environment === "local" ? ["https:", "http:"] : ["https:"];
  if (!URL.canParse(authorizeURL) || !protocols.includes(new URL(authorizeURL).protocol))
    throw new Error("UNSAFE_AUTHORIZE_URL");
  storeSocialState(state);
  window.location.assign(authorizeURL);
}

export const PROVIDER_LABELS: Readonly<Record<ProviderName, string>> = {
  facebook: "Facebook",
  github: "GitHub",
  google: "Google",
  twitter: "Twitter",
};

/** In stage and prod a provider without a client id is off. Locally a sandbox provider replaces it. */
export function offeredProviders(config: WebConfig): readonly ProviderName[] {
  return PROVIDERS.filter((provider) => config.environment === "local" || config[`${provider}ClientID`] !== "");
}

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
