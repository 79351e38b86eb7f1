import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCipher, KeysUnusable, DecryptionError, type SecretLocation } from "./cipher.ts";

const aKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const [OLD, NEW] = [aKey("2025"), aKey("2026")];
const PLACE: SecretLocation = {
  table: "bank_items.access_token",
  row: crypto.randomUUID(),
  organizationId: crypto.randomUUID(),
};

test("any encrypted text can be decrypted", () => {
  const cipher = createCipher(NEW);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => {
      const secret = Buffer.from(bytes);
      expect(cipher.decrypt(cipher.encrypt(secret, PLACE), PLACE).equals(secret)).toBe(true);
    }),
  );
  expect(cipher.decrypt(cipher.encrypt("access-ž", PLACE), PLACE).toString()).toBe("access-ž");
});

describe("it does not open", () => {
  const cipher = createCipher(NEW);
  const sealed = cipher.encrypt("secret", PLACE);

  test.each([
    ["another table", { table: "report_files.file_key" }],
    ["another row", { row: crypto.randomUUID() }],
    ["another organization", { organizationId: crypto.randomUUID() }],
    ["parts that run into each other", { table: `${PLACE.table}","${PLACE.row}`, row: "" }],
  ])("in %s", (_where, change) => {
    expect(() => cipher.decrypt(sealed, { ...PLACE, ...change })).toThrow(DecryptionError);
  });

  test("under another key, also of the same id", () => {
    for (const keys of [OLD, aKey("2026")])
      expect(() => createCipher(keys).decrypt(sealed, PLACE)).toThrow(DecryptionError);
  });

  test("with any bit changed, any end cut off, or anything added", () => {
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed[index]! ^= 1 << (index % 8);
      expect(() => cipher.decrypt(changed, PLACE), `bit of byte ${index}`).toThrow(DecryptionError);
      expect(() => cipher.decrypt(sealed.subarray(0, index), PLACE), `cut to ${index}`).toThrow(DecryptionError);
    }
    expect(() => cipher.decrypt(Buffer.concat([sealed, Buffer.from([0])]), PLACE)).toThrow(DecryptionError);
  });

  test("and the error names the row, never its content", () => {
    expect(() => cipher.decrypt(Buffer.from("secret text"), PLACE)).toThrow(
      `A sealed value of ${PLACE.table} ${PLACE.row} does not open.`,
    );
  });
});

test("a secret wrapped again is the same, its body is unchanged, and the old key can be removed", () => {
  const sealed = createCipher(OLD).encrypt("secret", PLACE);
  const both = createCipher(`${NEW}, ${OLD}`);
  const rewrapped = both.rotateKey(sealed, PLACE)!;
  expect(rewrapped.subarray(0, both.newestPrefix.length)).toEqual(both.newestPrefix);
  expect(rewrapped.subarray(-22)).toEqual(sealed.subarray(-22));
  expect(createCipher(NEW).decrypt(rewrapped, PLACE).toString()).toBe("secret");
  expect(both.rotateKey(rewrapped, PLACE)).toBeNull();
  expect(both.decrypt(sealed, PLACE).toString()).toBe("secret");
  expect(() => both.rotateKey(sealed, { ...PLACE, row: "other" })).toThrow();
});

describe("keys that cannot be used are refused, by name and never by value", () => {
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
    expect(() => createCipher(keys)).toThrow(KeysUnusable);
    expect(() => createCipher(keys)).toThrow(/^SECRETS_KEYS /);
    expect(() => createCipher(keys)).not.toThrow(value);
  });
});

test("none of 100,000 nonces, or of the keys that they wrap, repeats", () => {
  const cipher = createCipher(NEW);
  const seen = new Set<string>();
  const from = cipher.newestPrefix.length;
  for (let count = 0; count < 50_000; count++) {
    const sealed = cipher.encrypt("x", PLACE);
    seen.add(sealed.toString("latin1", from, from + 12)); // the nonce that wraps the data key
    seen.add(sealed.toString("latin1", from + 60, from + 72)); // the nonce that seals the value
    seen.add(sealed.toString("latin1", from + 12, from + 44)); // the wrapped data key
  }
  expect(seen.size).toBe(150_000);
});
