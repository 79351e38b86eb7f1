// Owns how bank connections end: here at once, at the provider by a job that follows.
import { isInFlight } from "#features/asset-reports/contract.ts";
import { changeBorrower, takeBorrower } from "#features/borrowers/server/borrowers.ts";
import { statusWithoutBank } from "#features/borrowers/server/lifecycle.ts";
import { isHeldBy } from "#features/borrowers/server/people.ts";
import { lockBorrower, type BorrowerRow } from "#features/borrowers/server/store.ts";
import { emailKeyOf } from "#features/identity/server/store.ts";
import type { Visit } from "#kit/server/actor.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import type { AssetReportDeps } from "../deps.ts";
import { removeAtProvider, removeReportAtProvider } from "../jobs.ts";
import { failReport } from "../report-outcome.ts";
import { lockReport, readNewestReport, type ReportRow } from "../store.ts";
import { markTakenBack, readItems, readItemsOf, updateItem, type BankItemRow } from "./item-store.ts";

type EndDeps = Pick<AssetReportDeps, "jobs">;

/** Ends every connection of a borrower who is still closed. Run again it finds none left. */
export async function endAllItems(
  deps: EndDeps & Pick<AssetReportDeps, "db">,
  scope: Scope,
  borrowerId: string,
): Promise<void> {
  await deps.db.transaction(scope, async (tx) => {
    const borrower = await lockBorrower(tx, scope, borrowerId);
    if (borrower?.status !== "closed") return; // it was opened again meanwhile
    const items = await readItems(tx, scope, borrowerId);
    for (const item of items) await endItem(deps, tx, scope, item);
    if (items.length > 0) await changeBorrower(tx, scope, borrowerId);
  });
}

/** Ends those of the visitor; a report that is being made over them is not made. */
export async function endOwnItems(
  deps: EndDeps,
  tx: Tx,
  visit: Visit,
  keptDays: number,
): Promise<{ borrower: BorrowerRow; ended: BankItemRow[] }> {
  const { scope, subjectId, email } = visit;
  const seen = await readNewestReport(tx, scope, subjectId);
  if (seen) await lockReport(tx, scope, seen.id); // before the borrower's lock, as whoever finishes a report does
  const before = await takeBorrower(tx, visit, subjectId);
  const newest = await readNewestReport(tx, scope, subjectId); // another may have been asked for meanwhile
  const { ended, isLast } = await endItemsOf(deps, tx, scope, before, { email, keptDays });
  if (newest && ended.some(({ id }) => newest.itemIds.includes(id))) await dropReport(deps, tx, scope, newest);
  if (ended.length === 0) return { borrower: before, ended };
  const change = isLast ? { status: statusWithoutBank(before) } : {};
  return { borrower: await changeBorrower(tx, scope, subjectId, change), ended };
}

/**
 * Ends those of one person, and notes of all that they ever had for how long it may still be kept. The caller holds the
 * borrower's lock.
 */
export async function endItemsOf(
  deps: EndDeps,
  tx: Tx,
  scope: Scope,
  borrower: Pick<BorrowerRow, "id" | "email">,
  { email, keptDays }: { email: string; keptDays: number },
): Promise<{ ended: BankItemRow[]; isLast: boolean }> {
  const items = await readItems(tx, scope, borrower.id);
  const ended = items.filter((item) => isHeldBy(item, borrower, email));
  for (const item of ended) await endItem(deps, tx, scope, item);
  await markTakenBack(tx, scope, borrower.id, {
    holder: emailKeyOf(email),
    isBorrower: emailKeyOf(email) === emailKeyOf(borrower.email),
    keptDays,
  });
  return { ended, isLast: ended.length === items.length };
}

/**
 * Whether a report that is about to be finished covers what somebody took back: then it ends instead. The caller holds the
 * report's lock.
 */
export async function endIfTakenBack(deps: EndDeps, tx: Tx, scope: Scope, report: ReportRow): Promise<boolean> {
  await lockBorrower(tx, scope, report.borrowerId); // who takes anything back from here on finds the report ready
  if (!isTakenBack(await readItemsOf(tx, scope, report))) return false;
  await dropReport(deps, tx, scope, report);
  return true;
}

export function isTakenBack(items: readonly BankItemRow[]): boolean {
  return items.some(({ takenBackAt }) => takenBackAt !== null);
}

async function dropReport({ jobs }: EndDeps, tx: Tx, scope: Scope, report: ReportRow): Promise<void> {
  if (!isInFlight(report)) return;
  await failReport(tx, scope, report.id, "CONSENT_TAKEN_BACK");
  const { organizationId } = scope;
  if (report.providerToken) await jobs.send(tx, removeReportAtProvider, { organizationId, reportId: report.id });
}

export async function endItem({ jobs }: EndDeps, tx: Tx, scope: Scope, { id }: BankItemRow): Promise<void> {
  await updateItem(tx, scope, id, { removedAt: new Date().toISOString() });
  await jobs.send(tx, removeAtProvider, { organizationId: scope.organizationId, itemId: id });
}
