// Owns the SQL on who the last invoices of an organization go to, after its last person has gone.
import { eq, lt, sql } from "drizzle-orm";
import type { Reads, Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import { inScope } from "#kit/server/database/tables.ts";
import { billingLeavers } from "../tables.ts";

/** Who an invoice goes to where nobody who pays is left. */
export interface Recipient {
  readonly name: string;
  readonly email: string;
}

/** In the transaction that erases the account, whatever its scope. */
export async function insertLeaver(tx: Tx, organizationId: string, { name, email }: Recipient): Promise<void> {
  await tx.orm.insert(billingLeavers).values({ organizationId, name, email });
}

export async function readLeaver(db: Reads, scope: Scope): Promise<Recipient | undefined> {
  const [row] = await db.read(scope, (query) =>
    query
      .select({ name: billingLeavers.name, email: billingLeavers.email })
      .from(billingLeavers)
      .where(inScope(billingLeavers, scope)),
  );
  return row;
}

export async function deleteLeaver(tx: Tx, { organizationId }: Scope): Promise<void> {
  await tx.orm.delete(billingLeavers).where(eq(billingLeavers.organizationId, organizationId));
}

/** Those whose invoices could not be made for so many days. */
export async function deleteOldLeavers(tx: Tx, _across: AcrossScope, days: number): Promise<void> {
  await tx.orm.delete(billingLeavers).where(lt(billingLeavers.createdAt, sql`now() - make_interval(days => ${days})`));
}
