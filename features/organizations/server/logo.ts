import { createHash, randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import type { OrganizationSettings } from "#features/organizations/contract.ts";
import type { UploadedFile } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { StoredFile } from "#platform/server/http/file-reply.ts";
import { lockOrganization, readSettings } from "./settings-queries.ts";
import { toSettings } from "./settings.ts";
import { eq, sql } from "drizzle-orm";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { logos } from "./schema.ts";

// Without the bytes, because a browser with a cached logo needs only the metadata.
const byId = prepared("logo_by_id", () =>
  orm
    .select({
      mediaType: logos.mediaType,
      sha256: logos.sha256,
      length: sql<number>`octet_length(${logos.bytes})`.as("length"),
    })
    .from(logos)
    .where(eq(logos.id, param("id"))),
);

const bytesById = prepared("logo_bytes_by_id", () =>
  orm
    .select({ bytes: logos.bytes })
    .from(logos)
    .where(eq(logos.id, param("id"))),
);

export async function readLogo(db: ReadDb, system: SystemScope, id: string) {
  const [row] = await db.run(system, byId, { id });
  return row;
}

/** Returns nothing when the logo was replaced in between. */
export async function readLogoBytes(db: ReadDb, system: SystemScope, id: string): Promise<Buffer | undefined> {
  const [row] = await db.run(system, bytesById, { id });
  return row?.bytes;
}

const ofOrganization = prepared("logo_of_organization", () =>
  orm.select({ id: logos.id, mediaType: logos.mediaType, bytes: logos.bytes }).from(logos).where(tenantFilter(logos)),
);

/** For emails and PDFs, which carry it with them. */
export async function readOwnLogo(
  db: ReadDb,
  scope: Scope,
): Promise<{ id: string; mediaType: string; bytes: Buffer } | null> {
  const [logo] = await db.run(scope, ofOrganization);
  return logo ?? null;
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

/** Replaces the previous logo under a new id, so that no cache shows the old one. */
export function uploadLogo(
  ctx: Context,
  actor: Actor,
  { file }: { file: UploadedFile },
): Promise<OrganizationSettings> {
  const bytes = Buffer.from(file.bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return changeLogo(ctx, actor, async (tx) => {
    await replaceLogo(tx, actor.scope, { id: randomUUID(), mediaType: file.mediaType, sha256, bytes });
    await record(tx, actor, "organization.logo-changed");
  });
}

export function removeLogo(ctx: Context, actor: Actor): Promise<OrganizationSettings> {
  return changeLogo(ctx, actor, async (tx) => {
    if (await deleteLogo(tx, actor.scope)) await record(tx, actor, "organization.logo-removed");
  });
}

/** Throws NOT_FOUND. */
export async function findLogo({ db, system }: Context, id: string): Promise<StoredFile> {
  const logo = await readLogo(db, system, id);
  if (!logo) throw new AppError("NOT_FOUND");
  const { mediaType, sha256, length } = logo;
  return {
    name: `logo.${mediaType === "image/png" ? "png" : "jpg"}`,
    mediaType,
    bytes: length,
    sha256,
    async *read({ start, end }) {
      const bytes = await readLogoBytes(db, system, id);
      if (!bytes) throw new Error("a logo was replaced while it was being read");
      yield bytes.subarray(start, end + 1);
    },
  };
}

// Under the organization's lock, so that one of two concurrent uploads remains. The version stays, because it belongs
// to the form, which has no logo.
function changeLogo(
  { db, settings: { backendUrl } }: Context,
  { scope }: Actor,
  change: (tx: Tx) => Promise<void>,
): Promise<OrganizationSettings> {
  return db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope);
    await change(tx);
    return toSettings(await readSettings(tx, scope), backendUrl);
  });
}

function record(tx: Tx, actor: Actor, action: string): Promise<void> {
  return recordAuditEvent(tx, actor, { action, objectType: "organization", objectId: actor.organizationId });
}
