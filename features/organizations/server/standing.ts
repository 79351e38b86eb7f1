// Owns what a call may ask of a person beyond their role: to be alone in the organization, or in a group for billing.
import type { Condition } from "#kit/contract/who.ts";
import type { Actor } from "#kit/server/actor.ts";
import type { Meets } from "#kit/server/http/asker.ts";
import type { Reads } from "#kit/server/database/database.ts";
import { readStanding } from "./standing-store.ts";

/** Read at each request, as rights are. */
export async function hasStanding(db: Reads, { scope, userId }: Actor, condition: Condition): Promise<boolean> {
  const standing = await readStanding(db, scope, userId);
  return (condition === "sole-member" ? standing?.isAlone : standing?.isInBillingGroup) === true;
}

export function openStanding(db: Reads): Meets {
  return (actor, condition) => hasStanding(db, actor, condition);
}
