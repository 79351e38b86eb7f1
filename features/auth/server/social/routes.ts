import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/auth/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { startAttempt } from "./attempts.ts";
import { endConnection, listConnections, startConnection } from "./connections.ts";
import { completeAttempt } from "./sign-in.ts";

export function socialRoutes(ctx: Context): Route[] {
  return [
    route(calls.startSocial, (visitor, { provider }) => startAttempt(ctx, visitor, provider, null)),
    route(calls.twitterRequestToken, async (visitor) => {
      const { requestToken, ...start } = await startAttempt(ctx, visitor, "twitter", null);
      return { ...start, requestToken: requestToken ?? "" }; // Twitter always returns one.
    }),
    route(calls.facebookAuth, (visitor, input) => completeAttempt(ctx, visitor, { ...input, provider: "facebook" })),
    route(calls.githubAuth, (visitor, input) => completeAttempt(ctx, visitor, { ...input, provider: "github" })),
    route(calls.googleAuth, (visitor, input) => completeAttempt(ctx, visitor, { ...input, provider: "google" })),
    route(calls.twitterAuth, (visitor, { oauth_verifier: code, oauth_token: requestToken, ...added }) =>
      completeAttempt(ctx, visitor, { ...added, provider: "twitter", code, requestToken }),
    ),
    route(calls.listConnections, (person) => listConnections(ctx, person)),
    route(calls.startConnection, (person, input) => startConnection(ctx, person, input)),
    route(calls.endConnection, (person, input) => endConnection(ctx, person, input)),
  ];
}
