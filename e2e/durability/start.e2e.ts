// What a started process has loaded.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { freePort, startChild, untilItAnswers } from "../../tools/processes.ts";
import { plainEnv } from "../../tools/settings.ts";
import { elsewhere } from "./processes.ts";

/** Prints the address of every module as it is loaded. */
const PRINT_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({ load(url, context, next) { console.log("module " + url); return next(url, context); } });`)}`;
const ON_DEMAND = ["@aws-sdk/client-s3", "nodemailer", "openid-client", "pdfkit", "plaid", "prom-client", "stripe"];

test("packages that only some calls need are not loaded at the start", async ({ atEnd }) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "keyturn-start-"));
  atEnd(() => rmSync(folder, { recursive: true }));
  const port = await freePort();
  const lines: string[] = [];
  const child = startChild({
    name: "The product",
    args: [`--import=${PRINT_MODULES}`, "dist/server/start.js"],
    env: { ...plainEnv(), ...elsewhere("prod"), PORT: String(port), DATA_DIR: path.join(folder, "keyturn") },
    onLine: (line) => lines.push(line),
  });
  atEnd(() => child.stop());
  expect(await untilItAnswers(child, `http://localhost:${port}/health`), lines.join("\n")).toBe(true);

  const packages = new Set(lines.map((line) => /^module file:.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(line)?.[1]));
  expect([...packages]).toContain("pino");
  expect(ON_DEMAND.filter((name) => packages.has(name))).toEqual([]);
});
