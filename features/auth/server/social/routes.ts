import * as calls from "#features/auth/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { startAttempt } from "./attempts.ts";
import { endConnection, listConnections, startConnection } from "./connections.ts";
import type { SocialDeps } from "./deps.ts";
import { completeAttempt } from "./sign-in.ts";

export function socialRoutes(deps: SocialDeps): Route[] {
  return [
    route(calls.startSocial, (visitor, { provider }) => startAttempt(deps, visitor, provider, null)),
    route(calls.twitterRequestToken, async (visitor) => {
      const { requestToken, ...start } = await startAttempt(deps, visitor, "twitter", null);
      return { ...start, requestToken: requestToken ?? "" }; // Twitter always returns one.
    }),
    route(calls.facebookAuth, (visitor, input) => completeAttempt(deps, visitor, { ...input, provider: "facebook" })),
    route(calls.githubAuth, (visitor, input) => completeAttempt(deps, visitor, { ...input, provider: "github" })),
    route(calls.googleAuth, (visitor, input) => completeAttempt(deps, visitor, { ...input, provider: "google" })),
    route(calls.twitterAuth, (visitor, { oauth_verifier: code, oauth_token: requestToken, ...added }) =>
      completeAttempt(deps, visitor, { ...added, provider: "twitter", code, requestToken }),
    ),
    route(calls.listConnections, (person) => listConnections(deps, person)),
    route(calls.startConnection, (person, input) => startConnection(deps, person, input)),
    route(calls.endConnection, (person, input) => endConnection(deps, person, input)),
  ];
}
