import { normalizeEmail } from "#platform/text/email.ts";
import type { Borrower } from "#features/borrowers/contract.ts";

export interface LoanPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

type OnLoan = LoanPerson & Pick<Borrower, "coBorrowers">;

/** The borrower first. */
export function peopleOf({ coBorrowers, ...borrower }: OnLoan): LoanPerson[] {
  return [borrower, ...coBorrowers].map(({ firstName, lastName, email }) => ({ firstName, lastName, email }));
}

/** `undefined`: no one on the loan has this address. If two people share one address, the first counts. */
export function personWith(borrower: OnLoan, email: string): LoanPerson | undefined {
  const key = normalizeEmail(email);
  return peopleOf(borrower).find((person) => normalizeEmail(person.email) === key);
}

/** Uses the same comparison as `personWith`. A connection without a known holder belongs to the borrower. */
export function isHeldBy(
  { holderEmail }: { readonly holderEmail: string | null },
  borrower: Pick<Borrower, "email">,
  email: string,
): boolean {
  return (holderEmail ?? normalizeEmail(borrower.email)) === normalizeEmail(email);
}
