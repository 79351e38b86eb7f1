// Owns the links to a visit: who gets one, how many, when they end, and how far each person on a loan is with theirs.
import { randomUUID } from "node:crypto";
import type { Borrower } from "#features/borrowers/contract.ts";
import {
  announceBorrower,
  changeBorrower,
  findBorrower,
  takeBorrower,
  type LoanVisits,
} from "#features/borrowers/server/borrowers.ts";
import { isHeldBy, peopleOf, personWith } from "#features/borrowers/server/people.ts";
import { requireOpen } from "#features/borrowers/server/lifecycle.ts";
import type { BorrowerRow } from "#features/borrowers/server/store.ts";
import { emailKeyOf } from "#features/identity/server/store.ts";
import { VISIT_LINK_DAYS, VISIT_LINKS_PER_DAY, type VisitLink } from "#features/visits/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Actor } from "#kit/server/actor.ts";
import { auditAct } from "#kit/server/audit.ts";
import type { Reads, Tx } from "#kit/server/database/database.ts";
import type { Jobs } from "#kit/server/jobs.ts";
import { requireWithinLimit } from "#kit/server/http/limit.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { readNewestConsents } from "./consent-store.ts";
import type { VisitDeps } from "./deps.ts";
import { mailLink } from "./jobs.ts";
import { leaveLoan } from "./leave-loan.ts";
import { countAskedToday, endLinksBut, insertLink, readNewestLinks, type LinkRow } from "./link-store.ts";

const DAY_MS = 86_400_000;

interface ToSend {
  readonly borrowerId: string;
  readonly email: string;
  readonly cause: LinkRow["cause"];
  /** Of a repair. */
  readonly itemId?: string;
}

/** A link whose token the mail alone will hold; those that the person had before end once it is mailed or opened. */
export async function sendLink(jobs: Jobs, tx: Tx, scope: Scope, { itemId, ...link }: ToSend): Promise<void> {
  const id = randomUUID();
  const expiresAt = new Date(Date.now() + VISIT_LINK_DAYS * DAY_MS).toISOString();
  await insertLink(tx, scope, { id, ...link, expiresAt });
  await jobs.send(tx, mailLink, { organizationId: scope.organizationId, linkId: id, ...(itemId && { itemId }) });
}

/** What borrowers are handed. */
export function loanVisits(jobs: Jobs): LoanVisits {
  return {
    async invite(tx, scope, borrower) {
      const emails = [...new Set(peopleOf(borrower).map(({ email }) => emailKeyOf(email)))];
      await requireLinksLeft(tx, scope, emails.length);
      for (const key of emails) {
        const { email } = personWith(borrower, key)!; // one of theirs
        await sendLink(jobs, tx, scope, { borrowerId: borrower.id, email, cause: "invitation" });
      }
    },
    async endLinks(tx, scope, borrower) {
      const isClosed = borrower.status === "closed";
      const kept = isClosed ? [] : peopleOf(borrower).map(({ email }) => emailKeyOf(email));
      await endLinksBut(tx, scope, borrower.id, kept);
    },
    leave: leaveLoan(jobs),
  };
}

// The audit row that the caller wrote before holds the organization's chain: who asks at once is counted in turn.
async function requireLinksLeft(tx: Tx, scope: Scope, wanted: number): Promise<void> {
  requireWithinLimit(await countAskedToday(tx, scope), VISIT_LINKS_PER_DAY, wanted);
}

/** Whoever was never invited is so by this. Throws INVALID_STATUS_TRANSITION for a closed borrower, LIMIT_REACHED. */
export async function sendVisitLink(
  { assetReports: { db, jobs } }: VisitDeps,
  actor: Actor,
  { id, email }: { id: string; email: string },
): Promise<VisitLink[]> {
  const { scope } = actor;
  return db.transaction(scope, async (tx) => {
    const before = await takeBorrower(tx, actor, id);
    const person = personWith(before, email);
    if (!person) throw new AppError("VALIDATION_ERROR", { errors: [{ field: "email", code: "INVALID_VALUE" }] });
    requireOpen(before);
    await auditAct(tx, actor, { action: "visit-link.sent", objectType: "borrower", objectId: id });
    await requireLinksLeft(tx, scope, 1);
    await sendLink(jobs, tx, scope, { borrowerId: id, email: person.email, cause: "resent" });
    const borrower = before.invitedAt === null ? await markInvited(tx, scope, before) : before;
    await announceBorrower(tx, scope, borrower);
    return linksOf(tx, scope, borrower);
  });
}

function markInvited(tx: Tx, scope: Scope, { id, status }: Borrower): Promise<BorrowerRow> {
  return changeBorrower(tx, scope, id, {
    invitedAt: new Date().toISOString(),
    ...(status === "new" && { status: "invited" as const }),
  });
}

export async function listVisitLinks(
  { assetReports: { db } }: VisitDeps,
  actor: Actor,
  id: string,
): Promise<VisitLink[]> {
  return linksOf(db, actor.scope, await findBorrower(db, actor, id));
}

async function linksOf(db: Reads, scope: Scope, borrower: BorrowerRow): Promise<VisitLink[]> {
  const links = new Map((await readNewestLinks(db, scope, borrower.id)).map((link) => [link.emailKey, link]));
  const consents = new Map((await readNewestConsents(db, scope, borrower.id)).map((one) => [one.emailKey, one]));
  return peopleOf(borrower).map((person) => {
    const link = links.get(emailKeyOf(person.email));
    const consent = consents.get(emailKeyOf(person.email));
    return {
      ...person,
      sentAt: link?.createdAt ?? null,
      expiresAt: link ? (link.endedAt ?? link.expiresAt) : null,
      openedAt: link?.openedAt ?? null,
      consentedAt: consent?.givenAt ?? null,
      revokedAt: consent?.takenBackAt ?? null,
      banks: borrower.items.filter((item) => isHeldBy(item, borrower, person.email)).length,
    };
  });
}
