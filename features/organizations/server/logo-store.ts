import { eq, sql } from "drizzle-orm";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { logos } from "./schema.ts";

// Without the bytes, because a browser with a cached logo needs only the metadata.
const byId = orm
  .select({
    mediaType: logos.mediaType,
    sha256: logos.sha256,
    length: sql<number>`octet_length(${logos.bytes})`.as("length"),
  })
  .from(logos)
  .where(eq(logos.id, param("id")))
  .prepare("logo_by_id");

const bytesById = orm
  .select({ bytes: logos.bytes })
  .from(logos)
  .where(eq(logos.id, param("id")))
  .prepare("logo_bytes_by_id");

export async function readLogo(db: ReadDb, system: SystemScope, id: string) {
  const [row] = await db.run(system, byId, { id });
  return row;
}

/** Returns nothing when the logo was replaced in between. */
export async function readLogoBytes(db: ReadDb, system: SystemScope, id: string): Promise<Buffer | undefined> {
  const [row] = await db.run(system, bytesById, { id });
  return row?.bytes;
}

/** An organization has one logo; this deletes the previous one. */
export async function replaceLogo(
  tx: Tx,
  scope: Scope,
  logo: Omit<typeof logos.$inferInsert, "organizationId">,
): Promise<void> {
  await deleteLogo(tx, scope);
  await tx.orm.insert(logos).values({ ...logo, organizationId: scope.organizationId });
}

/** Returns whether there was one. */
export async function deleteLogo(tx: Tx, scope: Scope): Promise<boolean> {
  const gone = await tx.orm.delete(logos).where(tenantFilter(logos, scope)).returning({ id: logos.id });
  return gone.length > 0;
}
