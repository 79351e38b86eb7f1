import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { normalizeEmail } from "#platform/text/text.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Context } from "#platform/server/context.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { bumpVersion, tenantFilter } from "#platform/server/database/tables.ts";
import type { BankPerson, PersonIdentity } from "#providers/bank-data.ts";
import { removeLater } from "../retention/remove-later.ts";
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
 * The person at the consumer reporting agency, created there when first needed; `identity` corrects one whom it knows.
 * Throws IDENTITY_REQUIRED when it does not know them yet and `identity` is absent; CONSENT_REQUIRED when the person
 * took it back during the call.
 */
export async function getOrCreateBankUser(
  ctx: Context,
  scope: Scope,
  person: BankPerson,
  identity: PersonIdentity | undefined,
): Promise<string> {
  const { db, providers } = ctx;
  const holderEmail = normalizeEmail(person.email);
  const ofHolder = (users: BankUserRow[]) => users.find((user) => user.holderEmail === holderEmail);
  const known = ofHolder(await readBankUsers(db, scope, person.borrowerId));
  if (known?.providerUserId) {
    if (identity) await providers.bankData.consumer_report.updateUser(known.providerUserId, person, identity);
    return known.providerUserId;
  }
  if (!identity) throw new AppError("IDENTITY_REQUIRED");
  // Before the call: one that is repeated, or runs at the same time, names the same person to the provider.
  const { id } = await db.transaction(scope, async (tx) => {
    const row = { organizationId: scope.organizationId, id: randomUUID(), borrowerId: person.borrowerId, holderEmail };
    await tx.orm.insert(bankUsers).values(row).onConflictDoNothing();
    return ofHolder(await readBankUsers(tx, scope, person.borrowerId))!; // just inserted, now or by another call
  });
  const providerUserId = await providers.bankData.consumer_report.createUser({ ...person, id }, identity);
  const isKept = await db.transaction(scope, async (tx) => {
    const rows = await tx.orm
      .update(bankUsers)
      .set({ providerUserId, ...bumpVersion(bankUsers) })
      .where(and(tenantFilter(bankUsers, scope), eq(bankUsers.id, id)))
      .returning({ id: bankUsers.id });
    if (rows.length > 0) return true;
    // The row went during the call, with the consent or the borrower, when no one knew what to remove at the provider.
    await removeLater(ctx, tx, scope, { id: randomUUID(), kind: "user", secret: providerUserId });
    return false;
  });
  if (!isKept) throw new AppError("CONSENT_REQUIRED");
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
