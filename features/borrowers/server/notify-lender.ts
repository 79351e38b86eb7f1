// Owns how a lender is told to look at a borrower: once an hour at most, whoever asks and however often.
import { LENDER_NOTIFIED, NOTIFY_EVERY_MINUTES } from "#features/borrowers/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import { isVisit } from "#kit/server/actor.ts";
import { appendAudit } from "#kit/server/audit.ts";
import { announce } from "#kit/server/live/live.ts";
import { changeBorrower, type Asker, type BorrowerDeps } from "./borrowers.ts";
import { mailNotice } from "./jobs.ts";
import { readOwners } from "./owner-store.ts";
import { findForReader } from "./readers.ts";
import { lockBorrower } from "./store.ts";

type NotifyDeps = Pick<BorrowerDeps, "db" | "across" | "jobs">;

/** By whoever may read the borrower. Asked again within the hour it says when it was, and does nothing. */
export async function notifyLender(
  { db, across, jobs }: NotifyDeps,
  asker: Asker,
  id: string,
): Promise<{ notifiedAt: string; isNew: boolean }> {
  const { organizationId } = (await findForReader({ db, across }, asker, id)).borrower;
  const scope = across.within(organizationId); // a reader may be of another organization
  return db.transaction(scope, async (tx) => {
    const before = await lockBorrower(tx, scope, id); // of those who ask at once all but one find it done
    if (!before) throw new AppError("NOT_FOUND");
    const { lenderNotifiedAt: last } = before;
    if (last !== null && Date.now() - Date.parse(last) < NOTIFY_EVERY_MINUTES * 60_000)
      return { notifiedAt: last, isNew: false };
    const borrower = await changeBorrower(tx, scope, id, { lenderNotifiedAt: new Date().toISOString() });
    const owners = await readOwners(tx, scope, borrower);
    for (const { userId } of owners) await jobs.send(tx, mailNotice, { organizationId, borrowerId: id, userId });
    await announce(tx, {
      organizationId,
      to: owners.map(({ userId }) => userId),
      event: { type: LENDER_NOTIFIED, id, version: borrower.version },
    });
    // In the chain of the borrower's organization, wherever the reader is at home.
    await appendAudit(tx, organizationId, {
      actorId: isVisit(asker) ? null : asker.userId,
      action: "borrower.lender-notified",
      objectType: "borrower",
      objectId: id,
      address: asker.address,
      ...(isVisit(asker) && { detail: { visitId: asker.visitId } }),
    });
    return { notifiedAt: borrower.lenderNotifiedAt!, isNew: true }; // as it was just written
  });
}
