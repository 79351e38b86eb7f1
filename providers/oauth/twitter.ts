import { createHmac, randomBytes } from "node:crypto";
import OAuth from "oauth-1.0a";
import * as z from "zod/mini";
import { type Answer, type Ask, askWithin, jsonOf, unavailable } from "../http.ts";
import {
  DEADLINE_MS,
  Known,
  type OauthConfig,
  type OauthProvider,
  refusedCode,
  Subject,
  toProfile,
  USER_AGENT,
} from "./provider.ts";

const Secret = z.string().check(z.minLength(1), z.maxLength(500));
const TokenPair = z.object({ oauth_token: Secret, oauth_token_secret: Secret });
type TokenPair = z.infer<typeof TokenPair>;
const RequestToken = z.extend(TokenPair, { oauth_callback_confirmed: z.literal("true") });

const Credentials = z.object({
  id_str: Subject,
  name: Known,
  screen_name: Known,
  profile_image_url_https: Known,
  email: Known,
});

export function openTwitter({ clientId, clientSecret, baseUrl }: OauthConfig): OauthProvider {
  const api = baseUrl ?? "https://api.twitter.com";
  const oauth = new OAuth({
    consumer: { key: clientId, secret: clientSecret },
    signature_method: "HMAC-SHA1",
    hash_function: (text, key) => createHmac("sha1", key).update(text).digest("base64"),
  });
  // The package's own nonce comes from Math.random.
  oauth.getNonce = () => randomBytes(16).toString("hex");

  function askSigned(ask: Ask, method: "GET" | "POST", path: string, own: Record<string, string>, token?: TokenPair) {
    const url = `${api}${path}`;
    const by = token && { key: token.oauth_token, secret: token.oauth_token_secret };
    const { Authorization } = oauth.toHeader(oauth.authorize({ url, method, data: own }, by));
    return ask(url, { method, headers: { authorization: Authorization, "user-agent": USER_AGENT } });
  }

  return {
    async begin({ state, redirectURL }) {
      // It knows no state of its own, so the state travels in the way back.
      const callback = { oauth_callback: `${redirectURL}&state=${state}` };
      const answer = await askSigned(askWithin("twitter", DEADLINE_MS), "POST", "/oauth/request_token", callback);
      const { oauth_token, oauth_token_secret } = read(answer, RequestToken, formOf);
      return {
        authorizeURL: `${api}/oauth/authenticate?oauth_token=${encodeURIComponent(oauth_token)}`,
        secret: oauth_token_secret,
        requestToken: oauth_token,
      };
    },

    async profileOf({ code, secret, requestToken }) {
      const ask = askWithin("twitter", DEADLINE_MS);
      const asked = { oauth_token: requestToken ?? "", oauth_token_secret: secret ?? "" };
      const exchanged = await askSigned(ask, "POST", "/oauth/access_token", { oauth_verifier: code }, asked);
      // A wrong key of ours would have failed at the beginning of the attempt, so the code is wrong.
      if (exchanged.status === 401) throw refusedCode("twitter", "HTTP_401");
      const token = read(exchanged, TokenPair, formOf);
      const path = "/1.1/account/verify_credentials.json?include_email=true&skip_status=true&include_entities=false";
      const person = read(await askSigned(ask, "GET", path, {}, token), Credentials, jsonOf);
      return toProfile({
        subject: person.id_str,
        fullName: person.name,
        handle: person.screen_name,
        email: person.email,
        isEmailVerified: true, // it hands out no other
        pictureURL: person.profile_image_url_https,
      });
    },
  };
}

function read<S extends z.ZodMiniType>(
  { status, text }: Answer,
  schema: S,
  parse: (text: string) => unknown,
): z.output<S> {
  if (status !== 200) throw unavailable("twitter", `HTTP_${status}`);
  const parsed = schema.safeParse(parse(text));
  if (!parsed.success) throw unavailable("twitter", "UNEXPECTED_ANSWER");
  return parsed.data;
}

function formOf(text: string): unknown {
  return Object.fromEntries(new URLSearchParams(text));
}
