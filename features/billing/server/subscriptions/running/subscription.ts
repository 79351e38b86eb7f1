import type { Context } from "#platform/server/context.ts";
import { type findSubscription, isRunning, type Plan, type Subscription } from "#features/billing/contract.ts";
import type { ReplyOf } from "#platform/contract/call.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { type PlanRow, readPlan } from "../plans/plan-queries.ts";
import { hasRunningSubscription, readLatest, readOpen, type SubscriptionRow } from "../queries.ts";
import { meetsCondition } from "#features/organizations/server/conditions.ts";
import { readPayers } from "#features/billing/server/customer.ts";
import { AppError } from "#platform/contract/errors.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";

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

async function mayCancel(ctx: Context, actor: Actor): Promise<boolean> {
  return actor.role === "editor" ? meetsCondition(ctx.db, actor, "billing-group") : mayPay(ctx, actor);
}

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
