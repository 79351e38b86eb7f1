// Owns the close of a month: its lines on a statement, once, in one transaction an organization.
import { lockOrganization } from "#features/organizations/server/settings-store.ts";
import { appendAudit } from "#kit/server/audit.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { claimDue, readAccount, writeClose } from "./account-store.ts";
import type { BillingDeps } from "../deps.ts";
import { invoiceStatement } from "../jobs.ts";
import { closeAt, monthName, periodEndAfter, monthStart } from "./months.ts";
import { readPayers } from "../payers.ts";
import { announceStatement, mailPayers } from "../statements/settle-invoice.ts";
import { insertStatement } from "../statements/statement-store.ts";
import { readOldestUnbilled } from "../charges/charge-store.ts";

type CloseDeps = Pick<BillingDeps, "db" | "jobs" | "hasSubscription">;

/**
 * Closes each month that is over and sets when the next is closed. Another process at the same organization is left
 * to it. Returns whether the organization was this process's.
 */
export async function closeDue(deps: CloseDeps, scope: Scope, now = new Date().toISOString()): Promise<boolean> {
  return deps.db.transaction(scope, async (tx) => {
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
      // A month that was missed while no process ran asks for no statement that would say nothing.
      const isLatest = Date.parse(closeAt(periodEndAfter(end, timeZone), timeZone)) > Date.parse(now);
      if (await hasStatement(deps, tx, scope, end, isLatest))
        await closePeriod(deps, tx, scope, { start, end, timeZone, issuedAt: now });
      billedUntil = end;
    }
  });
}

/** The month that runs, before its end: for an organization that nobody is left in. */
export async function closeRunning(deps: CloseDeps, scope: Scope, now = new Date().toISOString()): Promise<void> {
  await deps.db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope);
    const { billedUntil, createdAt, timeZone } = await readAccount(tx, scope);
    if ((await readOldestUnbilled(tx, scope)) === null) return;
    const start = billedUntil ?? monthStart(createdAt, timeZone);
    await closePeriod(deps, tx, scope, { start, end: now, timeZone, issuedAt: now });
    await writeClose(tx, scope, { billedUntil: now, nextCloseAt: closeAt(periodEndAfter(now, timeZone), timeZone) });
  });
}

async function hasStatement(
  { hasSubscription }: CloseDeps,
  tx: Tx,
  scope: Scope,
  end: string,
  isLatest: boolean,
): Promise<boolean> {
  const oldest = await readOldestUnbilled(tx, scope);
  if (oldest !== null && Date.parse(oldest) < Date.parse(end)) return true;
  return isLatest && (await hasSubscription(tx, scope));
}

interface Period {
  readonly start: string;
  readonly end: string;
  readonly timeZone: string;
  readonly issuedAt: string;
}

async function closePeriod({ jobs }: CloseDeps, tx: Tx, scope: Scope, period: Period): Promise<void> {
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
  // One with an invoice is told of once that is made, so that the mail says what is due; one over nothing is no news.
  else if (statement.amount !== 0) await mailPayers(jobs, tx, scope, statement.id, payers);
}
