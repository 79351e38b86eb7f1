// Finds SQL that reaches past the boundaries: those check who imports whom, but not a table's name in a statement.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "./settings.ts";

/** Read from below in one statement with the reader's own rows, which a function handed in could not be part of. */
const KNOWN = [
  // The cost of reports in progress counts toward the same cap as the lines of finished reports.
  { file: "features/billing/server/months/account-queries.ts", table: "asset_reports", keeper: "underwriting" },
  // A borrower is listed, sorted and shown together with their banks.
  { file: "features/borrowers/server/queries.ts", table: "bank_items", keeper: "asset-reports" },
  // Events are shown and searched together with the names of what they are about.
  { file: "features/organizations/server/audit.ts", table: "borrowers", keeper: "borrowers" },
  { file: "features/organizations/server/audit.ts", table: "posts", keeper: "posts" },
  // Whether a group may go is asked of the borrowers that it keeps from others.
  { file: "features/organizations/server/groups/queries.ts", table: "borrowers", keeper: "borrowers" },
];

test("SQL names tables of its own feature, or of one whose server the feature imports", () => {
  const product = globSync("features/**/server/**/*.ts", { cwd: root })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => !/\.test\.ts$|\/test-[^/]+\.ts$/.test(file));
  const files = new Map(product.map((file) => [file, readFileSync(path.join(root, file), "utf8")]));
  expect(files.size).toBeGreaterThan(100);
  const byFile = (one: { file: string }, other: { file: string }) => one.file.localeCompare(other.file);
  expect(tablesOutOfReach(files).sort(byFile)).toEqual(KNOWN);
});

/** What is found in a store of reports, which visits import and which do not import visits. */
function foundIn(text: string) {
  return tablesOutOfReach(
    new Map([
      ["features/visits/server/tables.ts", `export const visits = pgTable("visits", {});`],
      [
        "features/visits/server/queries.ts",
        `import { reports } from "#features/reports/server/tables.ts"; sql\`select from reports\`;`,
      ],
      ["features/reports/server/tables.ts", `export const reports = pgTable("reports", {});`],
      ["features/reports/server/queries.ts", text],
    ]),
  );
}

test.each([
  ["a statement", "const late = sql`select id from visits where id = ${id}`;"],
  ["a piece after a value", "const late = sql`exists (${other}) or exists (select from visits v)`;"],
  ["raw SQL", "const order = sql.raw('(select name from visits)');"],
  ["a change", 'const gone = sql`update "visits" set name = null`;'],
])("a table out of reach is found in %s", (_what, text) => {
  expect(foundIn(text)).toEqual([{ file: "features/reports/server/queries.ts", table: "visits", keeper: "visits" }]);
});

test.each([
  ["a comment", "// What is read from visits is not asked here.\nexport const one = 1;"],
  ["a table by its import", "const late = sql`select id from ${visits}`;"],
  ["a table of its own", "const own = sql`select id from reports`;"],
])("nothing is found in %s", (_what, text) => {
  expect(foundIn(text)).toEqual([]);
});

interface Reach {
  readonly file: string;
  /** The table named, and the feature that keeps it. */
  readonly table: string;
  readonly keeper: string;
}

const NAMED = /\b(?:from|join|into|update|using)\s+"?([a-z_]+)/g;
const TABLE_NAMES = /\bpgTable\(\s*"([a-z_]+)"/g;
const IMPORTED = /"#features\/([a-z-]+)\/server\//g;

/**
 * Tables that a feature's SQL names though they are another's, of whose server it imports nothing. Tables are a
 * feature's that declares them by `pgTable`; SQL is any text in a template or a string.
 * @param files what is in `features`, by path from the root
 */
function tablesOutOfReach(files: ReadonlyMap<string, string>): Reach[] {
  const all = [...files].map(([file, text]) => ({ file, text, feature: file.split("/")[1]! })); // all begin with features/
  const keepers = new Map(
    all.flatMap(({ text, feature }) => [...text.matchAll(TABLE_NAMES)].map(([, table]) => [table!, feature] as const)),
  );
  const imported = new Map<string, Set<string>>();
  for (const { text, feature } of all) {
    const seen = imported.get(feature) ?? new Set([feature]);
    for (const [, other] of text.matchAll(IMPORTED)) seen.add(other!); // the pattern has the one group
    imported.set(feature, seen);
  }
  return all.flatMap(({ file, text, feature }) =>
    [...new Set(textsIn(file, text).flatMap((part) => [...part.matchAll(NAMED)].map(([, table]) => table!)))].flatMap(
      (table) => {
        const keeper = keepers.get(table);
        return keeper === undefined || imported.get(feature)!.has(keeper) ? [] : [{ file, table, keeper }];
      },
    ),
  );
}

function textsIn(file: string, text: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return texts;
}
