// Owns what somebody may do about the subscription of the organization they act in, where no call's record says it.
import { readPayers } from "#features/billing/server/payers.ts";
import type { Actor } from "#kit/server/actor.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import type { SubscriptionDeps } from "../deps.ts";

type RightsDeps = Pick<SubscriptionDeps, "meets">;

/** Whether they may subscribe, switch and change the card. */
export async function mayPay({ meets }: RightsDeps, actor: Actor): Promise<boolean> {
  if (actor.role === "root" || actor.role === "admin") return true;
  return actor.role === "registered" && meets(actor, "sole-member");
}

/** By what stands in the database, not by what stood there when the request came in. */
export async function mayPayNow(tx: Tx, scope: Scope, userId: string): Promise<boolean> {
  const payer = (await readPayers(tx, scope)).find((one) => one.userId === userId);
  return payer !== undefined && payer.role !== "editor"; // an editor looks after billing, and may end it
}

export async function mayCancel(deps: RightsDeps, actor: Actor): Promise<boolean> {
  return actor.role === "editor" ? deps.meets(actor, "billing-group") : mayPay(deps, actor);
}
