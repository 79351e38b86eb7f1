// Twitter's paths and formats, OAuth 1.0a: request token, page, verifier, access token, each request signed.
import { createHmac, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { BadVisit, isSame, type Question, serveConsent } from "./authorization-code.ts";
import { isRegistered, type Play, type SocialDeps, sufferFaults, textsOf } from "./play.ts";
import { checkReplies } from "./reply-checks.ts";
import { fullName, giveAccessToken, handleOf, keep, type Person, personBehind, pictureOf } from "./social-data.ts";

const LIFE_MS = 10 * 60_000;
const CLOCK_TOLERANCE_S = 5 * 60;
const FORM = "application/x-www-form-urlencoded";

const NOT_AUTHENTICATED = { code: 32, message: "Could not authenticate you." };
const BAD_TOKEN = { code: 89, message: "Invalid or expired token." };
const BAD_TIMESTAMP = { code: 135, message: "Timestamp out of bounds." };
const BAD_CALLBACK = { code: 415, message: "Callback URL not approved for this client application." };

export const twitter: Play = {
  title: "Twitter",
  serve(app, deps) {
    app.register(async (page) => {
      serveConsent(page, "/oauth/authenticate", deps, "Twitter", ({ oauth_token }) => ask(deps, oauth_token));
    });
    app.register(async (api) => {
      sufferFaults(api, deps.faults);
      checkReplies(api, deps);
      refuseReplays(api, deps);
      api.post("/oauth/request_token", (request, reply) => giveRequestToken(deps, request, reply));
      api.post("/oauth/access_token", (request, reply) => exchangeVerifier(deps, request, reply));
      api.get("/1.1/account/verify_credentials.json", (request, reply) => verifyCredentials(deps, request, reply));
    });
  },
};

/** RFC 5849 section 3.3: a signed request counts once, and only near its time. */
function refuseReplays(app: FastifyInstance, { config }: SocialDeps): void {
  const seen = new Set<string>();
  app.addHook("preHandler", async ({ headers }, reply) => {
    const { oauth_timestamp, oauth_nonce } = readSignature(headers.authorization) ?? {};
    if (oauth_timestamp === undefined || oauth_nonce === undefined) return;
    const age = config.now().getTime() / 1000 - Number(oauth_timestamp);
    if (!(Math.abs(age) <= CLOCK_TOLERANCE_S)) return refuse(reply, 401, BAD_TIMESTAMP);
    const request = `${oauth_timestamp} ${oauth_nonce}`;
    if (seen.has(request)) return refuse(reply, 401, NOT_AUTHENTICATED);
    seen.add(request);
  });
}

function giveRequestToken(deps: SocialDeps, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const callback = readSignature(request.headers.authorization)?.["oauth_callback"] ?? "";
  if (!isSigned(deps, request, "")) return refuse(reply, 401, NOT_AUTHENTICATED);
  if (!isRegistered(deps, callback)) return refuse(reply, 403, BAD_CALLBACK);
  const [token, secret] = [newToken(), newToken()];
  const createdAt = deps.config.now().toISOString();
  keep(deps.memory, deps.memory.data.requestTokens, token, {
    token,
    secret,
    callback,
    createdAt,
    grant: null,
    usedAt: null,
  });
  return sendForm(reply, { oauth_token: token, oauth_token_secret: secret, oauth_callback_confirmed: "true" });
}

function ask({ config, memory }: SocialDeps, token = ""): Question {
  const asked = memory.data.requestTokens[token];
  const isOver = asked && config.now().getTime() - Date.parse(asked.createdAt) > LIFE_MS;
  if (!asked || asked.grant !== null || isOver) throw new BadVisit("The request token for this page is invalid.");
  const back = (values: Record<string, string>): URL => {
    const url = new URL(asked.callback);
    for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
    return url;
  };
  return {
    agree({ subject }) {
      asked.grant = { verifier: newToken(), subject };
      memory.changed();
      return back({ oauth_token: token, oauth_verifier: asked.grant.verifier });
    },
    decline: () => back({ denied: token }),
  };
}

function exchangeVerifier(deps: SocialDeps, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { memory, faults, config } = deps;
  const { oauth_token = "", oauth_verifier: inHeader } = readSignature(request.headers.authorization) ?? {};
  const verifier = inHeader ?? textsOf(request.body)["oauth_verifier"];
  const asked = memory.data.requestTokens[oauth_token];
  if (!asked?.grant || asked.usedAt !== null || faults.mode === "refuse") return refuse(reply, 401, BAD_TOKEN);
  if (!isSigned(deps, request, asked.secret)) return refuse(reply, 401, NOT_AUTHENTICATED);
  asked.usedAt = config.now().toISOString();
  memory.changed();
  if (verifier !== asked.grant.verifier) return refuse(reply, 401, BAD_TOKEN);
  const given = giveAccessToken(memory, `${asked.grant.subject}-`, asked.grant.subject);
  const person = personBehind(memory, given.token)!; // a token is issued only for a stored person
  return sendForm(reply, {
    oauth_token: given.token,
    oauth_token_secret: given.secret,
    user_id: person.subject,
    screen_name: handleOf(person),
  });
}

function verifyCredentials(deps: SocialDeps, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { oauth_token = "" } = readSignature(request.headers.authorization) ?? {};
  const given = deps.memory.data.accessTokens[oauth_token];
  const person = personBehind(deps.memory, oauth_token);
  if (!given || !person) return refuse(reply, 401, BAD_TOKEN);
  if (!isSigned(deps, request, given.secret)) return refuse(reply, 401, NOT_AUTHENTICATED);
  return reply.send(credentialsOf(person, textsOf(request.query)["include_email"] === "true"));
}

function credentialsOf(person: Person, withEmail: boolean) {
  const { subject, email, isVerified } = person;
  return {
    id: Number(subject),
    id_str: subject,
    name: fullName(person) || handleOf(person),
    screen_name: handleOf(person),
    profile_image_url_https: pictureOf(person),
    ...(withEmail && isVerified && { email }),
  };
}

function isSigned({ config }: SocialDeps, request: FastifyRequest, tokenSecret: string): boolean {
  const { authorization } = request.headers;
  const signed = {
    method: request.method,
    url: `${request.protocol}://${request.host}${request.url}`,
    authorization,
    form: textsOf(request.body),
  };
  const isOurs = readSignature(authorization)?.["oauth_consumer_key"] === config.clientId;
  return isOurs && isSignedBy(signed, config.clientSecret, tokenSecret);
}

function sendForm(reply: FastifyReply, values: Record<string, string>): FastifyReply {
  return reply.type(FORM).send(new URLSearchParams(values).toString());
}

function refuse(reply: FastifyReply, status: number, error: { code: number; message: string }): FastifyReply {
  return reply.code(status).send({ errors: [error] });
}

function newToken(): string {
  return randomBytes(20).toString("base64url");
}

// OAuth 1.0a at the provider: reads the signed header and computes the signature again.
interface SignedRequest {
  method: string;
  /** The full address with its query. */
  url: string;
  /** The header `Authorization`. */
  authorization: string | undefined;
  form: Record<string, string>;
}

/** The parameters `oauth_…` of the header; undefined when there is no such header. */
function readSignature(authorization: string | undefined): Record<string, string> | undefined {
  const list = /^OAuth (.+)$/i.exec(authorization ?? "")?.[1];
  if (list === undefined) return undefined;
  const pairs = [...list.matchAll(/([a-z_]+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, decodeURIComponent(value)]));
}

/** Whether HMAC-SHA1 over METHOD&url&sorted parameters is what the header says. */
function isSignedBy(request: SignedRequest, clientSecret: string, tokenSecret: string): boolean {
  const { oauth_signature = "", ...signed } = readSignature(request.authorization) ?? {};
  const url = new URL(request.url);
  const parameters = [...Object.entries({ ...signed, ...request.form }), ...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const text = [request.method, url.origin + url.pathname, parameters.join("&")].map(encode).join("&");
  const expected = createHmac("sha1", `${encode(clientSecret)}&${encode(tokenSecret)}`)
    .update(text)
    .digest("base64");
  return signed["oauth_signature_method"] === "HMAC-SHA1" && isSame(oauth_signature, expected);
}

/** RFC 5849 section 3.6: stricter than encodeURIComponent. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
