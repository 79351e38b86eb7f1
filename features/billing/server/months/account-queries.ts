import { and, asc, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { organizations } from "#features/directory/server/schema.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import { param } from "#platform/server/database/tables.ts";
import { isUnbilled } from "../charges/charge-queries.ts";

/** By then a report under way has ended, or its job is lost. */
const GIVE_UP_AFTER_MINUTES = 15;

const accountFields = {
  id: organizations.id,
  name: organizations.name,
  timeZone: organizations.timezone,
  spendCap: organizations.spendCap,
  billedUntil: organizations.billedUntil,
  createdAt: organizations.createdAt,
};

const account = prepared("billing_account", () =>
  orm
    .select(accountFields)
    .from(organizations)
    .where(eq(organizations.id, param("organizationId"))),
);

export type AccountRow = Awaited<ReturnType<typeof account.execute>>[number];

export async function readAccount(db: ReadDb, scope: Scope): Promise<AccountRow> {
  const [row] = await db.run(scope, account);
  if (!row) throw new Error("a scope whose organization is gone");
  return row;
}

const customer = prepared("organization_customer", () =>
  orm
    .select({ id: organizations.stripeCustomerId })
    .from(organizations)
    .where(eq(organizations.id, param("organizationId"))),
);

export async function readCustomerId(db: ReadDb, scope: Scope): Promise<string | null> {
  const [row] = await db.run(scope, customer);
  return row?.id ?? null;
}

/** The first process to write the id wins. */
export async function writeCustomerId(tx: Tx, scope: Scope, made: string): Promise<void> {
  await tx.orm
    .update(organizations)
    .set({ stripeCustomerId: made })
    .where(and(eq(organizations.id, scope.organizationId), isNull(organizations.stripeCustomerId)));
}

const isDue = (now: string) => or(isNull(organizations.nextCloseAt), lte(organizations.nextCloseAt, now));

/** Ids of organizations whose month is due to be closed, limited to this many. */
export async function readDueOrganizations(
  db: ReadDb,
  system: SystemScope,
  now: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db.read(system, (query) =>
    query
      .select({ id: organizations.id })
      .from(organizations)
      .where(and(isDue(now), sql`${organizations.id} > ${after}::uuid`))
      .orderBy(asc(organizations.id))
      .limit(limit),
  );
  return rows.map(({ id }) => id);
}

/**
 * Those of the organizations whose month is due to be closed, that no other process holds and no transaction is charging,
 * under their locks.
 */
export async function claimDue(tx: Tx, ids: readonly string[], now: string): Promise<AccountRow[]> {
  const isQuiet = sql`pg_try_advisory_xact_lock(charges_lock(${organizations.id}))`;
  return tx.orm
    .select(accountFields)
    .from(organizations)
    .where(and(inArray(organizations.id, [...ids]), isDue(now), isQuiet))
    .orderBy(asc(organizations.id))
    .for("no key update", { skipLocked: true });
}

/** Waits until no transaction is charging the organization; a charge then waits for this transaction to end. */
export async function lockCharges(tx: Tx, scope: Scope): Promise<void> {
  await tx.execute("select pg_advisory_xact_lock(charges_lock($1::uuid))", [scope.organizationId]);
}

/** Organizations of these periods that get a statement: they have a line in it, or pay for a plan. */
export async function readStatementDue(
  tx: Tx,
  _systemScope: SystemScope,
  periods: readonly { readonly organizationId: string; readonly start: string; readonly end: string }[],
): Promise<Set<string>> {
  const { rows } = await tx.execute(
    `select "organizationId" from json_to_recordset($1::json) as p ("organizationId" uuid, start timestamptz, "end" timestamptz)
     where exists (select from line_items l where l.organization_id = p."organizationId"
         and l.billable_at >= p.start and l.billable_at < p."end")
       or exists (select from subscriptions s
         where s.organization_id = p."organizationId" and s.status in ('active', 'past_due', 'unpaid'))`,
    [JSON.stringify(periods)],
  );
  return new Set((rows as { organizationId: string }[]).map(({ organizationId }) => organizationId));
}

export interface CloseTimes {
  readonly organizationId: string;
  readonly billedUntil: string | null;
  readonly nextCloseAt: string;
}

/** Does not change the version, because a user who edits the settings cannot overwrite this change. */
export async function writeCloses(tx: Tx, closes: readonly CloseTimes[]): Promise<void> {
  await tx.execute(
    `update organizations o set billed_until = c."billedUntil", next_close_at = c."nextCloseAt"
     from json_to_recordset($1::json) as c ("organizationId" uuid, "billedUntil" timestamptz, "nextCloseAt" timestamptz)
     where o.id = c."organizationId"`,
    [JSON.stringify(closes)],
  );
}

interface Spent {
  /** Cents of all lines that are not billed yet. */
  readonly unbilled: number;
  /** Cents of this period's reports, and of those under way. */
  readonly reports: number;
}

/**
 * One SQL statement, so that a report that becomes ready at the same time counts exactly once, as under way or as a
 * line. A report that never ends does not use up the cap forever, and a credit for an earlier period's report does not
 * free any of this one's.
 */
export async function readSpent(db: ReadDb, scope: Scope, periodStart: string): Promise<Spent> {
  const { rows } = await db.read(scope, (query) =>
    query.execute<{ unbilled: string; reports: string }>(sql`
      select (select coalesce(sum(amount), 0) from line_items
          where organization_id = ${scope.organizationId}::uuid and ${isUnbilled(scope.organizationId)})::text as unbilled,
        ((select coalesce(sum(amount), 0) from line_items l
          where organization_id = ${scope.organizationId}::uuid and occurred_at >= ${periodStart}::timestamptz
            and asset_report_id is not null
            and (type <> 'adjustment' or exists (select from line_items reversed
              where reversed.organization_id = l.organization_id and l.source_key = 'reversal:' || reversed.id
                and reversed.occurred_at >= ${periodStart}::timestamptz)))
        + (select coalesce(sum(price), 0) from asset_reports
          where organization_id = ${scope.organizationId}::uuid and state in ('queued', 'generating')
            and requested_at > now() - make_interval(mins => ${GIVE_UP_AFTER_MINUTES}::integer)))::text as reports`),
  );
  const sums = rows[0]!; // sums are one row
  return { unbilled: Number(sums.unbilled), reports: Number(sums.reports) };
}
