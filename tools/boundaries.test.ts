// Every rule of .dependency-cruiser.cjs and of eslint.config.js has a planted violation here.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { cruise, type ICruiseResult, type IForbiddenRuleType } from "dependency-cruiser";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "./settings.ts";

interface Boundaries {
  forbidden: IForbiddenRuleType[];
  options: Record<string, unknown>;
}
const boundaries = createRequire(import.meta.url)("../.dependency-cruiser.cjs") as Boundaries;

const packageJson = {
  name: "a-product",
  type: "module",
  imports: Object.fromEntries(
    ["app", "features", "providers", "platform", "testing"].map((folder) => [`#${folder}/*`, `./${folder}/*`]),
  ),
  dependencies: { zod: "1.0.0", react: "1.0.0", pg: "1.0.0" },
  devDependencies: { vitest: "1.0.0" },
};

/** A small product without violations. */
const clean: Record<string, string> = {
  "platform/contract/call.ts": `import "zod";`,
  "platform/server/database/scope.ts": `export type Scope = 1; export const makeScope = 1;`,
  "platform/server/http/serve.ts": `import "#platform/contract/call.ts"; import { makeScope } from "../database/scope.ts";`,
  "platform/server/http/serve.test.ts": `import "vitest"; import "../../../tools/postgres.ts"; import "./serve.ts";`,
  "platform/web/http/client.ts": `import "react"; import "#platform/contract/call.ts";`,
  "platform/web/Table.tsx": `import "./http/client.ts"; import "./table.module.css";`,
  "platform/web/table.module.css": "",
  "providers/plaid/plaid.ts": `import "#platform/server/http/serve.ts";`,
  "features/directory/contract.ts": `import "zod";`,
  "features/auth/contract.ts": `import "#features/directory/contract.ts";`,
  "features/organizations/contract.ts": `import "zod";`,
  "features/developers/contract.ts": `import "zod";`,
  "features/single-sign-on/contract.ts": `import "zod";`,
  "features/borrowers/contract.ts": `import "zod"; import "#platform/contract/call.ts";`,
  "features/borrowers/server/queries.ts": `import "pg"; import type { Scope } from "#platform/server/database/scope.ts";`,
  "features/borrowers/server/borrowers.ts": `import "./queries.ts"; import "#providers/plaid/plaid.ts";`,
  "features/borrowers/server/borrowers.test.ts": `import "vitest"; import "#testing/lender.ts"; import "../../../sandbox/start-sandbox.ts";`,
  "features/borrowers/web/BorrowersPage.tsx": `import "../contract.ts"; import "#platform/web/Table.tsx";`,
  "features/borrowers/rules/status.ts": `import "../contract.ts"; import "./figures.ts";`,
  "features/borrowers/rules/figures.ts": "",
  "features/borrowers/web/StatusPage.tsx": `import "../rules/status.ts";`,
  "features/borrowers/server/status.ts": `import "../rules/status.ts";`,
  "features/borrowers/labels.ts": `import "./rules/figures.ts"; import type { Borrower } from "./contract.ts";`,
  "features/borrowers/columns.ts": `import "./labels.ts"; import "./contract.ts"; import "#platform/contract/call.ts";`,
  "features/borrowers/server/to-csv.ts": `import "../columns.ts";`,
  "features/borrowers/web/LetterPage.tsx": `import "../columns.ts"; import "../labels.ts"; import "../messages.ts";`,
  "features/borrowers/messages.ts": `import "./contract.ts"; import "#platform/contract/call.ts";`,
  "features/borrowers/server/emails.ts": `import "../labels.ts";`,
  "features/notifications/contract.ts": `import "#features/borrowers/contract.ts";`,
  "features/billing/contract.ts": `import "#features/borrowers/contract.ts";`,
  "features/billing/server/billing.ts": `import "#features/borrowers/server/borrowers.ts";`,
  "features/underwriting/contract.ts": `import "#features/borrowers/contract.ts";`,
  "features/underwriting/rules/parsed-report.ts": `import "zod"; import "#platform/contract/call.ts";`,
  "features/underwriting/rules/evaluate.ts": `import "../contract.ts"; import "./parsed-report.ts";`,
  "features/underwriting/labels.ts": `import "../borrowers/labels.ts"; import "./rules/evaluate.ts";`,
  "features/underwriting/web/use-evaluation.ts": `import "../rules/evaluate.ts";`,
  "features/asset-reports/contract.ts": `import "#features/underwriting/contract.ts"; import "#features/underwriting/rules/parsed-report.ts";`,
  "features/posts/contract.ts": `import "zod";`,
  "features/borrower-portal/contract.ts": `import "#features/asset-reports/contract.ts";`,
  "features/account/contract.ts": `import "zod";`,
  "features/site/contract.ts": `import "zod";`,
  "testing/lender.ts": `import "#app/server/api.ts";`,
  "app/server/api.ts": `import "#features/billing/server/billing.ts";`,
  "app/server/start.ts": `import "./api.ts"; await import("../../seed/lender.ts");`,
  "app/web/routes.tsx": `import "#features/borrowers/web/BorrowersPage.tsx";`,
  "seed/lender.ts": `import "#features/borrowers/server/borrowers.ts";`,
  "sandbox/start-sandbox.ts": `import "../features/borrowers/contract.ts";`,
  "tools/postgres.ts": `import "pg";`,
};

const higher = (feature: string, above: string) => ({
  [`${feature}-imports-lower-features`]: {
    [`features/${feature}/server/higher.ts`]: `import "#features/${above}/contract.ts";`,
  },
});

/** For each rule the files that break it. */
const planted: Record<string, Record<string, string>> = {
  ...higher("directory", "auth"),
  ...higher("auth", "organizations"),
  ...higher("organizations", "developers"),
  ...higher("developers", "single-sign-on"),
  ...higher("single-sign-on", "borrowers"),
  ...higher("borrowers", "notifications"),
  ...higher("notifications", "billing"),
  ...higher("billing", "underwriting"),
  ...higher("underwriting", "asset-reports"),
  ...higher("asset-reports", "borrower-portal"),
  ...higher("posts", "borrower-portal"),
  ...higher("borrower-portal", "account"),
  ...higher("account", "site"),
  "feature-is-listed": {
    "app/server/unlisted.ts": `import "#features/unlisted/contract.ts";`,
    "features/unlisted/contract.ts": "",
  },
  "platform-is-domain-agnostic": { "platform/server/up.ts": `import "#providers/plaid/plaid.ts";` },
  "providers-are-below-features": { "providers/up.ts": `import "#features/borrowers/contract.ts";` },
  "features-are-below-app": { "features/borrowers/server/up.ts": `import "#app/server/api.ts";` },
  "product-imports-product": { "providers/aside.ts": `import "../sandbox/start-sandbox.ts";` },
  "start-imports-seed-only": { "app/server/load-sample-lender.ts": `import "../../tools/postgres.ts";` },
  "product-never-imports-tests": {
    "features/borrowers/server/tested.ts": `import "./borrowers.test.ts";`,
    "features/borrowers/server/helped.ts": `import "#testing/lender.ts";`,
  },
  "web-imports-contracts-and-web": {
    "features/borrowers/web/server.ts": `import "../server/borrowers.ts";`,
    "features/borrowers/web/server-type.ts": `import type { Scope } from "#platform/server/database/scope.ts";`,
    "platform/web/provider.ts": `import "#providers/plaid/plaid.ts";`,
    "app/web/Layout.tsx": `import "#platform/server/http/serve.ts";`,
  },
  "web-uses-no-node": { "platform/web/node.ts": `import "node:fs";` },
  "server-never-imports-web": {
    "features/borrowers/server/page.ts": `import "../web/BorrowersPage.tsx";`,
    "providers/client.ts": `import "#platform/web/http/client.ts";`,
  },
  "contracts-are-pure": {
    "features/site/contract.ts": `import "pg";`,
    "features/account/contract.ts": `import "#features/borrowers/server/borrowers.ts";`,
  },
  "rules-are-pure": {
    "features/borrowers/rules/query.ts": `import "../server/queries.ts";`,
    "features/underwriting/rules/query.ts": `import "#platform/server/http/serve.ts";`,
  },
  "report-schemas-are-pure": {
    "features/underwriting/rules/parsed-report.ts": `import "zod"; import "#platform/contract/call.ts"; import "../contract.ts";`,
  },
  "labels-are-pure": { "features/borrowers/server/labels.ts": `import "./queries.ts";` },
  "messages-are-pure": { "features/borrowers/messages.ts": `import "./server/queries.ts";` },
  "columns-are-pure": { "features/borrowers/columns.ts": `import "./server/queries.ts";` },
  "labels-import-only-types-of-contracts": {
    "features/borrowers/labels.ts": `import { Borrower } from "./contract.ts";`,
  },
  "platform-contract-is-pure": { "platform/contract/pure.ts": `import "../server/http/serve.ts";` },
  "scopes-are-created-in-the-platform": {
    "features/borrowers/server/forge.ts": `import { makeScope } from "#platform/server/database/scope.ts";`,
  },
  "app-runs-no-queries": {
    "app/server/query.ts": `import "#features/borrowers/server/queries.ts";`,
    "app/server/query-folder.ts": `import "#features/borrowers/server/owners/owner-queries.ts";`,
    "features/borrowers/server/owners/owner-queries.ts": "",
  },
  "seed-uses-server-code-only": { "seed/api.ts": `import "#app/server/api.ts";` },
  "sandbox-and-e2e-import-contracts-only": {
    "sandbox/inside.ts": `import "../features/borrowers/server/borrowers.ts";`,
  },
  "no-barrels": {
    "features/borrowers/server/index.ts": "",
    "features/billing/server/barrel.ts": `import "#features/borrowers/server/index.ts";`,
  },
  "no-cycles": {
    "providers/hen.ts": `import "./egg.ts";`,
    "providers/egg.ts": `import type { Hen } from "./hen.ts";`,
  },
  "no-unresolved": { "providers/nowhere.ts": `import "./gone.ts";` },
  "no-undeclared-packages": { "providers/undeclared.ts": `import "left-behind";` },
  "product-runs-without-dev-packages": { "platform/server/dev.ts": `import "vitest";` },
};

describe("import boundaries", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "keyturn-boundaries-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const put = (base: string, files: Record<string, string>) => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(base, name)), { recursive: true });
      writeFileSync(path.join(base, name), content);
    }
  };
  /** Writes the files and lists which of them break which rule. */
  const violationsIn = async (name: string, files: Record<string, string>) => {
    const base = path.join(folder, name);
    put(base, { "package.json": JSON.stringify(packageJson), ...files });
    for (const dependency of ["zod", "react", "pg", "vitest", "left-behind"]) {
      const manifest = JSON.stringify({ name: dependency, version: "1.0.0", main: "main.js" });
      put(path.join(base, "node_modules", dependency), { "package.json": manifest, "main.js": "" });
    }
    const { options, forbidden } = boundaries;
    const { output } = await cruise(["."], { ...options, baseDir: base, ruleSet: { forbidden }, validate: true });
    // A cycle is reported once, with all of its files.
    return (output as ICruiseResult).summary.violations.flatMap(({ rule, from, cycle = [] }) =>
      [from, ...cycle.map(({ name: member }) => member)].map((file) => ({ rule: rule.name, file })),
    );
  };
  let violations: { rule: string; file: string }[] = [];
  beforeAll(async () => {
    violations = await violationsIn(
      "planted",
      Object.assign({}, clean, ...Object.values(planted)) as Record<string, string>,
    );
  });

  test("each rule has a violation planted here", () => {
    expect(boundaries.forbidden.map(({ name }) => name).sort()).toEqual(Object.keys(planted).sort());
  });

  test.each(Object.entries(planted))("%s", (rule, files) => {
    const caught = violations.filter((violation) => violation.rule === rule).map(({ file }) => file);
    const guilty = Object.entries(files).filter(([, content]) => content.includes("import"));
    expect(caught).toEqual(expect.arrayContaining(guilty.map(([file]) => file)));
  });

  test("a product without violations passes", async () => {
    expect(await violationsIn("clean", clean)).toEqual([]);
  });
});

describe("lint rules", () => {
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
    ["a mock of our own module", `import { vi } from "vitest"; vi.mock("./queries.ts");`, "no-restricted-syntax"],
    ["the whole of zod", `import { z } from "zod"; export const key = z.string();`, "no-restricted-imports"],
    ["a console", `console.log(1);`, "no-console"],
    [
      "a disabled rule without a reason",
      `// eslint-disable-next-line eqeqeq\nexport const same = 1 == 2;`,
      "keyturn/disable-needs-reason",
    ],
    [
      "a header that restates the file's name",
      `// Owns the borrowers.\nexport const one = 1;`,
      "keyturn/no-file-headers",
    ],
  ])("catch %s", async (_what, code, rule) => {
    expect(await messagesIn("features/borrowers/server/planted.ts", code)).toEqual([rule]);
  });

  test.each([
    ["the clock", "export const now = Date.now();"],
    ["the clock as a date", "export const now = new Date();"],
    ["the clock as text", "export const now = Date();"],
    ["chance", "export const chance = Math.random();"],
    ["the time zone", "export const day = new Date(0).getDate();"],
    ["the language in a number", "export const text = (1000).toLocaleString();"],
    ["the language in an order", 'export const order = "a".localeCompare("b");'],
    ["formats of the machine", 'export const format = new Intl.NumberFormat("en-US");'],
    ["the process", "export const version = process.version;"],
    ["the network", 'export const reply = fetch("/x");'],
    ["everything global", "export const all = globalThis;"],
    ["random bytes", "export const id = crypto.randomUUID();"],
    ["Node's modules", 'import { hash } from "node:crypto"; export const made = hash;'],
  ])("keep the underwriting rules from %s", async (_what, code) => {
    expect(await messagesIn("features/underwriting/rules/planted.ts", code)).toHaveLength(1);
    expect(await messagesIn("features/borrowers/server/planted.ts", code)).toEqual([]);
  });

  test.each([
    ["features/underwriting/rules/planted.ts", "export const day = new Date(Date.parse('2026-11-28')).getUTCDate();"],
    ["app/server/config.ts", `export const key = process.env.KEY;`],
    ["tools/planted.ts", `console.log(process.env.KEY);`],
    ["planted.config.ts", `export default 1;`],
  ])("let %s do what it is for", async (file, code) => {
    expect(await messagesIn(file, code)).toEqual([]);
  });
});
