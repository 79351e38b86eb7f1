import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, sql, type SQL } from "drizzle-orm";
import { borrowers } from "#features/borrowers/server/schema.ts";
import type {
  BackTest,
  BackTestChange,
  BackTestChangePage,
  BackTestSubject,
  NotTestedReason,
} from "#features/underwriting/contract.ts";
import type { EvaluationChange } from "#features/underwriting/rules/evaluation-changes.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import { contains, type ListedRows, pagesOf } from "#platform/server/database/pages.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { assetReports, backTestChanges, backTests, evaluations } from "../schema.ts";
import type { StoredReport } from "./retest.ts";

export type BackTestRow = typeof backTests.$inferSelect;

const isIt = (scope: Scope, id: string) => and(tenantFilter(backTests, scope), eq(backTests.id, id));

// ---- Tests ------------------------------------------------------------------------------------------------------

const fields = {
  id: backTests.id,
  edition: backTests.edition,
  overlayId: backTests.overlayId,
  state: backTests.state,
  total: backTests.total,
  tested: backTests.tested,
  changed: backTests.changed,
  notTested: backTests.notTested,
  startedBy: sql<
    string | null
  >`(select u.first_name || ' ' || u.last_name from users u where u.id = ${backTests.createdBy})`.as("started_by"),
  createdAt: backTests.createdAt,
  endedAt: backTests.endedAt,
};

const listed = prepared("back_tests_listed", () =>
  orm
    .select(fields)
    .from(backTests)
    .where(tenantFilter(backTests))
    .orderBy(desc(backTests.createdAt), desc(backTests.id)),
);

const byId = prepared("back_test_by_id", () =>
  orm
    .select(fields)
    .from(backTests)
    .where(and(tenantFilter(backTests), eq(backTests.id, param("id")))),
);

type ListedTest = Awaited<ReturnType<typeof listed.execute>>[number];

function toBackTest({ edition, overlayId, notTested, ...row }: ListedTest): BackTest {
  return {
    ...row,
    subject: edition === null ? { kind: "overlay", overlayId: overlayId! } : { kind: "edition", edition }, // one of both
    notTested: (Object.entries(notTested) as [NotTestedReason, number][]).map(([reason, reports]) => ({
      reason,
      reports,
    })),
  };
}

/** The newest first. */
export async function readBackTests(db: ReadDb, scope: Scope): Promise<BackTest[]> {
  return (await db.run(scope, listed)).map(toBackTest);
}

export async function readBackTest(db: ReadDb, scope: Scope, id: string): Promise<BackTest | undefined> {
  const [row] = await db.run(scope, byId, { id });
  return row && toBackTest(row);
}

/** With its place, for the job. */
export async function readBackTestRow(db: ReadDb, scope: Scope, id: string): Promise<BackTestRow | undefined> {
  const [row] = await db.read(scope, (query) => query.select().from(backTests).where(isIt(scope, id)));
  return row;
}

export async function isAnyRunning(tx: Tx, scope: Scope): Promise<boolean> {
  const rows = await tx.orm
    .select({ id: backTests.id })
    .from(backTests)
    .where(and(tenantFilter(backTests, scope), eq(backTests.state, "running")));
  return rows.length > 0;
}

/** The tests of the same edition or overlay, with their results. */
export async function deleteTestsOf(tx: Tx, scope: Scope, subject: BackTestSubject): Promise<void> {
  const isSame =
    subject.kind === "edition" ? eq(backTests.edition, subject.edition) : eq(backTests.overlayId, subject.overlayId);
  await tx.orm.delete(backTests).where(and(tenantFilter(backTests, scope), isSame));
}

export async function insertBackTest(
  tx: Tx,
  { organizationId }: Scope,
  test: Omit<typeof backTests.$inferInsert, "organizationId">,
): Promise<void> {
  await tx.orm.insert(backTests).values({ ...test, organizationId });
}

interface Progress {
  readonly place: string;
  readonly tested: number;
  readonly changed: number;
  readonly notTested: BackTestRow["notTested"];
}

/** Stores how far a test is. `undefined`: it was canceled, or another process is further. */
export async function advance(
  tx: Tx,
  scope: Scope,
  { id, place }: Pick<BackTestRow, "id" | "place">,
  progress: Progress,
): Promise<BackTestRow | undefined> {
  const [row] = await tx.orm
    .update(backTests)
    .set({ ...progress, version: sql`${backTests.version} + 1` })
    .where(and(isIt(scope, id), isRunningAt(place)))
    .returning();
  return row;
}

/** Ends a test that has come this far. `undefined`: it was canceled, or another process did. */
export async function finish(
  tx: Tx,
  scope: Scope,
  { id, place }: Pick<BackTestRow, "id" | "place">,
  notTested: BackTestRow["notTested"],
): Promise<BackTestRow | undefined> {
  const [row] = await tx.orm
    .update(backTests)
    .set({ state: "finished", endedAt: sql`now()`, notTested, version: sql`${backTests.version} + 1` })
    .where(and(isIt(scope, id), isRunningAt(place)))
    .returning();
  return row;
}

const isRunningAt = (place: string | null) =>
  and(eq(backTests.state, "running"), sql`${backTests.place} is not distinct from ${place}::uuid`);

/** `undefined`: it has ended. */
export async function cancel(tx: Tx, scope: Scope, id: string): Promise<BackTestRow | undefined> {
  const [row] = await tx.orm
    .update(backTests)
    .set({ state: "canceled", endedAt: sql`now()`, version: sql`${backTests.version} + 1` })
    .where(and(isIt(scope, id), eq(backTests.state, "running")))
    .returning();
  return row;
}

// ---- The reports that are tested ----------------------------------------------------------------------------------

/** Which reports a test reads. */
export interface Reach {
  /** Only the newest reports of open borrowers. */
  readonly isOpenOnly: boolean;
  /** Reports that are newer are left to the next test. */
  readonly readyBy: string;
}

const isOpenNewest = sql`exists (select from borrowers b where b.organization_id = ${assetReports.organizationId}
  and b.latest_report_id = ${assetReports.id} and b.status <> 'closed')`;

const isReached = (scope: Scope, { isOpenOnly, readyBy }: Reach): SQL | undefined =>
  and(
    tenantFilter(assetReports, scope),
    eq(assetReports.state, "ready"),
    lte(assetReports.readyAt, readyBy),
    isOpenOnly ? isOpenNewest : undefined,
  );

export async function countReports(tx: Tx, scope: Scope, reach: Reach): Promise<{ ready: number; deleted: number }> {
  const count = sql<number>`count(*)::int`;
  const [ready] = await tx.orm.select({ count }).from(assetReports).where(isReached(scope, reach));
  // An open borrower whose newest report was deleted has returned to the one before.
  const isWithoutReport = sql`exists (select from borrowers b where b.organization_id = ${assetReports.organizationId}
    and b.id = ${assetReports.borrowerId} and b.latest_report_id is null and b.status <> 'closed')`;
  const deleted = reach.isOpenOnly ? sql<number>`count(distinct ${assetReports.borrowerId})::int` : count;
  const [removed] = await tx.orm
    .select({ count: deleted })
    .from(assetReports)
    .where(
      and(
        tenantFilter(assetReports, scope),
        eq(assetReports.state, "removed"),
        reach.isOpenOnly ? isWithoutReport : undefined,
      ),
    );
  return { ready: ready?.count ?? 0, deleted: removed?.count ?? 0 };
}

/** The next reports by id, whose content is still stored. */
export async function readReportsAfter(
  db: ReadDb,
  scope: Scope,
  reach: Reach,
  { place, limit }: { place: string | null; limit: number },
): Promise<StoredReport[]> {
  const newest = sql`(select max(n.number) from evaluations n where n.organization_id = ${assetReports.organizationId}
    and n.report_id = ${assetReports.id})`;
  const rows = await db.read(scope, (query) =>
    query
      .select({
        reportId: assetReports.id,
        number: evaluations.number,
        edition: evaluations.editionHash,
        inputs: sql<string | null>`${evaluations.inputs}::text`,
        // The texts of findings are most of an evaluation, and no one compares them.
        answer: sql<string | null>`json_build_object('verdicts', ${evaluations.verdicts}, 'funds', ${evaluations.funds},
          'findings', (select coalesce(json_agg(json_build_object('key', f -> 'key', 'severity', f -> 'severity',
            'programs', f -> 'programs')), '[]') from jsonb_array_elements(${evaluations.findings}) f))::text`,
        report: sql<string>`(select c.parsed_report::text from asset_report_contents c
          where c.organization_id = ${assetReports.organizationId} and c.report_id = ${assetReports.id})`,
        previous: sql<string | null>`(select c.parsed_report::text from asset_report_contents c
          where c.organization_id = ${assetReports.organizationId} and c.report_id = ${evaluations.previousReportId})`,
      })
      .from(assetReports)
      .leftJoin(
        evaluations,
        and(
          eq(evaluations.organizationId, assetReports.organizationId),
          eq(evaluations.reportId, assetReports.id),
          eq(evaluations.number, newest),
        ),
      )
      .where(and(isReached(scope, reach), place === null ? undefined : gt(assetReports.id, place)))
      .orderBy(asc(assetReports.id))
      .limit(limit),
  );
  return rows.map(({ reportId, number, edition, inputs, answer, report, previous }) => ({
    ...{ reportId, report, previous },
    evaluation: number === null || !edition || !inputs || !answer ? null : { number, edition, inputs, answer },
  }));
}

// ---- Changes ------------------------------------------------------------------------------------------------------

interface NewChange extends EvaluationChange {
  readonly reportId: string;
  readonly evaluationNumber: number;
}

/** Returns the reports whose content is still stored. */
export async function insertChanges(
  tx: Tx,
  { organizationId }: Scope,
  backTestId: string,
  changes: readonly NewChange[],
): Promise<string[]> {
  if (changes.length === 0) return [];
  // Locks the contents, as the retention policy may be about to delete them.
  const { rows } = await tx.execute(
    `with stored as (
       select n.* from json_to_recordset($3::json)
         as n ("reportId" uuid, "evaluationNumber" integer, programs jsonb, findings jsonb)
       join asset_report_contents c on c.organization_id = $1 and c.report_id = n."reportId" for key share of c)
     insert into back_test_changes (organization_id, id, back_test_id, report_id, evaluation_number, programs, findings)
     select $1, gen_random_uuid(), $2, "reportId", "evaluationNumber", programs, findings from stored
     returning report_id as "reportId"`,
    [organizationId, backTestId, JSON.stringify(changes)],
  );
  return (rows as { reportId: string }[]).map(({ reportId }) => reportId);
}

// Column names are written out, because Drizzle omits the table name in a statement on one table.
const OF_BORROWER = sql`from asset_reports r
  join borrowers b on b.organization_id = r.organization_id and b.id = r.borrower_id
  where r.organization_id = back_test_changes.organization_id and r.id = back_test_changes.report_id`;
const LATER = sql`from evaluations e where e.organization_id = back_test_changes.organization_id
  and e.report_id = back_test_changes.report_id and e.number > back_test_changes.evaluation_number`;

const changeFields = {
  id: backTestChanges.id,
  reportId: backTestChanges.reportId,
  borrowerId: sql<string>`(select b.id ${OF_BORROWER})`.as("borrower_id"),
  borrowerName: sql<string>`(select b.first_name || ' ' || b.last_name ${OF_BORROWER})`.as("borrower_name"),
  loanNumber: sql<string | null>`(select b.loan_number ${OF_BORROWER})`.as("loan_number"),
  programs: backTestChanges.programs,
  findings: backTestChanges.findings,
  evaluatedAgain: sql<BackTestChange["evaluatedAgain"]>`case
    when exists (select ${LATER} and e.cause = 'edition') then 'done' when exists (select ${LATER}) then 'changed'
    when requested_at is not null then 'queued' else 'no' end`.as("evaluated_again"),
};

const readPage = pagesOf({
  table: "back_test_changes",
  reaches: { of_test: and(tenantFilter(backTestChanges), eq(backTestChanges.backTestId, param("backTestId"))) },
  orders: { createdAt: { column: "created_at" } },
  matches: contains(
    sql`(select b.first_name || ' ' || b.last_name || ' ' || coalesce(b.loan_number, '') ${OF_BORROWER})`,
  ),
  build: ({ where, orderBy, name, further }) =>
    orm
      .select({ ...changeFields, ...further })
      .from(backTestChanges)
      .where(where)
      .orderBy(...orderBy)
      .limit(param("limit"))
      .prepare(name),
});

type Rows = Omit<BackTestChangePage, "columns">;

export function readChanges(db: ReadDb, scope: Scope, backTestId: string, page: Rows): Promise<BackTestChange[]> {
  return readPage(db, scope, "of_test", page, { backTestId });
}

/** The same without a page, and the pages to the end. */
export function wholeChanges(db: ReadDb, scope: Scope, backTestId: string, page: Rows): ListedRows<BackTestChange> {
  return readPage.whole(db, scope, "of_test", page, { backTestId });
}

/** Marks changes whose reports have not been evaluated since; those marked before are left out. */
export async function requestChanges(
  tx: Tx,
  scope: Scope,
  backTestId: string,
  ids: readonly string[] | null,
): Promise<{ reportId: string; evaluationNumber: number }[]> {
  return tx.orm
    .update(backTestChanges)
    .set({ requestedAt: sql`now()` })
    .where(
      and(
        tenantFilter(backTestChanges, scope),
        eq(backTestChanges.backTestId, backTestId),
        isNull(backTestChanges.requestedAt),
        ids === null ? undefined : inArray(backTestChanges.id, [...ids]),
        sql`not exists (select ${LATER})`,
      ),
    )
    .returning({ reportId: backTestChanges.reportId, evaluationNumber: backTestChanges.evaluationNumber });
}

// ---- Editions -----------------------------------------------------------------------------------------------------

/** The open borrowers whose newest evaluation is under each edition. */
export async function countOpenFiles(db: ReadDb, scope: Scope): Promise<Map<string, number>> {
  const newest = sql`(select max(n.number) from evaluations n where n.organization_id = ${evaluations.organizationId}
    and n.report_id = ${evaluations.reportId})`;
  const rows = await db.read(scope, (query) =>
    query
      .select({ edition: evaluations.editionHash, files: sql<number>`count(*)::int` })
      .from(borrowers)
      .innerJoin(
        evaluations,
        and(
          eq(evaluations.organizationId, borrowers.organizationId),
          eq(evaluations.reportId, borrowers.latestReportId),
          eq(evaluations.number, newest),
        ),
      )
      .where(and(tenantFilter(borrowers, scope), ne(borrowers.status, "closed")))
      .groupBy(evaluations.editionHash),
  );
  return new Map(rows.map(({ edition, files }) => [edition ?? "", files]));
}
