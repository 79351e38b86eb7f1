// A charge is written once, however often the request repeats, and never changes afterwards.
import { randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { LINE_CHARGED, type REPORT_PRICES, TYPE_LABELS } from "#features/billing/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { announce } from "#platform/server/live/live.ts";
import { readPayers } from "../customer.ts";
import { insertLine, readLine, readOrganizationOfLine, REFUND_SOURCE } from "./charge-queries.ts";

/** A report that became ready, at the price that was shown when it was requested. Free reports have no line. */
export interface ChargedReport {
  readonly id: string;
  readonly borrowerId: string;
  readonly loanNumber: string | null;
  readonly priceType: keyof typeof REPORT_PRICES;
  readonly price: number;
  readonly readyAt: string;
}

export async function chargeReport(tx: Tx, scope: Scope, report: ChargedReport): Promise<void> {
  if (report.price === 0) return;
  const { id, borrowerId, loanNumber, priceType, price } = report;
  const words = TYPE_LABELS[priceType];
  const lineId = randomUUID();
  const isNew = await insertLine(tx, scope, {
    id: lineId,
    type: priceType,
    description: loanNumber === null ? words : `${words}, loan ${loanNumber}`,
    unitAmount: price,
    occurredAt: report.readyAt,
    borrowerId,
    assetReportId: id,
    sourceKey: `asset_report:${id}`,
  });
  if (isNew) await announceLine(tx, scope, lineId);
}

async function announceLine(tx: Tx, scope: Scope, id: string): Promise<void> {
  const to = (await readPayers(tx, scope)).map(({ userId }) => userId);
  await announce(tx, { organizationId: scope.organizationId, to, event: { type: LINE_CHARGED, id, version: 1 } });
}

/**
 * A charge that the card provider made by itself. `amount` is the invoice's total before the balance pays a part of it;
 * it is negative if a switch refunded more than it charged. An invoice makes one line, however often it is reported.
 */
export async function chargeSubscription(tx: Tx, scope: Scope, charge: SubscriptionCharge): Promise<void> {
  if (charge.amount === 0) return;
  const line = subscriptionLine(charge);
  if (await insertLine(tx, scope, line)) await announceLine(tx, scope, line.id);
}

export interface SubscriptionCharge {
  readonly invoiceId: string;
  readonly amount: number;
  readonly at: string;
  readonly description: string;
}

export function subscriptionLine({ invoiceId, amount, at, description }: SubscriptionCharge) {
  return {
    id: randomUUID(),
    type: "subscription",
    description,
    unitAmount: amount,
    occurredAt: at,
    sourceKey: subscriptionSource(invoiceId),
  } as const;
}

/**
 * A refund that the card provider made to a card. It is settled there, so the next statement lists it but does not ask
 * for less.
 */
export async function recordRefund(
  tx: Tx,
  scope: Scope,
  { id, invoiceId, amount, at }: { id: string; invoiceId: string; amount: number; at: string },
): Promise<void> {
  const isNew = await insertLine(tx, scope, {
    type: "adjustment",
    description: `Refund to the card (${id})`,
    unitAmount: -amount,
    occurredAt: at,
    sourceKey: REFUND_SOURCE + id,
  });
  if (!isNew) return;
  await appendAudit(tx, scope.organizationId, {
    actorId: null,
    action: "billing.refunded",
    objectType: "organization",
    objectId: scope.organizationId,
    address: null,
    detail: { amount, refund: id, invoice: invoiceId },
  });
}

/** For support: reverses a line in any organization. Throws NOT_FOUND. */
export async function creditLine({ db, system }: Context, lineId: string, reason: string) {
  const organizationId = await readOrganizationOfLine(db, system, lineId);
  if (organizationId === undefined) throw new AppError("NOT_FOUND");
  const scope = system.within(organizationId);
  return db.transaction(scope, (tx) => reverseLine(tx, scope, lineId, reason));
}

export function subscriptionSource(providerInvoiceId: string): string {
  return `subscription_invoice:${providerInvoiceId}`;
}

/** Reverses a line with a new line that refers to it, at most once per line. Throws NOT_FOUND. */
export async function reverseLine(
  tx: Tx,
  scope: Scope,
  lineId: string,
  reason: string,
  actorId: string | null = null,
): Promise<{ isNew: boolean; amount: number }> {
  const line = await readLine(tx, scope, lineId);
  if (!line) throw new AppError("NOT_FOUND");
  const id = randomUUID();
  const isNew = await insertLine(tx, scope, {
    id,
    type: "adjustment",
    description: `Reversal of "${line.description}" (${line.id}): ${reason}`,
    unitAmount: -line.amount,
    occurredAt: new Date().toISOString(),
    borrowerId: line.borrowerId,
    assetReportId: line.assetReportId,
    createdBy: actorId,
    sourceKey: `reversal:${line.id}`,
  });
  if (isNew)
    await appendAudit(tx, scope.organizationId, {
      actorId,
      action: "line-item.reversed",
      objectType: "line-item",
      objectId: line.id,
      address: null,
      detail: { amount: -line.amount, reason, reversal: id },
    });
  return { isNew, amount: -line.amount };
}
