import type { Borrower } from "#features/borrowers/contract.ts";
import { summarizeBorrower } from "#features/borrowers/server/borrowers.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { readDocumentsOf, type DocumentRow } from "./document-queries.ts";

/** Stores what lists show of the documents, and notifies open pages. The caller holds the borrower's lock. */
export async function summarizeDocuments(tx: Tx, scope: Scope, borrowerId: string): Promise<void> {
  const documents = await readDocumentsOf(tx, scope, borrowerId);
  await summarizeBorrower(tx, scope, borrowerId, { documentState: progressOf(documents) });
}

/** Only documents from the people on the loan wait for the lender. */
function progressOf(documents: readonly DocumentRow[]): Borrower["documentState"] {
  const states = documents.filter(({ createdBy }) => createdBy === null).map(({ state }) => state);
  if (states.length === 0) return "none";
  return (["received", "rejected"] as const).find((state) => states.includes(state)) ?? "accepted";
}
