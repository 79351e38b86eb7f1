import { randomUUID } from "node:crypto";
import { millisecondsInDay } from "date-fns/constants";
import { readNames } from "#features/directory/server/queries.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { requireOpen } from "#features/borrowers/rules/status.ts";
import { announceBorrower, findBorrower, lockBorrowerFor } from "#features/borrowers/server/borrowers.ts";
import { endUnsignedGiftLetters } from "#features/borrowers/server/link-queries.ts";
import { peopleOf, personWith } from "#features/borrowers/server/owner-queries.ts";
import { type BorrowerRow, lockBorrower, readBorrower } from "#features/borrowers/server/queries.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { toSettings } from "#features/organizations/server/settings.ts";
import { CONVENTIONAL } from "#features/underwriting/rules/finding.ts";
import { donorRefusal, isSameName } from "#features/underwriting/rules/gifts.ts";
import { ownPrograms } from "#features/underwriting/rules/summary.ts";
import { readDocumentsOf, toDocument } from "#features/underwriting/server/document-queries.ts";
import { type Upload, uploadDocument } from "#features/underwriting/server/documents.ts";
import { readEvidence, readEvidenceOf } from "#features/underwriting/server/evidence-queries.ts";
import { findDeposit } from "#features/underwriting/server/place-evidence.ts";
import { proposeFromDonor } from "#features/underwriting/server/visitor-evidence.ts";
import {
  BORROWER_LINK_DAYS,
  BORROWER_LINK_REQUESTS_PER_HOUR,
  type DonorPage,
  GIFT_LETTERS_PER_BORROWER,
  type GiftLetters,
} from "#features/borrower-portal/contract.ts";
import { giftLetterText } from "#features/borrower-portal/labels.ts";
import { SPANISH_DISCLOSURE, spanishGiftLetterText } from "#features/borrower-portal/spanish-labels.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { Actor, BorrowerSession, Visitor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { normalizeEmail } from "#platform/text/text.ts";
import {
  type GiftLetterRow,
  insertGiftLetter,
  readByToken,
  readGiftLetter,
  readGiftLettersOf,
  updateGiftLetter,
} from "./gift-letter-queries.ts";
import { emailGiftLink } from "./jobs.ts";
import { requireLinksLeft } from "./links.ts";
import { isRecent } from "./reminders.ts";
import { acceptDisclosure, findVisit, lenderOf } from "./session.ts";
import { depositsToExplain } from "./tasks.ts";

interface Asked {
  readonly donorName: string;
  readonly relationship: string;
  readonly email: string;
  readonly transactionId: string | null;
  /** Absent: the whole deposit. */
  readonly amountCents?: number;
}

/** Throws VALIDATION_ERROR for a donor who may not give, INVALID_STATUS_TRANSITION, LIMIT_REACHED. */
export async function requestGiftLetter(
  ctx: Context,
  actor: Actor,
  { id, ...asked }: Asked & { id: string },
): Promise<GiftLetters> {
  return ctx.db.transaction(actor.scope, async (tx) => {
    const borrower = await lockBorrowerFor(tx, actor, id);
    requireOpen(borrower);
    await insertAsked(ctx, tx, actor, borrower, { ...asked, requestedBy: actor.userId });
    return lettersOf(tx, actor.scope, borrower);
  });
}

/** A person on the loan names who gave them a deposit that they are asked about. Throws like `requestGiftLetter`, and NOT_FOUND, STALE. */
export async function askDonor(
  ctx: Context,
  session: BorrowerSession,
  asked: Asked & { transactionId: string },
): Promise<void> {
  const visitorEmail = normalizeEmail(session.email);
  const task = (await findVisit(ctx, session)).tasks.find((one) => one.transactionId === asked.transactionId);
  if (!task) throw new AppError("NOT_FOUND");
  const states = [task.answer?.state, task.gift?.state];
  if (states.includes("accepted") || task.gift?.state === "proposed") throw new AppError("STALE");
  await ctx.db.transaction(session.scope, async (tx) => {
    const borrower = await lockBorrowerFor(tx, session, session.subjectId);
    const letters = await readGiftLettersOf(tx, session.scope, borrower.id);
    const isInHour = ({ createdAt }: GiftLetterRow) => Date.now() - Date.parse(createdAt) < 3_600_000;
    const sent = letters.filter((one) => one.visitorEmail === visitorEmail && isInHour(one));
    requireWithinLimit(sent.length, BORROWER_LINK_REQUESTS_PER_HOUR);
    await insertAsked(ctx, tx, session, borrower, { ...asked, visitorEmail });
  });
}

/** An earlier letter about the same deposit that no one signed ends. The caller holds the borrower's lock. */
async function insertAsked(
  ctx: Context,
  tx: Tx,
  principal: Actor | BorrowerSession,
  borrower: BorrowerRow,
  { amountCents, ...asked }: Asked & Partial<Pick<GiftLetterRow, "requestedBy" | "visitorEmail">>,
): Promise<void> {
  const { scope, organizationId } = principal;
  requireDonor(borrower, asked);
  const earlier = await readGiftLettersOf(tx, scope, borrower.id);
  requireWithinLimit(earlier.length, GIFT_LETTERS_PER_BORROWER);
  const deposit = asked.transactionId === null ? null : await findDeposit(tx, scope, borrower, asked.transactionId);
  const amount = amountCents ?? deposit?.cents ?? 0;
  const { transactionId } = asked;
  await requireLinksLeft(tx, scope, 1);
  if (transactionId !== null) await endUnsignedGiftLetters(tx, scope, borrower.id, { transactionId });
  const { id } = await insertGiftLetter(tx, scope, {
    ...asked,
    id: randomUUID(),
    borrowerId: borrower.id,
    lineKey: deposit?.lineKey ?? null,
    sourcedCents: deposit ? Math.min(amount, deposit.cents) : 0,
    amountCents: amount,
    emailKey: normalizeEmail(asked.email),
    expiresAt: expiryOfLink(),
  });
  await ctx.jobs.send(tx, emailGiftLink, { organizationId, giftLetterId: id });
  await announceBorrower(tx, scope, borrower);
  await record(tx, principal, borrower.id, "gift-letter.requested");
}

function requireDonor(borrower: BorrowerRow, { donorName, relationship, email }: Asked): void {
  const refuse = (field: string, code: string) => new AppError("VALIDATION_ERROR", { errors: [{ field, code }] });
  if (personWith(borrower, email)) throw refuse("email", "OWN_EMAIL");
  if (peopleOf(borrower).some((person) => isSameName(fullName(person), donorName)))
    throw refuse("donorName", "OWN_NAME");
  const own = ownPrograms(borrower.loan);
  const programs = own.length > 0 ? own : CONVENTIONAL;
  const refusal = donorRefusal({ name: donorName, relationship }, borrower.loan, programs);
  if (refusal === "interestedParty") throw refuse("donorName", "INTERESTED_PARTY");
  if (refusal === "relationship") throw refuse("relationship", "DONOR_NOT_ACCEPTED");
}

function expiryOfLink(): string {
  return new Date(Date.now() + BORROWER_LINK_DAYS * millisecondsInDay).toISOString();
}

/**
 * Emails a new link, which ends the one before. Throws ALREADY_SIGNED, REMINDED_RECENTLY, LIMIT_REACHED, and
 * INVALID_STATUS_TRANSITION once revoked.
 */
export function resendGiftLetter(ctx: Context, actor: Actor, { id }: { id: string }): Promise<GiftLetters> {
  return changeUnsigned(ctx, actor, id, "gift-letter.resent", async (tx, row, borrower) => {
    const { endedAt } = row;
    requireOpen(borrower);
    if (endedAt !== null) throw new AppError("INVALID_STATUS_TRANSITION");
    if (isRecent(row.sentAt)) throw new AppError("REMINDED_RECENTLY");
    await requireLinksLeft(tx, actor.scope, 1);
    const sentAt = new Date().toISOString();
    await updateGiftLetter(tx, actor.scope, id, {
      ...{ tokenHash: null, expiresAt: expiryOfLink(), sentAt, emailedAt: null },
    });
    await ctx.jobs.send(tx, emailGiftLink, { organizationId: actor.organizationId, giftLetterId: id });
  });
}

/** Throws ALREADY_SIGNED. */
export function revokeGiftLetter(ctx: Context, actor: Actor, { id }: { id: string }): Promise<GiftLetters> {
  return changeUnsigned(ctx, actor, id, "gift-letter.revoked", (tx) =>
    updateGiftLetter(tx, actor.scope, id, { endedAt: new Date().toISOString() }),
  );
}

async function changeUnsigned(
  { db }: Context,
  actor: Actor,
  id: string,
  action: string,
  change: (tx: Tx, row: GiftLetterRow, borrower: BorrowerRow) => Promise<void>,
): Promise<GiftLetters> {
  const { scope } = actor;
  const seen = await readGiftLetter(db, scope, id);
  if (!seen) throw new AppError("NOT_FOUND");
  return db.transaction(scope, async (tx) => {
    const borrower = await lockBorrowerFor(tx, actor, seen.borrowerId);
    const row = await readGiftLetter(tx, scope, id);
    if (!row) throw new AppError("NOT_FOUND");
    if (row.evidenceId !== null) throw new AppError("ALREADY_SIGNED");
    await change(tx, row, borrower);
    await announceBorrower(tx, scope, borrower);
    await record(tx, actor, borrower.id, action);
    return lettersOf(tx, scope, borrower);
  });
}

export async function listGiftLetters({ db }: Context, actor: Actor, id: string): Promise<GiftLetters> {
  return lettersOf(db, actor.scope, await findBorrower(db, actor, id));
}

async function lettersOf(db: ReadDb, scope: Scope, borrower: BorrowerRow): Promise<GiftLetters> {
  const rows = await readGiftLettersOf(db, scope, borrower.id);
  const evidence = new Map((await readEvidenceOf(db, scope, borrower.id)).map((one) => [one.id, one]));
  const names = await readNames(
    db,
    scope,
    rows.map(({ requestedBy }) => requestedBy),
  );
  return {
    letters: rows.map((row) => {
      const { id, donorName, relationship, email, amountCents, transactionId, emailedAt, expiresAt } = row;
      return {
        ...{ id, donorName, relationship, email, amountCents, transactionId, emailedAt, expiresAt },
        requestedBy: names.get(row.requestedBy ?? "") ?? null,
        revokedAt: row.endedAt,
        signedAt: evidence.get(row.evidenceId ?? "")?.letter?.signedAt ?? null,
      };
    }),
    deposits: await depositsToExplain(db, scope, borrower),
  };
}

function record(tx: Tx, principal: Actor | BorrowerSession, borrowerId: string, action: string): Promise<void> {
  return recordAuditEvent(tx, principal, { action, objectType: "borrower", objectId: borrowerId });
}

// ---- The donor ----------------------------------------------------------------------------------------------------

type Asking = Pick<Visitor, "bearer" | "address" | "userAgent">;

interface Opened {
  readonly row: GiftLetterRow;
  readonly borrower: BorrowerRow;
  /** The donor, with access to this borrower alone. It never leaves this file for a call of a borrower session. */
  readonly donor: BorrowerSession;
}

/**
 * The letter that the bearer's link is for. A link of any browser works until it is signed, revoked or too old, and shows
 * the signed letter after that. Every invalid link gets the same error. Throws LINK_DEAD.
 */
async function openLetter({ db, system }: Context, { bearer, address, userAgent }: Asking): Promise<Opened> {
  const row = bearer === null ? undefined : await readByToken(db, system, sha256(bearer));
  if (!row || row.endedAt !== null || Date.parse(row.expiresAt) <= Date.now()) throw new AppError("LINK_DEAD");
  const scope = system.within(row.organizationId);
  const borrower = await readBorrower(db, scope, row.borrowerId);
  if (!borrower || borrower.status === "closed") throw new AppError("LINK_DEAD");
  const donor: BorrowerSession = {
    ...{ visitId: row.id, subjectId: row.borrowerId, email: row.email, organizationId: row.organizationId },
    ...{ scope, endsAt: row.expiresAt, address, userAgent },
  };
  return { row, borrower, donor };
}

/** Changes nothing: email scanners open links too. */
export async function findGiftLetter(ctx: Context, visitor: Asking): Promise<DonorPage> {
  return toPage(ctx, await openLetter(ctx, visitor));
}

async function toPage({ db, settings }: Context, { row, borrower, donor }: Opened): Promise<DonorPage> {
  const { scope } = donor;
  const evidence = row.evidenceId === null ? undefined : await readEvidence(db, scope, row.evidenceId);
  const documents = evidence ? await readDocumentsOf(db, scope, borrower.id) : [];
  return {
    lender: await lenderOf(db, scope, borrower, toSettings(await readSettings(db, scope), settings.backendUrl)),
    borrowerName: fullName(borrower),
    ...{ donorName: row.donorName, relationship: row.relationship, amountCents: row.amountCents },
    isToCome: row.transactionId === null,
    signed: evidence?.letter
      ? {
          ...{ text: evidence.letter.text, signedName: evidence.letter.signedName },
          ...{ signedAt: evidence.letter.signedAt, canAddDocuments: evidence.state === "proposed" },
        }
      : null,
    documents: documents
      .filter(({ evidenceId, visitorEmail }) => evidenceId === row.evidenceId && visitorEmail === row.emailKey)
      .map(toDocument),
    expiresAt: row.expiresAt,
  };
}

interface Signing {
  readonly text: string;
  readonly address: string;
  readonly phone: string;
  readonly signedName: string;
  readonly disclosureVersion: string;
}

/**
 * Signs once: of two at the same time the second finds the letter signed. Throws LINK_DEAD, ALREADY_SIGNED, STALE where
 * letter or disclosure are not what is shown now, and VALIDATION_ERROR for a signature that is not the donor's name.
 */
export async function signGiftLetter(ctx: Context, visitor: Asking, signing: Signing): Promise<DonorPage> {
  const { row: seen, donor } = await openLetter(ctx, visitor);
  const { scope } = donor;
  await ctx.db.transaction(scope, async (tx) => {
    const borrower = await lockBorrower(tx, scope, seen.borrowerId);
    const row = await readGiftLetter(tx, scope, seen.id);
    if (!borrower || !row || row.endedAt !== null || borrower.status === "closed") throw new AppError("LINK_DEAD");
    if (row.evidenceId !== null) throw new AppError("ALREADY_SIGNED");
    const { name: lender } = await readSettings(tx, scope);
    const { text, signedName, address, phone } = signing;
    if (!isSameName(signedName, row.donorName))
      throw new AppError("VALIDATION_ERROR", { errors: [{ field: "signedName", code: "NOT_THE_DONOR" }] });
    // In the language of the disclosure, which is the page's.
    const isSpanish = signing.disclosureVersion === SPANISH_DISCLOSURE.version;
    const shown = (isSpanish ? spanishGiftLetterText : giftLetterText)({
      ...{ lender, borrower: fullName(borrower), donorName: row.donorName, relationship: row.relationship },
      ...{ amount: formatMoney(row.amountCents, "USD"), isToCome: row.transactionId === null, address, phone },
    });
    if (text.replaceAll("\r\n", "\n") !== shown) throw new AppError("STALE");
    const disclosure = acceptDisclosure(signing.disclosureVersion, { name: lender });
    const { transactionId, lineKey, sourcedCents, amountCents } = row;
    const { id } = await proposeFromDonor(ctx, tx, donor, borrower, {
      ...{ transactionId, lineKey, sourcedCents, amountCents },
      donor: { name: row.donorName, relationship: row.relationship, address, phone },
      letter: { text: shown, signedName, disclosure, ...(row.requestedBy && { requestedBy: row.requestedBy }) },
    });
    await updateGiftLetter(tx, scope, row.id, { evidenceId: id });
    await announceBorrower(tx, scope, borrower);
    await record(tx, donor, borrower.id, "gift-letter.signed");
  });
  return findGiftLetter(ctx, visitor);
}

/** Shows the transfer. Throws LINK_DEAD, STALE before the letter is signed or once it was reviewed, and what uploads throw. */
export async function uploadDonorDocument(
  ctx: Context,
  visitor: Asking,
  { name, file }: Pick<Upload, "name" | "file">,
): Promise<DonorPage> {
  const { row, donor } = await openLetter(ctx, visitor);
  if (row.evidenceId === null) throw new AppError("STALE");
  const { borrowerId, evidenceId } = row;
  await uploadDocument(ctx, donor, { borrowerId, evidenceId, name, kind: "receipt", file });
  return findGiftLetter(ctx, visitor);
}
