import { afterEach, describe, expect, test, vi } from "vitest";
import { badTokens, claimsOf, mint } from "#testing/tokens.ts";
import { openTokens } from "./tokens.ts";

const SECRET = "a secret of the tests that is long enough";
const USER = crypto.randomUUID();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const refusal = { code: "INVALID_JWT" };

/** Shifts the server's clock. Timers keep running. */
function setClock(offsetMs: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + offsetMs });
}

afterEach(() => {
  vi.useRealTimers();
});

test("every bad token is refused, even when a good token of the user is cached", async () => {
  const tokens = openTokens({ secret: SECRET, ttlSeconds: 600 });
  await tokens.verify(mint(SECRET, claimsOf(USER)));
  for (const [fault, token] of Object.entries(badTokens(SECRET, USER)))
    await expect(tokens.verify(token), fault).rejects.toMatchObject(refusal);
});

describe("only the server's clock decides, also for a cached token", () => {
  test.each([
    [10 * MINUTE, "live"],
    [-10 * MINUTE, "refused"],
    [-30_000, "live"],
    [20 * MINUTE, "refused"],
    [DAY, "refused"],
    [-DAY, "refused"],
  ])("a token of 15 minutes, %i ms after its creation", async (offset, outcome) => {
    const tokens = openTokens({ secret: SECRET, ttlSeconds: 600 });
    const token = mint(SECRET, claimsOf(USER, { exp: Math.floor(Date.now() / 1000) + 900 }));
    await tokens.verify(token);
    setClock(offset);
    for (const verifier of [tokens, openTokens({ secret: SECRET, ttlSeconds: 600 })]) {
      const verified = verifier.verify(token);
      if (outcome === "live") await expect(verified).resolves.toMatchObject({ id: USER });
      else await expect(verified).rejects.toMatchObject(refusal);
    }
  });
});

test("a cached and expired token is still refused after two thousand other tokens", async () => {
  const tokens = openTokens({ secret: SECRET, ttlSeconds: 600 });
  const old = mint(SECRET, claimsOf(USER));
  await tokens.verify(old);
  for (let index = 0; index < 2_100; index++) await tokens.verify(mint(SECRET, claimsOf(USER, { index })));
  await expect(tokens.verify(old)).resolves.toMatchObject({ id: USER });
  setClock(DAY);
  await expect(tokens.verify(old)).rejects.toMatchObject(refusal);
});
