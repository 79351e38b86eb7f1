// What a started process has loaded.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { compileCacheOf } from "../../tools/local-stack.ts";
import { freePort, startChild, untilItAnswers } from "../../tools/processes.ts";
import { plainEnv, toEnv } from "../../tools/settings.ts";
import { elsewhere } from "./processes.ts";

/** Prints the address of every module as it is loaded. */
const PRINT_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({ load(url, context, next) { console.log("module " + url); return next(url, context); } });`)}`;
const ON_DEMAND = [
  "@aws-sdk/client-s3",
  "@simplewebauthn/server",
  "nodemailer",
  "openid-client",
  "pdfkit",
  "plaid",
  "prom-client",
  "stripe",
];

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

for (const isUsable of [true, false])
  test(`npm start ${isUsable ? "stores compiled code for the next one" : "starts where compiled code can't be stored"}`, async ({
    atEnd,
  }) => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), "keyturn-start-"));
    atEnd(() => rmSync(dataDir, { recursive: true }));
    const compiled = compileCacheOf({ dataDir });
    // Mode bits do not stop root, whom containers often run as; a file does.
    if (!isUsable) writeFileSync(compiled, "");
    const [port, sandboxPort, mailPort] = [await freePort(), await freePort(3), await freePort(1)];
    const lines: string[] = [];
    const child = startChild({
      name: "npm start",
      args: ["tools/start.ts"],
      env: { ...plainEnv(), ...toEnv({ appEnv: "local", port, sandboxPort, mailPort, dataDir }) },
      onLine: (line) => lines.push(line),
    });
    atEnd(() => child.stop());
    await expect.poll(() => lines.join("\n"), { timeout: 120_000 }).toContain("Keyturn is ready");
    expect(lines.filter((line) => /warning|error/i.test(line))).toEqual([]);
    await child.stop(20_000);
    if (isUsable) expect(readdirSync(compiled)).not.toEqual([]);
  });
