// The row is the scope's own organization, so the filter is its id.
import { eq } from "drizzle-orm";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { param, bumpVersion } from "#platform/server/database/tables.ts";
import { organizations } from "#features/directory/server/schema.ts";
import { logos } from "./schema.ts";

const settings = prepared("organization_settings", () =>
  orm
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
      documentDays: organizations.documentDays,
      reportDays: organizations.reportDays,
      closedBorrowerDays: organizations.closedBorrowerDays,
      restrictByGroup: organizations.restrictByGroup,
      requireSecondFactor: organizations.requireSecondFactor,
      borrowerMaySeeReport: organizations.borrowerMaySeeReport,
      connectInPerson: organizations.connectInPerson,
      generateOnConnect: organizations.generateOnConnect,
      bankDataProduct: organizations.bankDataProduct,
      secondPersonAccepts: organizations.secondPersonAccepts,
      spendCap: organizations.spendCap,
      logoId: logos.id,
      createdAt: organizations.createdAt,
      updatedAt: organizations.updatedAt,
      version: organizations.version,
    })
    .from(organizations)
    .leftJoin(logos, eq(logos.organizationId, organizations.id))
    .where(eq(organizations.id, param("organizationId"))),
);

export type SettingsRow = Awaited<ReturnType<typeof settings.execute>>[number];

export async function readSettings(db: ReadDb, scope: Scope): Promise<SettingsRow> {
  const [row] = await db.run(scope, settings);
  if (!row) throw new Error("a scope whose organization is gone");
  return row;
}

/** Locks the organization until the transaction ends. Rows that refer to it may still be written. */
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
    .set({ ...change, ...bumpVersion(organizations) })
    .where(eq(organizations.id, scope.organizationId));
}

/** Removes the name, which a former member chose and which may be theirs. The row stays. */
export async function anonymizeOrganization(tx: Tx, _systemScope: SystemScope, id: string): Promise<void> {
  await tx.orm
    .update(organizations)
    .set({ name: "Erased", nmlsId: null, phone: null, address: null, replyTo: null, ...bumpVersion(organizations) })
    .where(eq(organizations.id, id));
  await tx.orm.delete(logos).where(eq(logos.organizationId, id));
}
