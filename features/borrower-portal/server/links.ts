import { randomBytes, randomUUID } from "node:crypto";
import { millisecondsInDay } from "date-fns/constants";
import { normalizeEmail } from "#platform/text/text.ts";
import type { Context } from "#platform/server/context.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import {
  announceBorrower,
  changeBorrower,
  findBorrower,
  lockBorrowerFor,
} from "#features/borrowers/server/borrowers.ts";
import { lockOrganization, readSettings } from "#features/organizations/server/settings-queries.ts";
import type { borrowerChanged } from "#features/borrowers/server/events.ts";
import { isHeldBy, type LoanPerson, peopleOf, personWith } from "#features/borrowers/server/owner-queries.ts";
import { requireOpen, statusWithoutBank } from "#features/borrowers/rules/status.ts";
import { type BorrowerRow, lockBorrower, readOrganizationOf } from "#features/borrowers/server/queries.ts";
import {
  BORROWER_LINK_DAYS,
  BORROWER_LINK_REQUESTS_PER_HOUR,
  BORROWER_LINKS_PER_DAY,
  type BorrowerLink,
} from "#features/borrower-portal/contract.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { appendAudit, recordAuditEvent } from "#platform/server/audit.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Jobs } from "#platform/server/jobs.ts";
import type { PayloadOf } from "#platform/server/events.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { moveNeeds } from "#features/borrowers/server/need-queries.ts";
import { endItemsOf } from "#features/asset-reports/server/connections/end-items.ts";
import { moveBankUser } from "#features/asset-reports/server/connections/bank-users.ts";
import { moveItems } from "#features/asset-reports/server/connections/item-queries.ts";
import {
  keptDaysOf,
  markTakenBack,
  moveConsents,
  readConsents,
  readPromisedDays,
  toConsent,
} from "#features/borrowers/server/consent.ts";
import {
  countAskedToday,
  countRequested,
  endLink,
  endLinksBut,
  endOlder,
  insertLink,
  type LinkRow,
  readLinks,
  endUnsignedGiftLetters,
} from "#features/borrowers/server/link-queries.ts";
import { TEXT_MESSAGES } from "../labels.ts";
import { emailLink, requestLink } from "./jobs.ts";
import { startReminders } from "./reminder-times.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";

type BorrowerChange = PayloadOf<typeof borrowerChanged>;

interface ToSend {
  readonly borrowerId: string;
  readonly email: string;
  readonly cause: LinkRow["cause"];
  /** The connection to repair. */
  readonly itemId?: string;
}

/** Emails with a link that ask for something, after which automatic reminders follow. */
const ASKING: ReadonlySet<LinkRow["cause"]> = new Set(["invitation", "resent", "ask"]);

/**
 * Creates a link whose token is only in the email. The person's earlier links end once it is emailed or opened. The
 * caller holds the borrower's lock.
 */
export async function sendLink(jobs: Jobs, tx: Tx, scope: Scope, { itemId, ...link }: ToSend): Promise<void> {
  if (ASKING.has(link.cause)) await startReminders(jobs, tx, scope, link);
  const { id } = await insertLink(tx, scope, { ...link, id: randomUUID(), expiresAt: expiryOfLink() });
  await jobs.send(tx, emailLink, { organizationId: scope.organizationId, linkId: id, ...(itemId && { itemId }) });
}

function expiryOfLink(): string {
  return new Date(Date.now() + BORROWER_LINK_DAYS * millisecondsInDay).toISOString();
}

/** Handles borrowerChanged: emails and ends links, and ends what people shared who are no longer on the loan. */
export async function followBorrower(
  ctx: Context,
  tx: Tx,
  { actor, change, before, after }: BorrowerChange,
): Promise<void> {
  const { scope } = actor;
  if (change === "invited") return invite(ctx.jobs, tx, scope, after);
  const remaining = after.status === "closed" ? [] : peopleOf(after).map(({ email }) => normalizeEmail(email));
  await endLinksBut(tx, scope, after.id, remaining);
  if (change === "closed") return endUnsignedGiftLetters(tx, scope, after.id);
  for (const { email } of peopleOf(before))
    if (!personWith(after, email)) await endSharing(ctx, tx, actor, { email, before, after });
}

/** Throws LIMIT_REACHED. */
async function invite(jobs: Jobs, tx: Tx, scope: Scope, borrower: BorrowerRow): Promise<void> {
  const emails = [...new Set(peopleOf(borrower).map(({ email }) => normalizeEmail(email)))];
  await requireLinksLeft(tx, scope, emails.length);
  for (const key of emails) {
    const { email } = personWith(borrower, key)!; // one of theirs
    await sendLink(jobs, tx, scope, { borrowerId: borrower.id, email, cause: "invitation" });
  }
}

// The caller's audit event locks the organization's chain, so simultaneous requests are counted in turn.
export async function requireLinksLeft(tx: Tx, scope: Scope, wanted: number): Promise<void> {
  requireWithinLimit(await countAskedToday(tx, scope), BORROWER_LINKS_PER_DAY, wanted);
}

interface ForPerson {
  /** The borrower's. */
  readonly id: string;
  readonly email: string;
}

/** A person on the loan, by their address, while their borrower is open. */
export function requirePerson(borrower: BorrowerRow, email: string): LoanPerson {
  const person = personWith(borrower, email);
  if (!person) throw new AppError("VALIDATION_ERROR", { errors: [{ field: "email", code: "INVALID_VALUE" }] });
  requireOpen(borrower);
  return person;
}

/**
 * A person who was never invited becomes invited. Throws INVALID_STATUS_TRANSITION for a closed borrower,
 * LIMIT_REACHED.
 */
export async function sendVisitLink(
  { db, jobs }: Context,
  actor: Actor,
  { id, email }: ForPerson,
): Promise<BorrowerLink[]> {
  const { scope } = actor;
  return db.transaction(scope, async (tx) => {
    const before = await lockBorrowerFor(tx, actor, id);
    const person = requirePerson(before, email);
    await recordAuditEvent(tx, actor, { action: "visit-link.sent", objectType: "borrower", objectId: id });
    await requireLinksLeft(tx, scope, 1);
    const key = normalizeEmail(person.email);
    const hadLink = (await readLinks(tx, scope, id)).some(({ emailKey }) => emailKey === key);
    const hasBank = before.items.some((item) => isHeldBy(item, before, person.email));
    const cause = hadLink || hasBank ? "resent" : "invitation"; // which asks for a bank
    await sendLink(jobs, tx, scope, { borrowerId: id, email: person.email, cause });
    return showInvited(tx, scope, before);
  });
}

/** A link for the officer to pass on. Its token is only in this reply. Throws like `sendVisitLink`. */
export async function copyVisitLink(
  { db, settings: { publicUrl } }: Context,
  actor: Actor,
  { id, email }: ForPerson,
): Promise<{ linkURL: string; links: BorrowerLink[] }> {
  const { scope } = actor;
  return db.transaction(scope, async (tx) => {
    const before = await lockBorrowerFor(tx, actor, id);
    const person = requirePerson(before, email);
    await recordAuditEvent(tx, actor, { action: "visit-link.copied", objectType: "borrower", objectId: id });
    await requireLinksLeft(tx, scope, 1);
    const { link, token } = await insertOpenLink(tx, scope, { borrowerId: id, email: person.email, sentBy: "copy" });
    await endOlder(tx, scope, link, "unopened");
    return { linkURL: urlOfLink(publicUrl, id, token), links: await showInvited(tx, scope, before) };
  });
}

/**
 * Sends the link as a text message while the officer waits. Earlier links end once the provider took it; if it refuses,
 * they stay as they are. Throws like `sendVisitLink`, and TEXT_MESSAGES_OFF, PHONE_REFUSED, PROVIDER_UNAVAILABLE.
 */
export async function textVisitLink(
  { db, providers: { sendText }, settings: { publicUrl } }: Context,
  actor: Actor,
  { id, email, phone }: ForPerson & { phone: string },
): Promise<BorrowerLink[]> {
  if (sendText === null) throw new AppError("TEXT_MESSAGES_OFF");
  const { scope } = actor;
  const { link, token, lender } = await db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope); // so that simultaneous requests are counted in turn
    const borrower = await lockBorrowerFor(tx, actor, id);
    const person = requirePerson(borrower, email);
    await requireLinksLeft(tx, scope, 1);
    const { name } = await readSettings(tx, scope);
    const made = await insertOpenLink(tx, scope, { borrowerId: id, email: person.email, sentBy: "text" });
    return { ...made, lender: name };
  });
  try {
    await sendText(phone, TEXT_MESSAGES.link({ lender, url: urlOfLink(publicUrl, id, token) }));
  } catch (error) {
    await db.transaction(scope, (tx) => endLink(tx, scope, link.id));
    throw error;
  }
  return db.transaction(scope, async (tx) => {
    const before = await lockBorrowerFor(tx, actor, id);
    await endOlder(tx, scope, link, "unopened");
    const links = await showInvited(tx, scope, before);
    await recordAuditEvent(tx, actor, { action: "visit-link.texted", objectType: "borrower", objectId: id });
    return links;
  });
}

async function insertOpenLink(
  tx: Tx,
  scope: Scope,
  link: Pick<LinkRow, "borrowerId" | "email" | "sentBy">,
): Promise<{ link: LinkRow; token: string }> {
  const token = randomBytes(32).toString("base64url");
  const tokenHash = sha256(token);
  const expiresAt = expiryOfLink();
  const row = await insertLink(tx, scope, { ...link, id: randomUUID(), cause: "resent", tokenHash, expiresAt });
  return { link: row, token };
}

export function urlOfLink(publicUrl: string, borrowerId: string, token: string): string {
  return `${publicUrl}/borrower/${borrowerId}?t=${token}`;
}

async function showInvited(tx: Tx, scope: Scope, before: BorrowerRow): Promise<BorrowerLink[]> {
  const borrower = before.invitedAt === null ? await markInvited(tx, scope, before) : before;
  await announceBorrower(tx, scope, borrower);
  return linksOf(tx, scope, borrower);
}

/** Someone who was never invited gets their first link now. */
export function markInvited(tx: Tx, scope: Scope, { id, status }: Borrower): Promise<BorrowerRow> {
  return changeBorrower(tx, scope, id, {
    invitedAt: new Date().toISOString(),
    ...(status === "new" && { status: "invited" as const }),
  });
}

export async function listVisitLinks({ db }: Context, actor: Actor, id: string): Promise<BorrowerLink[]> {
  return linksOf(db, actor.scope, await findBorrower(db, actor, id));
}

async function linksOf(db: ReadDb, scope: Scope, borrower: BorrowerRow): Promise<BorrowerLink[]> {
  const allLinks = await readLinks(db, scope, borrower.id);
  const allConsents = await readConsents(db, scope, borrower.id);
  return peopleOf(borrower).map((person) => {
    const isTheirs = ({ emailKey }: { emailKey: string }) => emailKey === normalizeEmail(person.email);
    const links = allLinks.filter(isTheirs);
    const consents = allConsents.filter(isTheirs);
    const link = links.at(-1);
    const consent = consents.at(-1);
    return {
      ...person,
      sentAt: link?.createdAt ?? null,
      sentBy: link?.sentBy ?? null,
      expiresAt: link ? (link.endedAt ?? link.expiresAt) : null,
      openedAt: link?.openedAt ?? null,
      asks: links.flatMap(({ cause, createdAt: at }) => (cause === "ask" || cause === "reminder" ? { cause, at } : [])),
      openings: links.flatMap(({ openedAt }) => openedAt ?? []),
      consents: consents.map(toConsent),
      consentedAt: consent?.givenAt ?? null,
      revokedAt: consent?.takenBackAt ?? null,
      banks: borrower.items.filter((item) => isHeldBy(item, borrower, person.email)).length,
    };
  });
}

async function endSharing(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { email, before, after }: { email: string; before: BorrowerRow; after: BorrowerRow },
): Promise<void> {
  const { scope } = actor;
  const { id } = before;
  const key = normalizeEmail(email);
  if (isSamePerson(before, after, key)) await moveNeeds(tx, scope, id, { from: key, to: normalizeEmail(after.email) });
  // A corrected address of the same person, who never agreed to our text: what the lender holds for them stays theirs.
  if (isSamePerson(before, after, key) && (await readPromisedDays(tx, scope, id, key)) === null) {
    const move = { from: key, to: normalizeEmail(after.email) };
    await moveConsents(tx, scope, id, move);
    await moveBankUser(tx, scope, id, move);
    return moveItems(tx, scope, id, move);
  }
  await endUnsignedGiftLetters(tx, scope, id, { visitorEmail: key });
  const keptDays = await keptDaysOf(tx, scope, id, email);
  const { ended, isLast } = await endItemsOf(ctx, tx, scope, before, { email, keptDays });
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
