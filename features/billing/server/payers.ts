// Owns who is told of what is billed: those who pay.
import { readPayingMembers } from "#features/organizations/server/standing-store.ts";
import type { Reads } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";

export type Payer = Awaited<ReturnType<typeof readPayingMembers>>[number];

/** Active admins, whoever is alone in the organization, and editors in a group for billing. */
export function readPayers(db: Reads, scope: Scope): Promise<Payer[]> {
  return readPayingMembers(db, scope);
}
