import { and, asc, desc, eq, inArray, isNull, not, notInArray, or, sql } from "drizzle-orm";
import { normalizeEmail } from "#platform/text/text.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { borrowerLinks, borrowers, giftLetters, needReminders, needs, visitCodes } from "./schema.ts";

export type LinkRow = typeof borrowerLinks.$inferSelect;

const isLive = and(isNull(borrowerLinks.endedAt), sql`${borrowerLinks.expiresAt} > now()`)!; // of two conditions it is one

// Read before the caller's rights are known: the token is the right.
const liveByToken = prepared("visit_link_live_by_token", () =>
  orm
    .select()
    .from(borrowerLinks)
    .where(and(eq(borrowerLinks.tokenHash, param("tokenHash")), isLive)),
);

/** The borrower is open and the address is still on the loan. */
const openById = prepared("visit_link_open_by_id", () =>
  orm
    .select({ id: borrowerLinks.id, borrowerId: borrowerLinks.borrowerId, email: borrowerLinks.email })
    .from(borrowerLinks)
    .innerJoin(
      borrowers,
      and(eq(borrowers.organizationId, borrowerLinks.organizationId), eq(borrowers.id, borrowerLinks.borrowerId)),
    )
    .where(
      and(
        tenantFilter(borrowerLinks),
        eq(borrowerLinks.id, param("id")),
        isLive,
        sql`${borrowers.status} <> 'closed'`,
        sql`(lower(trim(${borrowers.email})) = ${borrowerLinks.emailKey} or exists (
        select from jsonb_array_elements(${borrowers.coBorrowers}) person
        where lower(trim(person->>'email')) = ${borrowerLinks.emailKey}))`,
      ),
    ),
);

export async function readLiveByToken(
  db: ReadDb,
  system: SystemScope,
  tokenHash: Buffer,
): Promise<LinkRow | undefined> {
  const [row] = await db.run(system, liveByToken, { tokenHash });
  return row;
}

/** A link that a borrower session may continue with. */
export async function readOpenLink(db: ReadDb, scope: Scope, id: string) {
  const [row] = await db.run(scope, openById, { id });
  return row;
}

export async function readLink(db: ReadDb, scope: Scope, id: string): Promise<LinkRow | undefined> {
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(borrowerLinks)
      .where(and(tenantFilter(borrowerLinks, scope), eq(borrowerLinks.id, id))),
  );
  return row;
}

/** The mail server took the email. */
export async function markEmailed(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm
    .update(borrowerLinks)
    .set({ emailedAt: sql`now()` })
    .where(and(tenantFilter(borrowerLinks, scope), eq(borrowerLinks.id, id)));
}

/** Of all people on the loan, the oldest first. */
export function readLinks(db: ReadDb, scope: Scope, borrowerId: string): Promise<LinkRow[]> {
  return db.read(scope, (query) =>
    query
      .select()
      .from(borrowerLinks)
      .where(and(tenantFilter(borrowerLinks, scope), eq(borrowerLinks.borrowerId, borrowerId)))
      .orderBy(asc(borrowerLinks.createdAt), asc(borrowerLinks.id)),
  );
}

type NewLink = Omit<typeof borrowerLinks.$inferInsert, "organizationId" | "emailKey">;

/** Earlier links stay valid until this one is sent or opened. */
export async function insertLink(tx: Tx, scope: Scope, link: NewLink): Promise<LinkRow> {
  const emailKey = normalizeEmail(link.email);
  const [row] = await tx.orm
    .insert(borrowerLinks)
    .values({ ...link, emailKey, organizationId: scope.organizationId })
    .returning();
  return row!; // an insert that does not throw returns its row
}

/** Ends a link that could not be sent. */
export async function endLink(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm
    .update(borrowerLinks)
    .set({ endedAt: sql`now()` })
    .where(and(tenantFilter(borrowerLinks, scope), eq(borrowerLinks.id, id)));
}

/** Ends this person's earlier links: all of them, or only the unopened ones. */
export async function endOlder(
  tx: Tx,
  scope: Scope,
  { id, borrowerId, emailKey, createdAt }: LinkRow,
  which: "all" | "unopened",
): Promise<void> {
  await tx.orm
    .update(borrowerLinks)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        tenantFilter(borrowerLinks, scope),
        eq(borrowerLinks.borrowerId, borrowerId),
        eq(borrowerLinks.emailKey, emailKey),
        isNull(borrowerLinks.endedAt),
        sql`(${borrowerLinks.createdAt}, ${borrowerLinks.id}) < (${createdAt}::timestamptz, ${id}::uuid)`,
        ...(which === "all" ? [] : [isNull(borrowerLinks.openedAt)]),
      ),
    );
}

/** Records that the borrower session of this link showed bank data; `false`: it was recorded before. */
export async function markRead(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const rows = await tx.orm
    .update(borrowerLinks)
    .set({ readAt: sql`now()` })
    .where(and(tenantFilter(borrowerLinks, scope), eq(borrowerLinks.id, id), isNull(borrowerLinks.readAt)))
    .returning({ id: borrowerLinks.id });
  return rows.length > 0;
}

/** Deletes everyone's links, or the links of these addresses that are over. */
/** Ends gift letters that no one has signed: those about a deposit, those that a person on the loan asked for, or all. */
export async function endUnsignedGiftLetters(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  { transactionId, visitorEmail }: { readonly transactionId?: string; readonly visitorEmail?: string } = {},
): Promise<void> {
  await tx.orm
    .update(giftLetters)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        tenantFilter(giftLetters, scope),
        eq(giftLetters.borrowerId, borrowerId),
        isNull(giftLetters.evidenceId),
        isNull(giftLetters.endedAt),
        ...(transactionId === undefined ? [] : [eq(giftLetters.transactionId, transactionId)]),
        ...(visitorEmail === undefined ? [] : [eq(giftLetters.visitorEmail, visitorEmail)]),
      ),
    );
}

/** With gift letters and what these people were asked for. */
export async function deleteLinks(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  whose: "everybody" | readonly string[],
): Promise<void> {
  await tx.orm
    .delete(borrowerLinks)
    .where(
      and(
        tenantFilter(borrowerLinks, scope),
        eq(borrowerLinks.borrowerId, borrowerId),
        ...(whose === "everybody" ? [] : [inArray(borrowerLinks.emailKey, [...whose]), not(isLive)]),
      ),
    );
  for (const [table, person] of [
    [giftLetters, giftLetters.visitorEmail],
    [needs, needs.emailKey],
    [needReminders, needReminders.emailKey],
  ] as const)
    await tx.orm.delete(table).where(
      and(
        tenantFilter(table, scope),
        eq(table.borrowerId, borrowerId),
        // Someone with a link that still works was asked again since.
        ...(whose === "everybody"
          ? []
          : [
              inArray(person, [...whose]),
              sql`not exists (select from ${borrowerLinks} where ${tenantFilter(borrowerLinks, scope)}
                  and ${borrowerLinks.borrowerId} = ${borrowerId} and ${borrowerLinks.emailKey} = ${person})`,
            ]),
      ),
    );
}

/** Ends a borrower's links, except for these addresses. */
export async function endLinksBut(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  emailKeys: readonly string[],
): Promise<void> {
  await tx.orm
    .update(borrowerLinks)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        tenantFilter(borrowerLinks, scope),
        eq(borrowerLinks.borrowerId, borrowerId),
        isNull(borrowerLinks.endedAt),
        ...(emailKeys.length > 0 ? [notInArray(borrowerLinks.emailKey, [...emailKeys])] : []),
      ),
    );
}

/**
 * Stores the token hash of a link that is about to be emailed; `undefined`: the link has ended or was already opened.
 */
export async function keepToken(tx: Tx, scope: Scope, id: string, tokenHash: Buffer): Promise<LinkRow | undefined> {
  const [row] = await tx.orm
    .update(borrowerLinks)
    .set({ tokenHash })
    .where(and(tenantFilter(borrowerLinks, scope), eq(borrowerLinks.id, id), isLive, isNull(borrowerLinks.openedAt)))
    .returning();
  return row;
}

/** Opens a live link for the browser that opened it first. Of two simultaneous browsers the second finds no link. */
export async function claimLink(tx: Tx, scope: Scope, id: string, browserHash: Buffer): Promise<LinkRow | undefined> {
  const isFree = or(isNull(borrowerLinks.browserHash), eq(borrowerLinks.browserHash, browserHash));
  const [row] = await tx.orm
    .update(borrowerLinks)
    .set({ browserHash, openedAt: sql`coalesce(${borrowerLinks.openedAt}, now())` })
    .where(and(tenantFilter(borrowerLinks, scope), eq(borrowerLinks.id, id), isLive, isFree))
    .returning();
  return row;
}

/** As `claimLink`, whichever browser opened it first: its person proved that it is them. */
export async function moveLink(tx: Tx, scope: Scope, id: string, browserHash: Buffer): Promise<LinkRow | undefined> {
  const [row] = await tx.orm
    .update(borrowerLinks)
    .set({ browserHash, openedAt: sql`coalesce(${borrowerLinks.openedAt}, now())` })
    .where(and(tenantFilter(borrowerLinks, scope), eq(borrowerLinks.id, id), isLive))
    .returning();
  return row;
}

type CodeRow = typeof visitCodes.$inferSelect;

export async function insertCode(
  tx: Tx,
  scope: Scope,
  code: Omit<typeof visitCodes.$inferInsert, "organizationId">,
): Promise<void> {
  await tx.orm.insert(visitCodes).values({ ...code, organizationId: scope.organizationId });
}

export async function readNewestCode(db: ReadDb, scope: Scope, linkId: string): Promise<CodeRow | undefined> {
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(visitCodes)
      .where(and(tenantFilter(visitCodes, scope), eq(visitCodes.linkId, linkId)))
      .orderBy(desc(visitCodes.createdAt), desc(visitCodes.id))
      .limit(1),
  );
  return row;
}

/** `undefined`: it is used or deleted. */
export async function updateCode(
  tx: Tx,
  scope: Scope,
  id: string,
  change: Partial<Pick<CodeRow, "codeHash" | "wrongTries" | "usedAt">>,
): Promise<CodeRow | undefined> {
  const [row] = await tx.orm
    .update(visitCodes)
    .set(change)
    .where(and(tenantFilter(visitCodes, scope), eq(visitCodes.id, id), isNull(visitCodes.usedAt)))
    .returning();
  return row;
}

export async function deleteCode(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm.delete(visitCodes).where(and(tenantFilter(visitCodes, scope), eq(visitCodes.id, id)));
}

/** Codes that a link sent within an hour. */
export async function countCodes(
  tx: Tx,
  scope: Scope,
  linkId: string,
): Promise<{ readonly all: number; readonly inHour: number }> {
  const [row] = await tx.orm
    .select({
      all: sql<number>`count(*)::int`,
      inHour: sql<number>`(count(*) filter (where ${visitCodes.createdAt} > now() - interval '1 hour'))::int`,
    })
    .from(visitCodes)
    .where(and(tenantFilter(visitCodes, scope), eq(visitCodes.linkId, linkId)));
  return row!; // an aggregate gives one row
}

/** Links that members of the organization requested since midnight UTC, donors' included. */
export async function countAskedToday(tx: Tx, scope: Scope): Promise<number> {
  const links = await count(
    tx,
    and(
      tenantFilter(borrowerLinks, scope),
      inArray(borrowerLinks.cause, ["invitation", "resent", "ask"]),
      sql`${borrowerLinks.createdAt} >= date_trunc('day', now())`,
    ),
  );
  const [row] = await tx.orm
    .select({ donors: sql<number>`count(*)::int` })
    .from(giftLetters)
    .where(and(tenantFilter(giftLetters, scope), sql`${giftLetters.sentAt} >= date_trunc('day', now())`));
  return links + row!.donors; // count(*) gives one row
}

/** Links that this person requested on the borrower's page within an hour. */
export async function countRequested(tx: Tx, scope: Scope, borrowerId: string, emailKey: string): Promise<number> {
  return count(
    tx,
    and(
      tenantFilter(borrowerLinks, scope),
      eq(borrowerLinks.borrowerId, borrowerId),
      eq(borrowerLinks.emailKey, emailKey),
      eq(borrowerLinks.cause, "requested"),
      sql`${borrowerLinks.createdAt} > now() - interval '1 hour'`,
    ),
  );
}

async function count(tx: Tx, where: ReturnType<typeof and>): Promise<number> {
  const [row] = await tx.orm
    .select({ count: sql<number>`count(*)::int` })
    .from(borrowerLinks)
    .where(where);
  return row!.count; // count(*) gives one row
}
