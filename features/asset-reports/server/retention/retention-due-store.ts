import { and, eq, sql, type SQL } from "drizzle-orm";
import { borrowerLinks, borrowers, consents } from "#features/borrowers/server/schema.ts";
import {
  evidence,
  evidenceDocuments,
  underwritingDecisions,
  assetReports,
} from "#features/underwriting/server/schema.ts";
import { organizations } from "#features/directory/server/schema.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import { readBorrowersWhere, type OfBorrower, type Page } from "../maintenance-store.ts";
import { bankItems } from "../schema.ts";

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
export interface Due {
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
