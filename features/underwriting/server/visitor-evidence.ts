import { randomUUID } from "node:crypto";
import { normalizeEmail } from "#platform/text/text.ts";
import type { Context } from "#platform/server/context.ts";
import { announceBorrower, lockBorrowerFor } from "#features/borrowers/server/borrowers.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import { findConsent } from "#features/borrowers/server/consent.ts";
import {
  DEPOSIT_EXPLAINED,
  type Disclosure,
  EVIDENCE_PER_BORROWER,
  LETTERS_PER_DEPOSIT,
  type EvidenceDocument,
  type SignedLetter,
} from "#features/underwriting/contract.ts";
import type { Donor, EvidenceKind } from "#features/underwriting/rules/evaluation.ts";
import { canonicalJson } from "#platform/contract/canonical-json.ts";
import { notify } from "#features/notifications/server/notify.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { BorrowerSession } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { endUnsignedGiftLetters } from "#features/borrowers/server/link-queries.ts";
import { uploadDocument, type Upload } from "./documents.ts";
import { moveDocuments } from "./document-queries.ts";
import { evaluateEvidence } from "./evidence.ts";
import { countEvidence, insertEvidence, readEvidenceOf, updateEvidence, type EvidenceRow } from "./evidence-queries.ts";
import { depositExplained, isRecent } from "./jobs.ts";
import { findDeposit } from "./place-evidence.ts";

interface Explanation {
  readonly transactionId: string;
  readonly kind: EvidenceKind;
  readonly letter: { readonly text: string; readonly signedName: string };
  readonly disclosure: Disclosure;
}

/**
 * Proposes the borrower's explanation of a whole deposit; the lender decides how much of it counts. Answering again signs
 * a new letter, which replaces one that was not reviewed yet and takes over its documents; the earlier letter stays as it
 * was signed. The same answer twice is one letter. Throws STALE once it is accepted, LIMIT_REACHED, and VALIDATION_ERROR
 * if the newest ready report doesn't have the deposit.
 */
export async function proposeFromBorrower(
  ctx: Context,
  session: BorrowerSession,
  { transactionId, kind, letter, disclosure }: Explanation,
): Promise<EvidenceRow> {
  const { scope, subjectId: borrowerId } = session;
  const visitorEmail = normalizeEmail(session.email);
  return ctx.db.transaction(scope, async (tx) => {
    const borrower = await lockBorrowerFor(tx, session, borrowerId);
    const { cents: sourcedCents, lineKey } = await findDeposit(tx, scope, borrower, transactionId);
    const rows = await readEvidenceOf(tx, scope, borrowerId);
    const earlier = rows.filter((one) => one.transactionId === transactionId && one.visitorEmail === visitorEmail);
    // Times are of when a transaction began: the newest by them may be one that was replaced.
    const before = earlier.findLast(({ state }) => state !== "replaced");
    if (before?.state === "accepted") throw new AppError("STALE");
    const said = { kind, sourcedCents, donor: null, amountCents: null, noRepayment: null };
    if (before?.state === "proposed" && isSaid(before.letter, { ...letter, ...said })) return before;
    requireWithinLimit(earlier.length, LETTERS_PER_DEPOSIT);
    requireWithinLimit(await countEvidence(tx, scope, borrowerId), EVIDENCE_PER_BORROWER);
    const consent = await findConsent(tx, scope, borrowerId, session.email);
    const row = await insertEvidence(tx, scope, {
      ...{ id: randomUUID(), borrowerId, transactionId, lineKey, visitorEmail },
      ...said,
      letter: {
        ...letter,
        ...said,
        disclosure,
        signedAt: new Date().toISOString(),
        address: session.address,
        consentVersion: consent?.version ?? null,
      },
    });
    if (before?.state === "proposed") {
      await updateEvidence(tx, scope, before.id, { state: "replaced" });
      await moveDocuments(tx, scope, { from: before.id, to: row.id });
    }
    // The borrower no longer calls it a gift.
    await endUnsignedGiftLetters(tx, scope, borrowerId, { transactionId });
    await evaluateEvidence(ctx, tx, session, row);
    const replaced = before?.state === "proposed" ? { replaces: before.id } : {};
    const detail = { borrowerId, kind: row.kind, state: row.state, ...replaced };
    await recordAuditEvent(tx, session, { action: "evidence.added", objectType: "evidence", objectId: row.id, detail });
    await announceBorrower(tx, scope, borrower);
    const isTold = rows.some(
      (one) => one.visitorEmail !== null && one.letter !== null && isRecent(one.letter.signedAt),
    );
    const { organizationId } = session;
    const email = (userId: string) =>
      ctx.jobs.send(tx, depositExplained, { organizationId, evidenceId: row.id, userId });
    await notify(ctx, tx, scope, {
      kind: "questionAnswered",
      borrower,
      event: DEPOSIT_EXPLAINED,
      email: isTold ? null : email,
    });
    return row;
  });
}

interface DonorLetter {
  readonly transactionId: string | null;
  readonly lineKey: string | null;
  readonly sourcedCents: number;
  readonly amountCents: number;
  readonly donor: Donor;
  readonly letter: Pick<SignedLetter, "text" | "signedName" | "disclosure" | "requestedBy">;
}

/**
 * Proposes a gift under the letter that its donor signed. `donor`: who signs, with access to this borrower alone. The
 * caller holds the borrower's lock.
 */
export async function proposeFromDonor(
  ctx: Context,
  tx: Tx,
  session: BorrowerSession,
  borrower: BorrowerRow,
  { transactionId, lineKey, sourcedCents, amountCents, donor, letter }: DonorLetter,
): Promise<EvidenceRow> {
  const { scope, organizationId, address } = session;
  requireWithinLimit(await countEvidence(tx, scope, borrower.id), EVIDENCE_PER_BORROWER);
  const said = { kind: "gift", sourcedCents, donor, amountCents, noRepayment: true } as const;
  const row = await insertEvidence(tx, scope, {
    ...{ id: randomUUID(), borrowerId: borrower.id, transactionId, lineKey },
    visitorEmail: normalizeEmail(session.email),
    ...said,
    letter: {
      ...{ ...letter, ...said, signer: "donor" as const, address, consentVersion: null },
      signedAt: new Date().toISOString(),
    },
  });
  await evaluateEvidence(ctx, tx, session, row);
  const email = (userId: string) => ctx.jobs.send(tx, depositExplained, { organizationId, evidenceId: row.id, userId });
  await notify(ctx, tx, scope, { kind: "questionAnswered", borrower, event: DEPOSIT_EXPLAINED, email });
  return row;
}

function isSaid(
  letter: SignedLetter | null,
  said: Omit<SignedLetter, "signedAt" | "address" | "consentVersion" | "disclosure">,
): boolean {
  if (letter === null) return false;
  const { signedAt: _at, address: _from, consentVersion: _version, disclosure: _accepted, ...before } = letter;
  return canonicalJson(before) === canonicalJson(said);
}

/** Stores a borrower's document, linked to their own evidence or to none. Throws what uploadDocument throws. */
export function uploadFromBorrower(
  ctx: Context,
  session: BorrowerSession,
  upload: Omit<Upload, "borrowerId">,
): Promise<EvidenceDocument> {
  return uploadDocument(ctx, session, { ...upload, borrowerId: session.subjectId });
}
