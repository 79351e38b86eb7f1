import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { anonymous } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { cleanUpIdentity } from "../cleanup-job.ts";
import {
  aBrowser,
  aConfirmedAccount,
  aLinkToken,
  anAccount,
  aNewcomer,
  mailAbout,
  mailsTo,
  mailTo,
  PASSWORD,
} from "../test-account.ts";
import { createPasswordSprayGuard } from "./lockout.ts";

describe("lockout", () => {
  const { logIn } = calls;

  const minutesToWait = (headers: Headers) => Math.round(Number(headers.get("retry-after")) / 60);

  describe.each(FEATURE_ENGINES)("lockout on %s", (engine) => {
    let product: TestProduct;
    beforeAll(async () => {
      product = await openTestProduct(engine);
    });
    afterAll(() => product.close());

    const attempt = (email: string, password = PASSWORD) => anonymous(product).send(logIn, { email, password });
    const fail = async (email: string, times: number) => {
      for (let failure = 0; failure < times; failure++) await attempt(email, "wrong");
    };
    const state = async (email: string) =>
      (
        await product.asOwner(
          `select failures, lock_count, round(extract(epoch from locked_until - now()) / 60)::int as minutes
         from login_failures where address_hash = sha256(convert_to($1, 'utf8'))`,
          [email],
        )
      )[0];
    const letLockEnd = (email: string) =>
      product.asOwner(
        "update login_failures set locked_until = now() - interval '1 second' where address_hash = sha256(convert_to($1, 'utf8'))",
        [email],
      );

    test("five failures lock the account until the time is over, even for the right password", async () => {
      const { email } = await anAccount(product);
      for (let failure = 1; failure <= 4; failure++)
        expect(await attempt(email, "wrong")).toMatchObject({ message: "INVALID_PASSWORD" });
      for (const password of ["wrong", PASSWORD]) {
        const reply = await attempt(email, password);
        expect(reply).toMatchObject({ status: 401, message: "ACCOUNT_LOCKED" });
        expect(minutesToWait(reply.headers)).toBe(15);
      }
      await letLockEnd(email);
      expect(await attempt(email)).toMatchObject({ status: 200 });
    });

    test("concurrent failures are all counted, in any letter case of the address", async () => {
      const { email } = await anAccount(product);
      const guesses = Array.from({ length: 12 }, (_, index) =>
        attempt(index % 2 ? email : email.toUpperCase(), "wrong"),
      );
      const messages = (await Promise.all(guesses)).map(({ message }) => message);
      expect(messages.filter((message) => message === "INVALID_PASSWORD")).toHaveLength(4);
      expect(messages.filter((message) => message === "ACCOUNT_LOCKED")).toHaveLength(8);
    });

    test("a success clears the count, old failures do not count, and each new lock lasts twice as long", async () => {
      const { email } = await anAccount(product);
      await fail(email, 4);
      await attempt(email);
      expect(await state(email)).toBeUndefined();
      await fail(email, 4);
      await product.asOwner("update login_failures set first_failed_at = now() - interval '16 minutes'");
      await fail(email, 1);
      expect(await state(email)).toMatchObject({ failures: 1, lock_count: 0 });
      await fail(email, 4);
      expect(await state(email)).toMatchObject({ failures: 0, lock_count: 1, minutes: 15 });
      await letLockEnd(email);
      await fail(email, 5);
      expect(await state(email)).toMatchObject({ lock_count: 2, minutes: 30 });
      await product.asOwner("update login_failures set lock_count = 9, locked_until = null");
      await fail(email, 5);
      expect(await state(email)).toMatchObject({ lock_count: 10, minutes: 24 * 60 });
    });

    test("200 failures by a stranger do not lock the owner's known browser, and the owner gets one email", async () => {
      const { email } = await anAccount(product);
      const owner = aBrowser(product);
      expect(await owner.send(logIn, { email, password: PASSWORD })).toMatchObject({ status: 200 });
      for (let round = 0; round < 10; round++)
        await Promise.all(Array.from({ length: 20 }, () => attempt(email, "a guess")));
      expect(await attempt(email)).toMatchObject({ status: 401, message: "ACCOUNT_LOCKED" });
      expect(await owner.send(logIn, { email, password: PASSWORD })).toMatchObject({ status: 200 });
      await mailAbout(product, email, "Your account was locked");
      await mailTo(product, email, 2); // the confirm email and this one
      expect(mailsTo(product, email)).toHaveLength(2);
      const rows = await product.asOwner(
        "select count(*)::int as locks from audit_rows a join users u on u.id = a.object_id where u.email = $1 and action = 'user.locked'",
        [email],
      );
      expect(rows).toEqual([{ locks: 1 }]);
    });

    test("a known browser has its own count, which locks it too", async () => {
      const { email } = await anAccount(product);
      const owner = aBrowser(product);
      await owner.send(logIn, { email, password: PASSWORD });
      for (let failure = 0; failure < 5; failure++) await owner.send(logIn, { email, password: "wrong" });
      expect(await owner.send(logIn, { email, password: PASSWORD })).toMatchObject({ message: "ACCOUNT_LOCKED" });
      expect(await attempt(email)).toMatchObject({ status: 200 });
    });

    test("an unused count is deleted after a day, but an active lock remains", async () => {
      const [tried, locked] = [(await anAccount(product)).email, (await anAccount(product)).email];
      await fail(tried, 3);
      await fail(locked, 5);
      await product.asOwner("update login_failures set updated_at = now() - interval '25 hours'");
      await cleanUpIdentity(product.product.ctx);
      expect(await state(tried)).toBeUndefined();
      expect(await state(locked)).toMatchObject({ lock_count: 1 });
    });

    test("a browser of another account or with a made-up cookie counts as unknown", async () => {
      const { email } = await anAccount(product);
      const other = aBrowser(product);
      await other.send(logIn, { email: (await anAccount(product)).email, password: PASSWORD });
      await fail(email, 5);
      expect(await other.send(logIn, { email, password: PASSWORD })).toMatchObject({ message: "ACCOUNT_LOCKED" });
      const madeUp = anonymous(product, { cookie: `browser=${"A".repeat(43)}` });
      expect(await madeUp.send(logIn, { email, password: PASSWORD })).toMatchObject({ message: "ACCOUNT_LOCKED" });
    });
  });

  describe("with hidden accounts", () => {
    let product: TestProduct;
    beforeAll(async () => {
      product = await openTestProduct("embedded", { HIDE_ACCOUNTS: "true" });
    });
    afterAll(() => product.close());

    const idOf = async (email: string) =>
      String((await product.asOwner("select id from users where email = $1", [email]))[0]!["id"]);

    /** Headers that differ in each reply: the time, and the request's own random id. */
    const OWN = new Set(["date", "retry-after", "x-request-id"]);
    /** Everything else that an attacker sees. */
    const seen = async (email: string, password: string) => {
      const { status, body, headers } = await anonymous(product).send(logIn, { email, password });
      const shown = [...headers].filter(([name]) => !OWN.has(name));
      return { status, body, shown, minutes: minutesToWait(headers) };
    };

    test("unknown, wrong, unconfirmed and locked get the same reply at each attempt", async () => {
      const known = (await anAccount(product)).email;
      const unknown = "unknown.address@example.org";
      for (let guess = 1; guess <= 7; guess++) expect(await seen(unknown, "wrong")).toEqual(await seen(known, "wrong"));
      expect(await seen(unknown, "wrong")).toMatchObject({ body: { message: "ACCOUNT_LOCKED" }, minutes: 15 });
    });

    test("no cookie reveals an account before the sign-in succeeds", async () => {
      const { email } = await aConfirmedAccount(product);
      const wrong = await anonymous(product).send(logIn, { email, password: "wrong" });
      expect(wrong.headers.get("set-cookie")).toBeNull();
      const right = await anonymous(product).send(logIn, { email, password: PASSWORD });
      expect(right.headers.get("set-cookie")).toMatch(/^browser=[\w-]{43}; .*HttpOnly.*SameSite=Strict/);
    });

    test("registering an address and signing in does not reveal whether it was free", async () => {
      const taken = (await aConfirmedAccount(product)).email;
      const newcomer = aNewcomer();
      const password = "a sentence of the sender's own";
      const outcomes = [];
      for (const email of [taken, newcomer.email]) {
        const registered = await anonymous(product).send(calls.register, { ...newcomer, email, password });
        outcomes.push([registered.status, await seen(email, password)]);
      }
      expect(outcomes[0]).toEqual(outcomes[1]);
      expect(outcomes[0]).toMatchObject([201, { status: 401, body: { message: "INVALID_PASSWORD" } }]);
      await mailAbout(product, newcomer.email, "Confirm your email", 2);

      // Further sign-ins do not reveal it either: both addresses get locked in the same way.
      for (let again = 2; again <= 7; again++)
        expect(await seen(newcomer.email, password)).toEqual(await seen(taken, password));
      expect((await seen(newcomer.email, PASSWORD)).body).toEqual({ message: "ACCOUNT_LOCKED" });
      const link = await aLinkToken(product, await idOf(newcomer.email), "confirm-email");
      expect(await anonymous(product).send(calls.confirmEmail, { token: link })).toMatchObject({ status: 200 });
      const inside = await anonymous(product).send(logIn, { email: newcomer.email, password });
      expect(inside, "the person who confirms the address can sign in at once").toMatchObject({ status: 200 });
    });
  });
});

describe("spray", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
  });
  const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

  function aGuard(perMinute?: number) {
    let closed = 0;
    const guard = createPasswordSprayGuard({ ...(perMinute && { perMinute }), onClosed: () => closed++ });
    const fail = (times: number) => {
      for (let failure = 0; failure < times; failure++) guard.countFailure();
    };
    return { guard, fail, closed: () => closed };
  }

  test("a thousand failures in a minute close the sign-in until the minute is over", () => {
    const { guard, fail } = aGuard();
    fail(999);
    guard.requireOpen();
    pass(20_500);
    fail(1);
    expect(() => guard.requireOpen()).toThrow(expect.objectContaining({ code: "TOO_MANY_REQUESTS", retryAfter: 40 }));
    pass(39_499);
    expect(() => guard.requireOpen()).toThrow(expect.objectContaining({ retryAfter: 1 }));
    pass(1);
    guard.requireOpen();
  });

  test("only failures count, and failures of another minute are not added", () => {
    const { guard, fail } = aGuard(3);
    for (let time = 0; time < 100; time++) guard.requireOpen();
    for (let minute = 0; minute < 3; minute++) {
      fail(2);
      guard.requireOpen();
      pass(60_000);
    }
  });

  test("it reports each closing once, however many failures follow", () => {
    const { guard, fail, closed } = aGuard(3);
    fail(50);
    expect(closed()).toBe(1);
    pass(60_000);
    fail(2);
    guard.requireOpen();
    expect(closed()).toBe(1);
    fail(2);
    expect(closed()).toBe(2);
  });
});
