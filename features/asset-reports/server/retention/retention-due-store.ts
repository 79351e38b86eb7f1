import { and, eq, sql, type SQL } from "drizzle-orm";
import { borrowers } from "#features/borrowers/server/schema.ts";
import { evidence, evidenceDocuments, underwritingDecisions } from "#features/underwriting/server/schema.ts";
import { organizations } from "#features/directory/server/schema.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import type { RetainedPortalData } from "../deps.ts";
import { readBorrowersWhere, type OfBorrower, type Page } from "../maintenance-store.ts";
import { assetReports, bankItems } from "../schema.ts";

/** What decides what is due: the current time, and what the borrower portal stores. */
interface Keeping {
  readonly now: string;
  readonly borrowerPortal: RetainedPortalData;
}

// The SQL writes the column names in full, because Drizzle leaves out the table name in a statement with one table.
const ofBorrower = sql`organization_id = borrowers.organization_id and t.borrower_id = borrowers.id`;

/** The earlier of the lender's current rule and the promised retention. */
function isPast(since: SQL, promisedDays: SQL, now: string): SQL {
  return sql`${since} + least(${promisedDays},
    (select o.retention_days from ${organizations} o where o.id = borrowers.organization_id)) * interval '1 day'
    < ${now}::timestamptz`;
}

/** The borrower is closed and all their data is due. Of several promises the shortest counts. */
function isOver({ now, borrowerPortal }: Keeping): SQL {
  return sql`(borrowers.status = 'closed' and ${isPast(sql`borrowers.closed_at`, borrowerPortal.promisedDays, now)})`;
}

function isAnythingKept({ borrowerPortal }: Keeping): SQL {
  return sql`(
    exists (select from ${assetReports} t where t.${ofBorrower} and t.state in ('ready', 'failed'))
    or exists (select from ${evidence} t where t.${ofBorrower})
    or exists (select from ${evidenceDocuments} t where t.${ofBorrower})
    or exists (select from ${underwritingDecisions} t where t.${ofBorrower})
    or ${borrowerPortal.isAny})`;
}

/** The connections that were taken back and still have stored data. */
function endedItems({ now }: Keeping): SQL {
  return sql`${bankItems} t where t.${ofBorrower} and ${isPast(sql`t.taken_back_at`, sql`t.kept_days`, now)}
    and (t.accounts <> '[]' or exists (
      select from ${assetReports} r where r.organization_id = t.organization_id and r.borrower_id = t.borrower_id
        and t.id = any (r.item_ids) and r.state in ('ready', 'failed')))`;
}

function endedConsents({ now, borrowerPortal }: Keeping): SQL {
  return sql`(${borrowerPortal.takenBack}) t where ${isPast(sql`t.taken_back_at`, sql`t.kept_days`, now)}`;
}

function isDue(keeping: Keeping): SQL {
  return sql`((${isOver(keeping)} and ${isAnythingKept(keeping)})
    or exists (select from ${endedItems(keeping)}) or exists (select from ${endedConsents(keeping)}))`;
}

/** Borrowers with data that is stored too long. */
export function readOverdueToForget(
  db: ReadDb,
  system: SystemScope,
  keeping: Keeping,
  page: Page,
): Promise<OfBorrower[]> {
  return readBorrowersWhere(db, system, isDue(keeping), page);
}

/** The data of one borrower that is due. */
export interface Due {
  /** All data of the borrower. */
  readonly isWhole: boolean;
  /** Otherwise the data of these connections, which people took back. */
  readonly items: readonly { readonly id: string; readonly providerItemId: string }[];
  /** And what these people wrote and sent before they withdrew consent. */
  readonly people: readonly { readonly emailKey: string; readonly takenBackAt: string }[];
}

/** The caller holds the borrower's lock. `undefined`: nothing is due. */
export async function readDue(tx: Tx, scope: Scope, borrowerId: string, keeping: Keeping): Promise<Due | undefined> {
  const [due] = await tx.orm
    .select({
      isWhole: sql<boolean>`${isOver(keeping)}`,
      items: sql<Due["items"]>`(select coalesce(json_agg(json_build_object(
        'id', t.id, 'providerItemId', t.provider_item_id)), '[]') from ${endedItems(keeping)})`,
      people: sql<Due["people"]>`(select coalesce(json_agg(json_build_object(
        'emailKey', t.email_key, 'takenBackAt', t.taken_back_at)), '[]') from ${endedConsents(keeping)})`,
    })
    .from(borrowers)
    .where(and(tenantFilter(borrowers, scope), eq(borrowers.id, borrowerId), isDue(keeping)));
  return due;
}
