import type { Context } from "#platform/server/context.ts";
import { lockOrganization } from "#features/organizations/server/settings-queries.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { paysForPlan } from "../subscriptions/running/subscription.ts";
import { invoiceStatement } from "../jobs.ts";
import { readPayers } from "../customer.ts";
import { announceStatement, emailPayers } from "../statements/settle-invoice.ts";
import { insertStatement } from "../statements/statement-queries.ts";
import { readOldestUnbilled } from "../charges/charge-queries.ts";
import { claimDue, readAccount, writeClose } from "./account-queries.ts";
import { closeAt, monthName, monthStart, periodEndAfter } from "./months.ts";

/**
 * Closes each month that is over and sets when the next one is closed. Skips an organization that another process
 * holds. Returns whether this process held it.
 */
export async function closeDue(ctx: Context, scope: Scope, now = new Date().toISOString()): Promise<boolean> {
  return ctx.db.transaction(scope, async (tx) => {
    const account = await claimDue(tx, scope, now);
    if (!account) return false;
    const { timeZone } = account;
    let { billedUntil } = account;
    for (;;) {
      const start = billedUntil ?? monthStart(account.createdAt, timeZone);
      const end = periodEndAfter(start, timeZone);
      const nextCloseAt = closeAt(end, timeZone);
      if (Date.parse(nextCloseAt) > Date.parse(now)) {
        await writeClose(tx, scope, { billedUntil, nextCloseAt });
        return true;
      }
      // A month that was missed while no process ran gets no empty statement.
      const isLatest = Date.parse(closeAt(periodEndAfter(end, timeZone), timeZone)) > Date.parse(now);
      if (await hasStatement(tx, scope, end, isLatest))
        await closePeriod(ctx, tx, scope, { start, end, timeZone, issuedAt: now });
      billedUntil = end;
    }
  });
}

/** Closes the running month before its end, for an organization without members. */
export async function closeRunning(ctx: Context, scope: Scope, now = new Date().toISOString()): Promise<void> {
  await ctx.db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope);
    const { billedUntil, createdAt, timeZone } = await readAccount(tx, scope);
    if ((await readOldestUnbilled(tx, scope)) === null) return;
    const start = billedUntil ?? monthStart(createdAt, timeZone);
    await closePeriod(ctx, tx, scope, { start, end: now, timeZone, issuedAt: now });
    await writeClose(tx, scope, { billedUntil: now, nextCloseAt: closeAt(periodEndAfter(now, timeZone), timeZone) });
  });
}

async function hasStatement(tx: Tx, scope: Scope, end: string, isLatest: boolean): Promise<boolean> {
  const oldest = await readOldestUnbilled(tx, scope);
  if (oldest !== null && Date.parse(oldest) < Date.parse(end)) return true;
  return isLatest && (await paysForPlan(tx, scope));
}

interface Period {
  readonly start: string;
  readonly end: string;
  readonly timeZone: string;
  readonly issuedAt: string;
}

async function closePeriod({ jobs }: Context, tx: Tx, scope: Scope, period: Period): Promise<void> {
  const { organizationId } = scope;
  const month = monthName(period.start, period.timeZone);
  const statement = await insertStatement(tx, scope, { ...period, month });
  await appendAudit(tx, organizationId, {
    actorId: null, // the product itself, as the month ends
    action: "statement.finalized",
    objectType: "statement",
    objectId: statement.id,
    address: null,
    detail: { number: statement.number, amount: statement.amount, due: statement.due },
  });
  const payers = await readPayers(tx, scope);
  await announceStatement(tx, scope, { id: statement.id, version: 1 }, payers);
  if (statement.due !== 0) await jobs.send(tx, invoiceStatement, { organizationId, statementId: statement.id });
  // A statement with an invoice is emailed once the invoice exists, so that the email says what is due. A statement of
  // zero sends no email.
  else if (statement.amount !== 0) await emailPayers(jobs, tx, scope, statement.id, payers);
}
