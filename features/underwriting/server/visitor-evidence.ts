import { randomUUID } from "node:crypto";
import { normalizeEmail } from "#platform/text/text.ts";
import type { Context } from "#platform/server/context.ts";
import { announceBorrower, lockBorrowerFor } from "#features/borrowers/server/borrowers.ts";
import { DEPOSIT_EXPLAINED, EVIDENCE_PER_BORROWER, type EvidenceDocument } from "#features/underwriting/contract.ts";
import type { Donor, EvidenceKind, EvidenceSource } from "#features/underwriting/rules/evaluation.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { BorrowerSession } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import { uploadDocument, type Upload } from "./documents.ts";
import { evaluateEvidence, OPEN } from "./evidence.ts";
import { countEvidence, insertEvidence, readEvidenceOf, updateEvidence, type EvidenceRow } from "./evidence-queries.ts";
import { depositExplained } from "./jobs.ts";
import { alertOwners, isRecent } from "./owner-alerts.ts";
import { findDeposit } from "./place-evidence.ts";

interface Explanation {
  readonly transactionId: string;
  readonly kind: EvidenceKind;
  readonly letter: { readonly text: string; readonly signedName: string };
  readonly donor?: Donor | undefined;
  /** Facts of a letter that is the product's unchanged template. Other letters are for the lender to read. */
  readonly stated?: Pick<EvidenceSource, "amountCents" | "noRepayment">;
}

/**
 * Proposes the borrower's explanation of a whole deposit; the lender decides how much of it counts. Each borrower has one
 * explanation per deposit. Sending it again replaces it and reopens a rejected one, but keeps the kind and amount that the
 * lender entered. Throws STALE once it is accepted, LIMIT_REACHED, and VALIDATION_ERROR if the newest ready report doesn't
 * have the deposit.
 */
export async function proposeFromBorrower(
  ctx: Context,
  session: BorrowerSession,
  { transactionId, kind, letter, donor, stated }: Explanation,
): Promise<EvidenceRow> {
  const { scope, subjectId: borrowerId } = session;
  const visitorEmail = normalizeEmail(session.email);
  return ctx.db.transaction(scope, async (tx) => {
    const borrower = await lockBorrowerFor(tx, session, borrowerId);
    const { cents: sourcedCents, lineKey } = await findDeposit(tx, scope, borrower, transactionId);
    const rows = await readEvidenceOf(tx, scope, borrowerId);
    const before = rows.find((one) => one.transactionId === transactionId && one.visitorEmail === visitorEmail);
    if (before?.state === "accepted") throw new AppError("STALE");
    if (!before) requireWithinLimit(await countEvidence(tx, scope, borrowerId), EVIDENCE_PER_BORROWER);
    const signed = { ...letter, signedAt: new Date().toISOString() };
    const { amountCents = null, noRepayment = null } = stated ?? {};
    const said = { kind, sourcedCents, donor: donor ?? null, amountCents, noRepayment };
    const written = { ...(before?.changedBy ? {} : said), ...OPEN, letter: signed };
    const row = before
      ? await updateEvidence(tx, scope, before.id, written)
      : await insertEvidence(tx, scope, {
          ...written,
          ...said,
          id: randomUUID(),
          borrowerId,
          transactionId,
          lineKey,
          visitorEmail,
        });
    await evaluateEvidence(tx, session, row);
    const action = before ? "evidence.changed" : "evidence.added";
    const detail = { borrowerId, kind: row.kind, state: row.state };
    await recordAuditEvent(tx, session, { action, objectType: "evidence", objectId: row.id, detail });
    await announceBorrower(tx, scope, borrower);
    const isTold = rows.some(
      (one) => one.visitorEmail !== null && one.letter !== null && isRecent(one.letter.signedAt),
    );
    const { organizationId } = session;
    const email = (userId: string) =>
      ctx.jobs.send(tx, depositExplained, { organizationId, evidenceId: row.id, userId });
    await alertOwners(tx, session, borrower, { event: DEPOSIT_EXPLAINED, email: isTold ? undefined : email });
    return row;
  });
}

/** Stores a borrower's document, linked to their own evidence or to none. Throws what uploadDocument throws. */
export function uploadFromBorrower(
  ctx: Context,
  session: BorrowerSession,
  upload: Omit<Upload, "borrowerId">,
): Promise<EvidenceDocument> {
  return uploadDocument(ctx, session, { ...upload, borrowerId: session.subjectId });
}
