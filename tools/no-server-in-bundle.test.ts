import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { build } from "vite";
import { noServerInBundle } from "./no-server-in-bundle.ts";

const lender = mkdtempSync(path.join(os.tmpdir(), "keyturn-bundle-"));
afterEach(() => rmSync(lender, { recursive: true, force: true }));

function lay(files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(lender, name)), { recursive: true });
    writeFileSync(path.join(lender, name), content);
  }
}

function bundle(): Promise<unknown> {
  const rolldownOptions = { input: path.join(lender, "app/web/start.ts") };
  return build({
    root: lender,
    configFile: false,
    logLevel: "silent",
    plugins: [noServerInBundle()],
    build: { rolldownOptions },
  });
}

test("a build that reaches a server file fails and names it, even when nothing of it is used", async () => {
  lay({
    "app/web/start.ts": `import { shown } from "../../features/borrowers/web/shown.ts"; document.title = shown;`,
    "features/borrowers/web/shown.ts": `import { secret } from "../server/store.ts"; export const shown = "borrowers"; export const unused = secret;`,
    "features/borrowers/server/store.ts": `export const secret = "sealed";`,
  });
  await expect(bundle()).rejects.toThrow(
    "features/borrowers/server/store.ts must not reach the browser (imported by features/borrowers/web/shown.ts)",
  );
});

test("contracts and web folders may be bundled", async () => {
  lay({
    "app/web/start.ts": `import { status } from "../../features/borrowers/contract.ts"; document.title = status;`,
    "features/borrowers/contract.ts": `export const status = "new";`,
  });
  await expect(bundle()).resolves.toBeDefined();
});
