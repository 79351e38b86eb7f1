// Social providers that fail, lie or answer with too much: the requests they get, and how their answers are used.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { openOauth, type OauthName } from "./oauth.ts";
import { askWithin } from "../http.ts";

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly form: URLSearchParams;
}
type Reply = object | string | ((reply: ServerResponse) => void);

/** A provider's hosts, answering by path; what is not named is 404. */
async function aHost(replies: Record<string, Reply>) {
  const asked: Asked[] = [];
  const server = createServer((request, reply) => {
    void text(request).then((body) => {
      const url = new URL(request.url ?? "/", "http://localhost");
      asked.push({ method: request.method ?? "", url, headers: request.headers, form: new URLSearchParams(body) });
      const answer = replies[url.pathname];
      if (typeof answer === "function") return answer(reply);
      reply.statusCode = answer === undefined ? 404 : 200;
      reply.end(typeof answer === "string" ? answer : JSON.stringify(answer ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const SECRET = "a secret that no error reveals";
const VERIFIER = "v".repeat(43);
const OFF = { facebook: null, github: null, google: null, twitter: null };
const redirectURL = "http://localhost:3000/auth/social?social=x";

function open(name: OauthName, baseUrl: string | null) {
  return openOauth({ ...OFF, [name]: { clientId: "ours", clientSecret: SECRET, baseUrl } })[name]!; // its settings are there
}

function profileOf(name: OauthName, base: string) {
  const secret = name === "facebook" ? null : VERIFIER;
  return open(name, base).profileOf({ code: "a-code", redirectURL, secret, requestToken: "asked" });
}

const TOKEN = { access_token: "a-token", token_type: "bearer" };
const TOKEN_PATHS = {
  facebook: "/v21.0/oauth/access_token",
  github: "/login/oauth/access_token",
  google: "/token",
  twitter: "/oauth/access_token",
};
const NAMES = Object.keys(TOKEN_PATHS) as OauthName[];
const unavailable = { code: "PROVIDER_UNAVAILABLE" };
const refused = { code: "SOCIAL_REFUSED" };

describe.each(NAMES)("%s", (name) => {
  const path = TOKEN_PATHS[name];

  test.each<[string, Reply]>([
    ["an error of its own", (reply) => reply.writeHead(500).end("<h1>Server Error</h1>")],
    ["a page in place of a token", "<!doctype html><p>Maintenance"],
    ["an empty answer", ""],
    ["a token that is none", { access_token: { toString: "x" } }],
    ["a body without an end", (reply) => void pour(reply, "x".repeat(100_000), 1)],
    ["a small body that unpacks to a large one", (reply) => void bomb(reply)],
    ["a connection that breaks", (reply) => reply.destroy()],
    ["headers that are none", (reply) => void reply.socket?.end("nonsense\r\n\r\n")],
  ])("%s is a provider that cannot serve now", async (_what, answer) => {
    const host = await aHost({ [path]: answer });
    await expect(profileOf(name, host.base)).rejects.toMatchObject(unavailable);
  });

  test("a redirect is not followed, wherever it leads", async () => {
    const inside = await aHost({ "/": TOKEN, [path]: TOKEN });
    for (const status of [301, 302, 303, 307, 308]) {
      const host = await aHost({ [path]: (reply) => reply.writeHead(status, { location: inside.base + path }).end() });
      await expect(profileOf(name, host.base)).rejects.toMatchObject(unavailable);
    }
    expect(inside.asked).toEqual([]);
  });

  test("an unreachable host is reported, and no error holds the secret, the code or the token", async () => {
    const host = await aHost({ [path]: name === "twitter" ? "oauth_token=a-token&oauth_token_secret=s" : TOKEN });
    for (const base of [host.base, "http://127.0.0.1:9"]) {
      const error: unknown = await profileOf(name, base).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject(unavailable);
      const reported = `${String(error)} ${String((error as Error).cause)} ${JSON.stringify(error)}`;
      for (const secret of [SECRET, "a-code", "a-token"]) expect(reported).not.toContain(secret);
    }
  });
});

test("a provider that sends a little at a time is left at the deadline", async () => {
  const host = await aHost({ "/": (reply) => void pour(reply, " ", 10) });
  const began = performance.now();
  await expect(askWithin("google", 300)(`${host.base}/`, {})).rejects.toMatchObject(unavailable);
  expect(performance.now() - began).toBeLessThan(10_000); // it would go on for ever
});

test("all requests of one sign-in share one deadline", async () => {
  const late = (body: object) => (reply: ServerResponse) =>
    void setTimeout(() => reply.end(JSON.stringify(body)), 1_100);
  const host = await aHost({ "/": late({}) });
  const ask = askWithin("google", 3_000); // two of them, and room for a busy machine
  await ask(`${host.base}/`, {});
  await ask(`${host.base}/`, {});
  await expect(ask(`${host.base}/`, {})).rejects.toMatchObject(unavailable);
});

test("a wrong code gives another error than wrong keys", async () => {
  const bad: [OauthName, number, object, object][] = [
    ["google", 400, { error: "invalid_grant" }, refused],
    ["google", 401, { error: "invalid_client" }, unavailable],
    ["google", 400, { error: "redirect_uri_mismatch" }, unavailable],
    ["github", 200, { error: "bad_verification_code" }, refused],
    ["github", 200, { error: "incorrect_client_credentials" }, unavailable],
    ["facebook", 400, { error: { message: "expired", type: "OAuthException", code: 100 } }, refused],
    ["facebook", 400, { error: { message: "wrong secret", type: "OAuthException", code: 1 } }, unavailable],
    ["twitter", 401, { errors: [{ code: 89, message: "Invalid or expired token." }] }, refused],
    ["twitter", 403, { errors: [{ code: 87, message: "Client is not permitted." }] }, unavailable],
  ];
  for (const [name, status, body, outcome] of bad) {
    const host = await aHost({ [TOKEN_PATHS[name]]: (reply) => reply.writeHead(status).end(JSON.stringify(body)) });
    await expect(profileOf(name, host.base), JSON.stringify(body)).rejects.toMatchObject(outcome);
  }
});

test("Google gets the verifier and the whole redirect address, and its profile is used", async () => {
  const userinfo = {
    sub: "1101",
    name: "Grace Google",
    given_name: "Grace",
    family_name: "Google",
    picture: "https://pictures.example/1",
    email: "grace@example.com",
    email_verified: true,
  };
  // An ID token would say the same once more; nothing of ours depends on it.
  const host = await aHost({ "/token": { ...TOKEN, id_token: "eyJ.example.jwt" }, "/v1/userinfo": userinfo });
  expect(await profileOf("google", host.base)).toEqual({
    subject: "1101",
    firstName: "Grace",
    lastName: "Google",
    email: "grace@example.com",
    isEmailVerified: true,
    pictureURL: "https://pictures.example/1",
  });
  const [token, me] = host.asked;
  expect(Object.fromEntries(token!.form)).toEqual({
    grant_type: "authorization_code",
    client_id: "ours",
    client_secret: SECRET,
    code: "a-code",
    code_verifier: VERIFIER,
    redirect_uri: redirectURL,
  });
  expect(me!.headers.authorization).toBe("Bearer a-token"); // both were asked
  expect(me!.url.search).toBe("");
});

test("GitHub's primary address counts, and only when it is verified", async () => {
  const user = { id: 583231, login: "gitta", name: "Gitta van der Hub", email: "public@example.com", avatar_url: null };
  const profile = async (emails: object[]) => {
    const host = await aHost({ "/login/oauth/access_token": TOKEN, "/user": user, "/user/emails": emails });
    const reported = await profileOf("github", host.base);
    expect(host.asked.every(({ headers }) => headers["user-agent"] && headers.accept === "application/json")).toBe(
      true,
    );
    return reported;
  };
  const [first, second] = [
    { email: "g@example.com", primary: true, verified: false },
    { email: "other@example.com", primary: false, verified: true },
  ];
  expect(await profile([second, { ...first, verified: true }])).toMatchObject({
    subject: "583231",
    firstName: "Gitta van der",
    lastName: "Hub",
    email: "g@example.com",
    isEmailVerified: true,
    pictureURL: null,
  });
  expect(await profile([second, first])).toMatchObject({ email: "g@example.com", isEmailVerified: false });
  expect(await profile([second])).toMatchObject({ email: null, isEmailVerified: false });
});

test("Facebook gives its token to a GET, and a silhouette is no picture", async () => {
  const me = {
    id: "1022",
    first_name: "Faye",
    last_name: "Book",
    picture: { data: { url: "https://pictures.example/1", is_silhouette: true } },
  };
  const host = await aHost({ "/v21.0/oauth/access_token": TOKEN, "/v21.0/me": me });
  expect(await profileOf("facebook", host.base)).toMatchObject({
    subject: "1022",
    email: null,
    isEmailVerified: false,
    pictureURL: null,
  });
  expect(host.asked[0]).toMatchObject({ method: "GET" });
  expect([...host.asked[0]!.url.searchParams.keys()].sort()).toEqual([
    "client_id",
    "client_secret",
    "code",
    "redirect_uri",
  ]);
});

test("the stored profile is plain text, short and uses https, whatever the provider sends", async () => {
  const reported = async (userinfo: object) => {
    const host = await aHost({ "/token": TOKEN, "/v1/userinfo": { sub: "1", ...userinfo } });
    return profileOf("google", host.base);
  };
  expect(await reported({})).toMatchObject({ firstName: "Friend", lastName: "", email: null, pictureURL: null });
  expect(await reported({ given_name: "A\u0000\r\nB", family_name: "x".repeat(300) })).toMatchObject({
    firstName: "A B",
    lastName: "x".repeat(100),
  });
  expect(await reported({ name: 7, email: "jo@example.com" })).toMatchObject({
    firstName: "jo",
    isEmailVerified: false,
  });
  for (const email of ["a@b\nBcc: c@d.example", "no address", "", 5, `${"x".repeat(300)}@example.com`])
    expect(await reported({ email, email_verified: true })).toMatchObject({ email: null, isEmailVerified: false });
  expect(await reported({ email: "a@example.com", email_verified: "true" })).toMatchObject({ isEmailVerified: false });
  for (const picture of [
    "http://p.example/1",
    "javascript:alert(1)",
    "data:image/png;base64,AA",
    "//p",
    "https://[",
    1,
  ])
    expect(await reported({ picture })).toMatchObject({ pictureURL: null });
  for (const sub of ["", "x".repeat(256), null, 5]) await expect(reported({ sub })).rejects.toMatchObject(unavailable);
});

test("the providers' own hosts are the default", async () => {
  const begin = async (name: "facebook" | "github" | "google") =>
    new URL((await open(name, null).begin({ state: "a-state", redirectURL })).authorizeURL);
  const [facebook, github, google] = [await begin("facebook"), await begin("github"), await begin("google")];
  expect(facebook.origin + facebook.pathname).toBe("https://www.facebook.com/v21.0/dialog/oauth");
  expect(github.origin + github.pathname).toBe("https://github.com/login/oauth/authorize");
  expect(google.origin + google.pathname).toBe("https://accounts.google.com/o/oauth2/v2/auth");
  for (const url of [facebook, github, google])
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: "ours",
      redirect_uri: redirectURL,
      response_type: "code",
      state: "a-state",
    });
});

function pour(reply: ServerResponse, part: string, everyMs: number): void {
  reply.write(part);
  const timer = setInterval(() => reply.write(part), everyMs);
  reply.on("close", () => clearInterval(timer));
}

function bomb(reply: ServerResponse): void {
  reply.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
  reply.end(gzipSync(Buffer.alloc(50_000_000, " ")));
}
