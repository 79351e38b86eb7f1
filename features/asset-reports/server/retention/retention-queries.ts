import { and, arrayOverlaps, desc, eq, inArray, isNotNull, lte, notInArray, or, sql, type SQL } from "drizzle-orm";
import {
  assetReportContents,
  assetReports,
  evaluations,
  evidence,
  evidenceDocuments,
  underwritingDecisions,
} from "#features/underwriting/server/schema.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { bumpVersion, tenantFilter } from "#platform/server/database/tables.ts";
import { bankItems, reportFiles } from "../schema.ts";
import { borrowerLinks, borrowers, consents } from "#features/borrowers/server/schema.ts";
import { organizations } from "#features/directory/server/schema.ts";
import { type OfBorrower, type Page, readBorrowersWhere } from "../maintenance-queries.ts";

// The SQL writes the column names in full, because Drizzle leaves out the table name in a statement with one table.
const ofBorrower = sql`organization_id = borrowers.organization_id and t.borrower_id = borrowers.id`;

/** A shortened consent has no address left. */
const isWhole = sql`t.address <> ''`;

/** The fewest days that anyone was promised; null: no promise was made. */
const promisedDays = sql`(select min(t.retention_days) from ${consents} t where t.${ofBorrower})`;

/** Consents that were withdrawn and not given again, as long as more is stored of them than that they were given. */
const takenBack = sql`select t.email_key, t.taken_back_at, t.retention_days as kept_days
  from ${consents} t where t.${ofBorrower} and ${isWhole} and t.taken_back_at is not null
  and not exists (select from ${consents} n where n.organization_id = t.organization_id
    and n.borrower_id = t.borrower_id and n.email_key = t.email_key and n.given_at > t.given_at)`;

const isAnythingKept = sql`(
  exists (select from ${assetReports} t where t.${ofBorrower} and t.state in ('ready', 'failed'))
  or exists (select from ${evidence} t where t.${ofBorrower})
  or exists (select from ${evidenceDocuments} t where t.${ofBorrower})
  or exists (select from ${underwritingDecisions} t where t.${ofBorrower})
  or exists (select from ${borrowerLinks} t where t.${ofBorrower})
  or exists (select from ${consents} t where t.${ofBorrower} and ${isWhole}))`;

/** The earlier of the lender's current rule and the promised retention. */
function isPast(since: SQL, promisedDays: SQL, now: string): SQL {
  return sql`${since} + least(${promisedDays},
    (select o.retention_days from ${organizations} o where o.id = borrowers.organization_id)) * interval '1 day'
    < ${now}::timestamptz`;
}

/** The borrower is closed and all their data is due. Of several promises the shortest counts. */
function isOver(now: string): SQL {
  return sql`(borrowers.status = 'closed' and ${isPast(sql`borrowers.closed_at`, promisedDays, now)})`;
}

/** The connections that were taken back and still have stored data. */
function endedItems(now: string): SQL {
  return sql`${bankItems} t where t.${ofBorrower} and ${isPast(sql`t.taken_back_at`, sql`t.kept_days`, now)}
    and (t.accounts <> '[]' or exists (
      select from ${assetReports} r where r.organization_id = t.organization_id and r.borrower_id = t.borrower_id
        and t.id = any (r.item_ids) and r.state in ('ready', 'failed')))`;
}

function endedConsents(now: string): SQL {
  return sql`(${takenBack}) t where ${isPast(sql`t.taken_back_at`, sql`t.kept_days`, now)}`;
}

function isDue(now: string): SQL {
  return sql`((${isOver(now)} and ${isAnythingKept})
    or exists (select from ${endedItems(now)}) or exists (select from ${endedConsents(now)}))`;
}

/** Borrowers with data that is stored too long. */
export function readOverdueToForget(db: ReadDb, system: SystemScope, now: string, page: Page): Promise<OfBorrower[]> {
  return readBorrowersWhere(db, system, isDue(now), page);
}

/** The data of one borrower that is due. */
interface Due {
  /** All data of the borrower. */
  readonly isWhole: boolean;
  /** Otherwise the data of these connections, which people took back. */
  readonly items: readonly { readonly id: string; readonly providerItemId: string }[];
  /** And what these people wrote and sent before they withdrew consent. */
  readonly people: readonly { readonly emailKey: string; readonly takenBackAt: string }[];
}

/** The caller holds the borrower's lock. `undefined`: nothing is due. */
export async function readDue(tx: Tx, scope: Scope, borrowerId: string, now: string): Promise<Due | undefined> {
  const [due] = await tx.orm
    .select({
      isWhole: sql<boolean>`${isOver(now)}`,
      items: sql<Due["items"]>`(select coalesce(json_agg(json_build_object(
        'id', t.id, 'providerItemId', t.provider_item_id)), '[]') from ${endedItems(now)})`,
      people: sql<Due["people"]>`(select coalesce(json_agg(json_build_object(
        'emailKey', t.email_key, 'takenBackAt', t.taken_back_at)), '[]') from ${endedConsents(now)})`,
    })
    .from(borrowers)
    .where(and(tenantFilter(borrowers, scope), eq(borrowers.id, borrowerId), isDue(now)));
  return due;
}

interface DeletedData {
  readonly reportIds: string[];
  /** Reports that still exist at the provider. */
  readonly atProvider: string[];
  /** Files on disk. */
  readonly files: string[];
  /** Evidence or decisions were deleted. */
  readonly isEvidenceGone: boolean;
}

/** Deletes the due rows of what was read and shown. */
export async function deleteExpired(tx: Tx, scope: Scope, borrowerId: string, due: Due): Promise<DeletedData> {
  const reports = await readReportsOver(tx, scope, borrowerId, due);
  const ids = reports.map(({ id }) => id);
  const { lines, accounts } = due.isWhole ? NO_SUBJECTS : await readSubjects(tx, scope, ids, due);
  const gone = await deleteEvidence(tx, scope, borrowerId, { due, lines });
  const files = [...(await deleteFiles(tx, scope, ids)), ...gone.files];
  await deleteContents(tx, scope, ids);
  const isDecisionGone = await deleteDecisions(tx, scope, borrowerId, { due, lines, accounts });
  await tx.orm
    .update(bankItems)
    .set({ accounts: [] })
    .where(
      and(
        tenantFilter(bankItems, scope),
        eq(bankItems.borrowerId, borrowerId),
        isNotNull(bankItems.removedAt),
        ...(due.isWhole ? [] : [inArray(bankItems.id, idsOf(due))]),
      ),
    );
  return {
    reportIds: ids,
    atProvider: reports.filter(({ providerToken }) => providerToken !== null).map(({ id }) => id),
    files,
    isEvidenceGone: gone.isAny || isDecisionGone,
  };
}

const idsOf = ({ items }: Due) => items.map(({ id }) => id);

function readReportsOver(tx: Tx, scope: Scope, borrowerId: string, due: Due) {
  return tx.orm
    .select({ id: assetReports.id, providerToken: assetReports.providerToken })
    .from(assetReports)
    .where(
      and(
        tenantFilter(assetReports, scope),
        eq(assetReports.borrowerId, borrowerId),
        notInArray(assetReports.state, ["queued", "generating", "removed"]),
        ...(due.isWhole ? [] : [arrayOverlaps(assetReports.itemIds, idsOf(due))]),
      ),
    );
}

interface Subjects {
  readonly lines: string[];
  readonly accounts: string[];
}
const NO_SUBJECTS: Subjects = { lines: [], accounts: [] };

/** Ids of the accounts and lines of connections that were taken back. */
async function readSubjects(tx: Tx, scope: Scope, reportIds: string[], due: Due): Promise<Subjects> {
  const isTakenBack = new Set(due.items.map(({ providerItemId }) => providerItemId));
  const contents = await tx.orm
    .select({ parsedReport: assetReportContents.parsedReport })
    .from(assetReportContents)
    .where(and(tenantFilter(assetReportContents, scope), inArray(assetReportContents.reportId, reportIds)));
  const accounts = contents.flatMap(({ parsedReport }) =>
    parsedReport.items.filter(({ id }) => isTakenBack.has(id)).flatMap((item) => item.accounts),
  );
  return {
    lines: [...new Set(accounts.flatMap(({ transactions }) => transactions.map(({ id }) => id)))],
    accounts: [...new Set(accounts.map(({ id }) => id))],
  };
}

async function deleteContents(tx: Tx, scope: Scope, reportIds: string[]): Promise<void> {
  await tx.orm
    .delete(evaluations)
    .where(and(tenantFilter(evaluations, scope), inArray(evaluations.reportId, reportIds)));
  await tx.orm
    .delete(assetReportContents)
    .where(and(tenantFilter(assetReportContents, scope), inArray(assetReportContents.reportId, reportIds)));
  await tx.orm
    .update(assetReports)
    .set({ state: "removed", ...bumpVersion(assetReports) })
    .where(and(tenantFilter(assetReports, scope), inArray(assetReports.id, reportIds)));
}

/**
 * Deletes all decisions, or those about these lines and accounts, and waivers of findings that no report contains
 * anymore.
 */
async function deleteDecisions(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  { due, lines, accounts }: Subjects & { due: Due },
): Promise<boolean> {
  const { organizationId } = scope;
  const isAbout = or(
    inArray(sql`${underwritingDecisions.subject} ->> 'transactionId'`, lines),
    inArray(sql`${underwritingDecisions.subject} ->> 'accountId'`, accounts),
    sql`${underwritingDecisions.kind} = 'waiver' and not exists (
      select from ${evaluations} e join ${assetReports} r on r.organization_id = e.organization_id and r.id = e.report_id
      where e.organization_id = ${organizationId} and r.borrower_id = ${borrowerId}
        and e.findings @> jsonb_build_array(jsonb_build_object('key', ${underwritingDecisions.findingKey})))`,
  );
  const rows = await tx.orm
    .delete(underwritingDecisions)
    .where(
      and(
        tenantFilter(underwritingDecisions, scope),
        eq(underwritingDecisions.borrowerId, borrowerId),
        ...(due.isWhole ? [] : [isAbout]),
      ),
    )
    .returning({ id: underwritingDecisions.id });
  return rows.length > 0;
}

async function deleteFiles(tx: Tx, scope: Scope, reportIds: string[]): Promise<string[]> {
  const rows = await tx.orm
    .delete(reportFiles)
    .where(and(tenantFilter(reportFiles, scope), inArray(reportFiles.reportId, reportIds)))
    .returning({ file: reportFiles.file });
  return rows.map(({ file }) => file);
}

/** Deletes all evidence, or that of these lines and people, with its documents. */
async function deleteEvidence(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  { due, lines }: { due: Due; lines: string[] },
): Promise<{ files: string[]; isAny: boolean }> {
  const isTheirs = (table: typeof evidence | typeof evidenceDocuments): SQL[] =>
    due.people.map(
      ({ emailKey, takenBackAt }) => and(eq(table.visitorEmail, emailKey), lte(table.createdAt, takenBackAt))!, // of two it is one
    );
  const pieces = await tx.orm
    .select({ id: evidence.id })
    .from(evidence)
    .where(
      and(
        tenantFilter(evidence, scope),
        eq(evidence.borrowerId, borrowerId),
        ...(due.isWhole ? [] : [or(inArray(evidence.transactionId, lines), ...isTheirs(evidence))]),
      ),
    );
  const ids = pieces.map(({ id }) => id);
  const documents = await tx.orm
    .delete(evidenceDocuments)
    .where(
      and(
        tenantFilter(evidenceDocuments, scope),
        eq(evidenceDocuments.borrowerId, borrowerId),
        ...(due.isWhole ? [] : [or(inArray(evidenceDocuments.evidenceId, ids), ...isTheirs(evidenceDocuments))]),
      ),
    )
    .returning({ file: evidenceDocuments.file });
  await tx.orm.delete(evidence).where(and(tenantFilter(evidence, scope), inArray(evidence.id, ids)));
  return { files: documents.map(({ file }) => file), isAny: ids.length > 0 };
}

/** The newest ready report that is left, if any. */
export async function readNewestReady(tx: Tx, scope: Scope, borrowerId: string) {
  const [row] = await tx.orm
    .select({ id: assetReports.id, readyAt: assetReports.readyAt })
    .from(assetReports)
    .where(
      and(tenantFilter(assetReports, scope), eq(assetReports.borrowerId, borrowerId), eq(assetReports.state, "ready")),
    )
    .orderBy(desc(assetReports.readyAt), desc(assetReports.id))
    .limit(1);
  return row;
}
