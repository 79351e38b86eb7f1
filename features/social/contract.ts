// Owns what a social connection is, and every call by which a provider vouches for a person.
import * as z from "zod/mini";
import { SecondFactorCode, Token } from "#features/identity/contract.ts";
import { call } from "#kit/contract/call.ts";
import { Email, verbatim, Timestamp } from "#kit/contract/fields.ts";

export const PROVIDERS = ["facebook", "github", "google", "twitter"] as const;
export const ProviderName = z.enum(PROVIDERS);
export type ProviderName = z.infer<typeof ProviderName>;

/** Between the click and the way back a person has so long. */
export const ATTEMPT_MINUTES = 10;

/** Where the browser goes, and the state (32 random bytes) that it keeps and must find again on the way back. */
export const SocialStart = z.object({ authorizeURL: z.string(), state: z.string() });

const State = verbatim(200);
const ProviderText = verbatim(2_000);
/** What the person adds where the provider's word is not enough; the call is then sent again. */
const Added = { email: z.optional(Email), secondFactorCode: z.optional(SecondFactorCode) };

const refusals = [
  "SOCIAL_STATE_MISMATCH",
  "SOCIAL_REFUSED",
  "EMAIL_REQUIRED",
  "EMAIL_TAKEN",
  "SECOND_FACTOR_DUE",
  "CODE_WRONG",
  "ACCOUNT_LOCKED",
  "ALREADY_CONNECTED",
  "REAUTHENTICATION_REQUIRED",
  "INVALID_JWT",
  "NO_USER",
  "PROVIDER_UNAVAILABLE",
] as const;

/** What the browser brings back from the provider. */
export const ProviderCode = z.object({ code: ProviderText, state: State, ...Added });

/**
 * Ends an attempt by the provider's code and gives a token: a log-in, a sign-up, or, where the attempt was started from
 * the settings, a connection to the person whose bearer comes along.
 */
const byCode = {
  method: "POST",
  who: "anyone",
  body: ProviderCode,
  reply: Token,
  holdsSecret: true,
  errors: refusals,
  limits: { perMinute: 60 },
} as const;

export const facebookAuth = call({
  ...byCode,
  path: "/social/facebook-auth",
  summary: "Finish signing in with Facebook",
});

export const githubAuth = call({
  ...byCode,
  path: "/social/github-auth",
  summary: "Finish signing in with GitHub",
});

export const googleAuth = call({
  ...byCode,
  path: "/social/google-auth",
  summary: "Finish signing in with Google",
});

export const twitterAuth = call({
  method: "POST",
  path: "/social/twitter-auth",
  summary: "Finish signing in with Twitter",
  who: "anyone",
  body: z.object({ oauth_verifier: ProviderText, oauth_token: ProviderText, ...Added }),
  reply: Token,
  holdsSecret: true,
  errors: refusals,
  limits: { perMinute: 60 },
});

export const startSocial = call({
  method: "POST",
  path: "/social/start",
  summary: "Start signing in with Facebook, GitHub or Google",
  who: "anyone",
  body: z.object({ provider: z.enum(["facebook", "github", "google"]) }),
  reply: SocialStart,
  holdsSecret: true,
  errors: ["PROVIDER_UNAVAILABLE"],
  limits: { perMinute: 60 },
});

export const twitterRequestToken = call({
  method: "GET",
  path: "/social/twitter-request-token",
  summary: "Start signing in with Twitter",
  who: "anyone",
  reply: z.extend(SocialStart, { requestToken: z.string() }),
  holdsSecret: true,
  errors: ["PROVIDER_UNAVAILABLE"],
  limits: { perMinute: 60 },
});

/** A provider that vouches for the person from now on. */
export const Connection = z.object({
  provider: ProviderName,
  /** The person's name there. */
  name: z.string(),
  connectedAt: Timestamp,
});
export type Connection = z.infer<typeof Connection>;

export const listConnections = call({
  method: "GET",
  path: "/account/connection",
  summary: "List your connected sign-in providers",
  who: "signed-in",
  reply: z.array(Connection),
});

export const startConnection = call({
  method: "POST",
  path: "/account/connection/start",
  summary: "Start connecting a sign-in provider to your account",
  who: "signed-in",
  confirmed: true,
  body: z.object({ provider: ProviderName }),
  reply: SocialStart,
  holdsSecret: true,
  errors: ["REAUTHENTICATION_REQUIRED", "ALREADY_CONNECTED", "PROVIDER_UNAVAILABLE"],
  limits: { perMinute: 60 },
});

export const endConnection = call({
  method: "POST",
  path: "/account/connection/end",
  summary: "Disconnect a sign-in provider",
  who: "signed-in",
  body: z.object({ provider: ProviderName }),
  reply: null,
  errors: ["REAUTHENTICATION_REQUIRED", "LAST_WAY_IN", "NOT_FOUND"],
});
