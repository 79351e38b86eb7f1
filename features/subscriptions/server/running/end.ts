// Owns how a subscription is ended with its period, and kept after all.
import { isRunning, type Subscription } from "#features/subscriptions/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Actor } from "#kit/server/actor.ts";
import { endWithPeriod } from "#providers/stripe-subscriptions.ts";
import { endUnpaid } from "../checkout/checkout.ts";
import type { SubscriptionDeps } from "../deps.ts";
import { recordRequest, requireRunning, type RunningRow } from "./running.ts";
import { readOpen } from "../store.ts";
import { showSubscription } from "./subscription.ts";
import { takeOver } from "../events/take-over.ts";

/** What was paid for is still theirs until its end; asked again it stays as it is. Throws NO_SUBSCRIPTION. */
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
  const { status } = (await takeOver(deps, scope, id, stripeSubscriptionId)).row;
  if (status === "canceled") throw new AppError("NO_SUBSCRIPTION"); // over at the provider, and only now here
  await endWithPeriod(deps.stripe, stripeSubscriptionId, endsThen);
  const { row } = await takeOver(deps, scope, id, stripeSubscriptionId);
  return showSubscription(deps.billing.db, scope, row);
}
