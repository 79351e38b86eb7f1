// Owns the rows of calls on what explains a report's lines: evidence and its documents.
import type * as contract from "#features/underwriting/contract.ts";
import { aDocument } from "#features/underwriting/server/test-evidence.ts";
import { anOwn, type RowsOf } from "./row.ts";

/** One that is still to come. */
const aGift = () => ({ transactionId: null, kind: "gift" as const, sourcedCents: 0, amountCents: 500_000 });

export const evidence: RowsOf<typeof contract> = {
  listEvidence: { works: async (stage) => ({ borrowerId: (await stage.borrower()).id }), names: ["borrowerId"] },
  addEvidence: {
    works: async (stage) => ({ ...aGift(), borrowerId: (await stage.borrower()).id }),
    names: ["borrowerId"],
  },
  changeEvidence: {
    works: async (stage) => ({ ...aGift(), id: await anOwn("evidence", stage), version: 1 }),
    kind: "evidence",
    names: ["id"],
  },
  reviewEvidence: {
    works: async (stage) => ({ id: await anOwn("evidence", stage), state: "accepted", reason: null, version: 1 }),
    kind: "evidence",
    names: ["id"],
  },
  uploadDocument: {
    works: async (stage) => ({ borrowerId: (await stage.borrower()).id, name: "letter.pdf", file: aDocument() }),
    names: ["borrowerId"],
  },
  readDocument: {
    works: async (stage) => ({ id: await anOwn("document", stage) }),
    kind: "document",
    names: ["id"],
  },
  removeDocument: {
    works: async (stage) => ({ id: await anOwn("document", stage) }),
    kind: "document",
    names: ["id"],
  },
};
