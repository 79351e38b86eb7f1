// Backup and restore as docs/operating.md describes them: what comes back is what was there, and the product runs on it.
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { test, type AtEnd } from "../fixtures.ts";
import { downloadAssetReport, generateAssetReport } from "../../features/asset-reports/contract.ts";
import { createBorrower } from "../../features/borrowers/contract.ts";
import { readDocument, uploadDocument } from "../../features/underwriting/contract.ts";
import { freePort, startChild, untilItAnswers } from "../../tools/processes.ts";
import { findBinaries, hasPostgres, startPostgres } from "../../tools/postgres.ts";
import { plainEnv, root } from "../../tools/settings.ts";
import { type Stand, startStand } from "../stand.ts";
import { bodyOf, type Client, apiPerson } from "../api.ts";
import { aBorrower, aConnectedBorrower, progressOf } from "./lender.ts";
import { openDurableDatabase, type Query, withServer } from "./databases.ts";
import { elsewhere, envBeside, run } from "./processes.ts";
import { layOutNext } from "./versions.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";

const WITHIN = { timeout: 90_000, intervals: [200] };
const OFFICER = "registered@example.com";
const SECRET = "drill";

test("a PostgreSQL that is restored into a new cluster is the one that was backed up", async ({ atEnd }) => {
  test.setTimeout(420_000);
  test.skip(!hasPostgres(), "this machine has no PostgreSQL");
  const { SECRETS_KEYS, REPORT_SIGNING_KEY } = elsewhere("prod");
  const keys = { SECRETS_KEYS: SECRETS_KEYS!, REPORT_SIGNING_KEY: REPORT_SIGNING_KEY! };
  const before = await aCluster(atEnd);
  const stand = await aStand(atEnd, before.ownerUrl, keys);
  const files = await someFiles(stand);
  const [, serveRole = ""] = commandsUnder("From nothing to running", SECRET);
  await withServer(before.ownerUrl, (query) => query(serveRole));
  const product = { ...elsewhere("prod"), ...keys };
  const source = { ...product, DATABASE_URL: before.ownerUrl, FILES_DIR: path.join(stand.dataDir, "files") };

  const load = startLoad(await apiPerson(OFFICER, { url: stand.url }));
  const underLoad = await backUp(atEnd, source);
  expect(await load.stop()).toBeGreaterThan(0);
  await stand.killProduct();
  const quiet = await backUp(atEnd, source);

  const after = await aCluster(atEnd);
  const restored = path.join(aFolder(atEnd), "files");
  const target = { ...product, DATABASE_URL: after.ownerUrl, FILES_DIR: restored };
  const [toRestore = "", toSetPassword = ""] = commandsUnder("Restore", SECRET);
  const printed = await runInBash(toRestore, { ...target, BACKUP: quiet });
  expect(printed).toMatch(/Verified the row counts of [1-9]\d* tables\. Restored [1-9]\d* files\./);
  expect(printed).toMatch(/Audit log verified: [1-9]\d* rows in [1-9]\d* chains/);
  await runInBash(toSetPassword, target);

  for (const look of [rowsOfTables, policiesAndGrants, rolesOfKeyturn]) {
    const found = await withServer<unknown[]>(before.adminUrl, look);
    expect(found.length).toBeGreaterThan(0);
    expect(await withServer<unknown[]>(after.adminUrl, look)).toEqual(found);
  }
  expect(filesIn(restored)).toEqual(filesIn(source.FILES_DIR));
  await expect(runInBash(toRestore, { ...target, BACKUP: quiet })).rejects.toThrow(/is not empty: it has \d+ tables/);

  const migratedByOther = await run("app/cli/migrate.ts", { DATABASE_URL: after.serveUrl });
  expect(migratedByOther).toEqual({
    code: 1,
    output: expect.stringMatching(/^The role of DATABASE_URL.*keyturn_owner/),
  });
  await withServer(after.adminUrl, (query) => query("create database second owner keyturn_owner"));
  const second = { ...target, DATABASE_URL: new URL("/second", after.ownerUrl).href, FILES_DIR: aFolder(atEnd) };
  // The next version's command brings an older backup up to date.
  const next = path.join(aFolder(atEnd), "next");
  layOutNext(next, path.join(import.meta.dirname, "next-migrations"));
  const updated = await runInBash(`node app/cli/restore.ts ${underLoad}`, second, next);
  expect(updated).toMatch(/Ran \d{4}-add-region\.sql, .*-drop-filler\.sql\.\nAudit log verified/);

  const asServer = { ...product, DATABASE_URL: after.serveUrl, FILES_DIR: restored };
  const refused = runInBash(commandsUnder("Back up").join("\n"), { ...asServer, BACKUPS: aFolder(atEnd) });
  await expect(refused).rejects.toThrow(/The role of DATABASE_URL cannot read all rows of .*keyturn_owner/);
  const officer = await apiPerson(OFFICER, { url: await aProduct(atEnd, asServer) });
  expect(await contentOf(officer, files)).toEqual(files.content);
});

test("an embedded database that is restored is the one that was backed up", async ({ atEnd }) => {
  test.setTimeout(420_000);
  const stand = await aStand(atEnd, "");
  const files = await someFiles(stand);
  const env = envBeside(stand, "");
  await expect(backUp(atEnd, env)).rejects.toThrow(/Another Keyturn is using the data folder .*Stop it first/);
  await stand.killProduct();
  const backup = await backUp(atEnd, env);
  const restored = path.join(aFolder(atEnd), "data");
  const target = { ...env, DATA_DIR: restored, BACKUP: backup };
  const [toRestore = ""] = commandsUnder("Restore");

  const other = { ...target, SECRETS_KEYS: elsewhere("prod")["SECRETS_KEYS"]! };
  await expect(runInBash(toRestore, other)).rejects.toThrow("backup was made under another key");
  expect(existsSync(restored)).toBe(false);
  expect(await runInBash(toRestore, target)).toMatch(/Audit log verified: [1-9]\d* rows/);
  await expect(runInBash(toRestore, target)).rejects.toThrow("DATA_DIR is not empty");
  expect(filesIn(path.join(restored, "files"))).toEqual(filesIn(path.join(stand.dataDir, "files")));
  const { asOwner } = await openDurableDatabase("embedded");
  expect(await asOwner(restored, rowsOfTables)).toEqual(await asOwner(stand.dataDir, rowsOfTables));

  const officer = await apiPerson(OFFICER, { url: await aProduct(atEnd, target) });
  expect(await contentOf(officer, files)).toEqual(files.content);
  bodyOf(await officer.send(generateAssetReport, { borrowerId: files.borrowerId }));
  await expect.poll(async () => (await progressOf(officer, files.borrowerId))?.state, WITHIN).toBe("ready");
});

test("files are copied to a bucket while the product writes more, which then runs on the bucket", async ({ atEnd }) => {
  test.setTimeout(420_000);
  const stand = await aStand(atEnd, "");
  const env = envBeside(stand, "");
  const before = await someFiles(stand);
  const [copy = ""] = commandsUnder("Moving files");
  const filesDir = path.join(stand.dataDir, "files");
  const target = { ...env, FILES_DIR: filesDir, FILES_URL: "s3://keyturn-local/prefix" };
  const writing = someFiles(stand);
  const first = await runInBash(copy, target);
  expect(Number(/Copied and verified (\d+) files/.exec(first)?.[1])).toBeGreaterThan(1);
  const during = await writing;
  await stand.killProduct();
  const second = await runInBash(copy, target);
  expect(second).toMatch(/Copied and verified \d+ files; [1-9]\d* were there already\./);
  rmSync(filesDir, { recursive: true });

  const officer = await apiPerson(OFFICER, { url: await aProduct(atEnd, target) });
  for (const files of [before, during]) expect(await contentOf(officer, files)).toEqual(files.content);
  const back = path.join(aFolder(atEnd), "files");
  expect(await runInBash(`npm run copy-files -- s3://keyturn-local/prefix ${back}`, target)).toMatch(/ 0 were there/);
  expect(await runInBash("npm run copy-files -- only-one", target).catch(String)).toContain(
    "Usage: npm run copy-files",
  );
});

/** Runs the guide's command. Resolves with the folder of the only backup. */
async function backUp(atEnd: AtEnd, env: NodeJS.ProcessEnv): Promise<string> {
  const folder = aFolder(atEnd);
  const [command = ""] = commandsUnder("Back up");
  expect(await runInBash(command, { ...env, BACKUPS: folder })).toContain("Backed up");
  const [name = ""] = readdirSync(folder).filter((entry) => entry.startsWith("keyturn-"));
  return path.join(folder, name);
}

/** Someone who creates borrowers until `stop`, which resolves with how many. */
function startLoad(officer: Client) {
  let made = 0;
  let goesOn = true;
  const work = (async () => {
    for (; goesOn; made++) bodyOf(await officer.send(createBorrower, aBorrower()));
  })();
  return {
    stop: async () => {
      goesOn = false;
      await work;
      return made;
    },
  };
}

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

interface Files {
  readonly borrowerId: string;
  readonly documentId: string;
  /** Checksums of the report's PDF and of the document. */
  readonly content: readonly string[];
}

async function someFiles(stand: Stand): Promise<Files> {
  const officer = await apiPerson(OFFICER, { url: stand.url });
  const { id } = await aConnectedBorrower(officer, stand.sandboxUrl);
  bodyOf(await officer.send(generateAssetReport, { borrowerId: id }));
  await expect(async () => expect(await progressOf(officer, id)).toMatchObject({ state: "ready" })).toPass(WITHIN);
  const letter = new Blob(["%PDF-1.4\n% A letter\n%%EOF\n"]) as never;
  const document = bodyOf(await officer.send(uploadDocument, { borrowerId: id, name: "letter.pdf", file: letter }));
  const made = { borrowerId: id, documentId: document.id };
  return { ...made, content: await contentOf(officer, made) };
}

async function contentOf(client: Client, { borrowerId, documentId }: Omit<Files, "content">): Promise<string[]> {
  const bodies: unknown[] = [
    bodyOf(await client.send(downloadAssetReport, { id: borrowerId })),
    bodyOf(await client.send(readDocument, { id: documentId })),
  ];
  return bodies.map((body) => sha256(body as Buffer));
}

/**
 * Every table with its number of rows and a checksum over them, but for two in which the job queue writes when it was last
 * brought up to date.
 */
async function rowsOfTables(query: Query) {
  const tables = await query(`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
      and (schemaname, tablename) not in (('jobs', 'queue'), ('jobs', 'version')) order by name`);
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

/** Resolves with what was printed, and rejects with it when the commands do not end with 0. */
async function runInBash(commands: string, env: NodeJS.ProcessEnv, cwd = root): Promise<string> {
  const own = plainEnv();
  const PATH = [findBinaries() ?? [], own["PATH"]].flat().join(path.delimiter);
  const child = spawn("bash", ["-c", commands], { env: { ...own, PATH, ...env }, cwd });
  let printed = "";
  for (const output of [child.stdout, child.stderr]) output.on("data", (chunk: Buffer) => (printed += String(chunk)));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`exit code ${code}:\n${printed}`);
  return printed;
}
