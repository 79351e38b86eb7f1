import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aBrowser } from "#features/auth/server/test-account.ts";
import { PROVIDERS } from "#features/auth/contract.ts";
import { DEADLINE_MS } from "#providers/oauth/provider.ts";
import { aTrip, sayYes, someone, steer } from "./test-social.ts";

describe.each(FEATURE_ENGINES)("sign-in attempts on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  const mismatch = { status: 409, message: "SOCIAL_STATE_MISMATCH" };
  /** Codes that the sandbox provider has received. */
  const exchanged = async (provider: string, code: string | undefined) => {
    const reply = await fetch(`${product.sandbox.providersUrl}/_state/${provider}/codes/${code}`);
    return ((await reply.json()) as { usedAt: string | null }).usedAt !== null;
  };

  test("each attempt has its own state of 32 random bytes, an HTTP-only cookie and PKCE if supported", async () => {
    const states = new Set<string>();
    for (const provider of ["facebook", "github", "google"] as const) {
      const browser = aBrowser(product);
      const { body, headers } = await browser.send(calls.startSocial, { provider });
      states.add(body.state);
      expect(Buffer.from(body.state, "base64url")).toHaveLength(32);
      expect(headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Strict/);
      const url = new URL(body.authorizeURL);
      expect(url.searchParams.get("state")).toBe(body.state);
      expect(url.searchParams.get("redirect_uri")).toBe(`${product.url}/auth/social?social=${provider}`);
      expect(url.searchParams.get("code_challenge_method")).toBe(provider === "facebook" ? null : "S256");
    }
    expect(states.size).toBe(3);
  });

  test("a Twitter attempt starts with its request token, and its callback contains the state", async () => {
    const { body } = await aBrowser(product).send(calls.twitterRequestToken);
    expect(new URL(body.authorizeURL).searchParams.get("oauth_token")).toBe(body.requestToken);
    const back = await sayYes(body.authorizeURL, someone());
    expect(back.searchParams.get("state")).toBe(body.state);
    expect(back.searchParams.get("oauth_token")).toBe(body.requestToken);
  });

  describe.each(["facebook", "github", "google"] as const)("%s", (provider) => {
    test("the state of another user or browser or an unknown one is refused before the code is exchanged", async () => {
      const trip = await aTrip(aBrowser(product), provider);
      const victim = aBrowser(product);
      const other = await aTrip(victim, provider);
      for (const state of ["x", "a".repeat(43), other.input["state"]])
        expect(await trip.finish({ state })).toMatchObject(mismatch);
      expect(await trip.finish({}, victim)).toMatchObject(mismatch);
      expect(await trip.finish({}, aBrowser(product))).toMatchObject(mismatch);
      expect(await exchanged(provider, trip.input["code"])).toBe(false);
    });

    test("a request without a state or a code is bad input", async () => {
      const trip = await aTrip(aBrowser(product), provider);
      for (const name of ["state", "code"])
        expect(await trip.finish({ [name]: undefined })).toMatchObject({
          status: 400,
          errors: [{ field: name, code: "REQUIRED" }],
        });
    });

    test("an attempt expires after ten minutes", async () => {
      const trip = await aTrip(aBrowser(product), provider);
      await product.asOwner("update social_attempts set created_at = created_at - interval '10 minutes'");
      expect(await trip.finish()).toMatchObject(mismatch);
    });

    test("a code is exchanged once, and a second code for the same state is refused", async () => {
      const browser = aBrowser(product);
      const trip = await aTrip(browser, provider, someone({ email: "", lastName: crypto.randomUUID() }));
      expect(await trip.finish()).toMatchObject({ message: "EMAIL_REQUIRED" });
      const other = await aTrip(browser, provider);
      expect(await trip.finish({ code: other.input["code"]! })).toMatchObject(mismatch); // a trip has a code
      expect(await trip.finish({ email: someone().email })).toMatchObject({ status: 200 });
    });
  });

  test.each(["github", "google"] as const)("%s refuses a code of another user's attempt by PKCE", async (provider) => {
    const victim = await aTrip(aBrowser(product), provider);
    const attacker = await aTrip(aBrowser(product), provider);
    expect(await attacker.finish({ code: victim.input["code"]! })).toMatchObject({ message: "SOCIAL_REFUSED" }); // a trip has a code
  });

  test("code and state of one provider are refused by another provider's call", async () => {
    const browser = aBrowser(product);
    for (const [provider, call] of [
      ["github", calls.googleAuth],
      ["google", calls.facebookAuth],
      ["facebook", calls.githubAuth],
    ] as const) {
      const { input } = await aTrip(browser, provider);
      const reply = await browser.send(call, { code: input["code"]!, state: input["state"]! }); // a trip has both
      expect(reply).toMatchObject(mismatch);
      expect(await exchanged(provider, input["code"])).toBe(false);
    }
  });

  test("a request token of Twitter belongs to the browser that requested it", async () => {
    const trip = await aTrip(aBrowser(product), "twitter");
    expect(await trip.finish({}, aBrowser(product))).toMatchObject(mismatch);
    expect(await trip.finish({ oauth_token: "another" })).toMatchObject(mismatch);
    expect(await trip.finish()).toMatchObject({ status: 200 });
    expect(await trip.finish()).toMatchObject(mismatch);
  });

  test("stored secrets and profiles of attempts are encrypted, and a used attempt stores none", async () => {
    const there = someone({ email: "", lastName: "Readable" });
    const trip = await aTrip(aBrowser(product), "google", there);
    await trip.finish();
    const rows = () => product.asOwner("select * from social_attempts order by created_at desc limit 1");
    const [stored] = await rows();
    const text = Object.values(stored!)
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value)))
      .join(" ");
    for (const secret of [...Object.values(trip.input), "Readable"]) expect(text).not.toContain(secret);
    await trip.finish({ email: someone().email });
    expect((await rows())[0]).toMatchObject({ secret: null, profile: null });
    expect(product.logged.join("\n")).not.toContain(trip.input["code"]);
  });

  test("a new attempt deletes attempts older than an hour", async () => {
    await aTrip(aBrowser(product), "google");
    await product.asOwner("update social_attempts set created_at = now() - interval '61 minutes'");
    await aTrip(aBrowser(product), "google");
    expect(await product.asOwner("select count(*)::int as count from social_attempts")).toEqual([{ count: 1 }]);
  });

  const silence = { status: 502, message: "PROVIDER_UNAVAILABLE" };
  const isKnown = async (email: string) =>
    (await product.asOwner("select 1 from users where email = $1", [email])).length > 0;

  test.each(PROVIDERS)("a failure of %s is reported, and no one is signed up", async (provider) => {
    const there = someone();
    const trip = await aTrip(aBrowser(product), provider, there);
    await steer(product, provider, { mode: "error500" });
    expect(await trip.finish()).toMatchObject(silence);
    await steer(product, provider, { mode: "ok" });
    expect(await isKnown(there.email)).toBe(false);
  });

  test("a provider that never replies is given up within five seconds, and other calls continue", async () => {
    const trips = await Promise.all(PROVIDERS.map((provider) => aTrip(aBrowser(product), provider)));
    for (const provider of PROVIDERS) await steer(product, provider, { mode: "hang" });
    const began = performance.now();
    let isWaiting = true;
    const waiting = Promise.all(trips.map((trip) => trip.finish())).finally(() => (isWaiting = false));
    expect(await aBrowser(product).send(calls.startSocial, { provider: "google" })).toMatchObject({ status: 200 });
    expect(isWaiting).toBe(true);
    expect(await waiting).toEqual(PROVIDERS.map(() => expect.objectContaining(silence)));
    expect(DEADLINE_MS).toBeLessThan(5_000);
    // A busy machine may add this much. Without its own deadline the server would wait for half a minute.
    expect(performance.now() - began).toBeLessThan(DEADLINE_MS + 10_000);
    for (const provider of PROVIDERS) await steer(product, provider, { mode: "ok" });
  });

  test("a failure of Twitter at the start is also reported", async () => {
    await steer(product, "twitter", { mode: "error500" });
    const reply = await aBrowser(product).send(calls.twitterRequestToken);
    expect(reply).toMatchObject(silence);
    await steer(product, "twitter", { mode: "ok" });
  });

  test("an attempt at a disabled provider cannot start", async () => {
    const without = await openTestProduct(engine, { GOOGLE_BASE_URL: "live" });
    try {
      const reply = await aBrowser(without).send(calls.startSocial, { provider: "google" });
      expect(reply).toMatchObject(silence);
    } finally {
      await without.close();
    }
  });
});
