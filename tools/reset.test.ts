import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { lockFolder } from "../platform/server/private-folder.ts";
import { empty, refusal } from "./reset.ts";
import { readSettings, root } from "./settings.ts";

const dataDir = mkdtempSync(path.join(os.tmpdir(), "keyturn-reset-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const reasonFor = (env: Record<string, string>) => refusal(readSettings({ DATA_DIR: dataDir, ...env }));

test("a data folder that no process uses may be emptied", () => {
  expect(reasonFor({})).toBeNull();
  expect(reasonFor({ APP_ENV: "stage" })).toBeNull();
});

test.each([
  ["in production", { APP_ENV: "prod" }, "APP_ENV is prod"],
  ["with a PostgreSQL named", { DATABASE_URL: "postgres://db/keyturn" }, "DATABASE_URL"],
  ["for the whole disk", { DATA_DIR: "/" }, "holds more"],
  ["for the project", { DATA_DIR: root }, "holds more"],
])("reset is refused %s", (_when, env, reason) => {
  expect(reasonFor(env)).toContain(reason);
});

test("a folder in use is emptied only after its product has ended", () => {
  const file = path.join(dataDir, "a file");
  writeFileSync(file, "");
  const lock = lockFolder(dataDir);
  expect(() => empty(dataDir)).toThrow("Another Keyturn is using the data folder");
  expect(existsSync(file)).toBe(true);
  lock.release();
  empty(dataDir);
  expect(existsSync(file)).toBe(false);
});
