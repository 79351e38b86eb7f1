import { addDays } from "#platform/dates/days.ts";
import { dayIn } from "#platform/dates/zones.ts";
import type { Context } from "#platform/server/context.ts";
import { findBorrower } from "#features/borrowers/server/borrowers.ts";
import type { ReportPrice } from "#features/billing/contract.ts";
import { FREE_REFRESH_DAYS, REPORT_PRICES } from "#features/billing/rules/report-prices.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { readAccount, readSpent, type AccountRow } from "../months/account-store.ts";
import { periodOf } from "../months/current-period.ts";
import { readFirstReport } from "./charge-store.ts";

export type Quote = Pick<ReportPrice, "type" | "amount" | "freeUntil">;

/** A borrower's first report, then free reports for a number of days, then refreshes. */
export async function quoteReport(db: ReadDb, scope: Scope, borrowerId: string, timeZone: string): Promise<Quote> {
  const first = await readFirstReport(db, scope, borrowerId);
  if (first === null) return { type: "asset_report", amount: REPORT_PRICES.asset_report, freeUntil: null };
  const freeUntil = addDays(dayIn(first, timeZone), FREE_REFRESH_DAYS);
  const isFree = dayIn(new Date().toISOString(), timeZone) <= freeUntil;
  return { type: "report_refresh", amount: isFree ? 0 : REPORT_PRICES.report_refresh, freeUntil };
}

/** Throws NOT_FOUND for a borrower that the caller may not access. */
export async function findReportPrice({ db }: Context, actor: Actor, borrowerId: string): Promise<ReportPrice> {
  await findBorrower(db, actor, borrowerId);
  const account = await readAccount(db, actor.scope);
  const quote = await quoteReport(db, actor.scope, borrowerId, account.timeZone);
  const leftOfCap = await findTooLittleLeft(db, actor.scope, account, quote.amount);
  return { ...quote, isOverCap: leftOfCap !== null, leftOfCap };
}

/** Cents (at least 0) that remain of the cap if this price exceeds it; otherwise `null`. Free reports always fit. */
export async function findTooLittleLeft(
  db: ReadDb,
  scope: Scope,
  account: AccountRow,
  price: number,
): Promise<number | null> {
  if (price === 0 || account.spendCap === null) return null;
  const { reports } = await readSpent(db, scope, periodOf(account).start);
  return reports + price > account.spendCap ? Math.max(0, account.spendCap - reports) : null;
}
