import type { Borrower } from "#features/borrowers/contract.ts";

/** A page about a borrower by the number of their loan: titles stay in the browser's history, where no name belongs. */
export function loanTitle(borrower: Pick<Borrower, "loanNumber"> | undefined, page?: string): string | null {
  if (!borrower?.loanNumber) return null;
  const loan = `Loan ${borrower.loanNumber}`;
  return page === undefined ? loan : `${loan}: ${page}`;
}
