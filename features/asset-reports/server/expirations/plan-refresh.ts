import { randomUUID } from "node:crypto";
import type { Expirations, PlannedRefreshEnd } from "#features/asset-reports/contract.ts";
import { PLANNED_REFRESH_REASONS } from "#features/asset-reports/labels.ts";
import { quoteReportOn } from "#features/billing/server/charges/spend-cap.ts";
import { requireOpen } from "#features/borrowers/rules/status.ts";
import { lockBorrowerFor } from "#features/borrowers/server/borrowers.ts";
import type { borrowerChanged, loanTermsChanged } from "#features/borrowers/server/events.ts";
import { type BorrowerRow, readBorrower } from "#features/borrowers/server/queries.ts";
import { notify } from "#features/notifications/server/notify.ts";
import { lockOrganization } from "#features/organizations/server/settings-queries.ts";
import { planRefresh as suggest, refusalOf } from "#features/underwriting/rules/expirations.ts";
import { AppError } from "#platform/contract/errors.ts";
import { longDay, utcToday } from "#platform/dates/days.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { PayloadOf } from "#platform/server/events.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { describeExpirations, readRefreshFacts } from "./expirations.ts";
import { endPlan, findOpenPlan, insertPlan, movePlan, type PlannedRefreshRow } from "./planned-refresh-queries.ts";

interface ToPlan {
  readonly id: string;
  /** `YYYY-MM-DD` in UTC. */
  readonly day: string;
  /** Cents that the user was shown. */
  readonly price: number;
}

/**
 * Plans a refresh, or moves the planned one. Throws NOT_FOUND, INVALID_STATUS_TRANSITION, REFRESH_NOT_POSSIBLE,
 * SPEND_CAP_REACHED, STALE.
 */
export async function planRefresh(ctx: Context, actor: Actor, { id, day, price }: ToPlan): Promise<Expirations> {
  const { scope, userId } = actor;
  return ctx.db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope);
    const borrower = await lockBorrowerFor(tx, actor, id);
    requireOpen(borrower);
    const facts = await readRefreshFacts(tx, scope, borrower, utcToday());
    if (refusalOf(facts, day) !== null) throw new AppError("REFRESH_NOT_POSSIBLE");
    const quote = await quoteReportOn(tx, scope, id, day);
    if (quote.amount !== price) throw new AppError("STALE");
    if (quote.leftOfCap !== null && price > quote.leftOfCap) throw new AppError("SPEND_CAP_REACHED");
    const suggestion = suggest(facts);
    const isSuggested = suggestion.outcome === "refresh" && suggestion.day === day;
    const open = await findOpenPlan(tx, scope, id);
    if (open) await movePlan(tx, scope, open, { day, price, isSuggested });
    else await insertPlan(tx, scope, { id: randomUUID(), borrowerId: id, day, price, isSuggested, plannedBy: userId });
    const expirations = await describeExpirations(tx, scope, borrower);
    await record(tx, actor, "refresh.planned", id, { day, price });
    return expirations;
  });
}

/** Throws NOT_FOUND. Without a planned refresh nothing changes. */
export async function cancelPlannedRefresh(ctx: Context, actor: Actor, id: string): Promise<Expirations> {
  const { scope } = actor;
  return ctx.db.transaction(scope, async (tx) => {
    const borrower = await lockBorrowerFor(tx, actor, id);
    const open = await findOpenPlan(tx, scope, id);
    if (open) await endPlan(tx, scope, open, { state: "canceled" });
    const expirations = await describeExpirations(tx, scope, borrower);
    if (open) await record(tx, actor, "refresh.canceled", id, { day: open.day });
    return expirations;
  });
}

/** Handles loanTermsChanged: a suggested day follows the closing, and a chosen one that serves it no more ends. */
export async function followClosing(
  ctx: Context,
  tx: Tx,
  { actor, borrowerId }: PayloadOf<typeof loanTermsChanged>,
): Promise<void> {
  const { scope } = actor;
  const open = await findOpenPlan(tx, scope, borrowerId);
  const borrower = open && (await readBorrower(tx, scope, borrowerId));
  if (!borrower) return;
  const facts = await readRefreshFacts(tx, scope, borrower, utcToday());
  const suggestion = suggest(facts);
  if (suggestion.outcome === "notNeeded") return endWith(ctx, tx, scope, borrower, open, "canceled", "NOT_NEEDED");
  const refusal = refusalOf(facts, open.day);
  if (!open.isSuggested && refusal === null) return;
  if (suggestion.outcome === "refused" || !open.isSuggested) {
    const reason = suggestion.outcome === "refused" ? suggestion.reason : (refusal ?? "NOT_SERVED");
    return endWith(ctx, tx, scope, borrower, open, "failed", reason);
  }
  if (suggestion.day === open.day) return;
  const { amount } = await quoteReportOn(tx, scope, borrowerId, suggestion.day);
  if (amount > open.price) return endWith(ctx, tx, scope, borrower, open, "failed", "PRICE_CHANGED");
  await movePlan(tx, scope, open, { day: suggestion.day, price: amount, isSuggested: true });
  const reason = `The planned refresh moved to ${longDay(suggestion.day)}, because the loan's dates changed.`;
  await notify(ctx, tx, scope, { kind: "plannedRefresh", borrower, detail: { reason } });
}

/** Handles borrowerChanged. */
export async function endPlanOfClosed(
  _ctx: Context,
  tx: Tx,
  { actor, change, after }: PayloadOf<typeof borrowerChanged>,
): Promise<void> {
  const open = change === "closed" ? await findOpenPlan(tx, actor.scope, after.id) : undefined;
  if (open) await endPlan(tx, actor.scope, open, { state: "canceled", reason: "CLOSED" });
}

/** Ends a plan without a report and says so to the borrower's owners. The caller holds the borrower's lock. */
export async function endWith(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  borrower: BorrowerRow,
  plan: PlannedRefreshRow,
  state: "canceled" | "failed",
  reason: PlannedRefreshEnd,
): Promise<void> {
  await endPlan(tx, scope, plan, { state, reason });
  const text = `The refresh planned for ${longDay(plan.day)} was not made. ${PLANNED_REFRESH_REASONS[reason]}`;
  await notify(ctx, tx, scope, { kind: "plannedRefresh", borrower, detail: { reason: text } });
}

function record(tx: Tx, actor: Actor, action: string, borrowerId: string, detail: Record<string, unknown>) {
  return recordAuditEvent(tx, actor, { action, objectType: "borrower", objectId: borrowerId, detail });
}
