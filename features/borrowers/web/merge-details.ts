// Owns what happens to a form when someone else saved first: nothing written is lost, nothing of theirs is undone.
import type { BorrowerFormValues } from "./borrower-values.ts";

export type DetailField = keyof BorrowerFormValues;

/** The fields of the form in their order, as people call them. */
export const DETAIL_LABELS: Readonly<Record<DetailField, string>> = {
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  middleName: "Middle name",
  suffix: "Suffix",
  phone: "Phone",
  loanNumber: "Loan number",
  coBorrowers: "Co-borrowers",
  notes: "Notes",
};
const FIELDS = Object.keys(DETAIL_LABELS) as DetailField[];

/** The fields in which two versions differ. */
export function changedDetails(one: BorrowerFormValues, other: BorrowerFormValues): DetailField[] {
  return FIELDS.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}

export interface Merge {
  /** Changed by them alone: theirs is taken. */
  readonly taken: readonly DetailField[];
  /** Changed by both: mine is kept, and theirs is told. */
  readonly kept: readonly DetailField[];
}

/** `base` is what both began with. */
export function mergeDetails(base: BorrowerFormValues, mine: BorrowerFormValues, theirs: BorrowerFormValues): Merge {
  const mineChanged = changedDetails(base, mine);
  const changed = changedDetails(base, theirs).filter((field) => changedDetails(mine, theirs).includes(field));
  return {
    taken: changed.filter((field) => !mineChanged.includes(field)),
    kept: changed.filter((field) => mineChanged.includes(field)),
  };
}
