import { REPORT_EXPIRING } from "#features/asset-reports/contract.ts";
import { readOwners } from "#features/borrowers/server/owner-store.ts";
import { readBorrower } from "#features/borrowers/server/store.ts";
import { announce } from "#platform/server/live/live.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { AssetReportDeps } from "../deps.ts";
import { emailExpiring } from "../jobs.ts";
import { claimReminder } from "./reminder-store.ts";

/** Of several simultaneous processes one sends it. */
export async function remindOwner(
  { db, jobs }: Pick<AssetReportDeps, "db" | "jobs">,
  scope: Scope,
  borrowerId: string,
  today: string,
): Promise<void> {
  const { organizationId } = scope;
  await db.transaction(scope, async (tx) => {
    const due = await claimReminder(tx, scope, borrowerId, today);
    const borrower = due && (await readBorrower(tx, scope, borrowerId));
    if (!borrower) return;
    const owners = await readOwners(tx, scope, borrower);
    for (const { userId } of owners)
      await jobs.send(tx, emailExpiring, { organizationId, borrowerId, userId, freshUntil: due.freshUntil });
    await announce(tx, {
      organizationId,
      to: owners.map(({ userId }) => userId),
      event: { type: REPORT_EXPIRING, id: borrowerId, version: borrower.version },
    });
  });
}
