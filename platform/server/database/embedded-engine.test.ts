import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { openDatabase } from "./database.ts";
import { BrokenFolder, openEmbedded } from "./embedded-engine.ts";
import { lockFolder } from "../private-folder.ts";
import { system } from "./scope.ts";

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "embedded-")), "data");
});
afterEach(() => rm(join(folder, ".."), { recursive: true }));

test("committed data is there after a restart, and only the owner can read the folder", async () => {
  const image = new Blob([await readFile(inject("databaseImage"))]);
  const { db } = openDatabase(await openEmbedded({ folder, image }));
  await db.transaction(system, async (tx) => {
    await tx.orm.execute(sql`insert into organizations (id, name) values (gen_random_uuid(), 'Acme')`);
  });
  await db.close();
  const written = (await readdir(join(folder, "db"), { recursive: true })).map((name) => join(folder, "db", name));
  const modes = await Promise.all([folder, ...written].map(async (path) => (await stat(path)).mode & 0o077));
  expect(modes.length).toBeGreaterThan(900);
  expect(modes.filter((mode) => mode !== 0)).toEqual([]);

  const again = openDatabase(await openEmbedded({ folder }));
  const { rows } = await again.db.read(system, (query) => query.execute(sql`select name from organizations`));
  await again.db.close();
  expect(rows).toEqual([{ name: "Acme" }]);
});

test("a postmaster.pid left by a crash does not prevent opening", async () => {
  const image = new Blob([await readFile(inject("databaseImage"))]);
  await (await openEmbedded({ folder, image })).close();
  await writeFile(join(folder, "db", "postmaster.pid"), "garbage");
  const again = await openEmbedded({ folder });
  await again.ping();
  await again.close();
});

test("a folder that another process uses is refused before anything is touched", async () => {
  await mkdir(folder);
  const lock = lockFolder(folder);
  await expect(openEmbedded({ folder })).rejects.toThrow("Stop it first, or start this one with another folder");
  await expect(stat(join(folder, "db"))).rejects.toThrow("ENOENT");
  lock.release();
});

test("a broken folder gives an error that says what to do, and releases its lock", async () => {
  await mkdir(join(folder, "db"), { recursive: true });
  await writeFile(join(folder, "db", "PG_VERSION"), "nonsense");
  await expect(openEmbedded({ folder })).rejects.toThrow(BrokenFolder);
  await expect(openEmbedded({ folder })).rejects.toThrow("npm run reset");
  lockFolder(folder).release();
});

test("V8 compiles the database once, without its optimizing compiler", async () => {
  const script = `
    import { openAsBlob } from "node:fs";
    import { openEmbedded } from "${join(import.meta.dirname, "embedded-engine.ts")}";
    const engine = await openEmbedded({ image: await openAsBlob(process.argv[1]) });
    for (let n = 0; n < 100; n++) await engine.owner.query("select count(*) from generate_series(1, 1000)");
    await engine.close();`;
  const args = ["--trace-wasm-compilation-times", "--input-type=module", "--eval", script, inject("databaseImage")];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 10_000_000 });
  const compiled = [...stdout.matchAll(/(0x\w+)#\d+ using (\w+)/g)].map(([, module, compiler]) => ({
    module,
    compiler,
  }));
  const modules = [...Map.groupBy(compiled, ({ module }) => module).values()];
  // Node has small modules of its own, which were compiled before.
  const database = modules.toSorted((one, other) => other.length - one.length)[0] ?? [];
  expect(database.length).toBeGreaterThan(1_000);
  expect(new Set(database.map(({ compiler }) => compiler))).toEqual(new Set(["Liftoff"]));
});
