// Owns what a report costs: told before it is asked for, kept with it, charged once it is ready.
import { findBorrower } from "#features/borrowers/server/borrowers.ts";
import type { ReportPrice } from "#features/report-prices/contract.ts";
import { FREE_REFRESH_DAYS, REPORT_PRICES } from "#features/report-prices/rules/report-prices.ts";
import type { Actor } from "#kit/server/actor.ts";
import type { Reads } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { readAccount, readSpent, type AccountRow } from "../months/account-store.ts";
import { periodOf } from "../months/current-period.ts";
import type { BillingDeps } from "../deps.ts";
import { addDays, dayOf } from "../months/months.ts";
import { readFirstReport } from "./charge-store.ts";

export type Quote = Pick<ReportPrice, "type" | "amount" | "freeUntil">;

/** The first report of a borrower, then free ones for so many days, then refreshes. */
export async function quoteReport(db: Reads, scope: Scope, borrowerId: string, timeZone: string): Promise<Quote> {
  const first = await readFirstReport(db, scope, borrowerId);
  if (first === null) return { type: "asset_report", amount: REPORT_PRICES.asset_report, freeUntil: null };
  const freeUntil = addDays(dayOf(first, timeZone), FREE_REFRESH_DAYS);
  const isFree = dayOf(new Date().toISOString(), timeZone) <= freeUntil;
  return { type: "report_refresh", amount: isFree ? 0 : REPORT_PRICES.report_refresh, freeUntil };
}

/** Throws NOT_FOUND for a borrower that the caller does not reach. */
export async function findReportPrice({ db }: BillingDeps, actor: Actor, borrowerId: string): Promise<ReportPrice> {
  await findBorrower(db, actor, borrowerId);
  const account = await readAccount(db, actor.scope);
  const quote = await quoteReport(db, actor.scope, borrowerId, account.timeZone);
  const leftOfCap = await findTooLittleLeft(db, actor.scope, account, quote.amount);
  return { ...quote, isOverCap: leftOfCap !== null, leftOfCap };
}

/** Cents, 0 at least, that are left of the cap where this price does not fit in; else `null`. Free reports always fit. */
export async function findTooLittleLeft(
  db: Reads,
  scope: Scope,
  account: AccountRow,
  price: number,
): Promise<number | null> {
  if (price === 0 || account.spendCap === null) return null;
  const { reports } = await readSpent(db, scope, periodOf(account).start);
  return reports + price > account.spendCap ? Math.max(0, account.spendCap - reports) : null;
}
