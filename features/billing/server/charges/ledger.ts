// Owns how a charge comes into the ledger: once, whatever is repeated, and never changed afterwards.
import { randomUUID } from "node:crypto";
import { LINE_CHARGED, TYPE_WORDS } from "#features/billing/contract.ts";
import type { REPORT_PRICES } from "#features/report-prices/rules/report-prices.ts";
import { AppError } from "#kit/contract/errors.ts";
import { appendAudit } from "#kit/server/audit.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { announce } from "#kit/server/live/live.ts";
import type { BillingDeps } from "../deps.ts";
import { readPayers } from "../payers.ts";
import { insertLine, readLine, readOrganizationOfLine, REFUND_SOURCE } from "./charge-store.ts";

/** A report that became ready, at the price that was told when it was asked for. Free ones make no line. */
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
  const words = TYPE_WORDS[priceType];
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
 * What the card provider charged by itself. `amount` is the invoice's total, before its balance pays for a part of it;
 * below zero where a switch gave back more than it charged. An invoice makes one line, however often it is told of.
 */
export async function chargeSubscription(
  tx: Tx,
  scope: Scope,
  { providerInvoiceId, amount, at, description }: SubscriptionCharge,
): Promise<void> {
  if (amount === 0) return;
  const id = randomUUID();
  const isNew = await insertLine(tx, scope, {
    id,
    type: "subscription",
    description,
    unitAmount: amount,
    occurredAt: at,
    sourceKey: subscriptionSource(providerInvoiceId),
  });
  if (isNew) await announceLine(tx, scope, id);
}

export interface SubscriptionCharge {
  readonly providerInvoiceId: string;
  readonly amount: number;
  readonly at: string;
  readonly description: string;
}

/** What the card provider gave back to a card. It is settled there, so the next statement names it and asks for no less. */
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

/** For support: gives a line back wherever it is. Throws NOT_FOUND. */
export async function creditLine({ db, across }: Pick<BillingDeps, "db" | "across">, lineId: string, reason: string) {
  const organizationId = await readOrganizationOfLine(db, across, lineId);
  if (organizationId === undefined) throw new AppError("NOT_FOUND");
  const scope = across.within(organizationId);
  return db.transaction(scope, (tx) => reverseLine(tx, scope, lineId, reason));
}

export function subscriptionSource(providerInvoiceId: string): string {
  return `subscription_invoice:${providerInvoiceId}`;
}

/** Gives a line back by a line of its own that cites it; once a line. Throws NOT_FOUND. */
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
