import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSealer, KeysUnusable, SealBroken, type SealedPlace } from "./sealing.ts";

const aKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const [OLD, NEW] = [aKey("2025"), aKey("2026")];
const PLACE: SealedPlace = {
  table: "bank_items.access_token",
  row: crypto.randomUUID(),
  organizationId: crypto.randomUUID(),
};

test("what was sealed opens again, whatever it was", () => {
  const sealer = createSealer(NEW);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => {
      const secret = Buffer.from(bytes);
      expect(sealer.open(sealer.seal(secret, PLACE), PLACE).equals(secret)).toBe(true);
    }),
  );
  expect(sealer.open(sealer.seal("access-ž", PLACE), PLACE).toString()).toBe("access-ž");
});

describe("it does not open", () => {
  const sealer = createSealer(NEW);
  const sealed = sealer.seal("secret", PLACE);

  test.each([
    ["another table", { table: "asset_reports.pdf_key" }],
    ["another row", { row: crypto.randomUUID() }],
    ["another organization", { organizationId: crypto.randomUUID() }],
    ["parts that run into each other", { table: `${PLACE.table}","${PLACE.row}`, row: "" }],
  ])("in %s", (_where, change) => {
    expect(() => sealer.open(sealed, { ...PLACE, ...change })).toThrow(SealBroken);
  });

  test("under another key, also of the same id", () => {
    for (const keys of [OLD, aKey("2026")]) expect(() => createSealer(keys).open(sealed, PLACE)).toThrow(SealBroken);
  });

  test("with any bit changed, any end cut off, or anything added", () => {
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed[index]! ^= 1 << (index % 8);
      expect(() => sealer.open(changed, PLACE), `bit of byte ${index}`).toThrow(SealBroken);
      expect(() => sealer.open(sealed.subarray(0, index), PLACE), `cut to ${index}`).toThrow(SealBroken);
    }
    expect(() => sealer.open(Buffer.concat([sealed, Buffer.from([0])]), PLACE)).toThrow(SealBroken);
  });

  test("and says which row, never what was in it", () => {
    expect(() => sealer.open(Buffer.from("secret text"), PLACE)).toThrow(
      `A sealed value of ${PLACE.table} ${PLACE.row} does not open.`,
    );
  });
});

test("C3 wrapped anew the secret is the same, its body untouched, and the old key may go", () => {
  const sealed = createSealer(OLD).seal("secret", PLACE);
  const both = createSealer(`${NEW}, ${OLD}`);
  const rewrapped = both.rewrap(sealed, PLACE)!;
  expect(rewrapped.subarray(0, both.newestPrefix.length)).toEqual(both.newestPrefix);
  expect(rewrapped.subarray(-22)).toEqual(sealed.subarray(-22));
  expect(createSealer(NEW).open(rewrapped, PLACE).toString()).toBe("secret");
  expect(both.rewrap(rewrapped, PLACE)).toBeNull();
  expect(both.open(sealed, PLACE).toString()).toBe("secret");
  expect(() => both.rewrap(sealed, { ...PLACE, row: "other" })).toThrow();
});

describe("C4 keys that cannot be used are refused, by name and never by value", () => {
  const value = randomBytes(31).toString("base64");
  test.each([
    ["nothing", ""],
    ["no id", `:${randomBytes(32).toString("base64")}`],
    ["an id with a space", aKey("my key")],
    ["a short key", `a:${value}`],
    ["a long key", `a:${randomBytes(33).toString("base64")}`],
    ["no base64", "a:not-a-key-at-all!"],
    ["one id twice", `${aKey("a")},${aKey("a")}`],
    ["a trailing comma", `${aKey("a")},`],
  ])("%s", (_what, keys) => {
    expect(() => createSealer(keys)).toThrow(KeysUnusable);
    expect(() => createSealer(keys)).toThrow(/^SECRETS_KEYS /);
    expect(() => createSealer(keys)).not.toThrow(value);
  });
});

test("C5 of 100,000 nonces, and of the keys that they wrap, none comes twice", () => {
  const sealer = createSealer(NEW);
  const seen = new Set<string>();
  const from = sealer.newestPrefix.length;
  for (let count = 0; count < 50_000; count++) {
    const sealed = sealer.seal("x", PLACE);
    seen.add(sealed.toString("latin1", from, from + 12)); // the nonce that wraps the data key
    seen.add(sealed.toString("latin1", from + 60, from + 72)); // the nonce that seals the value
    seen.add(sealed.toString("latin1", from + 12, from + 44)); // the wrapped data key
  }
  expect(seen.size).toBe(150_000);
});
