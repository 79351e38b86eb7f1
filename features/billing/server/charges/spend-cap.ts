import type { Context } from "#platform/server/context.ts";
import type { PayloadOf } from "#platform/server/events.ts";
import type { spendCapChanged } from "#features/organizations/server/events.ts";
import {
  FREE_REFRESH_DAYS,
  REPORT_PRICES,
  type ReportPrice,
  SPEND_WARNING_PERCENT,
} from "#features/billing/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { Jobs } from "#platform/server/jobs.ts";
import { type AccountRow, readAccount, readSpent } from "../months/account-queries.ts";
import { periodOf } from "../months/months.ts";
import { emailSpendWarning } from "../jobs.ts";
import { readPayers } from "../customer.ts";
import { spendWarnings } from "../schema.ts";
import { addDays } from "#platform/dates/days.ts";
import { dayIn } from "#platform/dates/zones.ts";
import { findBorrower } from "#features/borrowers/server/borrowers.ts";
import type { Actor } from "#platform/server/actor.ts";
import { readFirstReport } from "./charge-queries.ts";

/**
 * What the report costs. The caller holds the organization's lock, so that each of several parallel requests sees the
 * ones before it. Throws SPEND_CAP_REACHED.
 */
export async function quoteWithinCap(tx: Tx, scope: Scope, borrowerId: string): Promise<Quote> {
  const account = await readAccount(tx, scope);
  const quote = await quoteReport(tx, scope, borrowerId, dayIn(new Date().toISOString(), account.timeZone), account);
  if ((await findTooLittleLeft(tx, scope, account, quote.amount)) !== null) throw new AppError("SPEND_CAP_REACHED");
  return quote;
}

/** Handles spendCapChanged: notifies the members who pay of the part already used. */
export function warnOfChangedCap(
  { jobs }: Context,
  tx: Tx,
  { scope }: PayloadOf<typeof spendCapChanged>,
): Promise<void> {
  return warnOfSpending(tx, jobs, scope);
}

/** Runs after a report was requested or the cap was set. The caller holds the organization's lock. */
export async function warnOfSpending(tx: Tx, jobs: Jobs, scope: Scope): Promise<void> {
  const account = await readAccount(tx, scope);
  if (account.spendCap === null) return;
  const { reports } = await readSpent(tx, scope, periodOf(account).start);
  for (const percent of [SPEND_WARNING_PERCENT, 100])
    if (reports > 0 && reports * 100 >= account.spendCap * percent) await warn(tx, jobs, scope, account, percent);
}

/** Runs after a report was refused because it exceeds the cap. */
export async function warnOfRefusal(tx: Tx, jobs: Jobs, scope: Scope): Promise<void> {
  await warn(tx, jobs, scope, await readAccount(tx, scope), 100);
}

async function warn(tx: Tx, jobs: Jobs, scope: Scope, account: AccountRow, percent: number): Promise<void> {
  if (!(await insertWarning(tx, scope, periodOf(account).end, percent))) return;
  for (const { userId } of await readPayers(tx, scope))
    await jobs.send(tx, emailSpendWarning, { organizationId: scope.organizationId, userId, percent });
}

/** Whether it is the period's first warning at this percent. */
async function insertWarning(tx: Tx, scope: Scope, periodEnd: string, percent: number): Promise<boolean> {
  const rows = await tx.orm
    .insert(spendWarnings)
    .values({ organizationId: scope.organizationId, periodEnd, percent })
    .onConflictDoNothing()
    .returning({ percent: spendWarnings.percent });
  return rows.length > 0;
}

type Quote = Pick<ReportPrice, "type" | "amount" | "freeUntil">;

/**
 * A borrower's first report, then free reports for a number of days, then refreshes.
 *
 * @param day `YYYY-MM-DD` in the organization's zone
 */
async function quoteReport(
  db: ReadDb,
  scope: Scope,
  borrowerId: string,
  day: string,
  { timeZone }: Pick<AccountRow, "timeZone">,
): Promise<Quote> {
  const first = await readFirstReport(db, scope, borrowerId);
  if (first === null) return { type: "asset_report", amount: REPORT_PRICES.asset_report, freeUntil: null };
  const freeUntil = addDays(dayIn(first, timeZone), FREE_REFRESH_DAYS);
  const isFree = day <= freeUntil;
  return { type: "report_refresh", amount: isFree ? 0 : REPORT_PRICES.report_refresh, freeUntil };
}

/** Throws NOT_FOUND for a borrower that the caller may not access. */
export async function findReportPrice({ db }: Context, actor: Actor, borrowerId: string): Promise<ReportPrice> {
  await findBorrower(db, actor, borrowerId);
  const account = await readAccount(db, actor.scope);
  const today = dayIn(new Date().toISOString(), account.timeZone);
  const quote = await quoteReport(db, actor.scope, borrowerId, today, account);
  const leftOfCap = await findTooLittleLeft(db, actor.scope, account, quote.amount);
  return { ...quote, isOverCap: leftOfCap !== null, leftOfCap };
}

interface LaterQuote extends Quote {
  /** Cents that are left of this month's cap, or of a later month's whole one; `null`: there is no cap. */
  readonly leftOfCap: number | null;
}

/** What a report costs on a later day, `YYYY-MM-DD` in the organization's zone, as far as it is known today. */
export async function quoteReportOn(db: ReadDb, scope: Scope, borrowerId: string, day: string): Promise<LaterQuote> {
  const account = await readAccount(db, scope);
  const quote = await quoteReport(db, scope, borrowerId, day, account);
  const { spendCap, timeZone } = account;
  if (spendCap === null) return { ...quote, leftOfCap: null };
  const { start, end } = periodOf(account);
  if (day >= dayIn(end, timeZone)) return { ...quote, leftOfCap: spendCap };
  const { reports } = await readSpent(db, scope, start);
  return { ...quote, leftOfCap: Math.max(0, spendCap - reports) };
}

/** Cents (at least 0) that remain of the cap if this price exceeds it; otherwise `null`. Free reports always fit. */
async function findTooLittleLeft(db: ReadDb, scope: Scope, account: AccountRow, price: number): Promise<number | null> {
  if (price === 0 || account.spendCap === null) return null;
  const { reports } = await readSpent(db, scope, periodOf(account).start);
  return reports + price > account.spendCap ? Math.max(0, account.spendCap - reports) : null;
}
