import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { refusal } from "./reset.ts";
import { readSettings, root } from "./settings.ts";

const dataDir = mkdtempSync(path.join(os.tmpdir(), "keyturn-reset-"));
afterEach(() => rmSync(path.join(dataDir, "keyturn.lock"), { force: true }));
afterAll(() => rmSync(dataDir, { recursive: true }));
const reasonFor = (env: Record<string, string>) => refusal(readSettings({ DATA_DIR: dataDir, ...env }));

test("a folder of ours, held by nobody, may be emptied", () => {
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

test("reset is refused while a product runs on the folder, and not after it was killed", () => {
  writeFileSync(path.join(dataDir, "keyturn.lock"), String(process.pid));
  expect(reasonFor({})).toContain(`process ${process.pid}`);
  // Above the largest process id of any system we run on.
  writeFileSync(path.join(dataDir, "keyturn.lock"), "99999999");
  expect(reasonFor({})).toBeNull();
});
