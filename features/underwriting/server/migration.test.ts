import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ENGINES, withEmptyDatabase } from "#testing/database.ts";
import { Loan } from "#features/borrowers/contract.ts";
import { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { migrate, readMigrations } from "#platform/server/database/migrations.ts";

const FOLDER = join(import.meta.dirname, "../../../migrations");
const ID = "11111111-1111-4111-8111-111111111111";

/** A report as stored before the second edition of the rules. */
const REPORT = {
  ...{
    providerReportId: "p",
    generatedAt: "2026-11-02T00:00:00Z",
    asOf: "2026-11-02",
    daysRequested: 90,
    warnings: [],
  },
  items: [
    {
      ...{ id: "i", institutionId: "ins_1", institutionName: "Bank One", lastUpdatedAt: "2026-11-02T00:00:00Z" },
      accounts: [
        {
          ...{ id: "a", name: "Plan", officialName: null, mask: "0001", type: "investment", subtype: "401k" },
          ...{ currency: "USD", currentCents: 100, availableCents: null, limitCents: null, daysAvailable: 90 },
          ...{ ownershipType: null, owners: [], historicalBalances: [] },
          holdings: [{ name: "Fund", ticker: null, quantity: 1, valueCents: 100, vestedValueCents: null }],
          transactions: [
            {
              ...{ id: "t1", date: "2026-11-01", description: "PAYROLL", merchantName: null, category: "INCOME_WAGES" },
              ...{ amountCents: -100, currency: "USD", pending: false },
            },
            {
              ...{ id: "t2", date: "2026-11-02", description: "COFFEE", merchantName: null, category: null },
              ...{ amountCents: 100, currency: "USD", pending: false },
            },
          ],
        },
        {
          ...{ id: "b", name: "Empty", officialName: null, mask: null, type: "depository", subtype: null },
          ...{ currency: "USD", currentCents: null, availableCents: null, limitCents: null, daysAvailable: 0 },
          ...{ ownershipType: null, owners: [], historicalBalances: [], holdings: [], transactions: [] },
        },
      ],
    },
  ],
};

describe.each(ENGINES)("data from before the second edition of the rules on %s", (engine) => {
  test("reports can be read, loans keep their interested parties, and old evaluations are gone", () =>
    withEmptyDatabase(engine, async (owner) => {
      const migrations = readMigrations(FOLDER);
      await migrate(owner, migrations.slice(0, 8));
      const loan = { salesPrice: 40_000_000, interestedParties: ["Hale Builders", "Bo Reed"] };
      const statements: [string, unknown[]][] = [
        ["insert into organizations (id, name) values ($1, 'Acme')", [ID]],
        [
          "insert into users (id, first_name, last_name, email, email_key) values ($1, 'A', 'B', 'a@b.c', 'a@b.c')",
          [ID],
        ],
        ["insert into memberships (organization_id, id, user_id, role) values ($1, $1, $1, 'admin')", [ID]],
        [
          `insert into borrowers (organization_id, id, first_name, last_name, email, created_by, loan, summary, fresh_until)
           values ($1, $1, 'Nora', 'Quist', 'n@q.c', $1, $2::jsonb, '{}', '2027-03-02')`,
          [ID, JSON.stringify(loan)],
        ],
        [
          `insert into asset_reports (organization_id, id, borrower_id, state, days_requested, item_ids, requested_by)
           values ($1, $1, $1, 'ready', 90, '{}', $1)`,
          [ID],
        ],
        [
          `insert into asset_report_contents (organization_id, report_id, provider_json, reading) values ($1, $1, '', $2::jsonb)`,
          [ID, JSON.stringify(REPORT)],
        ],
        [
          `insert into findings_sets (organization_id, id, report_id, sequence, rule_set_version, cause, grounds, findings,
             not_evaluated, verdicts, funds)
           values ($1, $1, $1, 1, '1', 'report', '{}', '[]', '[]', '{}', '{}')`,
          [ID],
        ],
        [
          `insert into report_files (organization_id, id, report_id, set_id, format, file, file_key, bytes, sha256,
             statement, signature, public_key)
           values ($1, $1, $1, $1, 'pdf', 'x.pdf', '', 1, '', '{}', '', '')`,
          [ID],
        ],
      ];
      for (const table of ["borrowers", "asset_reports", "asset_report_contents", "findings_sets", "report_files"])
        await owner.execute(`alter table ${table} no force row level security`);
      for (const [statement, values] of statements) await owner.query(statement, values);
      for (const table of ["borrowers", "asset_reports", "asset_report_contents", "findings_sets", "report_files"])
        await owner.execute(`alter table ${table} force row level security`);

      await migrate(owner, migrations);
      const tables = ["asset_report_contents", "borrowers", "evaluations", "report_files"];
      for (const table of tables) await owner.execute(`alter table ${table} no force row level security`);
      const [content] = await owner.query("select parsed_report from asset_report_contents");
      const report = ParsedReport.parse(content!["parsed_report"]);
      expect(report.items[0]!.accounts[0]).toMatchObject({
        ...{ persistentId: null, marginLoanCents: null, unreadCount: 0 },
        holdings: [{ securityType: null, currency: null, name: "Fund" }],
        transactions: [
          { id: "t1", categoryPrimary: null, categoryDetailed: "INCOME_WAGES", checkNumber: null },
          { id: "t2", categoryDetailed: null },
        ],
      });
      expect(report.items[0]!.accounts[1]).toMatchObject({ id: "b", transactions: [], holdings: [] });
      const [borrower] = await owner.query("select loan, summary, fresh_until from borrowers");
      expect(borrower).toMatchObject({ summary: null, fresh_until: null });
      expect(Loan.parse(borrower!["loan"])).toEqual({
        salesPrice: 40_000_000,
        interestedParties: [
          { name: "Hale Builders", role: "" },
          { name: "Bo Reed", role: "" },
        ],
      });
      expect(await owner.query("select 1 from evaluations union all select 1 from report_files")).toEqual([]);
    }));

  test("every check and foreign key holds for the rows before it too", () =>
    withEmptyDatabase(engine, async (owner) => {
      await migrate(owner, readMigrations(FOLDER));
      const left = "select conrelid::regclass::text as name, conname from pg_constraint where not convalidated";
      expect(await owner.query(left)).toEqual([]);
    }));
});
