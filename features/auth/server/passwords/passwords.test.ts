import fc from "fast-check";
import { NewPassword, passwordLength } from "#features/auth/contract.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ONE_ENGINE } from "#testing/database.ts";
import { anonymous } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { AppError } from "#platform/contract/errors.ts";
import { isCommonPassword, openPasswords, requireGoodPassword } from "./passwords.ts";
import { anAccount, aNewcomer } from "../test-account.ts";

describe("a password as it is set and typed", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(ONE_ENGINE);
  });
  afterAll(() => product.close());

  const enters = async (email: string, password: string) =>
    (await anonymous(product).send(calls.logIn, { email, password })).status === 200;

  test.each([
    [
      "128 code points beyond the basic plane",
      String.fromCodePoint(...Array.from({ length: 128 }, (_, at) => 0x1f300 + at)),
    ],
    ["128 letters", "correct horse battery staple ".repeat(5).slice(0, 128)],
    ["a NUL in it", "before\u0000after the nul"],
    ["spaces at both ends", "  four brown kettles  "],
    ["accents", "žluťoučký kůň pěl ódy"],
  ])("a password with %s is used exactly as typed", async (_what, password) => {
    expect(passwordLength(password)).toBeLessThanOrEqual(128);
    const { email } = await anAccount(product, { password });
    expect(await enters(email, password)).toBe(true);
    expect(await enters(email, password.slice(0, -1))).toBe(false);
    expect(await enters(email, `${password.slice(0, -1)}x`)).toBe(false);
  });

  test("the same characters typed on another keyboard compare equal", async () => {
    const { email } = await anAccount(product, { password: "crème brûlée à gogo".normalize("NFC") });
    expect(await enters(email, "crème brûlée à gogo".normalize("NFD"))).toBe(true);
  });

  test.each([
    ["129 letters", "x1".repeat(64) + "y"],
    ["129 code points beyond the basic plane", "🔑🏠".repeat(64) + "🚪"],
    ["10 kB", "a long sentence ".repeat(640)],
    ["900 kB", "a long sentence ".repeat(56_000)],
  ])("a password of %s is refused and never shortened", async (_what, password) => {
    const newcomer = aNewcomer({ password });
    const reply = await anonymous(product).send(calls.register, newcomer);
    expect(reply).toMatchObject({ status: 400, errors: [{ field: "password", code: "TOO_BIG" }] });
    expect(await enters(newcomer.email, password.slice(0, 128))).toBe(false);
  });

  test.each([
    ["eleven c-c", "TOO_SMALL"],
    ["mortgageMORTGAGE", "TOO_COMMON"],
    ["zzzzzzzzzzzzzzzz", "TOO_COMMON"],
    ["miraokafor12", "TOO_PERSONAL"],
    ["OKAFOR-mira-okafor", "TOO_PERSONAL"],
    ["keyturn-keyturn", "TOO_PERSONAL"],
  ])("%j is refused as %s", async (password, code) => {
    const reply = await anonymous(product).send(calls.register, aNewcomer({ password }));
    expect(reply).toMatchObject({ status: 400, message: "VALIDATION_ERROR", errors: [{ field: "password", code }] });
  });
});

test("any sentence of 12 to 128 code points that is neither common nor personal is allowed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 12, maxLength: 128 }), (password) => {
      fc.pre(passwordLength(password) >= 12 && passwordLength(password) <= 128 && !isCommonPassword(password, 12));
      expect(() => requireGoodPassword(password, 12, ["Mira", "Okafor", "mira@example.org"])).not.toThrow();
    }),
  );
});

test.each([
  "Password1234!",
  "Summer2026!!",
  "qwertyqwerty",
  "qwertyuiop123",
  "abcabcabcabc",
  "P@ssw0rd!!2025",
  "1q2w3e4r5t6y",
  "zaq12wsxcde3",
  "letmein-letmein",
  "aaaaaaaaaaaab",
  "MortgageLender2026",
  "correct horse battery staple",
  "987654321987",
])("%j is refused as a common password", (password) => {
  expect(() => requireGoodPassword(password, 12, [])).toThrow(
    expect.objectContaining({ errors: [{ field: "password", code: "TOO_COMMON" }] }),
  );
});

test.each([
  "four brown kettles in a row",
  "summer rain on a tin roof",
  "lantern ridge copper",
  "seven green kettles sing",
  "xK9#mQ2$vL7p",
  "crème brûlée à gogo",
  "žluťoučký kůň pěl ódy",
])("%j is accepted", (password) => {
  expect(() => requireGoodPassword(password, 12, ["Mira", "Okafor", "Acme Lending"])).not.toThrow();
});

test("the lender's name is not accepted as a password", () => {
  expect(() => requireGoodPassword("Northfield-2026", 12, ["Northfield Lending"])).toThrow(
    expect.objectContaining({ errors: [{ field: "password", code: "TOO_PERSONAL" }] }),
  );
});

test("PASSWORD_MIN_LENGTH counts code points", () => {
  expect(() => requireGoodPassword("🔑🏠🚪🔒", 4, [])).not.toThrow();
  expect(() => requireGoodPassword("🔑🏠🚪", 4, [])).toThrow(AppError);
});

test("when the queue is full a password is refused with OVERLOADED, and the others are served", async () => {
  const passwords = openPasswords({ atOnce: 1, waiting: 2 });
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => passwords.hash("one of six at once")));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "OVERLOADED", status: 503 });
  expect(await passwords.hash("and afterwards it works")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("the placeholder hash matches no password, and a hash with other parameters is outdated", async () => {
  const passwords = openPasswords();
  expect(await passwords.matches(null, "anything at all")).toBe(false);
  const stored = await passwords.hash("the right one");
  expect(await passwords.matches(stored, "the right one")).toBe(true);
  expect(passwords.isOutdated(stored)).toBe(false);
  expect(passwords.isOutdated(stored.replace("t=2", "t=1"))).toBe(true);
});

test("a password of a million combining marks is refused before they are ordered", () => {
  const marks = "\u0301\u0316".repeat(500_000);
  expect(NewPassword.safeParse(marks).success).toBe(false);
});
