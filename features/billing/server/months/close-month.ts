import type { Context } from "#platform/server/context.ts";
import { publishWebhooksOfMany } from "#features/developers/server/webhooks/publish.ts";
import { readPayersOfMany } from "#features/organizations/server/conditions.ts";
import { lockOrganization } from "#features/organizations/server/settings-queries.ts";
import { appendAudits } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { AnyScope, Scope } from "#platform/server/database/scope.ts";
import { announceAll } from "#platform/server/live/live.ts";
import { STATEMENT_FINALIZED } from "#features/billing/contract.ts";
import { paysForPlan } from "../subscriptions/running/subscription.ts";
import { emailStatement, invoiceStatement } from "../jobs.ts";
import { insertStatements, type Period } from "../statements/statement-queries.ts";
import { hasLinesIn } from "../charges/charge-queries.ts";
import {
  type AccountRow,
  claimDue,
  type CloseTimes,
  lockCharges,
  readAccount,
  readStatementDue,
  writeCloses,
} from "./account-queries.ts";
import { closeAt, monthName, monthStart, periodEndAfter } from "./months.ts";

/**
 * Closes each month that is over and sets when the next one is closed. Waits for charges of the organization that are
 * under way, but skips it if another process holds it. Returns whether this process held it.
 */
export async function closeDue(ctx: Context, scope: Scope, now = new Date().toISOString()): Promise<boolean> {
  return ctx.db.transaction(scope, async (tx) => {
    await lockCharges(tx, scope);
    const [account] = await claimDue(tx, [scope.organizationId], now);
    if (!account) return false;
    const { periods, close } = duePeriods(account, now);
    for (const [at, period] of periods.entries()) {
      // A month that was missed while no process ran gets no empty statement.
      const isLatest = at === periods.length - 1;
      if (await hasStatement(tx, scope, period, isLatest)) await closePeriods(ctx, tx, scope, [period]);
    }
    await writeCloses(tx, [close]);
    return true;
  });
}

/**
 * The same for many organizations in one transaction. Returns those that are left to `closeDue`: they are just being
 * charged, several of their months are over, or their periods cannot be found.
 */
export async function closeDueTogether(ctx: Context, ids: readonly string[], now: string): Promise<string[]> {
  return ctx.db.transaction(ctx.system, async (tx) => {
    const accounts = await claimDue(tx, ids, now);
    const claimed = new Set(accounts.map(({ id }) => id));
    const left = ids.filter((id) => !claimed.has(id));
    const due: { periods: readonly Period[]; close: CloseTimes }[] = [];
    for (const account of accounts)
      try {
        const found = duePeriods(account, now);
        if (found.periods.length > 1) left.push(account.id);
        else due.push(found);
      } catch {
        left.push(account.id); // reported once it fails alone
      }
    if (due.length === 0) return left;
    const periods = due.flatMap((one) => one.periods);
    const withStatement = await readStatementDue(tx, ctx.system, periods);
    await closePeriods(
      ctx,
      tx,
      ctx.system,
      periods.filter(({ organizationId }) => withStatement.has(organizationId)),
    );
    await writeCloses(
      tx,
      due.map(({ close }) => close),
    );
    return left;
  });
}

/** Closes the running month before its end, for an organization without members. */
export async function closeRunning(ctx: Context, scope: Scope, now = new Date().toISOString()): Promise<void> {
  await ctx.db.transaction(scope, async (tx) => {
    await lockCharges(tx, scope); // first: who charges an organization may lock it afterwards
    await lockOrganization(tx, scope);
    const { id: organizationId, billedUntil, createdAt, timeZone } = await readAccount(tx, scope);
    const start = billedUntil ?? monthStart(createdAt, timeZone);
    if (!(await hasLinesIn(tx, scope, { start, end: now }))) return;
    const month = monthName(start, timeZone);
    await closePeriods(ctx, tx, scope, [{ organizationId, start, end: now, timeZone, month, issuedAt: now }]);
    const nextCloseAt = closeAt(periodEndAfter(now, timeZone), timeZone);
    await writeCloses(tx, [{ organizationId, billedUntil: now, nextCloseAt }]);
  });
}

/** The months of an organization that are over, and when the next one is closed. */
function duePeriods(
  { id: organizationId, billedUntil, createdAt, timeZone }: AccountRow,
  now: string,
): { periods: Period[]; close: CloseTimes } {
  const periods: Period[] = [];
  let start = billedUntil ?? monthStart(createdAt, timeZone);
  for (;;) {
    const end = periodEndAfter(start, timeZone);
    const nextCloseAt = closeAt(end, timeZone);
    if (Date.parse(nextCloseAt) > Date.parse(now))
      return { periods, close: { organizationId, billedUntil: periods.at(-1)?.end ?? billedUntil, nextCloseAt } };
    periods.push({ organizationId, start, end, timeZone, month: monthName(start, timeZone), issuedAt: now });
    start = end;
  }
}

async function hasStatement(tx: Tx, scope: Scope, period: Period, isLatest: boolean): Promise<boolean> {
  return (await hasLinesIn(tx, scope, period)) || (isLatest && (await paysForPlan(tx, scope)));
}

/** Makes the statement of each period, one an organization, with its record, announcement, and invoice or emails. */
async function closePeriods(ctx: Context, tx: Tx, scope: AnyScope, periods: readonly Period[]): Promise<void> {
  if (periods.length === 0) return;
  const made = await insertStatements(tx, periods);
  await appendAudits(
    tx,
    made.map(({ organizationId, id, number, amount, due }) => ({
      organizationId,
      actorId: null, // the product itself, as the month ends
      action: "statement.finalized",
      objectType: "statement",
      objectId: id,
      address: null,
      detail: { number, amount, due },
    })),
  );
  await publishWebhooksOfMany(
    ctx,
    tx,
    made.map(({ organizationId, id, number, amount, due }) => ({
      organizationId,
      event: { type: "statement.finalized", data: { statementId: id, number, amount, due } },
    })),
  );
  const payers = await readPayersOfMany(
    tx,
    scope,
    made.map(({ organizationId }) => organizationId),
  );
  const toPay = made.map((statement) => ({ ...statement, to: payers.get(statement.organizationId) ?? [] }));
  await announceAll(
    tx,
    toPay.map(({ organizationId, id, to }) => ({
      organizationId,
      to,
      event: { type: STATEMENT_FINALIZED, id, version: 1 },
    })),
  );
  await ctx.jobs.sendAll(
    tx,
    invoiceStatement,
    made.filter(({ due }) => due !== 0).map(({ organizationId, id: statementId }) => ({ organizationId, statementId })),
  );
  // A statement with an invoice is emailed once the invoice exists, so that the email says what is due. A statement of
  // zero sends no email.
  await ctx.jobs.sendAll(
    tx,
    emailStatement,
    toPay
      .filter(({ due, amount }) => due === 0 && amount !== 0)
      .flatMap(({ organizationId, id: statementId, to }) =>
        to.map((userId) => ({ organizationId, userId, statementId })),
      ),
  );
}
