import type { Context } from "#platform/server/context.ts";
import type { findSubscription, Plan, Subscription } from "#features/billing/contract.ts";
import type { ReplyOf } from "#platform/contract/call.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { readPlan, type PlanRow } from "../plans/plan-store.ts";
import { hasRunningSubscription, readLatest, type SubscriptionRow } from "../store.ts";
import { mayCancel, mayPay } from "./rights.ts";

export async function findOwnSubscription(ctx: Context, actor: Actor): Promise<ReplyOf<typeof findSubscription>> {
  const { db } = ctx;
  const row = await readLatest(db, actor.scope);
  return {
    subscription: row ? await showSubscription(db, actor.scope, row) : null,
    mayPay: await mayPay(ctx, actor),
    mayCancel: await mayCancel(ctx, actor),
  };
}

export async function showSubscription(db: ReadDb, scope: Scope, row: SubscriptionRow): Promise<Subscription> {
  return {
    id: row.id,
    status: row.status,
    planID: row.planId,
    plan: toPlan(await readPlan(db, scope, row.planId)),
    currentPeriodStart: row.currentPeriodStart,
    currentPeriodEnd: row.currentPeriodEnd,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    cardBrand: row.cardBrand,
    cardLast4: row.cardLast4,
    owed: row.owed === null ? null : { amount: row.owed, failedAt: row.failedAt },
    balance: row.balance,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Whether the organization pays for a plan. Subscriptions after a failed renewal count too. */
export function paysForPlan(db: ReadDb, scope: Scope): Promise<boolean> {
  return hasRunningSubscription(db, scope);
}

export function toPlan({ id, name, price, pricingLevel, pricingPeriod }: PlanRow): Plan {
  return { id, name, price, pricingLevel, pricingPeriod };
}
