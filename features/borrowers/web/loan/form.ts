import * as z from "zod/mini";
import { Loan } from "#features/borrowers/contract.ts";
import type { LoanField } from "#features/borrowers/labels.ts";
import type { LabeledField } from "#platform/web/form/use-edit-conflict.ts";
import { LOAN_FIELD_NAMES, LOAN_FIELDS, loanWords, plainText } from "./loan-fields.ts";

type LoanList = "disclosedLiabilities" | "interestedParties" | "financedProperties" | "leftOutAccounts";
type Item<Field extends LoanList> = NonNullable<Loan[Field]>[number];

/** Choices, dates and texts are empty text where they are missing, amounts are `null`. */
export type LoanFormValues = { [field in Exclude<LoanField, LoanList>]?: string | number | null } & {
  disclosedLiabilities: (Omit<Item<"disclosedLiabilities">, "monthlyPayment"> & { monthlyPayment: number | null })[];
  interestedParties: { name: string; role: string }[];
  financedProperties: { unpaidPrincipal: number | null; monthlyPayment: number | null; isPrincipal: boolean }[];
  /** Objects, because a list of fields holds nothing else. */
  leftOutAccounts: { key: string }[];
};

export function valuesOf(loan: Loan): LoanFormValues {
  const values: Record<string, unknown> = {};
  for (const field of LOAN_FIELD_NAMES) values[field] = valueOf(field, loan[field]);
  return {
    ...values,
    disclosedLiabilities: loan.disclosedLiabilities ?? [],
    interestedParties: (loan.interestedParties ?? []).map(({ name, role }) => ({ name, role })),
    financedProperties: loan.financedProperties ?? [],
    leftOutAccounts: (loan.leftOutAccounts ?? []).map((key) => ({ key })),
  };
}

function valueOf(field: LoanField, value: unknown): unknown {
  const { kind } = LOAN_FIELDS[field];
  if (value === undefined) return kind === "money" ? null : "";
  return kind === "yesNo" || field === "units" ? plainText(value) : value;
}

/** Leaves out empty fields. A rule that needs one reports it as missing. */
export function loanOf(values: LoanFormValues): Loan {
  const { units, interestedParties, leftOutAccounts, isFirstTimeBuyer, isHomeReady, ...others } = values;
  const all = {
    ...others,
    units: units ? Number(units) : null,
    isFirstTimeBuyer: isYes(isFirstTimeBuyer),
    isHomeReady: isYes(isHomeReady),
    interestedParties: interestedParties.filter(({ name }) => name.trim() !== ""),
    leftOutAccounts: leftOutAccounts.map(({ key }) => key),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => !isEmpty(value))); // what the schema below lets through
}

function isYes(value: unknown): boolean | null {
  return value === "true" ? true : value === "false" ? false : null;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Checks the values of the form by the contract's own schema. */
export const LoanFormSchema = z.pipe(
  z.transform((values: LoanFormValues): unknown => loanOf(values)),
  Loan,
) as unknown as z.ZodMiniType<unknown, LoanFormValues>; // a transform takes anything

/** In the order of the form. */
export const TOLD_FIELDS: readonly LabeledField[] = LOAN_FIELD_NAMES.map((name) => ({
  name,
  label: LOAN_FIELDS[name].label,
  inWords: (value) => loanWords(name, value),
}));
