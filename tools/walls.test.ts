// Every wall of .dependency-cruiser.cjs and of eslint.config.js has a planted violation here, and is seen to catch it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { cruise, type ICruiseResult, type IForbiddenRuleType } from "dependency-cruiser";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "./settings.ts";

interface Walls {
  forbidden: IForbiddenRuleType[];
  options: Record<string, unknown>;
}
const walls = createRequire(import.meta.url)("../.dependency-cruiser.cjs") as Walls;

const packageJson = {
  name: "a-house",
  type: "module",
  imports: { "#app/*": "./app/*", "#features/*": "./features/*", "#providers/*": "./providers/*", "#kit/*": "./kit/*" },
  dependencies: { zod: "1.0.0", react: "1.0.0", pg: "1.0.0" },
  devDependencies: { vitest: "1.0.0" },
};

/** A small house in order: everything here is allowed. */
const inOrder: Record<string, string> = {
  "kit/contract/call.ts": `import "zod";`,
  "kit/server/database/scope.ts": `export type Scope = 1; export const makeScope = 1;`,
  "kit/server/http/serve.ts": `import "#kit/contract/call.ts"; import { makeScope } from "../database/scope.ts";`,
  "kit/server/http/serve.test.ts": `import "vitest"; import "../../../tools/postgres.ts"; import "./serve.ts";`,
  "kit/web/http/client.ts": `import "react"; import "#kit/contract/call.ts";`,
  "kit/web/Table.tsx": `import "./http/client.ts"; import "./table.module.css";`,
  "kit/web/table.module.css": "",
  "providers/plaid.ts": `import "#kit/server/http/serve.ts";`,
  "features/borrowers/contract.ts": `import "zod"; import "#kit/contract/call.ts"; import "#features/loans/contract.ts";`,
  "features/borrowers/server/store.ts": `import "pg"; import type { Scope } from "#kit/server/database/scope.ts";`,
  "features/borrowers/server/borrowers.ts": `import "./store.ts"; import "#providers/plaid.ts";`,
  "features/borrowers/server/borrowers.test.ts": `import "vitest"; import "#app/api.ts"; import "../../../sandbox/start-sandbox.ts";`,
  "features/borrowers/web/BorrowersPage.tsx": `import "../contract.ts"; import "#kit/web/Table.tsx";`,
  "features/borrowers/rules/judge.ts": `import "../contract.ts"; import "./figures.ts";`,
  "features/borrowers/rules/figures.ts": "",
  "features/borrowers/web/AnswerPage.tsx": `import "../rules/judge.ts";`,
  "features/borrowers/server/answer.ts": `import "../rules/judge.ts";`,
  "features/borrowers/words.ts": "",
  "features/borrowers/words/pages.ts": `import "../words.ts"; import "../rules/figures.ts"; import type { Borrower } from "../contract.ts";`,
  "features/borrowers/web/LetterPage.tsx": `import "../words/pages.ts";`,
  "features/borrowers/server/mails.ts": `import "../words.ts";`,
  "features/reports/contract.ts": `import "#features/borrowers/contract.ts";`,
  "features/reports/server/reports.ts": `import "#features/borrowers/server/borrowers.ts";`,
  "features/loans/contract.ts": `import "zod";`,
  "features/underwriting/contract.ts": `import "#features/loans/contract.ts"; import "#features/borrowers/contract.ts";`,
  "features/underwriting/rules/parsed-report.ts": `import "zod"; import "#kit/contract/call.ts";`,
  "features/underwriting/rules/evaluate.ts": `import "../contract.ts"; import "./parsed-report.ts";`,
  "features/underwriting/labels.ts": `import "../borrowers/words.ts"; import "./rules/evaluate.ts";`,
  "features/underwriting/web/use-evaluation.ts": `import "../rules/evaluate.ts";`,
  "features/asset-reports/contract.ts": `import "#features/underwriting/contract.ts"; import "#features/underwriting/rules/parsed-report.ts";`,
  "features/visits/contract.ts": `import "#features/asset-reports/contract.ts";`,
  "features/audit-copies/contract.ts": `import "#features/asset-reports/contract.ts";`,
  "app/api.ts": `import "#features/reports/server/reports.ts";`,
  "app/start-api.ts": `import "./api.ts"; await import("../seed/lender.ts");`,
  "app/routes.tsx": `import "#features/borrowers/web/BorrowersPage.tsx";`,
  "seed/lender.ts": `import "#features/borrowers/server/borrowers.ts";`,
  "sandbox/start-sandbox.ts": `import "../features/borrowers/contract.ts";`,
  "tools/postgres.ts": `import "pg";`,
};

/** For each wall the files that climb over it. */
const planted: Record<string, Record<string, string>> = {
  "loans-knows-no-higher-floor": {
    "features/loans/server/higher.ts": `import "#features/borrowers/contract.ts";`,
  },
  "borrowers-knows-no-higher-floor": {
    "features/borrowers/server/higher.ts": `import "#features/underwriting/contract.ts";`,
  },
  "underwriting-knows-no-higher-floor": {
    "features/underwriting/server/higher.ts": `import "#features/asset-reports/contract.ts";`,
  },
  "asset-reports-knows-no-higher-floor": {
    "features/asset-reports/web/higher.ts": `import "#features/visits/contract.ts";`,
  },
  "visits-knows-no-higher-floor": {
    "features/visits/server/higher.ts": `import "#features/audit-copies/contract.ts";`,
  },
  "audit-copies-knows-no-higher-floor": {
    "features/audit-copies/server/higher.ts": `import "#features/visits/contract.ts";`,
  },
  "kit-knows-no-mortgage": { "kit/server/up.ts": `import "#providers/plaid.ts";` },
  "providers-know-no-feature": { "providers/up.ts": `import "#features/borrowers/contract.ts";` },
  "features-know-no-app": { "features/borrowers/server/up.ts": `import "#app/api.ts";` },
  "product-stands-alone": { "providers/aside.ts": `import "../sandbox/start-sandbox.ts";` },
  "start-files-reach-seed-alone": { "app/load-sample-lender.ts": `import "../tools/postgres.ts";` },
  "product-never-imports-tests": { "features/borrowers/server/tested.ts": `import "./borrowers.test.ts";` },
  "web-sees-contracts-and-web-only": {
    "features/borrowers/web/server.ts": `import "../server/borrowers.ts";`,
    "features/borrowers/web/server-type.ts": `import type { Scope } from "#kit/server/database/scope.ts";`,
    "kit/web/provider.ts": `import "#providers/plaid.ts";`,
    "app/Layout.tsx": `import "#kit/server/http/serve.ts";`,
  },
  "web-uses-no-node": { "kit/web/node.ts": `import "node:fs";` },
  "server-never-sees-web": {
    "features/borrowers/server/page.ts": `import "../web/BorrowersPage.tsx";`,
    "providers/client.ts": `import "#kit/web/http/client.ts";`,
  },
  "contracts-are-pure": {
    "features/pure/contract.ts": `import "pg";`,
    "features/wired/contract.ts": `import "#features/borrowers/server/borrowers.ts";`,
  },
  "rules-are-pure": {
    "features/borrowers/rules/query.ts": `import "../server/store.ts";`,
    "features/underwriting/rules/query.ts": `import "#kit/server/http/serve.ts";`,
  },
  "report-schemas-are-pure": {
    "features/underwriting/rules/parsed-report.ts": `import "zod"; import "#kit/contract/call.ts"; import "../contract.ts";`,
  },
  "words-are-pure": { "features/borrowers/words/query.ts": `import "../server/store.ts";` },
  "words-bring-no-schema": {
    "features/borrowers/words/schema.ts": `import { Borrower } from "../contract.ts";`,
    "features/borrowers/labels.ts": `import { Borrower } from "./contract.ts";`,
  },
  "contract-kit-is-pure": { "kit/contract/pure.ts": `import "../server/http/serve.ts";` },
  "scopes-are-made-in-the-kit": {
    "features/borrowers/server/forge.ts": `import { makeScope } from "#kit/server/database/scope.ts";`,
  },
  "app-touches-no-store": {
    "app/query.ts": `import "#features/borrowers/server/store.ts";`,
    "app/query-room.ts": `import "#features/borrowers/server/owners/owner-store.ts";`,
    "features/borrowers/server/owners/owner-store.ts": "",
  },
  "seed-uses-server-parts-only": { "seed/api.ts": `import "#app/api.ts";` },
  "stand-ins-know-contracts-only": { "sandbox/inside.ts": `import "../features/borrowers/server/borrowers.ts";` },
  "no-barrels": {
    "features/borrowers/server/index.ts": "",
    "features/reports/server/barrel.ts": `import "#features/borrowers/server/index.ts";`,
  },
  "no-circles": {
    "providers/hen.ts": `import "./egg.ts";`,
    "providers/egg.ts": `import type { Hen } from "./hen.ts";`,
  },
  "no-unresolved": { "providers/nowhere.ts": `import "./gone.ts";` },
  "no-undeclared-packages": { "providers/undeclared.ts": `import "left-behind";` },
  "product-runs-without-dev-packages": { "kit/server/dev.ts": `import "vitest";` },
};

describe("walls between folders", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "keyturn-walls-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const put = (base: string, files: Record<string, string>) => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(base, name)), { recursive: true });
      writeFileSync(path.join(base, name), content);
    }
  };
  /** Lays out a house and lists what climbs over which wall in it. */
  const climbersOf = async (name: string, files: Record<string, string>) => {
    const base = path.join(folder, name);
    put(base, { "package.json": JSON.stringify(packageJson), ...files });
    for (const dependency of ["zod", "react", "pg", "vitest", "left-behind"]) {
      const manifest = JSON.stringify({ name: dependency, version: "1.0.0", main: "main.js" });
      put(path.join(base, "node_modules", dependency), { "package.json": manifest, "main.js": "" });
    }
    const { options, forbidden } = walls;
    const { output } = await cruise(["."], { ...options, baseDir: base, ruleSet: { forbidden }, validate: true });
    // A circle is told once, with all who are in it.
    return (output as ICruiseResult).summary.violations.flatMap(({ rule, from, cycle = [] }) =>
      [from, ...cycle.map(({ name: member }) => member)].map((file) => ({ wall: rule.name, file })),
    );
  };
  let climbers: { wall: string; file: string }[] = [];
  beforeAll(async () => {
    climbers = await climbersOf(
      "planted",
      Object.assign({}, inOrder, ...Object.values(planted)) as Record<string, string>,
    );
  });

  test("each has a violation planted here", () => {
    expect(walls.forbidden.map(({ name }) => name).sort()).toEqual(Object.keys(planted).sort());
  });

  test.each(Object.entries(planted))("%s", (wall, files) => {
    const caught = climbers.filter((climber) => climber.wall === wall).map(({ file }) => file);
    const guilty = Object.entries(files).filter(([, content]) => content.includes("import"));
    expect(caught).toEqual(expect.arrayContaining(guilty.map(([file]) => file)));
  });

  test("stay out of the way of a house in order", async () => {
    expect(await climbersOf("in-order", inOrder)).toEqual([]);
  });
});

describe("walls inside a file", () => {
  const eslint = new ESLint({ cwd: root, overrideConfig: tseslint.configs.disableTypeChecked as never });
  const messagesIn = async (filePath: string, code: string) => {
    const [result] = await eslint.lintText(code, { filePath: path.join(root, filePath) });
    return (result?.messages ?? []).map(({ ruleId }) => ruleId);
  };

  test.each([
    ["the environment", `export const key = process.env.KEY;`, "no-restricted-syntax"],
    [
      "the environment by import",
      `import { env } from "node:process"; export const key = env;`,
      "no-restricted-syntax",
    ],
    ["the build's environment", `export const mode = import.meta.env;`, "no-restricted-syntax"],
    ["a default export", `export default 1;`, "no-restricted-syntax"],
    ["a barrel", `export * from "./other.ts";`, "no-restricted-syntax"],
    ["a named barrel", `export { other } from "./other.ts";`, "no-restricted-syntax"],
    ["an enum", `export enum Kind { One }`, "no-restricted-syntax"],
    ["a mock of our own module", `import { vi } from "vitest"; vi.mock("./store.ts");`, "no-restricted-syntax"],
    ["the whole of zod", `import { z } from "zod"; export const key = z.string();`, "no-restricted-imports"],
    ["a console", `console.log(1);`, "no-console"],
    [
      "a disabled rule without a reason",
      `// eslint-disable-next-line eqeqeq\nexport const same = 1 == 2;`,
      "keyturn/disable-needs-reason",
    ],
  ])("catch %s", async (_what, code, rule) => {
    expect(await messagesIn("features/borrowers/server/planted.ts", code)).toEqual([rule]);
  });

  test.each([
    ["app/config.ts", `export const key = process.env.KEY;`],
    ["tools/planted.ts", `console.log(process.env.KEY);`],
    ["planted.config.ts", `export default 1;`],
  ])("let %s do what it is for", async (file, code) => {
    expect(await messagesIn(file, code)).toEqual([]);
  });
});
