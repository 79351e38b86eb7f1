import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { openDatabase } from "./database.ts";
import { BrokenFolder, openEmbedded } from "./embedded-engine.ts";
import { lockFolder } from "./folder-lock.ts";
import { acrossScope } from "./scope.ts";

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "embedded-")), "data");
});
afterEach(() => rm(join(folder, ".."), { recursive: true }));

test("closed and opened again, what was committed is there and the folder is nobody else's", async () => {
  const image = new Blob([await readFile(inject("databaseImage"))]);
  const { db } = openDatabase(await openEmbedded({ folder, image }));
  await db.transaction(acrossScope, async (tx) => {
    await tx.orm.execute(sql`insert into organizations (id, name) values (gen_random_uuid(), 'Acme')`);
  });
  await db.close();
  expect((await stat(folder)).mode & 0o777).toBe(0o700);

  const again = openDatabase(await openEmbedded({ folder }));
  const { rows } = await again.db.read(acrossScope, (query) => query.execute(sql`select name from organizations`));
  await again.db.close();
  expect(rows).toEqual([{ name: "Acme" }]);
});

test("a folder that another process uses is refused before anything is touched", async () => {
  await mkdir(folder);
  const lock = lockFolder(folder);
  await expect(openEmbedded({ folder })).rejects.toThrow("Stop it first, or start this one with another folder");
  await expect(stat(join(folder, "db"))).rejects.toThrow("ENOENT");
  lock.release();
});

test("D10 a broken folder is told with what to do, and its lock is given back", async () => {
  await mkdir(join(folder, "db"), { recursive: true });
  await writeFile(join(folder, "db", "PG_VERSION"), "nonsense");
  await expect(openEmbedded({ folder })).rejects.toThrow(BrokenFolder);
  await expect(openEmbedded({ folder })).rejects.toThrow("npm run reset");
  lockFolder(folder).release();
});
