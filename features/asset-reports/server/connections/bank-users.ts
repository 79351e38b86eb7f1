import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { normalizeEmail } from "#platform/text/text.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Context } from "#platform/server/context.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { bumpVersion, tenantFilter } from "#platform/server/database/tables.ts";
import type { BankPerson, PersonIdentity } from "#providers/bank-data.ts";
import { bankUsers } from "../schema.ts";

type BankUserRow = typeof bankUsers.$inferSelect;

export function readBankUsers(db: ReadDb, scope: Scope, borrowerId: string): Promise<BankUserRow[]> {
  return db.read(scope, (query) =>
    query
      .select()
      .from(bankUsers)
      .where(and(tenantFilter(bankUsers, scope), eq(bankUsers.borrowerId, borrowerId))),
  );
}

/** The borrower whom a provider's event is about. */
export async function findBorrowerByUser(db: ReadDb, system: SystemScope, providerUserId: string) {
  const [row] = await db.read(system, (query) =>
    query
      .select({ organizationId: bankUsers.organizationId, borrowerId: bankUsers.borrowerId })
      .from(bankUsers)
      .where(eq(bankUsers.providerUserId, providerUserId)),
  );
  return row;
}

/**
 * The person at the consumer reporting agency, created there when first needed. Throws IDENTITY_REQUIRED when it does
 * not know them yet and `identity` is absent.
 */
export async function getOrCreateBankUser(
  { db, providers: { bankData } }: Context,
  scope: Scope,
  person: BankPerson,
  identity: PersonIdentity | undefined,
): Promise<string> {
  const holderEmail = normalizeEmail(person.email);
  const ofHolder = (users: BankUserRow[]) => users.find((user) => user.holderEmail === holderEmail);
  const known = ofHolder(await readBankUsers(db, scope, person.borrowerId));
  if (known?.providerUserId) return known.providerUserId;
  if (!identity) throw new AppError("IDENTITY_REQUIRED");
  // Before the call: one that is repeated, or runs at the same time, names the same person to the provider.
  const { id } = await db.transaction(scope, async (tx) => {
    const row = { organizationId: scope.organizationId, id: randomUUID(), borrowerId: person.borrowerId, holderEmail };
    await tx.orm.insert(bankUsers).values(row).onConflictDoNothing();
    return ofHolder(await readBankUsers(tx, scope, person.borrowerId))!; // just inserted, now or by another call
  });
  const providerUserId = await bankData.consumer_report.createUser({ ...person, id }, identity);
  await db.transaction(scope, (tx) =>
    tx.orm
      .update(bankUsers)
      .set({ providerUserId, ...bumpVersion(bankUsers) })
      .where(and(tenantFilter(bankUsers, scope), eq(bankUsers.id, id))),
  );
  return providerUserId;
}

/** Moves a person from an email address to the one that replaced it. */
export async function moveBankUser(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.orm
    .update(bankUsers)
    .set({ holderEmail: to, ...bumpVersion(bankUsers) })
    .where(and(tenantFilter(bankUsers, scope), eq(bankUsers.borrowerId, borrowerId), eq(bankUsers.holderEmail, from)));
}
