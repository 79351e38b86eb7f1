// The commands of the product as an operator meets them: exit codes, and one line that says what to do.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { plainEnv, root } from "../../tools/settings.ts";
import { sharedStand } from "../global-setup.ts";
import { type Stand, startStand } from "../stand.ts";
import { apiPerson } from "../api.ts";
import { aConnectedBorrower } from "./lender.ts";
import { type DurableDatabase, ENGINES, openDurableDatabase } from "./databases.ts";
import { elsewhere, envBeside, run } from "./processes.ts";

const COMMANDS = [
  "app/server/start.ts",
  "app/server/load-sample-lender.ts",
  "app/cli/verify-audit.ts",
  "app/cli/rewrap-secrets.ts",
  "app/cli/dead-letters.ts",
  "app/cli/check-config.ts",
];
const WITHIN = { timeout: 60_000, intervals: [500] };

/** One line, no stack, exit code 1. */
const refusal = (text: string) => ({
  code: 1,
  output: expect.stringMatching(new RegExp(`^[^\\n]*${text}[^\\n]*\\n$`)),
});

const aKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;

test.describe("commands that cannot run say why", () => {
  test("without a known environment every command stops", async () => {
    expect(await run("app/server/start.ts", {})).toEqual(refusal("ENV_NOT_DEFINED"));
    const outcomes = await Promise.all(COMMANDS.map((file) => run(file, { APP_ENV: "production" })));
    for (const outcome of outcomes) expect(outcome).toEqual(refusal("ENVIRONMENT_NOT_RECOGNIZED"));
  });

  test("a sample secret outside local stops the start, by its name and without its value", async () => {
    const sample = "keyturn-local-jwt-secret-that-signs-nothing-real";
    const outcome = await run("app/server/start.ts", { ...elsewhere("prod"), JWT_SECRET: sample });
    expect(outcome).toEqual(refusal("JWT_SECRET still has its sample value"));
    expect(outcome.output).not.toContain(sample);
  });

  test("a key that is too short stops the start, before any database is made", async () => {
    const dataDir = path.join(os.tmpdir(), `keyturn-never-${randomBytes(6).toString("hex")}`);
    const outcome = await run("app/server/start.ts", {
      APP_ENV: "local",
      DATA_DIR: dataDir,
      SECRETS_KEYS: "new:c2hvcnQ=",
    });
    expect(outcome).toEqual(refusal("SECRETS_KEYS "));
    expect(outcome.output).not.toContain("c2hvcnQ");
    expect(existsSync(dataDir)).toBe(false);
  });

  test("a second process on one data folder is asked to choose another", async () => {
    const { dataDir } = sharedStand();
    const outcome = await run("app/cli/verify-audit.ts", { APP_ENV: "local", DATA_DIR: dataDir });
    expect(outcome).toEqual(refusal(`is using the data folder ${dataDir}.*DATA_DIR=`));
  });

  test("a folder without a database of ours is refused with what to do", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "keyturn-broken-"));
    mkdirSync(path.join(folder, "db", "global"), { recursive: true });
    writeFileSync(path.join(folder, "db", "PG_VERSION"), "9\n");
    writeFileSync(path.join(folder, "db", "global", "pg_control"), "");
    const outcome = await run("app/server/start.ts", { APP_ENV: "local", DATA_DIR: folder, PORT: "4999" });
    expect(outcome).toEqual(refusal(`The database in ${folder} cannot be opened.*backup.*DATA_DIR=`));
    rmSync(folder, { recursive: true });
  });

  test("a folder that cannot be written, and a database that is not there, too", async () => {
    const file = path.join(root, "package.json", "data");
    expect(await run("app/cli/verify-audit.ts", { APP_ENV: "local", DATA_DIR: file })).toEqual(refusal("DATA_DIR="));
    const url = "postgres://keyturn:not-to-be-told@127.0.0.1:1/keyturn";
    for (const command of ["app/cli/migrate.ts", "app/cli/verify-audit.ts"]) {
      const outcome = await run(command, { APP_ENV: "local", DATABASE_URL: url });
      expect(outcome).toEqual(refusal("The database of DATABASE_URL cannot be reached"));
      expect(outcome.output).not.toContain("not-to-be-told");
    }
    expect(await run("app/cli/migrate.ts", { DATABASE_URL: "not an address" })).toEqual(
      refusal("DATABASE_URL must be"),
    );
  });
});

test("check-config prints where each setting comes from, and no value", async () => {
  const env = elsewhere("prod");
  const { code, output } = await run("app/cli/check-config.ts", env);
  expect(code, output).toBe(0);
  expect(output).toMatch(/^JWT_SECRET +environment$/m);
  expect(output).toMatch(/^PORT +default$/m);
  expect(output).toMatch(/^All \d+ settings can be used in prod\.$/m);
  for (const value of Object.values(env).filter((text) => text.length > 10)) expect(output).not.toContain(value);
  const missing = await run("app/cli/check-config.ts", { ...env, SMTP_URL: "", PLAID_SECRET: "" });
  expect(missing.code).toBe(1);
  expect(missing.output.trim().split("\n").toSorted()).toEqual(["PLAID_SECRET is missing.", "SMTP_URL is missing."]);
});

test("in production one line says what runs, on which database and where", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "keyturn-start-"));
  const env = {
    ...plainEnv(),
    ...elsewhere("prod"),
    DATA_DIR: folder,
    HOST: "127.0.0.1",
    PORT: "4998",
    DRAIN_SECONDS: "0",
  };
  const product = spawn(process.execPath, ["app/server/start.ts"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(product, "exit");
  const lines = createInterface({ input: product.stdout });
  const [line] = (await once(lines, "line")) as [string];
  product.kill("SIGTERM");
  await ended;
  expect(JSON.parse(line)).toMatchObject({
    msg: "listening",
    version: expect.any(String),
    environment: "prod",
    database: "embedded",
    address: "http://127.0.0.1:4998",
    publicUrl: "https://keyturn.example",
  });
  rmSync(folder, { recursive: true });
});

test("every command runs on an embedded database, and what it writes is for its user alone", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "keyturn-commands-"));
  chmodSync(folder, 0o777);
  const env = { APP_ENV: "local", DATA_DIR: folder };
  const reported = (output: string) => ({ code: 0, output: expect.stringContaining(output) });
  expect(await run("app/cli/verify-audit.ts", env)).toEqual(reported("0 errors."));
  expect(await run("app/cli/dead-letters.ts", env)).toEqual(reported("0 jobs failed for good."));
  expect(await run("app/cli/rewrap-secrets.ts", env)).toEqual(
    reported("Every encrypted value is under the newest key"),
  );
  const written = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name));
  expect(written.length).toBeGreaterThan(900);
  expect([folder, ...written].filter((file) => statSync(file).mode & 0o077)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test.describe("commands on PostgreSQL", () => {
  test.skip(!ENGINES.includes("postgres"), "this machine has no PostgreSQL");
  let database: DurableDatabase;
  let stand: Stand;
  let env: NodeJS.ProcessEnv;

  test.beforeAll(async () => {
    database = await openDurableDatabase("postgres");
    stand = await startStand({ databaseUrl: database.url, env: { LIMITS: "off" } });
    env = envBeside(stand, database.url);
  });
  test.afterAll(async () => {
    try {
      await stand?.stop();
    } finally {
      await database?.stop();
    }
  });

  test("a taken port is refused with what to do", async () => {
    expect(await run("app/server/start.ts", env)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/The port is taken\..*PORT=/),
    });
  });

  test("a database that is behind names the migration command; four at once bring it up to date, once", async () => {
    await database.asOwner("", (query) => query("create database behind"));
    const url = new URL(database.url);
    url.pathname = "/behind";
    const stage = { ...elsewhere("stage"), DATABASE_URL: url.href };
    expect(await run("app/server/start.ts", stage)).toEqual(refusal("Run npm run migrate"));

    const names = readdirSync(path.join(root, "migrations")).sort();
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => run("app/cli/migrate.ts", stage)));
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    for (const name of names) expect(outcomes.filter(({ output }) => output.includes(name))).toHaveLength(1);
    expect(await run("app/cli/migrate.ts", stage)).toEqual({ code: 0, output: "The database is up to date.\n" });
    expect(await run("app/cli/verify-audit.ts", stage)).toEqual({ code: 0, output: "0 rows in 0 chains, 0 errors.\n" });
  });

  test("a job that failed for good is stored, and listed with its subject", async () => {
    await database.asOwner("", (query) =>
      query(`insert into jobs.job (name, data, retry_limit, dead_letter)
        values ('borrowers.closed', '{"borrowerId": "unknown"}', 0, 'dead-letter')`),
    );
    await expect(async () => {
      const { code, output } = await run("app/cli/dead-letters.ts", env);
      expect(code).toBe(0);
      expect(output).toMatch(/borrowers\.closed .*\{"borrowerId":"unknown"\}/);
      expect(output).toContain("1 jobs failed for good.");
    }).toPass(WITHIN);
  });

  test("a changed audit row is found, and fails the command", async () => {
    expect(await run("app/cli/verify-audit.ts", env)).toMatchObject({ code: 0 });
    const [row] = await database.asOwner("", async (query) => {
      await query("alter table audit_rows disable trigger user");
      return query(`update audit_rows set actor_id = null where actor_id is not null and seq = 2
        returning organization_id`);
    });
    expect(await run("app/cli/verify-audit.ts", env)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${String(row?.["organization_id"])} row 2: changed`),
    });
  });

  test("rewrap-secrets brings all under the new key; the old key alone then stops a start", async () => {
    await aConnectedBorrower(await apiPerson("registered@example.com", { url: stand.url }), stand.sandboxUrl);
    const sample = "local-1:a2V5dHVybi1sb2NhbC1zZWNyZXRzLWtleS0wMDAwMDE=";
    const fresh = aKey("fresh");
    const rewrapped = await run("app/cli/rewrap-secrets.ts", { ...env, SECRETS_KEYS: `${fresh},${sample}` });
    expect(rewrapped).toMatchObject({ code: 0 });
    expect(rewrapped.output).toMatch(/bank_items\.access_token: [1-9]\d* wrapped by the newest key/);
    expect(await run("app/cli/dead-letters.ts", { ...env, SECRETS_KEYS: fresh })).toMatchObject({ code: 0 });
    expect(await run("app/cli/dead-letters.ts", { ...env, SECRETS_KEYS: sample })).toEqual(
      refusal("SECRETS_KEYS holds no key that decrypts what is stored"),
    );
  });
});
