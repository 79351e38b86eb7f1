import type { Context } from "#platform/server/context.ts";
import { isRunning } from "#features/billing/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import { readOpen, type SubscriptionRow } from "../store.ts";

export type RunningRow = SubscriptionRow & { readonly stripeSubscriptionId: string };

/** Throws NO_SUBSCRIPTION. */
export async function requireRunning({ db }: Context, { scope }: Pick<Actor, "scope">): Promise<RunningRow> {
  const row = await readOpen(db, scope);
  if (!row || !isRunning(row) || row.stripeSubscriptionId === null) throw new AppError("NO_SUBSCRIPTION");
  return { ...row, stripeSubscriptionId: row.stripeSubscriptionId };
}

type Request = "cancel" | "resume" | "plan-switch" | "card-update";

/** Recorded before the call to the provider, so that the record exists even if the answer is lost. */
export async function recordRequest(
  { db }: Context,
  actor: Actor,
  { id }: Pick<SubscriptionRow, "id">,
  request: Request,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const act = { action: `subscription.${request}-requested`, objectType: "subscription", objectId: id, detail };
  await db.transaction(actor.scope, (tx) => recordAuditEvent(tx, actor, act));
}
