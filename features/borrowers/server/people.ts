// Owns who the people on a loan are, each known by their address in lower case, and whose a bank connection is.
import type { Borrower } from "#features/borrowers/contract.ts";
import { emailKeyOf } from "#features/identity/server/store.ts";

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

/** `undefined`: nobody on the loan has this address. Two of one address count as the first. */
export function personWith(borrower: OnLoan, email: string): LoanPerson | undefined {
  const key = emailKeyOf(email);
  return peopleOf(borrower).find((person) => emailKeyOf(person.email) === key);
}

/** Of one kind with `personWith`. One whose holder is not known yet is the borrower's. */
export function isHeldBy(
  { holderEmail }: { readonly holderEmail: string | null },
  borrower: Pick<Borrower, "email">,
  email: string,
): boolean {
  return (holderEmail ?? emailKeyOf(borrower.email)) === emailKeyOf(email);
}
