// Owns the SQL on logos: written in the organization's scope, read across, as anybody may who knows the random id.
import { eq, sql } from "drizzle-orm";
import { orm, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import { arg, inScope } from "#kit/server/database/tables.ts";
import { logos } from "./tables.ts";

// Without its bytes: a browser that has the logo already asks for no more than these.
const byId = orm
  .select({
    mediaType: logos.mediaType,
    sha256: logos.sha256,
    length: sql<number>`octet_length(${logos.bytes})`.as("length"),
  })
  .from(logos)
  .where(eq(logos.id, arg("id")))
  .prepare("logo_by_id");

const bytesById = orm
  .select({ bytes: logos.bytes })
  .from(logos)
  .where(eq(logos.id, arg("id")))
  .prepare("logo_bytes_by_id");

export async function readLogo(db: Reads, across: AcrossScope, id: string) {
  const [row] = await db.run(across, byId, { id });
  return row;
}

/** Nothing when the logo was replaced since. */
export async function readLogoBytes(db: Reads, across: AcrossScope, id: string): Promise<Buffer | undefined> {
  const [row] = await db.run(across, bytesById, { id });
  return row?.bytes;
}

/** The organization's only one: the one before goes. */
export async function replaceLogo(
  tx: Tx,
  scope: Scope,
  logo: Omit<typeof logos.$inferInsert, "organizationId">,
): Promise<void> {
  await deleteLogo(tx, scope);
  await tx.orm.insert(logos).values({ ...logo, organizationId: scope.organizationId });
}

/** Whether there was one. */
export async function deleteLogo(tx: Tx, scope: Scope): Promise<boolean> {
  const gone = await tx.orm.delete(logos).where(inScope(logos, scope)).returning({ id: logos.id });
  return gone.length > 0;
}
