import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { ApiKey, ApiKeyDetails } from "#features/developers/contract.ts";
import { apiKeys } from "#features/developers/server/schema.ts";
import { memberships, organizations, users } from "#features/directory/server/schema.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";

const isActive = and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)));

const fields = {
  id: apiKeys.id,
  name: apiKeys.name,
  scopes: apiKeys.scopes,
  addresses: apiKeys.addresses,
  secretEnd: apiKeys.secretEnd,
  expiresAt: apiKeys.expiresAt,
  isExpired: sql<boolean>`coalesce(${apiKeys.expiresAt} <= now(), false)`.as("is_expired"),
  previousEndsAt: sql<string | null>`case when ${apiKeys.previousEndsAt} > now() then ${apiKeys.previousEndsAt} end`
    .mapWith(apiKeys.previousEndsAt)
    .as("previous_until"),
  lastUsedAt: apiKeys.lastUsedAt,
  lastUsedAddress: apiKeys.lastUsedAddress,
  createdAt: apiKeys.createdAt,
  createdByName: sql<
    string | null
  >`(select u.first_name || ' ' || u.last_name from users u where u.id = ${apiKeys.createdBy})`.as("created_by_name"),
  version: apiKeys.version,
};

/** All that are not revoked, also the expired ones; the oldest first. */
const listed = prepared("api_keys", () =>
  orm
    .select(fields)
    .from(apiKeys)
    .where(and(tenantFilter(apiKeys), isNull(apiKeys.revokedAt)))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id)),
);

const byId = prepared("api_key_by_id", () =>
  orm
    .select(fields)
    .from(apiKeys)
    .where(and(tenantFilter(apiKeys), eq(apiKeys.id, param("id")), isNull(apiKeys.revokedAt))),
);

/**
 * The admin in whose name a key acts: the one who made it, or, once they are no admin any more, the one who has been
 * there longest; in an organization of one person, that person.
 */
const holder = prepared("api_key_holder", () =>
  orm
    .select({
      keyId: apiKeys.id,
      keyName: apiKeys.name,
      scopes: apiKeys.scopes,
      addresses: apiKeys.addresses,
      lastUsedAt: apiKeys.lastUsedAt,
      lastUsedAddress: apiKeys.lastUsedAddress,
      membershipId: memberships.id,
      organizationId: memberships.organizationId,
      role: memberships.role,
      userId: users.id,
      email: users.email,
    })
    .from(apiKeys)
    .innerJoin(
      memberships,
      and(eq(memberships.organizationId, apiKeys.organizationId), eq(memberships.status, "active")),
    )
    .innerJoin(users, and(eq(users.id, memberships.userId), isNull(users.deletedAt)))
    .where(
      and(
        isActive,
        or(
          eq(apiKeys.secretHash, param("hash")),
          and(eq(apiKeys.previousHash, param("hash")), gt(apiKeys.previousEndsAt, sql`now()`)),
        ),
        sql`(${memberships.role} in ('root', 'admin') or ${memberships.role} = 'registered' and not exists (
        select from memberships other where other.organization_id = ${memberships.organizationId}
          and other.status = 'active' and other.id <> ${memberships.id}))`,
      ),
    )
    .orderBy(sql`${memberships.userId} = ${apiKeys.createdBy} desc`, asc(memberships.createdAt), asc(memberships.id))
    .limit(1),
);

export function readApiKeys(db: ReadDb, scope: Scope): Promise<ApiKey[]> {
  return db.run(scope, listed);
}

export async function readApiKey(db: ReadDb, scope: Scope, id: string): Promise<ApiKey | undefined> {
  const [row] = await db.run(scope, byId, { id });
  return row;
}

export type HolderRow = NonNullable<Awaited<ReturnType<typeof findHolder>>>;

/** @param hash of the secret. `undefined`: unknown, revoked or expired, or the organization has no admin */
export async function findHolder(db: ReadDb, system: SystemScope, hash: Buffer) {
  const [row] = await db.run(system, holder, { hash });
  return row;
}

export async function insertApiKey(
  tx: Tx,
  { organizationId }: Scope,
  key: Omit<typeof apiKeys.$inferInsert, "organizationId">,
): Promise<void> {
  await tx.orm.insert(apiKeys).values({ ...key, organizationId });
}

/** `undefined`: there is no such key, or it was revoked. */
export async function lockApiKey(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx.orm
    .select({ name: apiKeys.name, version: apiKeys.version })
    .from(apiKeys)
    .where(and(tenantFilter(apiKeys, scope), eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .for("update");
  return row;
}

/** Under its lock. */
export async function updateApiKey(
  tx: Tx,
  scope: Scope,
  id: string,
  change: Partial<ApiKeyDetails> & { revokedAt?: string },
): Promise<void> {
  await tx.orm
    .update(apiKeys)
    .set({ ...change, ...nextVersion })
    .where(and(tenantFilter(apiKeys, scope), eq(apiKeys.id, id)));
}

/** Under its lock. */
export async function replaceSecret(
  tx: Tx,
  scope: Scope,
  id: string,
  secret: Pick<typeof apiKeys.$inferInsert, "secretHash" | "secretEnd">,
  overlapHours: number,
): Promise<void> {
  const previous =
    overlapHours === 0
      ? { previousHash: null, previousEndsAt: null }
      : {
          previousHash: sql`${apiKeys.secretHash}`,
          previousEndsAt: sql`now() + make_interval(hours => ${overlapHours})`,
        };
  await tx.orm
    .update(apiKeys)
    .set({ ...secret, ...previous, ...nextVersion })
    .where(and(tenantFilter(apiKeys, scope), eq(apiKeys.id, id)));
}

/** Not with each use, which changes nothing that a person edits. */
const nextVersion = { version: sql`${apiKeys.version} + 1` };

/** `true`: the first use today (UTC), or from another address than the last. */
export async function recordUse(tx: Tx, scope: Scope, id: string, address: string): Promise<boolean> {
  const { rows } = await tx.execute(
    `with before as (select last_used_at, last_used_address from api_keys
       where organization_id = $1 and id = $2 for update)
     update api_keys set last_used_at = now(), last_used_address = $3 from before
     where organization_id = $1 and id = $2
     returning before.last_used_at is null or before.last_used_address <> $3
       or before.last_used_at < date_trunc('day', now()) as "isNotable"`,
    [scope.organizationId, id, address],
  );
  return (rows as [{ isNotable: boolean }])[0].isNotable;
}

/** Locks the organization's row, so that keys created at once are all counted. */
export async function countUnderLock(tx: Tx, scope: Scope): Promise<number> {
  await tx.orm
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, scope.organizationId))
    .for("update");
  return (await readApiKeys(tx, scope)).length;
}
