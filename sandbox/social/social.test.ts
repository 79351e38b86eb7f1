// Facebook, GitHub and Google as a site uses them, compared with the formats that they document.
import { describe, expect, test } from "vitest";
import { answerPage, aProvider, GRACE, KEYS, redirectOf, shapeOf, VERIFIER } from "./test-social.ts";
import { findReplyError } from "./reply-checks.ts";
import formats from "./wire-formats.json" with { type: "json" };

describe("oauth2", () => {
  const OAUTH2 = ["facebook", "github", "google"] as const;

  describe.each(OAUTH2)("%s", (provider) => {
    test("asks a person, returns with code and state, and issues a token in the documented format", async () => {
      const sandboxProvider = await aProvider(provider);
      const page = await fetch(sandboxProvider.visit());
      expect(page.headers.get("content-security-policy")).toContain("form-action 'self' http://localhost:3000");
      const text = await page.text();
      for (const part of ["Email", "First name", "Last name", "Authorize", "Cancel"]) expect(text).toContain(part);

      const back = await answerPage(sandboxProvider.visit(), { ...GRACE, decision: "authorize" });
      expect(back.origin + back.pathname).toBe("http://localhost:3000/auth/social");
      expect(Object.fromEntries(back.searchParams)).toMatchObject({ social: provider, state: "state-1" });
      const token = await sandboxProvider.token(back.searchParams.get("code")!); // just given
      expect(token.status).toBe(200);
      expect(shapeOf(token.body)).toEqual(shapeOf(formats[provider].token));
    });

    test("declining returns with access_denied and the state", async () => {
      const sandboxProvider = await aProvider(provider);
      const back = await answerPage(sandboxProvider.visit(), { ...GRACE, decision: "cancel" });
      expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: "access_denied", state: "state-1" });
      expect(back.searchParams.has("code")).toBe(false);
    });

    test("a code works once, and bad-code, an old code and a code of another redirect address are refused", async () => {
      let now = Date.parse("2026-05-04T12:00:00Z");
      const sandboxProvider = await aProvider(provider, { now: () => new Date(now) });
      const refused = formats[provider].refusedCode;
      const code = await sandboxProvider.code();
      expect((await sandboxProvider.token(code)).body).toHaveProperty("access_token");
      for (const spent of [code, "bad-code"]) {
        const reply = await sandboxProvider.token(spent);
        expect(reply.status).toBe(refused.status);
        expect(shapeOf(reply.body)).toEqual(shapeOf(refused.body));
      }
      const elsewhere = await sandboxProvider.token(await sandboxProvider.code(), {
        redirect_uri: redirectOf("other"),
      });
      expect(elsewhere.body).toHaveProperty("error");
      const old = await sandboxProvider.code();
      now += 601_000;
      expect((await sandboxProvider.token(old)).body).toHaveProperty("error");
    });

    test("a code that was requested with a challenge needs its verifier", async () => {
      const sandboxProvider = await aProvider(provider);
      for (const wrong of [{}, { code_verifier: "x".repeat(43) }])
        expect(
          (await sandboxProvider.token(await sandboxProvider.code({}, { pkce: true }), wrong)).body,
        ).toHaveProperty("error");
      const good = await sandboxProvider.token(await sandboxProvider.code({}, { pkce: true }), {
        code_verifier: VERIFIER,
      });
      expect(good.body).toHaveProperty("access_token");
    });

    test("another client, a wrong secret and an unregistered redirect address are refused", async () => {
      const sandboxProvider = await aProvider(provider);
      for (const wrong of [{ client_id: "another" }, { client_secret: "another" }])
        expect((await sandboxProvider.token(await sandboxProvider.code(), wrong)).body).toHaveProperty("error");
      for (const query of [
        { client_id: "another" },
        { redirect_uri: "https://evil.example/auth/social" },
        { redirect_uri: redirectOf("other") },
      ]) {
        const page = await fetch(sandboxProvider.visit(query), { redirect: "manual" });
        expect(page.status).toBe(400);
      }
    });

    test("the keys are those of the configuration", async () => {
      const keys = { clientId: "ours", clientSecret: "our secret" };
      const social = { facebook: keys, github: keys, google: keys, twitter: keys };
      const sandboxProvider = await aProvider(provider, { social });
      const back = await answerPage(sandboxProvider.visit({ client_id: "ours" }), { ...GRACE, decision: "authorize" });
      const ours = { client_id: "ours", client_secret: "our secret" };
      expect((await sandboxProvider.token(back.searchParams.get("code")!, ours)).body).toHaveProperty("access_token"); // just given
      expect((await sandboxProvider.token("bad-code", { client_id: KEYS.clientId })).body).toHaveProperty("error");
    });

    test("on request it refuses every code, fails or waits, and works again after a reset", async () => {
      const sandboxProvider = await aProvider(provider);
      expect(await sandboxProvider.steer({ mode: "nonsense" })).toBe(400);
      await sandboxProvider.steer({ mode: "refuse" });
      expect((await sandboxProvider.token(await sandboxProvider.code())).body).toHaveProperty("error");
      await sandboxProvider.steer({ mode: "error500" });
      expect((await sandboxProvider.token(await sandboxProvider.code())).status).toBe(500);
      await sandboxProvider.steer({ mode: "slow", delayMs: 300 });
      const began = Date.now();
      expect((await sandboxProvider.token(await sandboxProvider.code())).body).toHaveProperty("access_token");
      expect(Date.now() - began).toBeGreaterThanOrEqual(295);
      await sandboxProvider.steer({ mode: "ok" });
      expect((await sandboxProvider.token(await sandboxProvider.code())).body).toHaveProperty("access_token");
    });
  });

  async function me(provider: (typeof OAUTH2)[number], person: Partial<typeof GRACE> = {}) {
    const sandboxProvider = await aProvider(provider);
    const { body } = await sandboxProvider.token(await sandboxProvider.code(person));
    const headers = { authorization: `Bearer ${body.access_token}`, "user-agent": "test" };
    const ask = async (path: string) => (await sandboxProvider.ask(path, { headers })).body;
    const paths = {
      facebook: "/v21.0/me?fields=id,first_name,last_name,email,picture",
      github: "/user",
      google: "/v1/userinfo",
    };
    return { sandboxProvider, body: await ask(paths[provider]), ask, token: body };
  }

  test("Google describes a person as documented, and names no address when there is none", async () => {
    const grace = await me("google", { email: "pictured.grace@example.com" });
    expect(shapeOf(grace.body)).toEqual(shapeOf(formats.google.userinfo));
    expect(grace.body.picture).toMatch(/^https:/);
    expect((await me("google", { email: "unverified@example.com" })).body).toMatchObject({ email_verified: false });
    expect((await me("google", { email: "" })).body).not.toHaveProperty("email");
    const [, claims = ""] = String(grace.token.id_token).split(".");
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
      iss: "https://accounts.google.com",
      aud: KEYS.clientId,
      sub: grace.body.sub,
    });
  });

  test("GitHub describes a person, and lists their addresses in another call", async () => {
    const gitta = await me("github");
    expect(shapeOf(gitta.body)).toEqual(shapeOf(formats.github.user));
    expect(shapeOf(await gitta.ask("/user/emails"))).toEqual(shapeOf(formats.github.emails));
    const [unverified] = await (await me("github", { email: "unverified@example.com" })).ask("/user/emails");
    expect(unverified).toMatchObject({ primary: true, verified: false });
    expect((await gitta.sandboxProvider.ask("/user")).status).toBe(401);
  });

  test("GitHub refuses a request that does not say who asks", async () => {
    const { sandboxProvider, token } = await me("github");
    const headers = { authorization: `Bearer ${token.access_token}`, "user-agent": "" };
    expect((await sandboxProvider.ask("/user", { headers })).status).toBe(403);
  });

  test("Google refuses a page without response type or scope, and a token request without a grant type", async () => {
    const google = await aProvider("google");
    for (const missing of [{ response_type: "" }, { scope: "" }])
      expect((await fetch(google.visit(missing))).status).toBe(400);
    const refused = await google.token(await google.code(), { grant_type: "" });
    expect(refused).toMatchObject({ status: 400, body: { error: "unsupported_grant_type" } });
  });

  test.each(OAUTH2)("each reply of %s is compared with its documented format", async (provider) => {
    const { sandboxProvider } = await me(provider);
    await sandboxProvider.token("bad-code");
    const reports = await (await fetch(`${sandboxProvider.sandbox.providersUrl}/_checks`)).json();
    expect(reports[provider]).toMatchObject({ requests: 3, refused: 1, replies: 3, invalid: 0 });
    for (const [path, status] of [
      ["/token", 200],
      ["/nowhere", 200],
      ["/token", 400],
    ] as const)
      expect(findReplyError(provider, path, status, { access_token: 1 })).not.toBeNull();
  });

  test("Facebook describes a person, and includes the address only when it is confirmed", async () => {
    const faye = await me("facebook");
    const { name: _name, ...asked } = faye.body;
    expect(shapeOf(asked)).toEqual(shapeOf(formats.facebook.me));
    for (const email of ["", "unverified@example.com"])
      expect((await me("facebook", { email })).body).not.toHaveProperty("email");
  });

  test("one address is one person at a provider, and another person at another provider", async () => {
    const [first, again, other] = [
      await me("google"),
      await me("google", { firstName: "New", email: "GRACE@example.com" }),
      await me("google", { email: "other@example.com" }),
    ];
    expect(again.body.sub).toBe(first.body.sub);
    expect(other.body.sub).not.toBe(first.body.sub);
    expect(String((await me("github")).body.id)).not.toBe(first.body.sub);
  });

  test("the state page shows who signed in, and each person leads to their JSON", async () => {
    const { sandboxProvider, body } = await me("google");
    const page = await (await fetch(sandboxProvider.sandbox.providersUrl)).text();
    for (const part of ["Google: social sign-in", "grace@example.com", "Refuses every code", "exchanged"])
      expect(page).toContain(part);
    const person = await fetch(`${sandboxProvider.sandbox.providersUrl}/_state/google/people/${body.sub}`);
    expect(await person.json()).toMatchObject({ email: "grace@example.com", firstName: "Grace" });
  });
});

// Twitter's OAuth 1.0a as a site uses it, compared with the formats that it documents.
describe("twitter", () => {
  const CALLBACK = { oauth_callback: `${redirectOf("twitter")}&state=state-1` };
  const ME = "/1.1/account/verify_credentials.json?include_email=true&skip_status=true&include_entities=false";
  const read = (form: string) => Object.fromEntries(new URLSearchParams(form));

  type Twitter = Awaited<ReturnType<typeof aProvider>>;

  async function aRequestToken(twitter: Twitter) {
    const { body } = await twitter.signed("POST", "/oauth/request_token", CALLBACK);
    return read(String(body)) as { oauth_token: string; oauth_token_secret: string };
  }

  /** A person agrees; returns the verifier, and how to exchange it. */
  async function aVerifier(twitter: Twitter, person: Partial<typeof GRACE> = {}) {
    const { oauth_token, oauth_token_secret: tokenSecret } = await aRequestToken(twitter);
    const page = `${twitter.base}/oauth/authenticate?oauth_token=${oauth_token}`;
    const back = await answerPage(page, { ...GRACE, ...person, decision: "authorize" });
    const oauth_verifier = back.searchParams.get("oauth_verifier") ?? "";
    const exchange = (verifier = oauth_verifier, secret = tokenSecret) =>
      twitter.signed("POST", "/oauth/access_token", { oauth_token, oauth_verifier: verifier }, { tokenSecret: secret });
    return { back, exchange };
  }

  async function me(twitter: Twitter, person: Partial<typeof GRACE>) {
    const { exchange } = await aVerifier(twitter, person);
    const { oauth_token = "", oauth_token_secret: tokenSecret = "" } = read(String((await exchange()).body));
    return (await twitter.signed("GET", ME, { oauth_token }, { tokenSecret })).body;
  }

  test("request token, page, verifier and person are as documented, and the callback contains the state", async () => {
    const twitter = await aProvider("twitter");
    expect(shapeOf(await aRequestToken(twitter))).toEqual(shapeOf(read(formats.twitter.requestToken)));
    const { back, exchange } = await aVerifier(twitter);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ social: "twitter", state: "state-1" });
    expect(shapeOf(read(String((await exchange()).body)))).toEqual(shapeOf(read(formats.twitter.accessToken)));
    expect(shapeOf(await me(twitter, {}))).toEqual(shapeOf(formats.twitter.verifyCredentials));
    for (const email of ["", "unverified@example.com"])
      expect(await me(twitter, { email })).not.toHaveProperty("email");
  });

  test("declining returns with the token that was denied", async () => {
    const twitter = await aProvider("twitter");
    const { oauth_token } = await aRequestToken(twitter);
    const page = `${twitter.base}/oauth/authenticate?oauth_token=${oauth_token}`;
    const back = await answerPage(page, { decision: "cancel" });
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ denied: oauth_token, state: "state-1" });
  });

  test("a verifier works once, and a wrong one, a wrong secret and a requested refusal are refused", async () => {
    const twitter = await aProvider("twitter");
    const refused = { status: formats.twitter.refusedToken.status };
    const { exchange } = await aVerifier(twitter);
    expect(await exchange()).toMatchObject({ status: 200 });
    const again = await exchange();
    expect(again).toMatchObject(refused);
    expect(shapeOf(again.body)).toEqual(shapeOf(formats.twitter.refusedToken.body));
    expect(await (await aVerifier(twitter)).exchange("bad-code")).toMatchObject(refused);
    expect(await (await aVerifier(twitter)).exchange(undefined, "another secret")).toMatchObject(refused);
    await twitter.steer({ mode: "refuse" });
    expect(await (await aVerifier(twitter)).exchange()).toMatchObject(refused);
  });

  test("a request that the registered site did not sign, or that leads elsewhere, is refused", async () => {
    const twitter = await aProvider("twitter");
    for (const keys of [{ key: "another" }, { secret: "another" }])
      expect(await twitter.signed("POST", "/oauth/request_token", CALLBACK, keys)).toMatchObject({ status: 401 });
    expect(await twitter.ask("/oauth/request_token", { method: "POST" })).toMatchObject({ status: 401 });
    const elsewhere = { oauth_callback: "https://evil.example/auth/social?social=twitter" };
    expect(await twitter.signed("POST", "/oauth/request_token", elsewhere)).toMatchObject({ status: 403 });
    expect((await fetch(`${twitter.base}/oauth/authenticate?oauth_token=unknown`)).status).toBe(400);
  });

  test("a signed request counts once, and only within five minutes of its time", async () => {
    const twitter = await aProvider("twitter");
    const send = (nonce: string, at?: number) =>
      twitter.signed("POST", "/oauth/request_token", CALLBACK, { nonce, ...(at !== undefined && { at }) });
    expect(await send("one", Date.now() - 301_000)).toMatchObject({ status: 401, body: { errors: [{ code: 135 }] } });
    const at = Date.now();
    expect(await send("two", at)).toMatchObject({ status: 200 });
    expect(await send("two", at)).toMatchObject({ status: 401, body: { errors: [{ code: 32 }] } });
  });
});
