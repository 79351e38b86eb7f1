// Owns what the form of a borrower holds, the contract's details without the loan's terms, and what people call it.
import * as z from "zod/mini";
import { addressesOfTheirOwn, BorrowerDetails, fullName, type Borrower } from "#features/borrowers/contract.ts";
import type { ToldField } from "#kit/web/form/merge-values.ts";
import { phoneText } from "#kit/web/format/phone.ts";

/** The schema that the form checks by. Whether they are mailed their link at once is asked of a new borrower alone. */
export const BorrowerFormDetails = z
  .extend(z.omit(BorrowerDetails, { loan: true }), {
    invite: z.optional(z.boolean()),
  })
  .check(addressesOfTheirOwn);
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

/** In the order of the form. */
export const BORROWER_FIELDS: readonly ToldField[] = [
  { name: "firstName", label: "First name" },
  { name: "lastName", label: "Last name" },
  { name: "email", label: "Email" },
  { name: "middleName", label: "Middle name" },
  { name: "suffix", label: "Suffix" },
  { name: "phone", label: "Phone", inWords: (phone) => phoneText(typeof phone === "string" ? phone : "") },
  { name: "loanNumber", label: "Loan number" },
  {
    name: "coBorrowers",
    label: "Co-borrowers",
    inWords: (people) => (people as Borrower["coBorrowers"]).map(fullName).join(", "), // the form's own
  },
  { name: "notes", label: "Notes" },
];
