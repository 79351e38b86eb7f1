import { fullName } from "#features/borrowers/contract.ts";
import { personWith } from "#features/borrowers/server/owner-queries.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import { readNames } from "#features/directory/server/queries.ts";
import type { Exhibit } from "#features/underwriting/contract.ts";
import { canonicalJson } from "#platform/contract/canonical-json.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { DocumentRow } from "./document-queries.ts";
import type { EvidenceRow } from "./evidence-queries.ts";

/** All of a borrower's. */
export interface SentEvidence {
  readonly evidence: readonly EvidenceRow[];
  readonly documents: readonly DocumentRow[];
}

/** Every signed letter and every document, the oldest first. */
export async function readExhibits(
  db: ReadDb,
  scope: Scope,
  borrower: BorrowerRow,
  { evidence, documents }: SentEvidence,
): Promise<Exhibit[]> {
  const ids = [...evidence.map(({ changedBy }) => changedBy), ...documents.map(({ createdBy }) => createdBy)];
  const names = await readNames(db, scope, ids);
  const nameOf = (id: string | null) => names.get(id ?? "") ?? "A former user";
  const byId = new Map(evidence.map((row) => [row.id, row]));
  const letters = evidence.flatMap((row) => letterOf(row, nameOf));
  const files = documents.map((row): Omit<Exhibit, "number"> => {
    const { id, evidenceId, createdBy, createdAt, name, mediaType, bytes, sha256 } = row;
    const { transactionId = null, state } = byId.get(evidenceId ?? "") ?? {};
    return {
      ...{ evidenceId, transactionId, at: createdAt, sha256 },
      sender: createdBy === null ? visitorName(borrower, row) : nameOf(createdBy),
      isReplaced: state === "replaced",
      letter: null,
      classification: null,
      document: { id, name, mediaType, bytes },
    };
  });
  return [...letters, ...files]
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map((one, place) => ({ number: place + 1, ...one }));
}

function letterOf(
  { id, letter, transactionId, state, kind, sourcedCents, changedBy, changedAt }: EvidenceRow,
  nameOf: (id: string | null) => string,
): Omit<Exhibit, "number">[] {
  if (letter === null) return [];
  const classification = changedAt === null ? null : { kind, sourcedCents, by: nameOf(changedBy), at: changedAt };
  return [
    {
      ...{ evidenceId: id, transactionId, sender: letter.signedName, at: letter.signedAt },
      sha256: sha256(canonicalJson(letter)).toString("hex"),
      isReplaced: state === "replaced",
      ...{ letter, classification, document: null },
    },
  ];
}

function visitorName(borrower: BorrowerRow, { visitorEmail }: DocumentRow): string {
  const person = visitorEmail === null ? undefined : personWith(borrower, visitorEmail);
  return person ? fullName(person) : (visitorEmail ?? "The borrower");
}
