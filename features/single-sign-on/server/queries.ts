import { and, asc, eq, isNotNull, inArray, sql } from "drizzle-orm";
import { ssoConnections, ssoDomains, ssoIdentities } from "#features/auth/server/schema.ts";
import { memberships, organizations, users } from "#features/directory/server/schema.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { bumpVersion, tenantFilter } from "#platform/server/database/tables.ts";

const connection = prepared("sso_connection", () =>
  orm.select().from(ssoConnections).where(tenantFilter(ssoConnections)),
);

const domains = prepared("sso_domains", () =>
  orm.select().from(ssoDomains).where(tenantFilter(ssoDomains)).orderBy(asc(ssoDomains.domain)),
);

const admins = prepared("sso_admins", () =>
  orm
    .select({
      userId: users.id,
      name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`.as("full_name"),
      email: users.email,
      isBreakGlass: memberships.isBreakGlass,
      isEnforced: organizations.enforceSso,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(tenantFilter(memberships), eq(memberships.status, "active"), inArray(memberships.role, ["root", "admin"])),
    )
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id)),
);

export type ConnectionRow = typeof ssoConnections.$inferSelect;
export type DomainRow = typeof ssoDomains.$inferSelect;

export async function readConnection(db: ReadDb, scope: Scope): Promise<ConnectionRow | undefined> {
  const [row] = await db.run(scope, connection);
  return row;
}

export function readDomains(db: ReadDb, scope: Scope): Promise<DomainRow[]> {
  return db.run(scope, domains);
}

/** Each with what holds for the organization. */
export function readAdmins(db: ReadDb, scope: Scope) {
  return db.run(scope, admins);
}

type Details = Pick<
  typeof ssoConnections.$inferInsert,
  "kind" | "issuer" | "clientId" | "secret" | "ssoURL" | "certificate" | "defaultRole"
>;

/** Replaces the connection, which has to be tested again. */
export async function putConnection(tx: Tx, { organizationId }: Scope, details: Details): Promise<void> {
  const untested = { ...details, testedAt: null };
  await tx.orm
    .insert(ssoConnections)
    .values({ ...untested, organizationId })
    .onConflictDoUpdate({
      target: ssoConnections.organizationId,
      set: { ...untested, ...bumpVersion(ssoConnections) },
    });
}

/** With whom it named: another provider may mean others by the same subjects. */
export async function deleteConnection(tx: Tx, scope: Scope): Promise<void> {
  await tx.orm.delete(ssoConnections).where(tenantFilter(ssoConnections, scope));
  await deleteIdentities(tx, scope);
}

export async function deleteIdentities(tx: Tx, scope: Scope): Promise<void> {
  await tx.orm.delete(ssoIdentities).where(tenantFilter(ssoIdentities, scope));
}

/** Throws the unique violation `sso_domains_once`. */
export async function insertDomain(
  tx: Tx,
  { organizationId }: Scope,
  domain: Pick<DomainRow, "id" | "domain" | "token">,
): Promise<void> {
  await tx.orm.insert(ssoDomains).values({ ...domain, organizationId });
}

/** Throws the unique violation `sso_domains_verified` when another organization has verified it. */
export async function markVerified(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm
    .update(ssoDomains)
    .set({ verifiedAt: sql`now()` })
    .where(and(tenantFilter(ssoDomains, scope), eq(ssoDomains.id, id)));
}

export async function deleteDomain(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm.delete(ssoDomains).where(and(tenantFilter(ssoDomains, scope), eq(ssoDomains.id, id)));
}

export async function hasVerifiedDomain(tx: Tx, scope: Scope): Promise<boolean> {
  const rows = await tx.orm
    .select({ id: ssoDomains.id })
    .from(ssoDomains)
    .where(and(tenantFilter(ssoDomains, scope), isNotNull(ssoDomains.verifiedAt)))
    .limit(1);
  return rows.length > 0;
}

export async function writeEnforcement(
  tx: Tx,
  scope: Scope,
  { isEnforced, breakGlassIds }: { isEnforced: boolean; breakGlassIds: readonly string[] },
): Promise<void> {
  await tx.orm
    .update(organizations)
    .set({ enforceSso: isEnforced, ...bumpVersion(organizations) })
    .where(eq(organizations.id, scope.organizationId));
  await tx.orm
    .update(memberships)
    .set({ isBreakGlass: sql`${memberships.userId} = any (${sql.param(`{${breakGlassIds.join(",")}}`)}::uuid[])` })
    .where(tenantFilter(memberships, scope));
}
