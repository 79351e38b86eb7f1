import { readPayingMembers } from "#features/organizations/server/condition-store.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";

export type Payer = Awaited<ReturnType<typeof readPayingMembers>>[number];

/** Active admins, the user who is alone in the organization, and editors in a group for billing. */
export function readPayers(db: ReadDb, scope: Scope): Promise<Payer[]> {
  return readPayingMembers(db, scope);
}
