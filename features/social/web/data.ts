// Owns what the browser asks about social connections: starting, coming back, connecting and parting.
import { useMutation } from "@tanstack/react-query";
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
} from "#features/social/contract.ts";
import { proving } from "#features/identity/web/proof/reauthentication.ts";
import { refreshSession } from "#features/identity/web/session/refresh-session.ts";
import { storeTarget } from "#features/identity/web/session/return-target.ts";
import { useChange } from "#kit/web/http/change.ts";
import { send } from "#kit/web/http/client.ts";
import { query } from "#kit/web/http/query.ts";
import { leaveForProvider } from "./leave-for-provider.ts";
import type { ProviderProof } from "./provider-return.ts";

export const SETTINGS = "/account/settings/authorization";

export const ownConnections = query(listConnections);

/** Goes to the provider to log in or sign up. */
export function useContinueWith() {
  return useMutation<void, Error, ProviderName>({
    mutationFn: async (provider) =>
      leaveForProvider(
        provider === "twitter" ? await send(twitterRequestToken, {}) : await send(startSocial, { provider }),
      ),
  });
}

/** Goes to the provider to connect it to one's own account; the way back leads to the settings. */
export function useConnect() {
  return useMutation<void, Error, ProviderName>({
    async mutationFn(provider) {
      const start = await proving(() => send(startConnection, { provider }));
      storeTarget(SETTINGS);
      leaveForProvider(start);
    },
  });
}

export const useDisconnect = () =>
  useChange(endConnection, { refreshes: [ownConnections], through: proving, onReply: refreshSession });

const AUTH = { facebook: facebookAuth, github: githubAuth, google: googleAuth } as const;

/** What the person adds where the provider's word is not enough. */
export interface Added {
  readonly email?: string;
  readonly secondFactorCode?: string;
}

/** Gives what the provider gave for a token. */
export function exchangeProof(proof: ProviderProof, added: Added): Promise<{ token: string }> {
  if (proof.provider === "twitter") {
    const { oauth_verifier, oauth_token } = proof;
    return send(twitterAuth, { oauth_verifier, oauth_token, ...added });
  }
  const { provider, code, state } = proof;
  return send(AUTH[provider], { code, state, ...added });
}
