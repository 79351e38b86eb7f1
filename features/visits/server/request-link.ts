// Owns how whoever has lost their link gets another: nobody learns by asking which loan or address there is.
import { lockBorrower, readOrganizationOf } from "#features/borrowers/server/store.ts";
import { peopleOf } from "#features/borrowers/server/people.ts";
import { emailKeyOf } from "#features/identity/server/store.ts";
import { VISIT_REQUESTS_PER_HOUR } from "#features/visits/contract.ts";
import { appendAudit } from "#kit/server/audit.ts";
import { sha256 } from "#kit/server/sealing/sha256.ts";
import type { VisitDeps } from "./deps.ts";
import { requestLink } from "./jobs.ts";
import { countRequested } from "./link-store.ts";
import { sendLink } from "./links.ts";

/** The same work and answer for every id and address: what there is to find out is found out by a job. */
export async function requestVisitLink(
  { assetReports: { db, across, jobs } }: VisitDeps,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await db.transaction(across, (tx) => jobs.send(tx, requestLink, { borrowerId: id, emailSha256: hashOf(email) }));
}

/** Job: mails whoever is on the loan, was invited to it, and asks no more than a few times an hour. */
export async function sendRequested(
  { assetReports: { db, across, jobs } }: VisitDeps,
  { borrowerId, emailSha256 }: { borrowerId: string; emailSha256: string },
): Promise<void> {
  const organizationId = await readOrganizationOf(db, across, borrowerId);
  if (!organizationId) return;
  const scope = across.within(organizationId);
  await db.transaction(scope, async (tx) => {
    const borrower = await lockBorrower(tx, scope, borrowerId);
    if (!borrower || borrower.status === "closed" || borrower.invitedAt === null) return;
    const person = peopleOf(borrower).find(({ email }) => hashOf(email) === emailSha256);
    if (!person) return;
    const requested = await countRequested(tx, scope, borrowerId, emailKeyOf(person.email));
    if (requested >= VISIT_REQUESTS_PER_HOUR) return;
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
  return sha256(emailKeyOf(email)).toString("base64url");
}
