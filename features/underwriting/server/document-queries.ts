import { and, asc, eq, sql } from "drizzle-orm";
import type { EvidenceDocument } from "#features/underwriting/contract.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { bumpVersion, param, tenantFilter } from "#platform/server/database/tables.ts";
import { evidenceDocuments } from "./schema.ts";

export type DocumentRow = typeof evidenceDocuments.$inferSelect;

const ofBorrower = prepared("evidence_documents_of_borrower", () =>
  orm
    .select()
    .from(evidenceDocuments)
    .where(and(tenantFilter(evidenceDocuments), eq(evidenceDocuments.borrowerId, param("borrowerId"))))
    .orderBy(asc(evidenceDocuments.createdAt), asc(evidenceDocuments.id)),
);

const byId = prepared("evidence_document_by_id", () =>
  orm
    .select()
    .from(evidenceDocuments)
    .where(and(tenantFilter(evidenceDocuments), eq(evidenceDocuments.id, param("id")))),
);

const bytesOfAll = prepared("evidence_documents_bytes", () =>
  orm
    .select({ bytes: sql<string>`coalesce(sum(${evidenceDocuments.bytes}), 0)`.as("stored_bytes") })
    .from(evidenceDocuments)
    .where(tenantFilter(evidenceDocuments)),
);

/** The oldest first; a borrower has a few at most. */
export function readDocumentsOf(db: ReadDb, scope: Scope, borrowerId: string): Promise<DocumentRow[]> {
  return db.run(scope, ofBorrower, { borrowerId });
}

export async function readDocument(db: ReadDb, scope: Scope, id: string): Promise<DocumentRow | undefined> {
  const [row] = await db.run(scope, byId, { id });
  return row;
}

/** Bytes of the whole organization. */
export async function countDocumentBytes(db: ReadDb, scope: Scope): Promise<number> {
  const [row] = await db.run(scope, bytesOfAll);
  return Number(row!.bytes); // a sum has one row
}

export async function insertDocument(
  tx: Tx,
  scope: Scope,
  document: Omit<typeof evidenceDocuments.$inferInsert, "organizationId">,
): Promise<DocumentRow> {
  const [row] = await tx.orm
    .insert(evidenceDocuments)
    .values({ ...document, organizationId: scope.organizationId })
    .returning();
  return row!; // an insert that does not throw returns its row
}

export type DocumentChange = Partial<
  Pick<typeof evidenceDocuments.$inferInsert, "evidenceId" | "kind" | "state" | "reason" | "reviewedBy" | "reviewedAt">
>;

/** The caller holds the borrower's lock and has seen the row. */
export async function updateDocument(tx: Tx, scope: Scope, id: string, change: DocumentChange): Promise<DocumentRow> {
  const [row] = await tx.orm
    .update(evidenceDocuments)
    .set({ ...change, ...bumpVersion(evidenceDocuments) })
    .where(and(tenantFilter(evidenceDocuments, scope), eq(evidenceDocuments.id, id)))
    .returning();
  return row!; // the caller has read it under the lock
}

/** Accepts what no one has reviewed yet of the documents of a piece of evidence that was accepted. */
export async function acceptDocumentsOf(
  tx: Tx,
  scope: Scope,
  evidenceId: string,
  review: Pick<DocumentChange, "reviewedBy" | "reviewedAt">,
): Promise<void> {
  const isReceived = and(eq(evidenceDocuments.evidenceId, evidenceId), eq(evidenceDocuments.state, "received"));
  await tx.orm
    .update(evidenceDocuments)
    .set({ ...review, state: "accepted", ...bumpVersion(evidenceDocuments) })
    .where(and(tenantFilter(evidenceDocuments, scope), isReceived));
}

/** `undefined`: it was already deleted. */
export async function deleteDocument(tx: Tx, scope: Scope, id: string): Promise<DocumentRow | undefined> {
  const [row] = await tx.orm
    .delete(evidenceDocuments)
    .where(and(tenantFilter(evidenceDocuments, scope), eq(evidenceDocuments.id, id)))
    .returning();
  return row;
}

export async function moveDocuments(tx: Tx, scope: Scope, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.orm
    .update(evidenceDocuments)
    .set({ evidenceId: to })
    .where(and(tenantFilter(evidenceDocuments, scope), eq(evidenceDocuments.evidenceId, from)));
}

export function toDocument(row: DocumentRow): EvidenceDocument {
  const { id, name, mediaType, bytes, sha256, createdBy, createdAt, version } = row;
  const { kind, evidenceId, state, reason, reviewedAt, scannedAt } = row;
  return {
    ...{ id, name, mediaType, bytes, sha256, isFromBorrower: createdBy === null, createdAt, version },
    ...{ kind, evidenceId, state, reason, reviewedAt, scannedAt },
  };
}
