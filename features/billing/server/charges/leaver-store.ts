import { eq, lt, sql } from "drizzle-orm";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import { billingLeavers } from "../schema.ts";

/** The recipient of an invoice if no payer is left. */
export interface Recipient {
  readonly name: string;
  readonly email: string;
}

/** Runs in the transaction that erases the account, whatever its scope. */
export async function insertLeaver(tx: Tx, organizationId: string, { name, email }: Recipient): Promise<void> {
  await tx.orm.insert(billingLeavers).values({ organizationId, name, email });
}

export async function readLeaver(db: ReadDb, scope: Scope): Promise<Recipient | undefined> {
  const [row] = await db.read(scope, (query) =>
    query
      .select({ name: billingLeavers.name, email: billingLeavers.email })
      .from(billingLeavers)
      .where(tenantFilter(billingLeavers, scope)),
  );
  return row;
}

export async function deleteLeaver(tx: Tx, { organizationId }: Scope): Promise<void> {
  await tx.orm.delete(billingLeavers).where(eq(billingLeavers.organizationId, organizationId));
}

/** Deletes leavers whose invoices could not be made for this many days. */
export async function deleteOldLeavers(tx: Tx, _systemScope: SystemScope, days: number): Promise<void> {
  await tx.orm.delete(billingLeavers).where(lt(billingLeavers.createdAt, sql`now() - make_interval(days => ${days})`));
}
