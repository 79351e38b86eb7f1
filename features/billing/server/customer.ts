import type { Context } from "#platform/server/context.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { createCustomer } from "#providers/stripe/cards.ts";
import { readCustomerId, writeCustomerId } from "./months/account-queries.ts";
import { readPayingMembers } from "#features/organizations/server/conditions.ts";

export function readCustomer(db: ReadDb, scope: Scope): Promise<string | null> {
  return readCustomerId(db, scope);
}

/** Calls the provider, so never run it in a transaction. Two simultaneous calls get the same customer. */
export async function getOrCreateStripeCustomer({ db, providers: { stripe } }: Context, scope: Scope): Promise<string> {
  const known = await readCustomerId(db, scope);
  if (known !== null) return known;
  const made = await createCustomer(stripe, scope.organizationId);
  await db.transaction(scope, (tx) => writeCustomerId(tx, scope, made));
  return (await readCustomerId(db, scope)) ?? made;
}

export type Payer = Awaited<ReturnType<typeof readPayingMembers>>[number];

/** Active admins, the user who is alone in the organization, and editors in a group for billing. */
export function readPayers(db: ReadDb, scope: Scope): Promise<Payer[]> {
  return readPayingMembers(db, scope);
}
