import { meetsCondition } from "#features/organizations/server/conditions.ts";
import type { Context } from "#platform/server/context.ts";
import { readPayers } from "#features/billing/server/payers.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";

/** Whether they may subscribe, switch and change the card. */
export async function mayPay({ db }: Context, actor: Actor): Promise<boolean> {
  if (actor.role === "root" || actor.role === "admin") return true;
  return actor.role === "registered" && meetsCondition(db, actor, "sole-member");
}

/** Checks the database now, because rights may have changed since the request arrived. */
export async function mayPayNow(tx: Tx, scope: Scope, userId: string): Promise<boolean> {
  const payer = (await readPayers(tx, scope)).find((one) => one.userId === userId);
  return payer !== undefined && payer.role !== "editor"; // an editor looks after billing, and may cancel it
}

export async function mayCancel(ctx: Context, actor: Actor): Promise<boolean> {
  return actor.role === "editor" ? meetsCondition(ctx.db, actor, "billing-group") : mayPay(ctx, actor);
}
