// For social sandbox tests: a provider, a person on its page, and the provider calls that a site makes.
import { createHash, createHmac, randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { SANDBOX_DEFAULTS, openSandbox } from "../sandbox.ts";
import type { SandboxConfig } from "../sandbox.ts";
import type { SocialProvider } from "./play.ts";

export const KEYS = SANDBOX_DEFAULTS.social.google;
export const VERIFIER = randomBytes(32).toString("base64url");
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

export const redirectOf = (provider: string) => `http://localhost:3000/auth/social?social=${provider}`;

export interface Answer {
  status: number;
  body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- whatever the provider said
}

/** Answers on a provider's page; returns where the answer leads. */
export async function answerPage(url: string, form: Record<string, string>): Promise<URL> {
  const reply = await fetch(url, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
  const location = reply.headers.get("location");
  if (location === null) throw new Error(`the page led nowhere: ${String(reply.status)} ${await reply.text()}`);
  return new URL(location);
}

export const GRACE = { email: "grace@example.com", firstName: "Grace", lastName: "Google" };

const AUTHORIZE = {
  facebook: "/v21.0/dialog/oauth",
  github: "/login/oauth/authorize",
  google: "/o/oauth2/v2/auth",
  twitter: "/oauth/authenticate",
};

export async function aProvider(provider: SocialProvider, config: Partial<SandboxConfig> = {}) {
  const sandbox = await openSandbox(config);
  onTestFinished(() => sandbox.close());
  const base = `${sandbox.providersUrl}/${provider}`;
  const visit = (query: Record<string, string> = {}) =>
    `${base}${AUTHORIZE[provider]}?${new URLSearchParams({ client_id: KEYS.clientId, redirect_uri: redirectOf(provider), state: "state-1", response_type: "code", scope: "email", ...query }).toString()}`;
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const reply = await fetch(base + path, init);
    const text = await reply.text();
    const isJson = reply.headers.get("content-type")?.startsWith("application/json") === true;
    return { status: reply.status, body: isJson ? JSON.parse(text) : text };
  };
  const tokenForm = (code: string, more: Record<string, string> = {}) => ({
    client_id: KEYS.clientId,
    client_secret: KEYS.clientSecret,
    redirect_uri: redirectOf(provider),
    grant_type: "authorization_code",
    code,
    ...more,
  });
  return {
    sandbox,
    base,
    visit,
    ask,
    /** The code of a person who agreed, with a challenge if one is given. */
    async code(person: Partial<typeof GRACE> = {}, { pkce = false } = {}): Promise<string> {
      const challenge = { code_challenge: CHALLENGE, code_challenge_method: "S256" };
      const back = await answerPage(visit(pkce ? challenge : {}), { ...GRACE, ...person, decision: "authorize" });
      return back.searchParams.get("code") ?? "";
    },
    /** The token request in the provider's format. */
    token(code: string, more: Record<string, string> = {}): Promise<Answer> {
      const form = new URLSearchParams(tokenForm(code, more));
      if (provider === "facebook") return ask(`/v21.0/oauth/access_token?${form.toString()}`);
      const path = provider === "google" ? "/token" : "/login/oauth/access_token";
      return ask(path, { method: "POST", body: form, headers: { accept: "application/json" } });
    },
    /** A request signed with OAuth 1.0a, computed here by hand. */
    signed(
      method: string,
      path: string,
      own: Record<string, string>,
      {
        key = KEYS.clientId,
        secret = KEYS.clientSecret,
        tokenSecret = "",
        nonce = randomBytes(8).toString("hex"),
        at = Date.now(),
      } = {},
    ): Promise<Answer> {
      const url = new URL(base + path);
      const oauth: Record<string, string> = {
        oauth_consumer_key: key,
        oauth_nonce: nonce,
        oauth_signature_method: "HMAC-SHA1",
        oauth_timestamp: String(Math.floor(at / 1000)),
        oauth_version: "1.0",
        ...own,
      };
      const pairs = [...Object.entries(oauth), ...url.searchParams].map(([name, value]) => `${name}=${percent(value)}`);
      const text = [method, url.origin + url.pathname, pairs.sort().join("&")].map(percent).join("&");
      const signature = createHmac("sha1", `${percent(secret)}&${percent(tokenSecret)}`)
        .update(text)
        .digest("base64");
      const header = Object.entries({ ...oauth, oauth_signature: signature });
      const authorization = `OAuth ${header.map(([name, value]) => `${name}="${percent(value)}"`).join(", ")}`;
      return ask(path, { method, headers: { authorization } });
    },
    async steer(order: object): Promise<number> {
      const headers = { "content-type": "application/json" };
      const url = `${sandbox.providersUrl}/_steer/${provider}`;
      return (await fetch(url, { method: "POST", headers, body: JSON.stringify(order) })).status;
    },
  };
}

function percent(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The names and types of a JSON value, without its values. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}
