import { and, arrayOverlaps, desc, eq, inArray, isNotNull, lte, notInArray, or, sql, type SQL } from "drizzle-orm";
import {
  assetReportContents,
  assetReports,
  evaluations,
  evidence,
  evidenceDocuments,
  findingComments,
  mentionEmails,
  underwritingDecisions,
} from "#features/underwriting/server/schema.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { bumpVersion, tenantFilter } from "#platform/server/database/tables.ts";
import { bankItems, reportFiles } from "../schema.ts";
import { borrowerLinks, borrowers, consents, giftLetters, needs } from "#features/borrowers/server/schema.ts";
import { SHORTEST_RETENTION_DAYS } from "#features/organizations/contract.ts";
import { organizations } from "#features/directory/server/schema.ts";
import { type OfBorrower, type Page, readBorrowersInParts } from "../maintenance-queries.ts";

// The SQL writes the column names in full, because Drizzle leaves out the table name in a statement with one table.
const ofBorrower = sql`organization_id = borrowers.organization_id and t.borrower_id = borrowers.id`;

/** A shortened consent has no address left. */
const isWhole = sql`t.address <> ''`;

/**
 * The fewest days that anyone was promised; null: no promise was made. What people of an open loan took back counts for
 * their own data alone.
 */
const promisedDays = sql`(select min(t.retention_days) from ${consents} t where t.${ofBorrower}
  and (borrowers.status = 'closed' or t.taken_back_at is null))`;

/** Consents that were withdrawn and not given again, as long as more is stored of them than that they were given. */
const takenBack = sql`select t.email_key, t.taken_back_at, t.retention_days as kept_days
  from ${consents} t where t.${ofBorrower} and ${isWhole} and t.taken_back_at is not null
  and not exists (select from ${consents} n where n.organization_id = t.organization_id
    and n.borrower_id = t.borrower_id and n.email_key = t.email_key and n.given_at > t.given_at)`;

/** The types of records that the retention policy sets days for, besides the borrower as a whole. */
const RECORDS = ["reports", "documents", "bankData"] as const;
type RecordType = (typeof RECORDS)[number];

const DAYS: Readonly<Record<RecordType, SQL>> = {
  reports: sql`o.report_days`,
  documents: sql`o.document_days`,
  bankData: sql`o.retention_days`,
};

const IS_KEPT: Readonly<Record<RecordType, SQL>> = {
  reports: sql`(exists (select from ${assetReports} t where t.${ofBorrower} and t.state in ('ready', 'failed'))
    or exists (select from ${underwritingDecisions} t where t.${ofBorrower})
    or exists (select from ${findingComments} t where t.${ofBorrower}))`,
  documents: sql`(exists (select from ${evidence} t where t.${ofBorrower})
    or exists (select from ${evidenceDocuments} t where t.${ofBorrower}))`,
  bankData: sql`(exists (select from ${bankItems} t where t.${ofBorrower} and (t.accounts <> '[]' or t.removed_at is null))
    or exists (select from ${assetReportContents} c
      join ${assetReports} t on t.organization_id = c.organization_id and t.id = c.report_id
      where t.${ofBorrower} and c.provider_json is not null))`,
};

const isRestKept = sql`(exists (select from ${borrowerLinks} t where t.${ofBorrower})
  or exists (select from ${giftLetters} t where t.${ofBorrower})
  or exists (select from ${needs} t where t.${ofBorrower})
  or exists (select from ${consents} t where t.${ofBorrower} and ${isWhole}))`;

/** From when the days count: the closing or, if the borrower is open, the last thing that anyone did. */
const since = sql`coalesce(borrowers.closed_at, greatest(borrowers.updated_at,
  (select max(t.requested_at) from ${assetReports} t where t.${ofBorrower}),
  (select max(t.updated_at) from ${evidence} t where t.${ofBorrower}),
  (select max(t.created_at) from ${evidenceDocuments} t where t.${ofBorrower}),
  (select max(coalesce(t.opened_at, t.created_at)) from ${borrowerLinks} t where t.${ofBorrower}),
  (select max(t.given_at) from ${consents} t where t.${ofBorrower})))`;

/** The earlier of the lender's current rule and the promised retention. */
function isPast(start: SQL, promisedDays: SQL, days: SQL, now: string): SQL {
  return sql`${start} + least(${promisedDays},
    (select ${days} from ${organizations} o where o.id = borrowers.organization_id)) * interval '1 day'
    < ${now}::timestamptz`;
}

/** Records of this type are due. Of several promises the shortest counts. */
function isOver(type: RecordType, now: string): SQL {
  return sql`(${isPast(since, promisedDays, DAYS[type], now)})`;
}

/** Nothing of a borrower under a legal hold is deleted. */
const isFree = sql`borrowers.legal_hold is null`;

/** Data that people stopped sharing stays for as long as they were promised. */
const longestDays = sql`greatest(o.report_days, o.document_days, o.retention_days)`;

/** The connections that were taken back and still have stored data. */
function endedItems(now: string): SQL {
  return sql`${bankItems} t where t.${ofBorrower}
    and ${isPast(sql`t.taken_back_at`, sql`t.kept_days`, longestDays, now)}
    and (t.accounts <> '[]' or exists (
      select from ${assetReports} r where r.organization_id = t.organization_id and r.borrower_id = t.borrower_id
        and t.id = any (r.item_ids) and r.state in ('ready', 'failed')))`;
}

function endedConsents(now: string): SQL {
  return sql`(${takenBack}) t where ${isPast(sql`t.taken_back_at`, sql`t.kept_days`, longestDays, now)}`;
}

function isDue(now: string): SQL {
  return sql`(${isFree} and (${isAnyRecordOver(now)}
    or exists (select from ${endedItems(now)}) or exists (select from ${endedConsents(now)})))`;
}

/** Something that the policy sets days for is due and still stored. */
function isAnyRecordOver(now: string): SQL {
  const isOver = (type: RecordType) =>
    sql`d.since + least(d.promised, ${DAYS[type]}) * interval '1 day' < ${now}::timestamptz`;
  const records = RECORDS.map((type) => and(isOver(type), IS_KEPT[type]));
  const everything = and(...RECORDS.map(isOver), isRestKept);
  // The first condition spares most borrowers the others. Without the offset, each use of a value would work it out again.
  return sql`(coalesce(borrowers.closed_at, borrowers.updated_at)
      < ${now}::timestamptz - ${SHORTEST_RETENTION_DAYS} * interval '1 day'
    and exists (select from (select ${since} as since, ${promisedDays} as promised offset 0) d
      join ${organizations} o on o.id = borrowers.organization_id where ${or(...records, everything)}))`;
}

/** Borrowers with data that is stored too long. */
export function readOverdueToForget(db: ReadDb, system: SystemScope, now: string, page: Page): Promise<OfBorrower[]> {
  return readBorrowersInParts(db, system, isDue(now), page);
}

/** Closed borrowers who are to be deleted as a whole. */
export function readOverdueBorrowers(db: ReadDb, system: SystemScope, now: string, page: Page): Promise<OfBorrower[]> {
  return readBorrowersInParts(db, system, isBorrowerOver(now), page);
}

function isBorrowerOver(now: string): SQL {
  return sql`(${isFree} and borrowers.status = 'closed'
    and ${isPast(sql`borrowers.closed_at`, sql`null`, sql`o.closed_borrower_days`, now)})`;
}

/** The caller holds the borrower's lock. */
export async function isOverdueBorrower(tx: Tx, scope: Scope, borrowerId: string, now: string): Promise<boolean> {
  const rows = await tx.orm
    .select({ id: borrowers.id })
    .from(borrowers)
    .where(and(tenantFilter(borrowers, scope), eq(borrowers.id, borrowerId), isBorrowerOver(now)));
  return rows.length > 0;
}

/** The data of one borrower that is due. */
interface Due extends Readonly<Record<RecordType, boolean>> {
  /** Also the data of these connections, which people took back. */
  readonly items: readonly { readonly id: string; readonly providerItemId: string }[];
  /** And what these people wrote and sent before they withdrew consent. */
  readonly people: readonly { readonly emailKey: string; readonly takenBackAt: string }[];
}

/** Nothing that was read, shown or sent is left to wait for. */
export function isAllDue({ reports, documents, bankData }: Due): boolean {
  return reports && documents && bankData;
}

/** The caller holds the borrower's lock. `undefined`: nothing is due. */
export async function readDue(tx: Tx, scope: Scope, borrowerId: string, now: string): Promise<Due | undefined> {
  const [due] = await tx.orm
    .select({
      reports: sql<boolean>`${isOver("reports", now)}`,
      documents: sql<boolean>`${isOver("documents", now)}`,
      bankData: sql<boolean>`${isOver("bankData", now)}`,
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
  const { lines, accounts } = due.items.length === 0 ? NO_SUBJECTS : await readSubjects(tx, scope, ids, due);
  const gone = await deleteEvidence(tx, scope, borrowerId, { due, lines });
  const files = [...(await deleteFiles(tx, scope, ids)), ...gone.files];
  await deleteContents(tx, scope, ids);
  if (due.bankData) await deleteProviderData(tx, scope, borrowerId);
  if (isAllDue(due))
    for (const table of [findingComments, mentionEmails])
      await tx.orm.delete(table).where(and(tenantFilter(table, scope), eq(table.borrowerId, borrowerId)));
  const isDecisionGone = await deleteDecisions(tx, scope, borrowerId, { due, lines, accounts });
  await tx.orm
    .update(bankItems)
    .set({ accounts: [] })
    .where(
      and(
        tenantFilter(bankItems, scope),
        eq(bankItems.borrowerId, borrowerId),
        isNotNull(bankItems.removedAt),
        ...(due.bankData ? [] : [inArray(bankItems.id, idsOf(due))]),
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

async function readReportsOver(tx: Tx, scope: Scope, borrowerId: string, due: Due) {
  if (!due.reports && due.items.length === 0) return [];
  return tx.orm
    .select({ id: assetReports.id, providerToken: assetReports.providerToken })
    .from(assetReports)
    .where(
      and(
        tenantFilter(assetReports, scope),
        eq(assetReports.borrowerId, borrowerId),
        notInArray(assetReports.state, ["queued", "generating", "removed"]),
        ...(due.reports ? [] : [arrayOverlaps(assetReports.itemIds, idsOf(due))]),
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

/** The provider's own data of every report. What was made from it stays until it is due itself. */
async function deleteProviderData(tx: Tx, scope: Scope, borrowerId: string): Promise<void> {
  const reports = tx.orm
    .select({ id: assetReports.id })
    .from(assetReports)
    .where(and(tenantFilter(assetReports, scope), eq(assetReports.borrowerId, borrowerId)));
  await tx.orm
    .update(assetReportContents)
    .set({ providerJson: null })
    .where(and(tenantFilter(assetReportContents, scope), inArray(assetReportContents.reportId, reports)));
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
        ...(due.reports ? [] : [isAbout]),
      ),
    )
    .returning({ id: underwritingDecisions.id });
  return rows.length > 0;
}

/** Of these reports, and of later ones the JSON, which contains the report before. It is made again without. */
async function deleteFiles(tx: Tx, scope: Scope, reportIds: string[]): Promise<string[]> {
  const compared = tx.orm
    .select({ id: evaluations.id })
    .from(evaluations)
    .where(and(tenantFilter(evaluations, scope), inArray(evaluations.previousReportId, reportIds)));
  const containsThem = and(
    inArray(reportFiles.format, ["json", "signature"]), // the signatures name the JSON
    inArray(reportFiles.evaluationId, compared),
  );
  const rows = await tx.orm
    .delete(reportFiles)
    .where(and(tenantFilter(reportFiles, scope), or(inArray(reportFiles.reportId, reportIds), containsThem)))
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
        ...(due.documents ? [] : [or(inArray(evidence.transactionId, lines), ...isTheirs(evidence))]),
      ),
    );
  const ids = pieces.map(({ id }) => id);
  const documents = await tx.orm
    .delete(evidenceDocuments)
    .where(
      and(
        tenantFilter(evidenceDocuments, scope),
        eq(evidenceDocuments.borrowerId, borrowerId),
        ...(due.documents ? [] : [or(inArray(evidenceDocuments.evidenceId, ids), ...isTheirs(evidenceDocuments))]),
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
