// Owns the mails about a visit: to whoever is on the loan, with their link, and to those who look after it.
import { randomBytes } from "node:crypto";
import { readItem } from "#features/asset-reports/server/connections/item-store.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { readOfficer, readOwners } from "#features/borrowers/server/owner-store.ts";
import { personWith } from "#features/borrowers/server/people.ts";
import { readBorrower, type BorrowerRow } from "#features/borrowers/server/store.ts";
import { readEvidence } from "#features/underwriting/server/evidence-store.ts";
import { readSettings } from "#features/organizations/server/settings-store.ts";
import { VISIT_LINK_DAYS } from "#features/visits/contract.ts";
import { MAILS, OFFICER_MAILS, VIA, type MailWords } from "#features/visits/words.ts";
import { letter, sayable } from "#kit/server/letter.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { sha256 } from "#kit/server/sealing/sha256.ts";
import type { Mailer } from "#providers/mail.ts";
import { readConsent } from "./consent-store.ts";
import type { VisitDeps } from "./deps.ts";
import { endOlder, keepToken, type LinkRow } from "./link-store.ts";

export type VisitMailDeps = VisitDeps & { readonly mailer: Mailer };

/**
 * Job. The token is made here and never stored, so no queue and no log holds one. A link that ended meanwhile is not
 * mailed, nor is one for a repair that somebody has made.
 */
export async function mailNewLink(
  deps: VisitMailDeps,
  scope: Scope,
  { linkId, itemId }: { linkId: string; itemId?: string | undefined },
): Promise<void> {
  const { db } = deps.assetReports;
  const item = itemId ? await readItem(db, scope, itemId) : undefined;
  if (itemId && (!item || item.removedAt !== null || item.status === "ok")) return;
  const token = randomBytes(32).toString("base64url");
  const link = await db.transaction(scope, (tx) => keepToken(tx, scope, linkId, sha256(token)));
  const borrower = link && (await readBorrower(db, scope, link.borrowerId));
  const person = borrower && personWith(borrower, link.email);
  if (!person) return;
  const from = await senderOf(deps, scope, borrower, person.firstName);
  const words = item
    ? MAILS.repair({ ...from, bank: sayable(item.institutionName), isBroken: item.status === "login_required" })
    : MAILS[KIND_OF[link.cause]](from);
  const url = `${deps.publicUrl}/borrower/${borrower.id}?t=${token}`;
  const fromName = from.lender === null ? undefined : VIA({ lender: from.lender, product: from.product });
  await send(deps, { to: person.email, replyTo: from.replyTo, fromName, words, url });
  // Handed over: until then the person had nothing but what they were sent before.
  await db.transaction(scope, (tx) => endOlder(tx, scope, link, "unopened"));
}

const KIND_OF = {
  invitation: "invitation",
  resent: "newLink",
  requested: "newLink",
  repair: "newLink",
} as const satisfies Record<LinkRow["cause"], "invitation" | "newLink">;

/** Who writes, as far as names that strangers typed may be said. */
async function senderOf(
  { assetReports: { db }, productName }: VisitDeps,
  scope: Scope,
  borrower: BorrowerRow,
  firstName: string,
) {
  const { name, replyTo } = await readSettings(db, scope);
  const officer = await readOfficer(db, scope, borrower);
  return {
    firstName: sayable(firstName),
    lender: sayable(name),
    officer: officer && sayable(fullName(officer)),
    product: productName,
    days: VISIT_LINK_DAYS,
    replyTo,
  };
}

/** Job. */
export async function mailConsentTakenBack(
  deps: VisitMailDeps,
  scope: Scope,
  { userId, consentId, itemId }: { userId: string; consentId?: string | undefined; itemId?: string | undefined },
): Promise<void> {
  const { db } = deps.assetReports;
  const consent = consentId ? await readConsent(db, scope, consentId) : undefined;
  const item = itemId ? await readItem(db, scope, itemId) : undefined;
  const borrowerId = consent?.borrowerId ?? item?.borrowerId;
  const borrower = borrowerId && (await readBorrower(db, scope, borrowerId));
  if (!borrower) return;
  const person = personWith(borrower, consent?.emailKey ?? item?.holderEmail ?? borrower.email);
  await mailOwner(deps, scope, borrower, userId, (names) =>
    OFFICER_MAILS.takenBack({ ...names, person: person ? sayable(fullName(person)) : null }),
  );
}

/** Job. What they wrote stands on the page alone. */
export async function mailAnswered(
  deps: VisitMailDeps,
  scope: Scope,
  { userId, evidenceId }: { userId: string; evidenceId: string },
): Promise<void> {
  const { db } = deps.assetReports;
  const answer = await readEvidence(db, scope, evidenceId);
  const borrower = answer && (await readBorrower(db, scope, answer.borrowerId));
  if (!borrower) return;
  const person = personWith(borrower, answer.visitorEmail ?? borrower.email);
  await mailOwner(deps, scope, borrower, userId, (names) =>
    OFFICER_MAILS.answered({ ...names, person: person ? sayable(fullName(person)) : null }),
  );
}

/** Job. */
export async function mailConnectionBroken(
  deps: VisitMailDeps,
  scope: Scope,
  { userId, itemId }: { userId: string; itemId: string },
): Promise<void> {
  const { db } = deps.assetReports;
  const item = await readItem(db, scope, itemId);
  if (!item || item.removedAt !== null || item.status === "ok") return; // repaired before the mail went out
  const borrower = await readBorrower(db, scope, item.borrowerId);
  if (!borrower) return;
  await mailOwner(deps, scope, borrower, userId, (names) =>
    OFFICER_MAILS.broken({
      ...names,
      bank: sayable(item.institutionName),
      isBroken: item.status === "login_required",
      isAsked: repairerOf(borrower, item) !== undefined,
    }),
  );
}

/** Who is asked to repair a connection: its holder, where people on this loan have a page. */
export function repairerOf(borrower: BorrowerRow, { holderEmail }: { readonly holderEmail: string | null }) {
  if (borrower.status === "closed" || borrower.invitedAt === null) return undefined;
  return personWith(borrower, holderEmail ?? borrower.email);
}

/** To somebody who looks after the borrower still. */
async function mailOwner(
  deps: VisitMailDeps,
  scope: Scope,
  borrower: BorrowerRow,
  userId: string,
  write: (names: { firstName: string; borrower: string | null }) => MailWords,
): Promise<void> {
  const owner = (await readOwners(deps.assetReports.db, scope, borrower)).find((one) => one.userId === userId);
  if (!owner) return;
  const words = write({ firstName: owner.firstName, borrower: sayable(fullName(borrower)) });
  const url = `${deps.publicUrl}/account/borrowers/view/${borrower.id}`;
  await send(deps, { to: owner.email, replyTo: null, words, url });
}

function send(
  { mailer, productName }: VisitMailDeps,
  {
    to,
    replyTo,
    fromName,
    words: { label, ...words },
    url,
  }: { to: string; replyTo: string | null; fromName?: string | undefined; words: MailWords; url: string },
): Promise<void> {
  return mailer.send({
    to,
    ...(replyTo !== null && { replyTo }),
    ...(fromName !== undefined && { fromName }),
    ...letter({ product: productName, ...words, action: { label, url } }),
  });
}
