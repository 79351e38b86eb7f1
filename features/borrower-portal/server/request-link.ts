import { normalizeEmail } from "#platform/text/email.ts";
import type { Context } from "#platform/server/context.ts";
import { lockBorrower, readOrganizationOf } from "#features/borrowers/server/store.ts";
import { peopleOf } from "#features/borrowers/server/people.ts";
import { BORROWER_LINK_REQUESTS_PER_HOUR } from "#features/borrower-portal/contract.ts";
import { appendAudit } from "#platform/server/audit.ts";
import { sha256 } from "#platform/server/encryption/sha256.ts";
import { countRequested } from "#features/borrowers/server/link-store.ts";
import { requestLink } from "./jobs.ts";
import { sendLink } from "./links.ts";

/** Does the same work and returns the same answer for every id and address. A job does the lookup. */
export async function requestVisitLink(
  { db, system, jobs }: Context,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await db.transaction(system, (tx) => jobs.send(tx, requestLink, { borrowerId: id, emailSha256: hashOf(email) }));
}

/** Job: emails people on the loan who were invited, a few times an hour at most. */
export async function sendRequested(
  { db, system, jobs }: Context,
  { borrowerId, emailSha256 }: { borrowerId: string; emailSha256: string },
): Promise<void> {
  const organizationId = await readOrganizationOf(db, system, borrowerId);
  if (!organizationId) return;
  const scope = system.within(organizationId);
  await db.transaction(scope, async (tx) => {
    const borrower = await lockBorrower(tx, scope, borrowerId);
    if (!borrower || borrower.status === "closed" || borrower.invitedAt === null) return;
    const person = peopleOf(borrower).find(({ email }) => hashOf(email) === emailSha256);
    if (!person) return;
    const requested = await countRequested(tx, scope, borrowerId, normalizeEmail(person.email));
    if (requested >= BORROWER_LINK_REQUESTS_PER_HOUR) return;
    await sendLink(jobs, tx, scope, { borrowerId, email: person.email, cause: "requested" });
    await appendAudit(tx, organizationId, {
      actorId: null,
      action: "visit-link.requested",
      objectType: "borrower",
      objectId: borrowerId,
      address: null,
    });
  });
}

function hashOf(email: string): string {
  return sha256(normalizeEmail(email)).toString("base64url");
}
