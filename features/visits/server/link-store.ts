// Owns the SQL on links to a visit. A link is live until it ends or runs out.
import { and, desc, eq, inArray, isNull, not, notInArray, or, sql } from "drizzle-orm";
import { borrowers } from "#features/borrowers/server/tables.ts";
import { emailKeyOf } from "#features/identity/server/store.ts";
import { orm, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import { arg, inScope } from "#kit/server/database/tables.ts";
import { visitLinks } from "./tables.ts";

export type LinkRow = typeof visitLinks.$inferSelect;

const isLive = and(isNull(visitLinks.endedAt), sql`${visitLinks.expiresAt} > now()`)!; // of two conditions it is one

// Read before anybody is known to hold the right to it: the token is the right.
const liveByToken = orm
  .select()
  .from(visitLinks)
  .where(and(eq(visitLinks.tokenHash, arg("tokenHash")), isLive))
  .prepare("visit_link_live_by_token");

/** Of an open borrower on whose loan the address still is. */
const openById = orm
  .select({ id: visitLinks.id, borrowerId: visitLinks.borrowerId, email: visitLinks.email })
  .from(visitLinks)
  .innerJoin(
    borrowers,
    and(eq(borrowers.organizationId, visitLinks.organizationId), eq(borrowers.id, visitLinks.borrowerId)),
  )
  .where(
    and(
      inScope(visitLinks),
      eq(visitLinks.id, arg("id")),
      isLive,
      sql`${borrowers.status} <> 'closed'`,
      sql`(lower(trim(${borrowers.email})) = ${visitLinks.emailKey} or exists (
        select from jsonb_array_elements(${borrowers.coBorrowers}) person
        where lower(trim(person->>'email')) = ${visitLinks.emailKey}))`,
    ),
  )
  .prepare("visit_link_open_by_id");

export async function readLiveByToken(db: Reads, across: AcrossScope, tokenHash: Buffer): Promise<LinkRow | undefined> {
  const [row] = await db.run(across, liveByToken, { tokenHash });
  return row;
}

/** One that a visit may go on with. */
export async function readOpenLink(db: Reads, scope: Scope, id: string) {
  const [row] = await db.run(scope, openById, { id });
  return row;
}

/** The newest link of each address, first to last. */
export function readNewestLinks(db: Reads, scope: Scope, borrowerId: string): Promise<LinkRow[]> {
  return db.read(scope, (query) =>
    query
      .selectDistinctOn([visitLinks.emailKey])
      .from(visitLinks)
      .where(and(inScope(visitLinks, scope), eq(visitLinks.borrowerId, borrowerId)))
      .orderBy(visitLinks.emailKey, desc(visitLinks.createdAt), desc(visitLinks.id)),
  );
}

type NewLink = Pick<LinkRow, "id" | "borrowerId" | "email" | "cause" | "expiresAt">;

/** Those before it go on until it is mailed or opened. */
export async function insertLink(tx: Tx, scope: Scope, link: NewLink): Promise<void> {
  const emailKey = emailKeyOf(link.email);
  await tx.orm.insert(visitLinks).values({ ...link, emailKey, organizationId: scope.organizationId });
}

/** Ends what this person was sent before: all of it, or what nobody has opened. */
export async function endOlder(
  tx: Tx,
  scope: Scope,
  { id, borrowerId, emailKey, createdAt }: LinkRow,
  which: "all" | "unopened",
): Promise<void> {
  await tx.orm
    .update(visitLinks)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        inScope(visitLinks, scope),
        eq(visitLinks.borrowerId, borrowerId),
        eq(visitLinks.emailKey, emailKey),
        isNull(visitLinks.endedAt),
        sql`(${visitLinks.createdAt}, ${visitLinks.id}) < (${createdAt}::timestamptz, ${id}::uuid)`,
        ...(which === "all" ? [] : [isNull(visitLinks.openedAt)]),
      ),
    );
}

/** Notes that bank data was shown in the visit of this link; `false`: it was before. */
export async function markRead(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const rows = await tx.orm
    .update(visitLinks)
    .set({ readAt: sql`now()` })
    .where(and(inScope(visitLinks, scope), eq(visitLinks.id, id), isNull(visitLinks.readAt)))
    .returning({ id: visitLinks.id });
  return rows.length > 0;
}

/** Those of everybody, or of these addresses as far as they are over. */
export async function deleteLinks(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  whose: "everybody" | readonly string[],
): Promise<void> {
  await tx.orm
    .delete(visitLinks)
    .where(
      and(
        inScope(visitLinks, scope),
        eq(visitLinks.borrowerId, borrowerId),
        ...(whose === "everybody" ? [] : [inArray(visitLinks.emailKey, [...whose]), not(isLive)]),
      ),
    );
}

/** Ends those of a borrower, but for these addresses. */
export async function endLinksBut(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  emailKeys: readonly string[],
): Promise<void> {
  await tx.orm
    .update(visitLinks)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        inScope(visitLinks, scope),
        eq(visitLinks.borrowerId, borrowerId),
        isNull(visitLinks.endedAt),
        ...(emailKeys.length > 0 ? [notInArray(visitLinks.emailKey, [...emailKeys])] : []),
      ),
    );
}

/** Keeps the token of a link whose mail is about to be sent; `undefined`: it has ended, or was opened already. */
export async function keepToken(tx: Tx, scope: Scope, id: string, tokenHash: Buffer): Promise<LinkRow | undefined> {
  const [row] = await tx.orm
    .update(visitLinks)
    .set({ tokenHash })
    .where(and(inScope(visitLinks, scope), eq(visitLinks.id, id), isLive, isNull(visitLinks.openedAt)))
    .returning();
  return row;
}

/** Opens a live link for the browser that did so first, or does now: of two that come at once the second finds none. */
export async function claimLink(tx: Tx, scope: Scope, id: string, browserHash: Buffer): Promise<LinkRow | undefined> {
  const isFree = or(isNull(visitLinks.browserHash), eq(visitLinks.browserHash, browserHash));
  const [row] = await tx.orm
    .update(visitLinks)
    .set({ browserHash, openedAt: sql`coalesce(${visitLinks.openedAt}, now())` })
    .where(and(inScope(visitLinks, scope), eq(visitLinks.id, id), isLive, isFree))
    .returning();
  return row;
}

/** Links that people of the organization asked for since midnight UTC. */
export async function countAskedToday(tx: Tx, scope: Scope): Promise<number> {
  return count(
    tx,
    and(
      inScope(visitLinks, scope),
      inArray(visitLinks.cause, ["invitation", "resent"]),
      sql`${visitLinks.createdAt} >= date_trunc('day', now())`,
    ),
  );
}

/** Links that this person asked for on the borrower's page within an hour. */
export async function countRequested(tx: Tx, scope: Scope, borrowerId: string, emailKey: string): Promise<number> {
  return count(
    tx,
    and(
      inScope(visitLinks, scope),
      eq(visitLinks.borrowerId, borrowerId),
      eq(visitLinks.emailKey, emailKey),
      eq(visitLinks.cause, "requested"),
      sql`${visitLinks.createdAt} > now() - interval '1 hour'`,
    ),
  );
}

async function count(tx: Tx, where: ReturnType<typeof and>): Promise<number> {
  const [row] = await tx.orm
    .select({ count: sql<number>`count(*)::int` })
    .from(visitLinks)
    .where(where);
  return row!.count; // count(*) gives one row
}
