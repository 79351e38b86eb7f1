// Owns which customer of the card provider an organization is: one, made when it is first needed.
import type { Reads } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { createCustomer } from "#providers/stripe-customers.ts";
import { readCustomerId, writeCustomerId } from "./months/account-store.ts";
import type { BillingDeps } from "./deps.ts";

export function readCustomer(db: Reads, scope: Scope): Promise<string | null> {
  return readCustomerId(db, scope);
}

/** Asks the provider, so never within a transaction. Two at once are given the same one. */
export async function takeCustomer({ db, stripe }: Pick<BillingDeps, "db" | "stripe">, scope: Scope): Promise<string> {
  const known = await readCustomerId(db, scope);
  if (known !== null) return known;
  const made = await createCustomer(stripe, scope.organizationId);
  await db.transaction(scope, (tx) => writeCustomerId(tx, scope, made));
  return (await readCustomerId(db, scope)) ?? made;
}
