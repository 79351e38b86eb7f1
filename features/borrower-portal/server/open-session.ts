import type { Context } from "#platform/server/context.ts";
import { announceBorrower } from "#features/borrowers/server/borrowers.ts";
import { lockBorrower } from "#features/borrowers/server/store.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Visitor } from "#platform/server/actor.ts";
import { appendAudit } from "#platform/server/audit.ts";
import { sha256 } from "#platform/server/encryption/sha256.ts";
import { claimLink, endOlder, readLiveByToken, readOpenLink } from "#features/borrowers/server/link-store.ts";
import { issueSession } from "./session-tokens.ts";

/** Every invalid link gets the same error, so that a guess learns nothing about links that existed. */
export async function openVisit(
  { db, system, settings: { jwtSecret } }: Context,
  { browser, address }: Pick<Visitor, "browser" | "address">,
  { id, token }: { id: string; token: string },
): Promise<{ visitToken: string; endsAt: string }> {
  const link = await readLiveByToken(db, system, sha256(token));
  if (link?.borrowerId !== id) throw new AppError("LINK_DEAD");
  const scope = system.within(link.organizationId);
  if (!(await readOpenLink(db, scope, link.id))) throw new AppError("LINK_DEAD");
  if (link.browserHash !== null && !(browser.secret && link.browserHash.equals(sha256(browser.secret))))
    throw new AppError("LINK_DEAD"); // before the browser receives a secret
  const browserHash = sha256(browser.remember());
  await db.transaction(scope, async (tx) => {
    const borrower = await lockBorrower(tx, scope, id); // first, in the same lock order as sending a link
    const claimed = borrower && (await claimLink(tx, scope, link.id, browserHash));
    if (!claimed) throw new AppError("LINK_DEAD");
    await endOlder(tx, scope, claimed, "all"); // also ends a borrower session that is under way
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
  return issueSession(jwtSecret, link);
}
