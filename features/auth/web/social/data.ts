import { useMutation } from "@tanstack/react-query";
import type * as z from "zod/mini";
import {
  endConnection,
  facebookAuth,
  githubAuth,
  googleAuth,
  listConnections,
  startConnection,
  startSocial,
  twitterAuth,
  twitterRequestToken,
  type ProviderName,
  type SocialStart,
} from "#features/auth/contract.ts";
import { withReauthentication } from "#features/auth/web/reauthentication/reauthentication.ts";
import { refreshSession } from "#features/auth/web/session/refresh-session.ts";
import { storeTarget } from "#features/auth/web/session/return-target.ts";
import { useChange } from "#platform/web/http/change.ts";
import { send } from "#platform/web/http/client.ts";
import { query } from "#platform/web/http/query.ts";
import { currentConfig } from "#platform/web/config.ts";
import type { ProviderCallback } from "./provider-return.ts";
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
function leaveForProvider({ authorizeURL, state }: z.infer<typeof SocialStart>): void {
  const protocols = currentConfig().environment === "local" ? ["https:", "http:"] : ["https:"];
  if (!URL.canParse(authorizeURL) || !protocols.includes(new URL(authorizeURL).protocol))
    throw new Error("UNSAFE_AUTHORIZE_URL");
  storeSocialState(state);
  window.location.assign(authorizeURL);
}
