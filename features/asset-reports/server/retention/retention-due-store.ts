import { and, eq, sql, type SQL } from "drizzle-orm";
import { borrowers } from "#features/borrowers/server/tables.ts";
import { evidence, evidenceDocuments, underwritingDecisions } from "#features/underwriting/server/tables.ts";
import { organizations } from "#features/organizations/server/tables.ts";
import type { Reads, Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import { inScope } from "#kit/server/database/tables.ts";
import type { VisitsKept } from "../deps.ts";
import { readBorrowersWhere, type OfBorrower, type Page } from "../sweep-store.ts";
import { assetReports, bankItems } from "../tables.ts";

/** What decides what is due: the moment, and what visits keep beside reports. */
interface Keeping {
  readonly now: string;
  readonly visits: VisitsKept;
}

// Names written out: in a statement of one table Drizzle would leave the table away.
const ofBorrower = sql`organization_id = borrowers.organization_id and t.borrower_id = borrowers.id`;

/** Whichever of the two ends first: the lender's rule of now, or what was promised. */
function isPast(since: SQL, promisedDays: SQL, now: string): SQL {
  return sql`${since} + least(${promisedDays},
    (select o.retention_days from ${organizations} o where o.id = borrowers.organization_id)) * interval '1 day'
    < ${now}::timestamptz`;
}

/** Closed, and everything of the borrower goes; of several promises the shortest. */
function isOver({ now, visits }: Keeping): SQL {
  return sql`(borrowers.status = 'closed' and ${isPast(sql`borrowers.closed_at`, visits.promisedDays, now)})`;
}

function isAnythingKept({ visits }: Keeping): SQL {
  return sql`(
    exists (select from ${assetReports} t where t.${ofBorrower} and t.state in ('ready', 'failed'))
    or exists (select from ${evidence} t where t.${ofBorrower})
    or exists (select from ${evidenceDocuments} t where t.${ofBorrower})
    or exists (select from ${underwritingDecisions} t where t.${ofBorrower})
    or ${visits.isAny})`;
}

/** Of connections that were taken back, those of which something is kept. */
function endedItems({ now }: Keeping): SQL {
  return sql`${bankItems} t where t.${ofBorrower} and ${isPast(sql`t.taken_back_at`, sql`t.kept_days`, now)}
    and (t.accounts <> '[]' or exists (
      select from ${assetReports} r where r.organization_id = t.organization_id and r.borrower_id = t.borrower_id
        and t.id = any (r.item_ids) and r.state in ('ready', 'failed')))`;
}

function endedConsents({ now, visits }: Keeping): SQL {
  return sql`(${visits.takenBack}) t where ${isPast(sql`t.taken_back_at`, sql`t.kept_days`, now)}`;
}

function isDue(keeping: Keeping): SQL {
  return sql`((${isOver(keeping)} and ${isAnythingKept(keeping)})
    or exists (select from ${endedItems(keeping)}) or exists (select from ${endedConsents(keeping)}))`;
}

/** Borrowers of whom something is kept too long. */
export function readOverdueToForget(
  db: Reads,
  across: AcrossScope,
  keeping: Keeping,
  page: Page,
): Promise<OfBorrower[]> {
  return readBorrowersWhere(db, across, isDue(keeping), page);
}

/** What is to go of one borrower. */
export interface Due {
  /** Everything. */
  readonly isWhole: boolean;
  /** Else what was read of these connections, which people took back. */
  readonly items: readonly { readonly id: string; readonly providerItemId: string }[];
  /** And what these people wrote and sent before they took their consent back. */
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
    .where(and(inScope(borrowers, scope), eq(borrowers.id, borrowerId), isDue(keeping)));
  return due;
}
