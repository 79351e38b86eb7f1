import { and, asc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { BORROWER_READERS } from "#features/borrowers/contract.ts";
import { reachFilter } from "#features/borrowers/server/list-queries.ts";
import { borrowers } from "#features/borrowers/server/schema.ts";
import { onlyGroups } from "#features/directory/server/queries.ts";
import { users } from "#features/directory/server/schema.ts";
import type { CalendarKind } from "#features/asset-reports/contract.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { bankItems, calendarFeeds } from "../schema.ts";

export type CalendarFeedRow = typeof calendarFeeds.$inferSelect;

/** Who may read it now: an active member, for the organization's calendar an admin. */
const readers = sql.raw(BORROWER_READERS.map((role) => `'${role}'`).join(", "));
const byToken = prepared("calendar_feed_by_token", () =>
  orm
    .select({
      organizationId: calendarFeeds.organizationId,
      id: calendarFeeds.id,
      kind: calendarFeeds.kind,
      userId: calendarFeeds.userId,
      onlyGroups: sql<string[] | null>`(select ${onlyGroups} from memberships m
      join organizations o on o.id = m.organization_id
      where m.organization_id = ${calendarFeeds.organizationId} and m.user_id = ${calendarFeeds.userId}
        and m.status = 'active')`.as("only_groups"),
    })
    .from(calendarFeeds)
    .innerJoin(users, and(eq(users.id, calendarFeeds.userId), isNull(users.deletedAt)))
    .where(
      and(
        eq(calendarFeeds.tokenHash, param("hash")),
        sql`exists (select from memberships m where m.organization_id = ${calendarFeeds.organizationId}
        and m.user_id = ${calendarFeeds.userId} and m.status = 'active' and m.role in (${readers})
        and (${calendarFeeds.kind} = 'own' or m.role in ('root', 'admin')))`,
      ),
    ),
);

/** `undefined`: unknown, removed, or its person may not read it any more. */
export async function findFeed(db: ReadDb, system: SystemScope, hash: Buffer) {
  const [row] = await db.run(system, byToken, { hash });
  return row;
}

/** The person's own and the organization's. */
export function readFeeds(db: ReadDb, scope: Scope, userId: string): Promise<CalendarFeedRow[]> {
  return db.read(scope, (query) =>
    query
      .select()
      .from(calendarFeeds)
      .where(
        and(
          tenantFilter(calendarFeeds, scope),
          or(eq(calendarFeeds.kind, "organization"), eq(calendarFeeds.userId, userId)),
        ),
      )
      .orderBy(asc(calendarFeeds.kind), asc(calendarFeeds.id)),
  );
}

/** `false`: there was none. */
export async function deleteFeed(tx: Tx, scope: Scope, kind: CalendarKind, userId: string): Promise<boolean> {
  const isTheirs = kind === "own" ? eq(calendarFeeds.userId, userId) : undefined;
  const rows = await tx.orm
    .delete(calendarFeeds)
    .where(and(tenantFilter(calendarFeeds, scope), eq(calendarFeeds.kind, kind), isTheirs))
    .returning({ id: calendarFeeds.id });
  return rows.length > 0;
}

export async function insertFeed(
  tx: Tx,
  { organizationId }: Scope,
  feed: Omit<typeof calendarFeeds.$inferInsert, "organizationId">,
): Promise<void> {
  await tx.orm.insert(calendarFeeds).values({ ...feed, organizationId });
}

/** Once an hour at most. */
export async function recordRead(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm
    .update(calendarFeeds)
    .set({ lastReadAt: sql`now()` })
    .where(
      and(
        tenantFilter(calendarFeeds, scope),
        eq(calendarFeeds.id, id),
        sql`(${calendarFeeds.lastReadAt} is null or ${calendarFeeds.lastReadAt} < now() - interval '1 hour')`,
      ),
    );
}

/** Borrowers that one calendar shows. */
const MAX_BORROWERS = 2_000;
/** Days after its end for which an event stays. */
const PAST_DAYS = 30;

interface Reader {
  readonly kind: CalendarKind;
  readonly userId: string;
  readonly onlyGroups: readonly string[] | null;
}

export type ExpiringBorrower = Awaited<ReturnType<typeof readExpiringBorrowers>>[number];

/** Open borrowers with a day that is not long past, by the day on which their data runs out. */
export function readExpiringBorrowers(db: ReadDb, scope: Scope, { kind, userId, onlyGroups }: Reader) {
  const accessEndsOn = sql<string | null>`(select min((i.access_ends_at at time zone 'utc')::date)::text
    from bank_items i where i.organization_id = ${borrowers.organizationId} and i.borrower_id = ${borrowers.id}
      and i.removed_at is null)`;
  const earliest = sql`((now() at time zone 'utc')::date - ${PAST_DAYS}::int)`;
  const reach = kind === "own" ? reachFilter({ reach: "own", userId, onlyGroups }) : undefined;
  return db.read(scope, (query) =>
    query
      .select({
        id: borrowers.id,
        loanNumber: borrowers.loanNumber,
        program: sql<string | null>`${borrowers.loan} ->> 'program'`,
        freshUntil: borrowers.freshUntil,
        plannedRefreshOn: borrowers.plannedRefreshOn,
        accessEndsOn: accessEndsOn.as("access_ends_on"),
        updatedAt: borrowers.updatedAt,
      })
      .from(borrowers)
      .where(
        and(
          tenantFilter(borrowers, scope),
          ne(borrowers.status, "closed"),
          reach,
          or(
            sql`${borrowers.freshUntil} >= ${earliest}`,
            isNotNull(borrowers.plannedRefreshOn),
            sql`exists (select from ${bankItems} where ${tenantFilter(bankItems, scope)}
              and ${bankItems.borrowerId} = ${borrowers.id} and ${bankItems.removedAt} is null
              and ${bankItems.accessEndsAt} >= ${earliest})`,
          ),
        ),
      )
      .orderBy(asc(borrowers.freshUntil), asc(borrowers.id))
      .limit(MAX_BORROWERS),
  );
}
