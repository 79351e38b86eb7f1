// Sealed values come under a new key while people work: nothing fails, a stop half-way does no harm, the old key may go.
import { randomBytes, randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createApi } from "#app/server/api.ts";
import { calls } from "#app/server/calls.ts";
import { readConfig } from "#app/server/config.ts";
import { openProduct } from "#app/server/product.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person, someoneWith } from "#testing/lender.ts";
import { anObject } from "#testing/objects.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aadFor, ENCRYPTED_COLUMNS, providerRemovals } from "#features/asset-reports/server/schema.ts";
import { insertItem } from "#features/asset-reports/server/connections/item-queries.ts";
import { connect, generate } from "#features/asset-reports/server/test-bank.ts";
import { rotateColumn } from "#platform/server/encryption/rotate-keys.ts";
import { type Cipher, createCipher } from "#platform/server/encryption/cipher.ts";

const OLD = `old:${randomBytes(32).toString("base64")}`;
const NEW = `new:${randomBytes(32).toString("base64")}`;
/** More than two batches, so that a stop in the second leaves work done and work undone. */
const CONNECTIONS = 250;
const STOP_AFTER = 130;

describe.each(ENGINES)("rewrapping secrets on %s", (engine) => {
  let before: TestProduct;
  let after: TestProduct;
  let lender: Lender;
  let borrowerId: string;

  beforeAll(async () => {
    before = await openTestProduct(engine, { SECRETS_KEYS: OLD });
    lender = await aLender(before);
    const officer = await lender.as("registered");
    borrowerId = (await lender.hasBorrower()).id;
    await connect(before, officer, borrowerId);
    await generate(officer, borrowerId);
    await sealMany(before, lender, borrowerId);
    await anObject(before, "investor-copy", { organizationId: lender.organizationId, userId: officer.userId });
    await before.product.ctx.jobs.stop();
    after = await startBeside(before, { SECRETS_KEYS: `${NEW},${OLD}` });
  });
  afterAll(async () => {
    await after?.close();
    await before?.close();
  });

  test("when stopped halfway, whole batches are done, and the other values still open", async () => {
    const { db, system } = before.database;
    const [column] = ENCRYPTED_COLUMNS;
    await expect(rotateColumn(db, system, stopping(createCipher(`${NEW},${OLD}`)), column!)).rejects.toThrow("killed");
    const sealed = await sealedValues(before, column!);
    const done = sealed.filter(({ value }) => isUnder(value, createCipher(NEW)));
    expect(done.length).toBeGreaterThan(0);
    expect(done.length).toBeLessThan(sealed.length);
    for (const { value, place } of sealed) createCipher(`${NEW},${OLD}`).decrypt(value, place);
  });

  test("run again under load: no request fails, and every value opens without the old key", async () => {
    const { db, system } = before.database;
    const load = startLoad(after, await lender.as("registered"), borrowerId);
    for (const column of ENCRYPTED_COLUMNS) await rotateColumn(db, system, createCipher(`${NEW},${OLD}`), column);
    await load.stop();
    expect(load.refusals).toEqual([]);
    expect(load.answers()).toBeGreaterThan(0);

    const newOnly = createCipher(NEW);
    for (const column of ENCRYPTED_COLUMNS) {
      const sealed = await sealedValues(before, column);
      expect(sealed.length, column.column).toBeGreaterThan(0);
      for (const { value, place } of sealed) {
        expect(isUnder(value, newOnly)).toBe(true);
        newOnly.decrypt(value, place);
      }
      expect(await rotateColumn(db, system, createCipher(`${NEW},${OLD}`), column)).toBe(0);
    }
  });

  test("keys that cannot decrypt the stored values stop the start; the message names only the variable", async () => {
    const wrong = randomBytes(32).toString("base64");
    for (const keys of [OLD, `new:${wrong}`]) {
      const started = startBeside(before, { SECRETS_KEYS: keys });
      await expect(started).rejects.toThrow("SECRETS_KEYS holds no key that decrypts what is stored in");
      await expect(started).rejects.not.toThrow(keys.slice(4));
      expect(await askedOfQueue(before, { SECRETS_KEYS: keys })).toEqual([]);
    }
  });
});

/** What a refused start asked of the queue's tables. */
async function askedOfQueue(test: TestProduct, env: Record<string, string>): Promise<string[]> {
  const { db, system } = test.database;
  const asked: string[] = [];
  const jobs: typeof db.engine.jobs = {
    executeSql(text, values) {
      asked.push(text);
      return db.engine.jobs.executeSql(text, values);
    },
  };
  const database = { db: { ...db, engine: { ...db.engine, jobs } }, system };
  await expect(startBeside({ ...test, database }, env)).rejects.toThrow("SECRETS_KEYS");
  return asked;
}

/** Another process on the same database, as after a restart with other settings. */
async function startBeside(test: TestProduct, env: Record<string, string>): Promise<TestProduct> {
  const { config } = test.product;
  const settings = {
    APP_ENV: "local",
    LIMITS: "off",
    DATA_DIR: config.dataDir,
    PLAID_API_URL: config.plaid.baseUrl,
    SMTP_URL: config.mail.smtpUrl,
    CLAMAV_URL: config.clamav.url,
    ...env,
  };
  const log = pino({ level: "silent" });
  const product = await openProduct(readConfig(settings, import.meta.dirname), test.database, log);
  const api = await createApi(product, { logger: false });
  await product.startWork();
  const url = await api.listen({ port: 0, host: "localhost" });
  return {
    ...test,
    product,
    url,
    close: async () => {
      await api.close();
      await product.ctx.jobs.stop();
    },
  };
}

/** Connections that the provider does not know: only their sealed tokens matter here. */
async function sealMany({ product, database }: TestProduct, lender: Lender, borrowerId: string): Promise<void> {
  const scope = database.system.within(lender.organizationId);
  await database.db.transaction(scope, async (tx) => {
    for (let index = 0; index < CONNECTIONS; index++) {
      const id = randomUUID();
      const accessToken = product.ctx.cipher.encrypt(`token-${index}`, aadFor("bank_items.access_token", id, scope));
      await insertItem(tx, scope, {
        id,
        borrowerId,
        providerItemId: id,
        institutionName: "First Platypus Bank",
        accounts: [],
        accessToken,
        removedAt: new Date().toISOString(),
      });
    }
    const id = randomUUID();
    const token = product.ctx.cipher.encrypt("of a deleted borrower", aadFor("provider_removals.token", id, scope));
    await tx.orm
      .insert(providerRemovals)
      .values({ organizationId: lender.organizationId, id, kind: "connection", token });
  });
}

function stopping(cipher: Cipher): Cipher {
  let left = STOP_AFTER;
  return {
    ...cipher,
    rotateKey(sealed, place) {
      if (left-- === 0) throw new Error("killed");
      return cipher.rotateKey(sealed, place);
    },
  };
}

type EncryptedColumn = (typeof ENCRYPTED_COLUMNS)[number];

async function sealedValues({ asOwner }: TestProduct, { table, column, row }: EncryptedColumn) {
  const rows = await asOwner(
    `select organization_id, ${row} as row, ${column} as value from ${table} where ${column} is not null`,
  );
  return rows.map(({ organization_id, row: id, value }) => ({
    value: Buffer.from(value as Uint8Array),
    place: { table: `${table}.${column}`, row: String(id), organizationId: String(organization_id) },
  }));
}

function isUnder(value: Buffer, { newestPrefix }: Cipher): boolean {
  return value.subarray(0, newestPrefix.length).equals(newestPrefix);
}

/** People who connect banks, ask for reports, read and download them. */
function startLoad(test: TestProduct, { token }: Person, borrowerId: string) {
  const person = someoneWith(test, token);
  const refusals: unknown[] = [];
  let answered = 0;
  let goesOn = true;
  const note = ({ status, message }: { status: number; message: unknown }) => {
    answered++;
    if (status >= 400) refusals.push({ status, message });
  };
  const acts = [
    async () => {
      const { id } = (
        await person.send(calls.createBorrower, { firstName: "Lo", lastName: "Ad", email: "l@example.net" })
      ).body;
      await connect(test, { ...person, token } as Person, id);
      note(await person.send(calls.generateAssetReport, { borrowerId: id }));
    },
    async () => note(await person.send(calls.retrieveAssetReport, { id: borrowerId })),
    async () => note(await person.send(calls.downloadAssetReport, { id: borrowerId })),
  ];
  const workers = acts.map(async (act) => {
    while (goesOn) await act();
  });
  const stop = async () => {
    goesOn = false;
    await Promise.all(workers);
  };
  onTestFinished(stop);
  return { refusals, answers: () => answered, stop };
}
