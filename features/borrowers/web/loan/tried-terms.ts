import * as z from "zod/mini";
import { formatCount } from "#platform/text/text.ts";
import { formatMoney, toCents, typedMoney } from "#platform/money/money.ts";
import { MAX_RESERVE_MONTHS, type Loan } from "#features/borrowers/contract.ts";
import { fieldErrors, Cents } from "#platform/contract/fields.ts";
import { errorText, moneyErrorTexts } from "#platform/web/form/schema-resolver.ts";

const THOUSAND_DOLLARS = 100_000;
const money = {
  inWords: (cents: number) => formatMoney(cents),
  typed: typedMoney,
  parse: moneyIn,
  errorOf: moneyError,
};

export function triedTerms(loan: Loan) {
  const price = loan.transactionType === "rate_term" || loan.transactionType === "cash_out" ? "payoff" : "salesPrice";
  const most = roundUp(Math.max(loan[price] ?? 0, loan.loanAmount ?? 0, 200 * THOUSAND_DOLLARS) * 1.5);
  return [
    { field: price, ...money, least: 0, most, step: THOUSAND_DOLLARS },
    { field: "loanAmount", ...money, least: 0, most, step: THOUSAND_DOLLARS },
    {
      field: "closingCosts",
      ...money,
      least: 0,
      most: roundUp(Math.max((loan.closingCosts ?? 0) * 2, 20 * THOUSAND_DOLLARS)),
      step: THOUSAND_DOLLARS / 10,
    },
    {
      field: "reserveMonthsRequired",
      least: 0,
      most: 24,
      step: 1,
      inWords: (months: number) => formatCount(months, "month"),
      typed: String,
      parse: monthsIn,
      errorOf: () => `Enter a number of months from 0 to ${MAX_RESERVE_MONTHS}`,
    },
  ] as const;
}

function roundUp(cents: number): number {
  return Math.ceil(cents / THOUSAND_DOLLARS) * THOUSAND_DOLLARS;
}

function moneyIn(typed: string): number | undefined {
  const cents = toCents(typed);
  return z.safeParse(Cents, cents).success ? cents : undefined;
}

function moneyError(typed: string, label: string): string {
  const value = toCents(typed) ?? typed;
  const { error } = z.safeParse(Cents, value, { reportInput: true });
  return errorText(label, error ? (fieldErrors(error)[0]?.code ?? "") : "", moneyErrorTexts(label, value));
}

function monthsIn(typed: string): number | undefined {
  const months = Number(typed);
  return typed.trim() !== "" && months >= 0 && months <= MAX_RESERVE_MONTHS ? months : undefined;
}

/** Terms that a user tries. A term that is left out keeps its stored value. */
export type WhatIf = Pick<Loan, "salesPrice" | "payoff" | "loanAmount" | "closingCosts" | "reserveMonthsRequired">;

/** Whether a term differs from the stored one. */
export function isTried(loan: Loan, whatIf: WhatIf): boolean {
  return Object.entries(whatIf).some(([field, value]) => loan[field as keyof WhatIf] !== value); // its own keys
}
