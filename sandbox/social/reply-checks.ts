// What Facebook, GitHub, Google and Twitter document of their replies, written from wire-formats.json, as a check of each.
import { Ajv, type ValidateFunction } from "ajv";
import type { FastifyInstance } from "fastify";
import type { SocialDeps, SocialProvider } from "./play.ts";

const text = { type: "string", minLength: 1 };
const number = { type: "number" };
const flag = { type: "boolean" };
const textOrNull = { type: ["string", "null"] };

function object(required: Record<string, object>, optional: Record<string, object> = {}) {
  const properties = { ...required, ...optional };
  return { type: "object", required: Object.keys(required), properties, additionalProperties: false };
}

const FACEBOOK_ERROR = object({
  error: object({ message: text, type: text, code: number, fbtrace_id: text }, { error_subcode: number }),
});
const TWITTER_ERROR = object({
  errors: { type: "array", minItems: 1, items: object({ code: number, message: text }) },
});
const GITHUB_REFUSED_CODE = object({ error: text, error_description: text, error_uri: text });

const REPLIES: Record<SocialProvider, { error: object; of: Record<string, object> }> = {
  facebook: {
    error: FACEBOOK_ERROR,
    of: {
      "/v21.0/oauth/access_token": object({ access_token: text, token_type: text, expires_in: number }),
      "/v21.0/me": object(
        { id: text },
        {
          name: text,
          first_name: { type: "string" },
          last_name: { type: "string" },
          email: text,
          picture: object({ data: object({ height: number, width: number, is_silhouette: flag, url: text }) }),
        },
      ),
    },
  },
  github: {
    error: object({ message: text }, { documentation_url: text }),
    of: {
      // It refuses a code with status 200.
      "/login/oauth/access_token": {
        anyOf: [object({ access_token: text, scope: text, token_type: text }), GITHUB_REFUSED_CODE],
      },
      "/user": object({ id: number, login: text, name: textOrNull, email: textOrNull, avatar_url: text }),
      "/user/emails": {
        type: "array",
        items: object({ email: text, primary: flag, verified: flag, visibility: textOrNull }),
      },
    },
  },
  google: {
    error: object({ error: text, error_description: text }),
    of: {
      "/token": object({ access_token: text, expires_in: number, scope: text, token_type: text, id_token: text }),
      "/v1/userinfo": object(
        { sub: text, name: { type: "string" }, picture: text },
        { given_name: text, family_name: text, email: text, email_verified: flag },
      ),
    },
  },
  twitter: {
    error: TWITTER_ERROR,
    of: {
      "/oauth/request_token": object({
        oauth_token: text,
        oauth_token_secret: text,
        oauth_callback_confirmed: { const: "true" },
      }),
      "/oauth/access_token": object({ oauth_token: text, oauth_token_secret: text, user_id: text, screen_name: text }),
      "/1.1/account/verify_credentials.json": object(
        { id: number, id_str: text, name: text, screen_name: text, profile_image_url_https: text },
        { email: text },
      ),
    },
  },
};

const ajv = new Ajv({ allowUnionTypes: true });
const compiled = new Map<object, ValidateFunction>();

/** How a reply differs from what the provider documents; null when it does not. */
export function findReplyError(provider: SocialProvider, path: string, status: number, body: unknown): string | null {
  const schema = status >= 400 ? REPLIES[provider].error : REPLIES[provider].of[path];
  if (schema === undefined) return "the provider has no such path";
  const check = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, check);
  return check(body) ? null : ajv.errorsText(check.errors);
}

/** Checks and counts each reply of `app`, except the error pages that steering asks for. */
export function checkReplies(app: FastifyInstance, { provider, checks }: SocialDeps): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const type = String(reply.getHeader("content-type"));
    if (type.startsWith("text/html")) return payload;
    const path = (request.routeOptions.url ?? "").slice(`/${provider}`.length);
    const sent = String(payload);
    const body: unknown = type.startsWith("application/json")
      ? JSON.parse(sent)
      : Object.fromEntries(new URLSearchParams(sent));
    const call = `${request.method} ${path}`;
    const isRefusal = reply.statusCode >= 400 || (typeof body === "object" && body !== null && "error" in body);
    if (isRefusal) checks.refused(call, `${String(reply.statusCode)} ${sent}`);
    else checks.accepted();
    const wrong = findReplyError(provider, path, reply.statusCode, body);
    checks.replied(call, wrong);
    if (wrong === null) return payload;
    reply.code(500);
    return JSON.stringify({ error: wrong });
  });
}
