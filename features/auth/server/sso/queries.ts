// Whose a domain is, is not known before it is read, so these queries run in the system scope.
import { randomUUID } from "node:crypto";
import { and, eq, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import { memberships, organizations } from "#features/directory/server/schema.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { ssoAttempts, ssoConnections, ssoDomains, ssoIdentities } from "../schema.ts";

export type SsoAttemptRow = typeof ssoAttempts.$inferSelect;
export type SsoConnectionRow = typeof ssoConnections.$inferSelect;

/** The organization that has verified the domain and has a connection. */
export async function readOrganizationOfDomain(
  db: ReadDb,
  system: SystemScope,
  domain: string,
): Promise<{ organizationId: string; isEnforced: boolean } | undefined> {
  const [row] = await db.read(system, (query) =>
    query
      .select({ organizationId: ssoDomains.organizationId, isEnforced: organizations.enforceSso })
      .from(ssoDomains)
      .innerJoin(ssoConnections, eq(ssoConnections.organizationId, ssoDomains.organizationId))
      .innerJoin(organizations, eq(organizations.id, ssoDomains.organizationId))
      .where(and(eq(ssoDomains.domain, domain), isNotNull(ssoDomains.verifiedAt))),
  );
  return row;
}

export async function readConnection(
  db: ReadDb,
  system: SystemScope,
  organizationId: string,
): Promise<SsoConnectionRow | undefined> {
  const [row] = await db.read(system, (query) =>
    query.select().from(ssoConnections).where(eq(ssoConnections.organizationId, organizationId)),
  );
  return row;
}

export async function markTested(tx: Tx, _systemScope: SystemScope, organizationId: string): Promise<void> {
  await tx.orm
    .update(ssoConnections)
    .set({ testedAt: sql`now()` })
    .where(eq(ssoConnections.organizationId, organizationId));
}

/** Whether the organization has verified the domain. */
export async function hasDomain(
  db: ReadDb,
  system: SystemScope,
  organizationId: string,
  domain: string,
): Promise<boolean> {
  const rows = await db.read(system, (query) =>
    query
      .select({ id: ssoDomains.id })
      .from(ssoDomains)
      .where(
        and(
          eq(ssoDomains.organizationId, organizationId),
          eq(ssoDomains.domain, domain),
          isNotNull(ssoDomains.verifiedAt),
        ),
      ),
  );
  return rows.length > 0;
}

export async function insertAttempt(
  tx: Tx,
  _systemScope: SystemScope,
  attempt: typeof ssoAttempts.$inferInsert,
): Promise<void> {
  await tx.orm.insert(ssoAttempts).values(attempt);
}

export async function deleteOldAttempts(tx: Tx, _systemScope: SystemScope): Promise<void> {
  await tx.orm.delete(ssoAttempts).where(lt(ssoAttempts.createdAt, sql`now() - interval '1 hour'`));
}

export async function readAttempt(
  db: ReadDb,
  system: SystemScope,
  stateHash: Buffer,
): Promise<SsoAttemptRow | undefined> {
  const [row] = await db.read(system, (query) =>
    query.select().from(ssoAttempts).where(eq(ssoAttempts.stateHash, stateHash)),
  );
  return row;
}

/** Under a lock, so that each concurrent request sees what the previous one changed. */
export async function lockAttempt(
  tx: Tx,
  _systemScope: SystemScope,
  stateHash: Buffer,
): Promise<SsoAttemptRow | undefined> {
  const [row] = await tx.orm.select().from(ssoAttempts).where(eq(ssoAttempts.stateHash, stateHash)).for("update");
  return row;
}

/** Whether this answer is the first for the attempt. Only the first counts. */
export async function claimAnswer(
  tx: Tx,
  _systemScope: SystemScope,
  stateHash: Buffer,
  codeHash: Buffer,
): Promise<boolean> {
  const claimed = await tx.orm
    .update(ssoAttempts)
    .set({ codeHash })
    .where(and(eq(ssoAttempts.stateHash, stateHash), isNull(ssoAttempts.codeHash), isNull(ssoAttempts.usedAt)))
    .returning({ stateHash: ssoAttempts.stateHash });
  return claimed.length > 0;
}

export async function updateAttempt(
  tx: Tx,
  _systemScope: SystemScope,
  stateHash: Buffer,
  change: Partial<Pick<SsoAttemptRow, "profile" | "failures" | "usedAt">>,
): Promise<void> {
  await tx.orm.update(ssoAttempts).set(change).where(eq(ssoAttempts.stateHash, stateHash));
}

export async function readUserIdOfSubject(
  tx: Tx,
  _systemScope: SystemScope,
  organizationId: string,
  subject: string,
): Promise<string | undefined> {
  const [row] = await tx.orm
    .select({ userId: ssoIdentities.userId })
    .from(ssoIdentities)
    .where(and(eq(ssoIdentities.organizationId, organizationId), eq(ssoIdentities.subject, subject)));
  return row?.userId;
}

/** Replaces what the user was known by before, and whom the provider meant before. */
export async function putIdentity(
  tx: Tx,
  _systemScope: SystemScope,
  identity: { organizationId: string; userId: string; subject: string },
): Promise<void> {
  const { organizationId, userId, subject } = identity;
  await tx.orm
    .delete(ssoIdentities)
    .where(
      and(
        eq(ssoIdentities.organizationId, organizationId),
        eq(ssoIdentities.subject, subject),
        ne(ssoIdentities.userId, userId),
      ),
    );
  await tx.orm
    .insert(ssoIdentities)
    .values(identity)
    .onConflictDoUpdate({
      target: [ssoIdentities.organizationId, ssoIdentities.userId],
      set: { subject },
    });
}

/** `undefined`: the user never was a member. */
export async function readMembership(tx: Tx, _systemScope: SystemScope, organizationId: string, userId: string) {
  const [row] = await tx.orm
    .select({ id: memberships.id, status: memberships.status })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId)));
  return row;
}

/** Returns the id of the membership. */
export async function insertMembership(
  tx: Tx,
  _systemScope: SystemScope,
  member: Pick<typeof memberships.$inferInsert, "organizationId" | "userId" | "role">,
): Promise<string> {
  const id = randomUUID();
  await tx.orm.insert(memberships).values({ ...member, id, status: "active" });
  return id;
}
