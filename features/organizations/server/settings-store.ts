// Owns the SQL on an organization's settings. Its row is its scope's own, so the filter is its id.
import { eq } from "drizzle-orm";
import { orm, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { arg, touched } from "#kit/server/database/tables.ts";
import { logos, organizations } from "./tables.ts";

const settings = orm
  .select({
    id: organizations.id,
    name: organizations.name,
    nmlsId: organizations.nmlsId,
    phone: organizations.phone,
    address: organizations.address,
    timeZone: organizations.timezone,
    replyTo: organizations.replyTo,
    nsfReview: organizations.nsfReview,
    nsfBlocker: organizations.nsfBlocker,
    defaultDays: organizations.defaultDays,
    retentionDays: organizations.retentionDays,
    restrictByGroup: organizations.restrictByGroup,
    requireSecondFactor: organizations.requireSecondFactor,
    borrowerMaySeeReport: organizations.borrowerMaySeeReport,
    spendCap: organizations.spendCap,
    logoId: logos.id,
    createdAt: organizations.createdAt,
    updatedAt: organizations.updatedAt,
    version: organizations.version,
  })
  .from(organizations)
  .leftJoin(logos, eq(logos.organizationId, organizations.id))
  .where(eq(organizations.id, arg("organizationId")))
  .prepare("organization_settings");

export type SettingsRow = Awaited<ReturnType<typeof settings.execute>>[number];

export async function readSettings(db: Reads, scope: Scope): Promise<SettingsRow> {
  const [row] = await db.run(scope, settings);
  if (!row) throw new Error("a scope whose organization is gone");
  return row;
}

/** Until the transaction ends nobody else changes the organization; rows that name it may still be written. */
export async function lockOrganization(tx: Tx, scope: Scope): Promise<void> {
  await tx.orm
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, scope.organizationId))
    .for("no key update");
}

export type SettingsChange = Partial<
  Omit<typeof organizations.$inferInsert, "id" | "createdAt" | "updatedAt" | "version">
>;

export async function writeSettings(tx: Tx, scope: Scope, change: SettingsChange): Promise<void> {
  await tx.orm
    .update(organizations)
    .set({ ...change, ...touched(organizations) })
    .where(eq(organizations.id, scope.organizationId));
}
