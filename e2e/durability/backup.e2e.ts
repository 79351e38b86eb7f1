// Backup and restore as docs/operating.md describes them: what comes back is what was there, and the product runs on it.
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { test, type AtEnd } from "../fixtures.ts";
import { downloadAssetReport, generateAssetReport } from "../../features/asset-reports/contract.ts";
import { freePort, startChild, untilItAnswers } from "../../tools/processes.ts";
import { findBinaries, hasPostgres, startPostgres } from "../../tools/postgres.ts";
import { plainEnv, root } from "../../tools/settings.ts";
import { type Stand, startStand } from "../stand.ts";
import { bodyOf, type Client, apiPerson } from "../api.ts";
import { aConnectedBorrower, progressOf } from "./lender.ts";
import { type Query, withServer } from "./databases.ts";
import { elsewhere, envBeside, run } from "./processes.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";

const WITHIN = { timeout: 90_000, intervals: [200] };
const OFFICER = "registered@example.com";
const SECRET = "drill";

test("a PostgreSQL that is restored into a new cluster is the one that was backed up", async ({ atEnd }) => {
  test.setTimeout(300_000);
  test.skip(!hasPostgres(), "this machine has no PostgreSQL");
  const { SECRETS_KEYS, REPORT_SIGNING_KEY } = elsewhere("prod");
  const keys = { SECRETS_KEYS: SECRETS_KEYS!, REPORT_SIGNING_KEY: REPORT_SIGNING_KEY! };
  const before = await aCluster(atEnd);
  const stand = await aStand(atEnd, before.ownerUrl, keys);
  const report = await aReport(stand);
  const [, serveRole = ""] = commandsUnder("From nothing to running", SECRET);
  await withServer(before.ownerUrl, (query) => query(serveRole));
  await runInBash('psql --set=ON_ERROR_STOP=1 --file=deploy/serve-role.sql "$DATABASE_URL"', {
    DATABASE_URL: before.ownerUrl,
    KEYTURN_SERVE_PASSWORD: SECRET,
  });
  await stand.killProduct();

  const filesDir = path.join(stand.dataDir, "files");
  const backup = aFolder(atEnd);
  const [toBackUp = ""] = commandsUnder("Back up PostgreSQL");
  await runInBash(toBackUp, { BACKUP: backup, DATABASE_URL: before.ownerUrl, FILES_DIR: filesDir });

  const after = await aCluster(atEnd);
  const restored = path.join(aFolder(atEnd), "files");
  const [toRestore = ""] = commandsUnder("Restore PostgreSQL", SECRET);
  await runInBash(toRestore, { BACKUP: backup, DATABASE_URL: after.ownerUrl, FILES_DIR: restored });

  for (const look of [rowsOfTables, policiesAndGrants, rolesOfKeyturn]) {
    const found = await withServer<unknown[]>(before.adminUrl, look);
    expect(found.length).toBeGreaterThan(0);
    expect(await withServer<unknown[]>(after.adminUrl, look)).toEqual(found);
  }
  expect(filesIn(restored)).toEqual(filesIn(filesDir));

  const migratedByOther = await run("app/cli/migrate.ts", { DATABASE_URL: after.serveUrl });
  expect(migratedByOther).toEqual({
    code: 1,
    output: expect.stringMatching(/^The role of DATABASE_URL.*keyturn_owner/),
  });

  const env = { ...elsewhere("prod"), ...keys, DATABASE_URL: after.serveUrl, FILES_DIR: restored };
  await expectAuditIntact(env);
  const officer = await apiPerson(OFFICER, { url: await aProduct(atEnd, env) });
  expect(await downloadedFile(officer, report.borrowerId)).toBe(report.sha256);
});

test("an embedded database that is restored is the one that was backed up", async ({ atEnd }) => {
  test.setTimeout(300_000);
  const stand = await aStand(atEnd, "");
  const report = await aReport(stand);
  await stand.killProduct();
  const backup = aFolder(atEnd);
  const restored = path.join(aFolder(atEnd), "data");
  const [toBackUp = ""] = commandsUnder("Back up the embedded database");
  const [toRestore = ""] = commandsUnder("Restore the embedded database");
  await runInBash(toBackUp, { BACKUP: backup, DATA_DIR: stand.dataDir });
  await runInBash(toRestore, { BACKUP: backup, DATA_DIR: restored });
  expect(filesIn(restored)).toEqual(filesIn(stand.dataDir));

  const env = { ...envBeside(stand, ""), DATA_DIR: restored };
  await expectAuditIntact(env);
  const officer = await apiPerson(OFFICER, { url: await aProduct(atEnd, env) });
  expect(await downloadedFile(officer, report.borrowerId)).toBe(report.sha256);
});

/** A new cluster with what step 2 of the guide makes. */
async function aCluster(atEnd: AtEnd) {
  const server = (await startPostgres())!; // skipped without one
  atEnd(() => server.stop());
  const [ownerAndDatabase = ""] = commandsUnder("From nothing to running", SECRET);
  await withServer(server.url, async (query) => {
    for (const statement of ownerAndDatabase.trim().split("\n")) await query(statement);
  });
  const urlAs = (username: string) => {
    const url = Object.assign(new URL(server.url), { username, password: SECRET, pathname: "/keyturn" });
    return url.href;
  };
  return { adminUrl: urlAs("postgres"), ownerUrl: urlAs("keyturn_owner"), serveUrl: urlAs("keyturn_serve") };
}

async function aStand(atEnd: AtEnd, databaseUrl: string, env: Record<string, string> = {}): Promise<Stand> {
  const stand = await startStand({ databaseUrl, env: { LIMITS: "off", ...env } });
  atEnd(() => stand.stop());
  return stand;
}

/** Starts the product beside all others; resolves with its address once it is healthy. */
async function aProduct(atEnd: AtEnd, env: NodeJS.ProcessEnv): Promise<string> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const lines: string[] = [];
  const child = startChild({
    name: "The restored product",
    args: ["app/server/start.ts"],
    env: { ...plainEnv(), ...env, PORT: String(port) },
    onLine: (line) => lines.push(line),
  });
  atEnd(() => child.stop());
  expect(await untilItAnswers(child, `${url}/health`), lines.join("\n")).toBe(true);
  await expect.poll(() => lines.join("\n"), WITHIN).toMatch(/"version":".*"database":".*"msg":"listening"/);
  return url;
}

async function aReport(stand: Stand) {
  const officer = await apiPerson(OFFICER, { url: stand.url });
  const { id } = await aConnectedBorrower(officer, stand.sandboxUrl);
  bodyOf(await officer.send(generateAssetReport, { borrowerId: id }));
  await expect(async () => expect(await progressOf(officer, id)).toMatchObject({ state: "ready" })).toPass(WITHIN);
  return { borrowerId: id, sha256: await downloadedFile(officer, id) };
}

async function downloadedFile(client: Client, borrowerId: string): Promise<string> {
  return sha256(bodyOf(await client.send(downloadAssetReport, { id: borrowerId })) as unknown as Buffer);
}

async function expectAuditIntact(env: NodeJS.ProcessEnv): Promise<void> {
  expect(await run("app/cli/verify-audit.ts", env)).toEqual({
    code: 0,
    output: expect.stringMatching(/[1-9]\d* rows in [1-9]\d* chains, 0 errors\.\n$/),
  });
}

/** Every table with its number of rows and a checksum over them. */
async function rowsOfTables(query: Query) {
  const tables = await query(`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by name`);
  const found = [];
  for (const { name } of tables)
    found.push([
      name,
      await query(`select count(*), md5(string_agg(t::text, '|' order by t::text)) from ${String(name)} t`),
    ]);
  return found;
}

async function policiesAndGrants(query: Query) {
  return [
    ...(await query("select * from pg_policies order by schemaname, tablename, policyname")),
    ...(await query(`select oid::regclass::text as name, relrowsecurity, relforcerowsecurity,
      pg_get_userbyid(relowner) as owner, relacl::text from pg_class
      where relnamespace in ('public'::regnamespace, 'jobs'::regnamespace) order by name`)),
    ...(await query(`select oid::regprocedure::text as name, prosecdef, pg_get_userbyid(proowner) as owner,
      proacl::text from pg_proc
      where pronamespace in ('public'::regnamespace, 'jobs'::regnamespace) order by name`)),
  ];
}

async function rolesOfKeyturn(query: Query) {
  return [
    ...(await query(`select rolname, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolbypassrls
      from pg_roles where rolname like 'keyturn%' order by rolname`)),
    ...(await query(`select roleid::regrole::text as role, member::regrole::text as member, admin_option
      from pg_auth_members where roleid::regrole::text like 'keyturn%' order by role, member`)),
  ];
}

/** Each file under a folder, and each folder that holds something, with its mode; a file also with its checksum. */
function filesIn(folder: string) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  expect(names.length).toBeGreaterThan(0);
  return names.flatMap((name) => {
    const found = path.join(folder, name);
    const entry = statSync(found);
    if (entry.isFile()) return [[name, entry.mode, sha256(readFileSync(found))]];
    return readdirSync(found).length > 0 ? [[name, entry.mode]] : [];
  });
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function aFolder(atEnd: AtEnd): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "keyturn-backup-"));
  atEnd(() => rmSync(folder, { recursive: true }));
  return folder;
}

// The commands of docs/operating.md, run as an operator copies them, so that the guide cannot become wrong.

/** The code blocks under a heading of the guide, with `…`, the operator's own secrets, filled in. */
function commandsUnder(heading: string, secret = ""): string[] {
  const guide = readFileSync(path.join(root, "docs", "operating.md"), "utf8");
  const [, section] = guide.split(new RegExp(`^#+ ${heading}\n`, "m"));
  if (section === undefined) throw new Error(`docs/operating.md has no section ${heading}.`);
  const [text = ""] = section.split(/^#/m, 1);
  return [...text.matchAll(/^( *)```(?:sh|sql)\n([\s\S]*?)^ *```$/gm)].map(([, indent = "", block = ""]) =>
    block.replaceAll(new RegExp(`^${indent}`, "gm"), "").replaceAll("…", secret),
  );
}

/** Rejects with what was printed when the commands do not end with 0. */
async function runInBash(commands: string, env: NodeJS.ProcessEnv): Promise<void> {
  const own = plainEnv();
  const PATH = [findBinaries() ?? [], own["PATH"]].flat().join(path.delimiter);
  const child = spawn("bash", ["-c", commands], { env: { ...own, PATH, ...env }, cwd: root });
  let printed = "";
  for (const output of [child.stdout, child.stderr]) output.on("data", (chunk: Buffer) => (printed += String(chunk)));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`exit code ${code}:\n${printed}`);
}
