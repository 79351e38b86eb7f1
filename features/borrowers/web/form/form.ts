import * as z from "zod/mini";
import { uniqueEmails, BorrowerDetails, fullName, type Borrower } from "#features/borrowers/contract.ts";
import type { LabeledField } from "#platform/web/form/use-edit-conflict.ts";
import { phoneText } from "#platform/web/format/phone.ts";

/** The schema of the form. Only a new borrower has the choice to email the link right away. */
export const BorrowerFormDetails = z
  .extend(z.omit(BorrowerDetails, { loan: true }), {
    invite: z.optional(z.boolean()),
  })
  .check(uniqueEmails);
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
export const BORROWER_FIELDS: readonly LabeledField[] = [
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
