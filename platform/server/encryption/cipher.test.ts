import { createPublicKey, randomBytes, randomUUID, verify } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { ENGINES, openTestDatabase, type TestDatabase } from "#testing/database.ts";
import { createCipher, DecryptionError, KeysUnusable, type SecretLocation } from "./cipher.ts";
import { openSigner } from "./signing.ts";
import { rotateColumn } from "./rotate-keys.ts";
import { scopeOf, system } from "../database/scope.ts";

describe("cipher", () => {
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
        `An encrypted value of ${PLACE.table} ${PLACE.row} cannot be decrypted.`,
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
});

describe("signing", () => {
  const SPKI_HEAD = Buffer.from("302a300506032b6570032100", "hex");

  function holds(text: string, signature: string, publicKey: string): boolean {
    const key = createPublicKey({
      key: Buffer.concat([SPKI_HEAD, Buffer.from(publicKey, "base64")]),
      format: "der",
      type: "spki",
    });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
  }

  test("it gives the key and the signature of RFC 8032's first example", () => {
    const seed = Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex");
    const signer = openSigner(seed.toString("base64"));
    expect(Buffer.from(signer.publicKey, "base64").toString("hex")).toBe(
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    );
    expect(Buffer.from(signer.sign(""), "base64").toString("hex").slice(0, 32)).toBe(
      "e5564300c360ac729086e2cc806e828a",
    );
  });

  test("a signature holds for its text, its key and nothing else", () => {
    const [one, other] = [
      openSigner(randomBytes(32).toString("base64")),
      openSigner(randomBytes(32).toString("base64")),
    ];
    const signature = one.sign("Łukasz owes nothing");
    expect(holds("Łukasz owes nothing", signature, one.publicKey)).toBe(true);
    expect(holds("Łukasz owes nothing.", signature, one.publicKey)).toBe(false);
    expect(holds("Łukasz owes nothing", signature, other.publicKey)).toBe(false);
  });

  test.each(["", "short", Buffer.alloc(31).toString("base64"), Buffer.alloc(33).toString("base64"), "x".repeat(44)])(
    "%s is no key, and the message does not repeat it",
    (seed) => {
      expect(() => openSigner(seed)).toThrow("REPORT_SIGNING_KEY must be 32 bytes in base64.");
    },
  );
});

const aKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const [OLD, NEW] = [aKey("2025"), aKey("2026")];
const COLUMN = { table: "secrets", column: "sealed", row: "id" };

describe.each(ENGINES)("key rotation on %s", (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await database.owner.execute(`
      create table secrets (organization_id uuid not null, id uuid not null, sealed bytea, primary key (organization_id, id));
      call protect('secrets');
      grant select, update, insert on secrets to keyturn_across, keyturn_tenant;`);
  });
  afterAll(() => database.close());

  const organizationId = randomUUID();
  const aadFor = (row: string) => ({ table: "secrets.sealed", row, organizationId });
  const [old, both, only] = [createCipher(OLD), createCipher(`${NEW},${OLD}`), createCipher(NEW)];

  async function fill(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    await database.owner.query("delete from secrets");
    for (const id of ids)
      await database.owner.query("insert into secrets values ($1, $2, $3)", [
        organizationId,
        id,
        old.encrypt(id, aadFor(id)),
      ]);
    await database.owner.query("insert into secrets values ($1, gen_random_uuid(), null)", [organizationId]);
    return ids;
  }
  const readAll = async () =>
    (await database.owner.query("select id, sealed from secrets where sealed is not null")).map(({ id, sealed }) => ({
      id: String(id),
      sealed: Buffer.from(sealed as Uint8Array),
    }));

  test("every value then opens with only the newest key, and a second run finds none left", async () => {
    const ids = await fill(230);
    expect(await rotateColumn(database.opened.db, system, both, COLUMN)).toBe(230);
    const rows = await readAll();
    expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
    for (const { id, sealed } of rows) expect(only.decrypt(sealed, aadFor(id)).toString()).toBe(id);
    expect(await rotateColumn(database.opened.db, system, both, COLUMN)).toBe(0);
  });

  test("a value that does not open stops the rotation; once the value is fixed, the rotation continues", async () => {
    const ids = await fill(120);
    const original = (await readAll()).find(({ id }) => id === ids[7])!.sealed;
    const broken = Buffer.from(original);
    broken[20]! ^= 1;
    await database.owner.query("update secrets set sealed = $2 where id = $1", [ids[7], broken]);
    await expect(rotateColumn(database.opened.db, system, both, COLUMN)).rejects.toThrow();
    await database.owner.query("update secrets set sealed = $2 where id = $1", [ids[7], original]);
    expect(await rotateColumn(database.opened.db, system, both, COLUMN)).toBeGreaterThan(0);
    for (const { id, sealed } of await readAll()) expect(only.decrypt(sealed, aadFor(id)).toString()).toBe(id);
  });

  test("readers and writers lose nothing during a rotation", async () => {
    const ids = await fill(210);
    const { db } = database.opened;
    const rewriting = rotateColumn(db, system, both, COLUMN);
    for (const id of ids.slice(0, 60)) {
      const [row] = (await database.owner.query("select sealed from secrets where id = $1", [id])) as {
        sealed: Uint8Array;
      }[];
      expect(both.decrypt(Buffer.from(row!.sealed), aadFor(id)).toString()).toBe(id);
      await db.transaction(scopeOf(organizationId), async (tx) => {
        await tx.orm.execute(
          sql`update secrets set sealed = ${both.encrypt(`new ${id}`, aadFor(id))} where id = ${id}`,
        );
      });
    }
    await rewriting;
    for (const { id, sealed } of await readAll())
      expect(only.decrypt(sealed, aadFor(id)).toString()).toBe(ids.indexOf(id) < 60 ? `new ${id}` : id);
  });
});
