import type { Condition } from "#platform/contract/who.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import { readConditions } from "./condition-store.ts";

/** Read at each request, like access rights. */
export async function meetsCondition(db: ReadDb, { scope, userId }: Actor, condition: Condition): Promise<boolean> {
  const conditions = await readConditions(db, scope, userId);
  return (condition === "sole-member" ? conditions?.isAlone : conditions?.isInBillingGroup) === true;
}
