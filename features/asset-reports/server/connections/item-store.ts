// Owns the SQL on bank connections; every statement carries the organization of its scope.
import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import { orm, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import { arg, inScope, touched } from "#kit/server/database/tables.ts";
import type { ReportRow } from "../store.ts";
import { bankItems } from "../tables.ts";

export type BankItemRow = typeof bankItems.$inferSelect;

const itemsOfBorrower = orm
  .select()
  .from(bankItems)
  .where(and(inScope(bankItems), eq(bankItems.borrowerId, arg("borrowerId")), isNull(bankItems.removedAt)))
  .orderBy(asc(bankItems.createdAt), asc(bankItems.id))
  .prepare("bank_items_of_borrower");

const organizationOfItem = orm
  .select({ organizationId: bankItems.organizationId, id: bankItems.id, borrowerId: bankItems.borrowerId })
  .from(bankItems)
  .where(and(eq(bankItems.providerItemId, arg("providerItemId")), isNull(bankItems.removedAt)))
  .prepare("bank_item_by_provider_id");

export function readItems(db: Reads, scope: Scope, borrowerId: string): Promise<BankItemRow[]> {
  return db.run(scope, itemsOfBorrower, { borrowerId });
}

/** One item, removed ones too. */
export async function readItem(db: Reads, scope: Scope, id: string): Promise<BankItemRow | undefined> {
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(bankItems)
      .where(and(inScope(bankItems, scope), eq(bankItems.id, id))),
  );
  return row;
}

/** The items that a report covers, removed ones too. */
export function readItemsOf(db: Reads, scope: Scope, { itemIds }: ReportRow): Promise<BankItemRow[]> {
  return db.read(scope, (query) =>
    query
      .select()
      .from(bankItems)
      .where(and(inScope(bankItems, scope), inArray(bankItems.id, itemIds))),
  );
}

/** Whose connection the provider speaks of. */
export async function findItemByProviderId(db: Reads, across: AcrossScope, providerItemId: string) {
  const [row] = await db.run(across, organizationOfItem, { providerItemId });
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
  change: Partial<Pick<BankItemRow, "status" | "accounts" | "removedAt">>,
): Promise<void> {
  await tx.orm
    .update(bankItems)
    .set({ ...change, ...touched(bankItems) })
    .where(and(inScope(bankItems, scope), eq(bankItems.id, id)));
}

/** Of all that this person ever connected, but for what they took back before. */
export async function markTakenBack(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  { holder, isBorrower, keptDays }: { holder: string; isBorrower: boolean; keptDays: number },
): Promise<void> {
  const isTheirs = eq(bankItems.holderEmail, holder);
  await tx.orm
    .update(bankItems)
    .set({ takenBackAt: new Date().toISOString(), keptDays, ...touched(bankItems) })
    .where(
      and(
        inScope(bankItems, scope),
        eq(bankItems.borrowerId, borrowerId),
        isNull(bankItems.takenBackAt),
        isBorrower ? or(isTheirs, isNull(bankItems.holderEmail)) : isTheirs,
      ),
    );
}

/** Hands connections from an address to the one that took its place. */
export async function moveItems(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.orm
    .update(bankItems)
    .set({ holderEmail: to, ...touched(bankItems) })
    .where(and(inScope(bankItems, scope), eq(bankItems.borrowerId, borrowerId), eq(bankItems.holderEmail, from)));
}
