// Owns what the form of a loan's terms holds: every field, empty where the loan says nothing.
import * as z from "zod/mini";
import { Loan } from "#features/loans/contract.ts";
import type { LoanField } from "#features/loans/words.ts";
import type { ToldField } from "#kit/web/form/merge-values.ts";
import { LOAN_FIELD_NAMES, LOAN_FIELDS, loanWords } from "./loan-fields.ts";

type LoanList = "disclosedLiabilities" | "interestedParties";
type Liability = NonNullable<Loan["disclosedLiabilities"]>[number];

/** Choices and dates are empty text where they are missing, sums are `null`. */
export type LoanFormValues = { [field in Exclude<LoanField, LoanList>]?: string | number | null } & {
  disclosedLiabilities: (Omit<Liability, "monthlyPayment"> & { monthlyPayment: number | null })[];
  /** Objects: a list of fields holds nothing else. */
  interestedParties: { name: string }[];
};

export function valuesOf(loan: Loan): LoanFormValues {
  const values: Record<string, unknown> = {};
  for (const field of LOAN_FIELD_NAMES) {
    const value = loan[field];
    const { kind } = LOAN_FIELDS[field];
    values[field] =
      value === undefined ? (kind === "money" ? null : "") : field === "units" ? String(loan.units) : value;
  }
  return {
    ...values,
    disclosedLiabilities: loan.disclosedLiabilities ?? [],
    interestedParties: (loan.interestedParties ?? []).map((name) => ({ name })),
  };
}

/** What is empty is left out: a rule that wants it says so. */
export function loanOf({ units, interestedParties, ...values }: LoanFormValues): Loan {
  const parties = interestedParties.map(({ name }) => name.trim()).filter(Boolean);
  const all = { ...values, units: units ? Number(units) : null, interestedParties: parties };
  const filled = Object.entries(all).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(filled); // what the schema below lets through
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Checks the values of the form by the contract's own schema. */
export const LoanFormSchema = z.pipe(
  z.transform((values: LoanFormValues) => loanOf(values)),
  Loan,
) as unknown as z.ZodMiniType<unknown, LoanFormValues>; // a transform takes anything

/** In the order of the form. */
export const TOLD_FIELDS: readonly ToldField[] = LOAN_FIELD_NAMES.map((name) => ({
  name,
  label: LOAN_FIELDS[name].label,
  inWords: (value) =>
    loanWords(name, name === "interestedParties" ? (value as { name: string }[]).map((one) => one.name) : value),
}));
