import type { Context } from "#platform/server/context.ts";
import type { PayloadOf } from "#platform/server/events.ts";
import type { spendCapChanged } from "#features/organizations/server/events.ts";
import { SPEND_WARNING_PERCENT } from "#features/billing/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { Jobs } from "#platform/server/jobs.ts";
import { readAccount, readSpent, type AccountRow } from "../months/account-store.ts";
import { periodOf } from "../months/current-period.ts";
import { emailSpendWarning } from "../jobs.ts";
import { readPayers } from "../payers.ts";
import { spendWarnings } from "../schema.ts";
import { findTooLittleLeft, quoteReport, type Quote } from "./prices.ts";

/**
 * What the report costs. The caller holds the organization's lock, so that each of several parallel requests sees the
 * ones before it. Throws SPEND_CAP_REACHED.
 */
export async function quoteWithinCap(tx: Tx, scope: Scope, borrowerId: string): Promise<Quote> {
  const account = await readAccount(tx, scope);
  const quote = await quoteReport(tx, scope, borrowerId, account.timeZone);
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
