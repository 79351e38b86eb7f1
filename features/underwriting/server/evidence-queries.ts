import type { SignedLetter } from "#features/underwriting/contract.ts";
import { and, asc, eq, sql } from "drizzle-orm";
import type { EvidenceSource } from "#features/underwriting/rules/evaluation.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter, bumpVersion } from "#platform/server/database/tables.ts";
import type { DocumentRow } from "./document-queries.ts";
import { evidence } from "./schema.ts";

export type EvidenceRow = typeof evidence.$inferSelect;

const ofBorrower = prepared("evidence_of_borrower", () =>
  orm
    .select()
    .from(evidence)
    .where(and(tenantFilter(evidence), eq(evidence.borrowerId, param("borrowerId"))))
    .orderBy(asc(evidence.createdAt), asc(evidence.id)),
);

const byId = prepared("evidence_by_id", () =>
  orm
    .select()
    .from(evidence)
    .where(and(tenantFilter(evidence), eq(evidence.id, param("id")))),
);

/** The oldest first. */
export function readEvidenceOf(db: ReadDb, scope: Scope, borrowerId: string): Promise<EvidenceRow[]> {
  return db.run(scope, ofBorrower, { borrowerId });
}

export async function readEvidence(db: ReadDb, scope: Scope, id: string): Promise<EvidenceRow | undefined> {
  const [row] = await db.run(scope, byId, { id });
  return row;
}

/** Evidence this person added with the same idempotency key. */
export async function readEvidenceByKey(
  db: ReadDb,
  scope: Scope,
  createdBy: string,
  idempotencyKey: string,
): Promise<EvidenceRow | undefined> {
  const isIt = and(eq(evidence.createdBy, createdBy), eq(evidence.idempotencyKey, idempotencyKey));
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(evidence)
      .where(and(tenantFilter(evidence, scope), isIt)),
  );
  return row;
}

export async function countEvidence(db: ReadDb, scope: Scope, borrowerId: string): Promise<number> {
  const [row] = await db.read(scope, (query) =>
    query
      .select({ count: sql<number>`count(*)::int` })
      .from(evidence)
      .where(and(tenantFilter(evidence, scope), eq(evidence.borrowerId, borrowerId))),
  );
  return row?.count ?? 0;
}

export async function insertEvidence(
  tx: Tx,
  scope: Scope,
  values: Omit<typeof evidence.$inferInsert, "organizationId">,
): Promise<EvidenceRow> {
  const [row] = await tx.orm
    .insert(evidence)
    .values({ ...values, organizationId: scope.organizationId })
    .returning();
  return row!; // an insert that does not throw returns its row
}

export type EvidenceChange = Partial<
  Omit<typeof evidence.$inferInsert, "organizationId" | "id" | "borrowerId" | "createdAt" | "updatedAt" | "version">
>;

/** The caller holds the borrower's lock and has seen the row. */
export async function updateEvidence(tx: Tx, scope: Scope, id: string, change: EvidenceChange): Promise<EvidenceRow> {
  const [row] = await tx.orm
    .update(evidence)
    .set({ ...change, ...bumpVersion(evidence) })
    .where(and(tenantFilter(evidence, scope), eq(evidence.id, id)))
    .returning();
  return row!; // the caller has read it under the lock
}

/**
 * The input of the rules. A letter typed and signed in the portal counts as the document of a letter of explanation, and
 * of nothing else: a gift letter is signed by the donor, and stands for the donor and the amount that it names.
 */
export function toSource(
  row: EvidenceRow,
  documents: readonly Pick<DocumentRow, "evidenceId" | "state" | "kind">[],
): EvidenceSource {
  const { id, transactionId, lineKey, accountId, accountKey, person, periodFrom, periodTo, clearedOn, reason } = row;
  const { kind, donor, noRepayment, transferEvidence } = row;
  const own = documents.filter(({ evidenceId, state }) => evidenceId === id && state !== "rejected");
  const signed = kind === "gift" && row.letter?.signer === "donor" ? row.letter : null;
  const hasPaper = own.some((one) =>
    signed ? one.kind === "gift_letter" : kind !== "statement" || mayBeStatement(one),
  );
  const isSigned = signed ? isOfDonor(row, signed) : kind === "letter" && row.letter !== null;
  // What the donor signed for is the most that their letter covers.
  const most = signed && !hasPaper ? (signed.amountCents ?? 0) : Infinity;
  const amountCents = row.amountCents === null ? null : Math.min(row.amountCents, most);
  // A gift that is not deposited yet has no bank line: its amount is the letter's.
  const isToCome = kind === "gift" && transactionId === null && row.sourcedCents === 0;
  return {
    ...{ id, transactionId, kind, sourcedCents: isToCome ? (amountCents ?? 0) : row.sourcedCents, reason },
    hasDocument: isSigned || hasPaper,
    ...(lineKey !== null && { lineKey }),
    ...(accountId !== null && { accountId: accountKey ?? accountId }),
    ...(person !== null && { person }),
    ...(periodFrom !== null && { periodFrom }),
    ...(periodTo !== null && { periodTo }),
    ...(clearedOn !== null && { clearedOn }),
    ...(donor !== null && { donor }),
    ...(amountCents !== null && { amountCents }),
    ...(noRepayment !== null && { noRepayment }),
    ...(transferEvidence !== null && { transferEvidence }),
  };
}

/** A document that was added without a kind is what the member who accepts it says; another kind is no bank statement. */
function mayBeStatement({ kind }: Pick<DocumentRow, "kind">): boolean {
  return kind === "bank_statement" || kind === "other";
}

function isOfDonor({ donor, noRepayment }: EvidenceRow, signed: SignedLetter): boolean {
  return (
    donor !== null &&
    donor.name === signed.donor?.name &&
    donor.relationship === signed.donor?.relationship &&
    noRepayment === signed.noRepayment
  );
}
