import type { Context } from "#platform/server/context.ts";
import { isRunning, type Subscription } from "#features/billing/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { endWithPeriod } from "#providers/stripe/subscriptions.ts";
import { endUnpaid } from "../checkout/checkout.ts";
import { readOpen } from "../queries.ts";
import { syncSubscription } from "../events/sync-subscription.ts";
import { recordRequest, requireRunning, type RunningRow, showSubscription } from "./subscription.ts";

/** The paid period stays usable until its end. A repeated call changes nothing. Throws NO_SUBSCRIPTION. */
export async function cancel(ctx: Context, actor: Actor): Promise<Subscription> {
  const { db } = ctx;
  const { scope } = actor;
  const row = await readOpen(db, scope);
  if (!row) throw new AppError("NO_SUBSCRIPTION");
  if (!row.cancelAtPeriodEnd) await recordRequest(ctx, actor, row, "cancel");
  if (row.status === "incomplete") {
    const ended = await endUnpaid(ctx, scope, row);
    if (!isRunning(ended)) return showSubscription(db, scope, ended);
  }
  return endsWithPeriod(ctx, actor, await requireRunning(ctx, actor), true);
}

/** Throws NO_SUBSCRIPTION once it has ended. */
export async function resume(ctx: Context, actor: Actor): Promise<Subscription> {
  const row = await requireRunning(ctx, actor);
  if (!row.cancelAtPeriodEnd) return showSubscription(ctx.db, actor.scope, row);
  await recordRequest(ctx, actor, row, "resume");
  return endsWithPeriod(ctx, actor, row, false);
}

async function endsWithPeriod(
  ctx: Context,
  { scope }: Actor,
  { id, stripeSubscriptionId }: RunningRow,
  endsThen: boolean,
): Promise<Subscription> {
  const { status } = (await syncSubscription(ctx, scope, id, stripeSubscriptionId)).row;
  if (status === "canceled") throw new AppError("NO_SUBSCRIPTION"); // it ended at the provider, and only now here
  await endWithPeriod(ctx.providers.stripe, stripeSubscriptionId, endsThen);
  const { row } = await syncSubscription(ctx, scope, id, stripeSubscriptionId);
  return showSubscription(ctx.db, scope, row);
}
