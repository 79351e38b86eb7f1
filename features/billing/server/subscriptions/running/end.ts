import { isRunning, type Subscription } from "#features/billing/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { endWithPeriod } from "#providers/stripe/subscriptions.ts";
import { endUnpaid } from "../checkout/checkout.ts";
import type { SubscriptionDeps } from "../deps.ts";
import { recordRequest, requireRunning, type RunningRow } from "./running.ts";
import { readOpen } from "../store.ts";
import { showSubscription } from "./subscription.ts";
import { syncSubscription } from "../events/sync-subscription.ts";

/** The paid period stays usable until its end. A repeated call changes nothing. Throws NO_SUBSCRIPTION. */
export async function cancel(deps: SubscriptionDeps, actor: Actor): Promise<Subscription> {
  const { db } = deps.billing;
  const { scope } = actor;
  const row = await readOpen(db, scope);
  if (!row) throw new AppError("NO_SUBSCRIPTION");
  if (!row.cancelAtPeriodEnd) await recordRequest(deps, actor, row, "cancel");
  if (row.status === "incomplete") {
    const ended = await endUnpaid(deps, scope, row);
    if (!isRunning(ended)) return showSubscription(db, scope, ended);
  }
  return endsWithPeriod(deps, actor, await requireRunning(deps, actor), true);
}

/** Throws NO_SUBSCRIPTION once it has ended. */
export async function resume(deps: SubscriptionDeps, actor: Actor): Promise<Subscription> {
  const row = await requireRunning(deps, actor);
  if (!row.cancelAtPeriodEnd) return showSubscription(deps.billing.db, actor.scope, row);
  await recordRequest(deps, actor, row, "resume");
  return endsWithPeriod(deps, actor, row, false);
}

async function endsWithPeriod(
  deps: SubscriptionDeps,
  { scope }: Actor,
  { id, stripeSubscriptionId }: RunningRow,
  endsThen: boolean,
): Promise<Subscription> {
  const { status } = (await syncSubscription(deps, scope, id, stripeSubscriptionId)).row;
  if (status === "canceled") throw new AppError("NO_SUBSCRIPTION"); // it ended at the provider, and only now here
  await endWithPeriod(deps.stripe, stripeSubscriptionId, endsThen);
  const { row } = await syncSubscription(deps, scope, id, stripeSubscriptionId);
  return showSubscription(deps.billing.db, scope, row);
}
