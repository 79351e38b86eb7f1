// Owns what the form of a borrower holds: the contract's details without the loan's terms.
import * as z from "zod/mini";
import { BorrowerDetails, type Borrower } from "#features/borrowers/contract.ts";

/** The schema that the form checks by. */
export const BorrowerFormDetails = z.omit(BorrowerDetails, { loan: true });
export type BorrowerFormValues = z.input<typeof BorrowerFormDetails>;

export const EMPTY_BORROWER: BorrowerFormValues = {
  firstName: "",
  middleName: null,
  lastName: "",
  suffix: null,
  email: "",
  phone: null,
  loanNumber: null,
  coBorrowers: [],
  notes: "",
};

/** A stored borrower as the form shows it. */
export function valuesOf(borrower: Borrower): BorrowerFormValues {
  const { firstName, middleName, lastName, suffix, email, phone, loanNumber, coBorrowers, notes } = borrower;
  return { firstName, middleName, lastName, suffix, email, phone, loanNumber, coBorrowers, notes };
}
