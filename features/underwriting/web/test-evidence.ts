import type { BorrowerDocument, Evidence } from "#features/underwriting/contract.ts";

export function anEvidence(facts: Partial<Evidence> = {}): Evidence {
  return {
    id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b011",
    borrowerId: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b001",
    transactionId: "t1",
    kind: "gift",
    sourcedCents: 500_000,
    donor: { name: "Marie Reyes", address: "1 Elm St", phone: "555 0100", relationship: "Mother" },
    amountCents: 500_000,
    noRepayment: true,
    transferEvidence: true,
    note: "",
    letter: null,
    documents: [],
    state: "proposed",
    reason: null,
    counts: false,
    addedBy: { id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b0aa", name: "Pat Rivera" },
    classification: null,
    needsOther: false,
    hasDocument: false,
    reviewedBy: null,
    reviewedAt: null,
    isFromBorrower: false,
    createdAt: "2026-11-03T12:00:00Z",
    updatedAt: "2026-11-03T12:00:00Z",
    version: 1,
    ...facts,
  };
}

export function aSentDocument(facts: Partial<BorrowerDocument> = {}): BorrowerDocument {
  return {
    id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b021",
    name: "statement.pdf",
    mediaType: "application/pdf",
    bytes: 1_250_000,
    sha256: "ab",
    isFromBorrower: true,
    sentBy: "Dana Reyes",
    kind: "bank_statement",
    evidenceId: null,
    state: "received",
    reason: null,
    reviewedAt: null,
    scannedAt: "2026-11-20T12:00:00Z",
    createdAt: "2026-11-20T12:00:00Z",
    version: 1,
    ...facts,
  };
}
