import { and, asc, eq, getTableColumns, or, sql } from "drizzle-orm";
import {
  type LineItem,
  type LineItemPage,
  type Statement,
  STATEMENT_STATUSES,
  type StatementPage,
  STATEMENTS_WITH_LINES,
} from "#features/billing/contract.ts";
import { orm, type ReadDb } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import { contains, pagesOf, type ListedRows } from "#platform/server/database/pages.ts";
import type { AnyScope, Scope, SystemScope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { isUnbilled, isUnbilledAnywhere } from "../charges/charge-queries.ts";
import { dueOf, isOnStatement } from "./statement-queries.ts";
import { lineItems, statements } from "../schema.ts";

const organizationOf = (table: "statements" | "line_items") =>
  sql<{ id: string; name: string }>`(
    select json_build_object('id', o.id, 'name', o.name) from organizations o where o.id = ${sql.raw(table)}.organization_id)`.as(
    "organization",
  );
const organizationName = (table: "statements" | "line_items") =>
  sql.raw(`(select o.name from organizations o where o.id = ${table}.organization_id)`);

const {
  sequence: _sequence,
  stripeInvoiceId: _invoice,
  createdAt: _at,
  updatedAt: _change,
  version: _version,
  ...shown
} = getTableColumns(statements);
const statementFields = { ...shown, organization: organizationOf("statements") };
const { sourceKey: _key, createdBy: _by, createdAt: _made, billableAt: _since, ...line } = getTableColumns(lineItems);
/**
 * A user who reads billing may not see the borrower. So a report without a loan number gets a reference: the first
 * characters of its id, which the report's own page also shows.
 */
const description = sql.raw(`case
  when type in ('asset_report', 'report_refresh') and strpos(description, ', loan ') = 0
    then description || coalesce(', reference ' || left(asset_report_id::text, 8), '')
  else description end`);
const lineFields = {
  ...line,
  description: sql<string>`${description}`.as("description"),
  organization: organizationOf("line_items"),
};

const LIFE = STATEMENT_STATUSES.map((status) => `'${status}'`).join(", ");

const readStatementPage = pagesOf({
  table: "statements",
  reaches: { of_organization: tenantFilter(statements), everywhere: undefined },
  orders: {
    number: { column: "number" },
    status: { column: "status", key: sql.raw(`array_position(array[${LIFE}], status)`) },
    amount: { column: "amount" },
    periodStart: { column: "period_start" },
  },
  matches: or(contains(sql.raw("number")), contains(organizationName("statements"))),
  build: ({ where, orderBy, name, further }) =>
    orm
      .select({ ...statementFields, ...further })
      .from(statements)
      .where(where)
      .orderBy(...orderBy)
      .limit(param("limit"))
      .prepare(name),
});

const readLinePage = pagesOf({
  table: "line_items",
  reaches: {
    of_organization: and(tenantFilter(lineItems), isUnbilled(param("organizationId"))),
    everywhere: isUnbilledAnywhere,
  },
  orders: { billableAt: { column: "billable_at" } },
  matches: or(contains(description), contains(organizationName("line_items"))),
  build: ({ where, orderBy, name, further }) =>
    orm
      .select({ ...lineFields, statementId: sql<null>`null::uuid`.as("statement_id"), ...further })
      .from(lineItems)
      .where(where)
      .orderBy(...orderBy)
      .limit(param("limit"))
      .prepare(name),
});

// Lines of a page of statements, in one SQL statement whatever their number.
const linesOf = (name: string, whose: ReturnType<typeof tenantFilter> | undefined) =>
  orm
    .select({ ...lineFields, statementId: statements.id })
    .from(lineItems)
    .innerJoin(statements, isOnStatement)
    .where(and(whose, sql`${statements.id} = any(${param("statementIds")}::uuid[])`))
    .orderBy(asc(lineItems.occurredAt), asc(lineItems.id))
    .prepare(name);
const linesOfOrganization = linesOf("line_items_of_statements", tenantFilter(lineItems));
const linesEverywhere = linesOf("line_items_of_statements_everywhere", undefined);

type StatementFields = Omit<Statement, "due" | "lineItems">;

/** A newest-first page of the organization's statements with their lines, or of all organizations'. */
export async function readStatements(
  db: ReadDb,
  scope: AnyScope,
  { lines, ...page }: StatementPage,
): Promise<Statement[]> {
  if (lines === "none") return (await readStatementRows(db, scope, page)).map((row) => ({ ...row, lineItems: [] }));
  const rows = await readStatementRows(db, scope, { limit: STATEMENTS_WITH_LINES, ...defined(page) });
  return withLines(db, scope, rows);
}

/** The same without their lines. */
export async function readStatementRows(
  db: ReadDb,
  scope: AnyScope,
  page: Omit<StatementPage, "lines"> = {},
): Promise<Omit<Statement, "lineItems">[]> {
  const rows = await readStatementPage(db, scope, reachOf(scope), page);
  return rows.map(withDue);
}

/** The same without a page, and the pages to the end. */
export function wholeStatements(
  db: ReadDb,
  scope: AnyScope,
  page: Omit<StatementPage, "lines">,
): ListedRows<Omit<Statement, "lineItems">> {
  const rows = readStatementPage.whole(db, scope, reachOf(scope), page);
  return {
    count: rows.count,
    async *pages() {
      for await (const each of rows.pages()) yield each.map(withDue);
    },
  };
}

const one = prepared("statement_shown_by_id", () =>
  orm
    .select(statementFields)
    .from(statements)
    .where(and(tenantFilter(statements), eq(statements.id, param("id")))),
);

export async function readShownStatement(db: ReadDb, scope: Scope, id: string): Promise<Statement | undefined> {
  const rows = await db.run(scope, one, { id });
  const [statement] = await withLines(db, scope, rows.map(withDue));
  return statement;
}

/** Lines that no statement has yet, the newest first; one that was learned of late is at the start of the month. */
export function readUnbilledLines(
  db: ReadDb,
  scope: Scope | SystemScope,
  page: LineItemPage = {},
): Promise<LineItem[]> {
  return readLinePage(db, scope, reachOf(scope), { ...page, sort: "billableAt", direction: "descending" });
}

/** The same without a page, and the pages to the end. */
export function wholeUnbilledLines(db: ReadDb, scope: AnyScope, page: LineItemPage): ListedRows<LineItem> {
  return readLinePage.whole(db, scope, reachOf(scope), { ...page, sort: "billableAt", direction: "descending" });
}

function reachOf(scope: AnyScope): "of_organization" | "everywhere" {
  return scope.role === "keyturn_across" ? "everywhere" : "of_organization";
}

function withDue(row: StatementFields): Omit<Statement, "lineItems"> {
  return { ...row, due: dueOf(row) };
}

async function withLines(db: ReadDb, scope: AnyScope, rows: Omit<Statement, "lineItems">[]): Promise<Statement[]> {
  if (rows.length === 0) return [];
  const statementIds = `{${rows.map(({ id }) => id).join(",")}}`;
  const isEverywhere = scope.role === "keyturn_across";
  const lines = await db.run(scope, isEverywhere ? linesEverywhere : linesOfOrganization, { statementIds });
  const byStatement = Map.groupBy(lines, ({ statementId }) => statementId);
  return rows.map((row) => ({ ...row, lineItems: byStatement.get(row.id) ?? [] }));
}

// A field that is left out gets its default.
function defined<Page extends object>(page: Page): Partial<Page> {
  return Object.fromEntries(Object.entries(page).filter(([, value]) => value !== undefined)) as Partial<Page>; // of the same fields
}
