// Owns how a mailed link becomes a visit: for the browser that opens it first, and for no other.
import { announceBorrower } from "#features/borrowers/server/borrowers.ts";
import { lockBorrower } from "#features/borrowers/server/store.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Visitor } from "#kit/server/actor.ts";
import { appendAudit } from "#kit/server/audit.ts";
import { sha256 } from "#kit/server/sealing/sha256.ts";
import type { VisitDeps } from "./deps.ts";
import { claimLink, endOlder, readLiveByToken, readOpenLink } from "./link-store.ts";
import { issueVisit } from "./visit-tokens.ts";

/** Whatever is wrong with a link, it is dead: nothing tells a guess from a link that was. */
export async function openVisit(
  { assetReports: { db, across }, jwtSecret }: VisitDeps,
  { browser, address }: Pick<Visitor, "browser" | "address">,
  { id, token }: { id: string; token: string },
): Promise<{ visitToken: string; endsAt: string }> {
  const link = await readLiveByToken(db, across, sha256(token));
  if (link?.borrowerId !== id) throw new AppError("LINK_DEAD");
  const scope = across.within(link.organizationId);
  if (!(await readOpenLink(db, scope, link.id))) throw new AppError("LINK_DEAD");
  if (link.browserHash !== null && !(browser.secret && link.browserHash.equals(sha256(browser.secret))))
    throw new AppError("LINK_DEAD"); // before the browser is given a secret
  const browserHash = sha256(browser.remember());
  await db.transaction(scope, async (tx) => {
    const borrower = await lockBorrower(tx, scope, id); // first, as whoever sends a link does
    const claimed = borrower && (await claimLink(tx, scope, link.id, browserHash));
    if (!claimed) throw new AppError("LINK_DEAD");
    await endOlder(tx, scope, claimed, "all"); // and with it a visit that is under way
    await appendAudit(tx, scope.organizationId, {
      actorId: null,
      action: "visit.opened",
      objectType: "borrower",
      objectId: id,
      address,
      detail: { visitId: link.id },
    });
    await announceBorrower(tx, scope, borrower);
  });
  return issueVisit(jwtSecret, link);
}
