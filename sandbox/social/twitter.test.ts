// Twitter's OAuth 1.0a as a site uses it, compared with the formats that it documents.
import { expect, test } from "vitest";
import { GRACE, aProvider, answerPage, redirectOf, shapeOf } from "./test-social.ts";
import formats from "./wire-formats.json" with { type: "json" };

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
  for (const email of ["", "unverified@example.com"]) expect(await me(twitter, { email })).not.toHaveProperty("email");
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
