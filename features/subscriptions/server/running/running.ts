// Owns which subscription people act on, one that was paid for, and that what they ask for is on record before it is done.
import { isRunning } from "#features/subscriptions/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Actor } from "#kit/server/actor.ts";
import { auditAct } from "#kit/server/audit.ts";
import type { SubscriptionDeps } from "../deps.ts";
import { readOpen, type SubscriptionRow } from "../store.ts";

export type RunningRow = SubscriptionRow & { readonly stripeSubscriptionId: string };

/** Throws NO_SUBSCRIPTION. */
export async function requireRunning(
  { billing: { db } }: Pick<SubscriptionDeps, "billing">,
  { scope }: Pick<Actor, "scope">,
): Promise<RunningRow> {
  const row = await readOpen(db, scope);
  if (!row || !isRunning(row) || row.stripeSubscriptionId === null) throw new AppError("NO_SUBSCRIPTION");
  return { ...row, stripeSubscriptionId: row.stripeSubscriptionId };
}

type Request = "cancel" | "resume" | "plan-switch" | "card-update";

/** Before the provider is asked, so that nobody's act is lost with its answer. */
export async function recordRequest(
  { billing: { db } }: Pick<SubscriptionDeps, "billing">,
  actor: Actor,
  { id }: Pick<SubscriptionRow, "id">,
  request: Request,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const act = { action: `subscription.${request}-requested`, objectType: "subscription", objectId: id, detail };
  await db.transaction(actor.scope, (tx) => auditAct(tx, actor, act));
}
