import { endItemsOf } from "#features/asset-reports/server/connections/end-items.ts";
import { moveItems } from "#features/asset-reports/server/connections/item-store.ts";
import { changeBorrower, type LoanLinks } from "#features/borrowers/server/borrowers.ts";
import { statusWithoutBank } from "#features/borrowers/server/lifecycle.ts";
import { peopleOf, personWith } from "#features/borrowers/server/people.ts";
import type { BorrowerRow } from "#features/borrowers/server/store.ts";
import { normalizeEmail } from "#features/auth/server/store.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Jobs } from "#platform/server/jobs.ts";
import { keptDaysOf } from "./consent.ts";
import { markTakenBack, readPromisedDays } from "./consent-store.ts";

export function leaveLoan(jobs: Jobs): LoanLinks["leave"] {
  return async (tx, actor, before, after) => {
    for (const { email } of peopleOf(before))
      if (!personWith(after, email)) await endSharing({ jobs }, tx, actor, { email, before, after });
  };
}

async function endSharing(
  deps: { readonly jobs: Jobs },
  tx: Tx,
  actor: Actor,
  { email, before, after }: { email: string; before: BorrowerRow; after: BorrowerRow },
): Promise<void> {
  const { scope } = actor;
  const { id } = before;
  const key = normalizeEmail(email);
  // A corrected address of the same person, who was never asked: the lender's connections for them stay theirs.
  if (isSamePerson(before, after, key) && (await readPromisedDays(tx, scope, id, key)) === null)
    return moveItems(tx, scope, id, { from: key, to: normalizeEmail(after.email) });
  const keptDays = await keptDaysOf(tx, scope, id, email);
  const { ended, isLast } = await endItemsOf(deps, tx, scope, before, { email, keptDays });
  const consentId = await markTakenBack(tx, scope, id, key);
  if (ended.length === 0 && !consentId) return;
  await recordAuditEvent(tx, actor, {
    action: "consent.ended",
    objectType: "borrower",
    objectId: id,
    detail: { banks: ended.length },
  });
  if (ended.length > 0) await changeBorrower(tx, scope, id, isLast ? { status: statusWithoutBank(after) } : {});
}

function isSamePerson(before: BorrowerRow, after: BorrowerRow, key: string): boolean {
  const isBorrower = normalizeEmail(before.email) === key;
  return isBorrower && before.firstName === after.firstName && before.lastName === after.lastName;
}
