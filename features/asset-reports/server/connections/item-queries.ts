import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter, bumpVersion } from "#platform/server/database/tables.ts";
import type { ReportRow } from "#features/underwriting/server/report-queries.ts";
import { bankItems } from "../schema.ts";

export type BankItemRow = typeof bankItems.$inferSelect;

const itemsOfBorrower = prepared("bank_items_of_borrower", () =>
  orm
    .select()
    .from(bankItems)
    .where(and(tenantFilter(bankItems), eq(bankItems.borrowerId, param("borrowerId")), isNull(bankItems.removedAt)))
    .orderBy(asc(bankItems.createdAt), asc(bankItems.id)),
);

const organizationOfItem = prepared("bank_item_by_provider_id", () =>
  orm
    .select({ organizationId: bankItems.organizationId, id: bankItems.id, borrowerId: bankItems.borrowerId })
    .from(bankItems)
    .where(and(eq(bankItems.providerItemId, param("providerItemId")), isNull(bankItems.removedAt))),
);

export function readItems(db: ReadDb, scope: Scope, borrowerId: string): Promise<BankItemRow[]> {
  return db.run(scope, itemsOfBorrower, { borrowerId });
}

/** One connection, including a removed one. */
export async function readItem(db: ReadDb, scope: Scope, id: string): Promise<BankItemRow | undefined> {
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(bankItems)
      .where(and(tenantFilter(bankItems, scope), eq(bankItems.id, id))),
  );
  return row;
}

/** The connections that a report covers, including removed ones. */
export function readItemsOf(db: ReadDb, scope: Scope, { itemIds }: ReportRow): Promise<BankItemRow[]> {
  return db.read(scope, (query) =>
    query
      .select()
      .from(bankItems)
      .where(and(tenantFilter(bankItems, scope), inArray(bankItems.id, itemIds))),
  );
}

/** The connection that a provider's event is about. */
export async function findItemByProviderId(db: ReadDb, system: SystemScope, providerItemId: string) {
  const [row] = await db.run(system, organizationOfItem, { providerItemId });
  return row;
}

export async function insertItem(
  tx: Tx,
  scope: Scope,
  item: Omit<typeof bankItems.$inferInsert, "organizationId">,
): Promise<void> {
  await tx.orm.insert(bankItems).values({ ...item, organizationId: scope.organizationId });
}

export async function updateItem(
  tx: Tx,
  scope: Scope,
  id: string,
  change: Partial<Pick<BankItemRow, "status" | "accessEndsAt" | "accounts" | "removedAt" | "takenBackAt" | "keptDays">>,
): Promise<void> {
  await tx.orm
    .update(bankItems)
    .set({ ...change, ...bumpVersion(bankItems) })
    .where(and(tenantFilter(bankItems, scope), eq(bankItems.id, id)));
}

/** Marks all connections that this person ever had as taken back, except those taken back earlier. */
export async function markTakenBack(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  { holder, isBorrower, keptDays }: { holder: string; isBorrower: boolean; keptDays: number },
): Promise<void> {
  const isTheirs = eq(bankItems.holderEmail, holder);
  await tx.orm
    .update(bankItems)
    .set({ takenBackAt: new Date().toISOString(), keptDays, ...bumpVersion(bankItems) })
    .where(
      and(
        tenantFilter(bankItems, scope),
        eq(bankItems.borrowerId, borrowerId),
        isNull(bankItems.takenBackAt),
        isBorrower ? or(isTheirs, isNull(bankItems.holderEmail)) : isTheirs,
      ),
    );
}

/** One connection of this borrower, by the name that reports give it, including a removed one. */
export async function readItemOfReport(
  db: ReadDb,
  scope: Scope,
  borrowerId: string,
  providerItemId: string,
): Promise<BankItemRow | undefined> {
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(bankItems)
      .where(
        and(
          tenantFilter(bankItems, scope),
          eq(bankItems.borrowerId, borrowerId),
          eq(bankItems.providerItemId, providerItemId),
        ),
      ),
  );
  return row;
}

/** Moves connections from an email address to the one that replaced it. */
export async function moveItems(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.orm
    .update(bankItems)
    .set({ holderEmail: to, ...bumpVersion(bankItems) })
    .where(and(tenantFilter(bankItems, scope), eq(bankItems.borrowerId, borrowerId), eq(bankItems.holderEmail, from)));
}
