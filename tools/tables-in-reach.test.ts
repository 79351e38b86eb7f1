import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./settings.ts";
import { tablesOutOfReach } from "./tables-in-reach.ts";

/** Read from below in one statement with the reader's own rows, which a function handed in could not be part of. */
const KNOWN = [
  // The cost of reports in progress counts toward the same cap as the lines of finished reports.
  { file: "features/billing/server/months/account-store.ts", table: "asset_reports", keeper: "underwriting" },
  // A borrower is listed, sorted and shown together with their banks.
  { file: "features/borrowers/server/page-store.ts", table: "bank_items", keeper: "asset-reports" },
  { file: "features/borrowers/server/store.ts", table: "bank_items", keeper: "asset-reports" },
  // Whether a group may go is asked of the borrowers that it keeps from others.
  { file: "features/organizations/server/groups/store.ts", table: "borrowers", keeper: "borrowers" },
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
        "features/visits/server/store.ts",
        `import { reports } from "#features/reports/server/tables.ts"; sql\`select from reports\`;`,
      ],
      ["features/reports/server/tables.ts", `export const reports = pgTable("reports", {});`],
      ["features/reports/server/store.ts", text],
    ]),
  );
}

test.each([
  ["a statement", "const late = sql`select id from visits where id = ${id}`;"],
  ["a piece after a value", "const late = sql`exists (${other}) or exists (select from visits v)`;"],
  ["raw SQL", "const order = sql.raw('(select name from visits)');"],
  ["a change", 'const gone = sql`update "visits" set name = null`;'],
])("a table out of reach is found in %s", (_what, text) => {
  expect(foundIn(text)).toEqual([{ file: "features/reports/server/store.ts", table: "visits", keeper: "visits" }]);
});

test.each([
  ["a comment", "// What is read from visits is not asked here.\nexport const one = 1;"],
  ["a table by its import", "const late = sql`select id from ${visits}`;"],
  ["a table of its own", "const own = sql`select id from reports`;"],
])("nothing is found in %s", (_what, text) => {
  expect(foundIn(text)).toEqual([]);
});
