// The sandbox's golden report, longer.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { EvaluationInputs } from "../features/underwriting/rules/evaluation.ts";
import { root } from "../tools/settings.ts";

const DAYS = 730;
const DAY_MS = 86_400_000;

interface Line {
  transaction_id: string;
  date: string;
  amount: number;
  pending: boolean;
  credit_category: { detailed: string } | null;
}
interface Report {
  report: { date_generated: string; items: { accounts: { transactions: Line[] }[] }[] };
}

/** Above this a line says something about the file; a person has few of them, however long the report. */
const ORDINARY_DOLLARS = 400;

/**
 * The sandbox's golden report with its own lines once, and ordinary ones of them again and again through two years, up to
 * so many lines. Amounts differ by a few cents, so that few are equal.
 */
export function aLongReport(lines: number): Buffer {
  const file = path.join(root, "sandbox/plaid/bank-data/golden-asset-report.json");
  const whole = JSON.parse(readFileSync(file, "utf8")) as Report;
  const newest = Date.parse(whole.report.date_generated);
  const accounts = whole.report.items
    .flatMap((item) => item.accounts)
    .filter(({ transactions }) => transactions.length > 0);
  const share = Math.ceil(lines / accounts.length);
  for (const [place, account] of accounts.entries()) {
    const ordinary = account.transactions.filter(
      ({ amount, credit_category, pending }) =>
        !pending && Math.abs(amount) < ORDINARY_DOLLARS && !/LOAN|BANK_PENALTIES/.test(credit_category?.detailed ?? ""),
    );
    const more = Array.from({ length: share - account.transactions.length }, (_line, at) => {
      const sample = ordinary[at % ordinary.length]!; // each account has some
      return {
        ...sample,
        transaction_id: `${place}-${at}`,
        date: new Date(newest - Math.floor((at * DAYS) / share) * DAY_MS).toISOString().slice(0, 10),
        amount: Math.round(sample.amount * 100 + (at % 97)) / 100,
      };
    });
    account.transactions.push(...more);
  }
  return Buffer.from(JSON.stringify(whole));
}

/** A purchase with every term that a verdict needs. */
export const PURCHASE_INPUTS: EvaluationInputs = {
  loan: {
    transactionType: "purchase",
    program: "conventional",
    underwriting: "aus",
    occupancy: "primary",
    units: 1,
    salesPrice: 42_000_000,
    appraisedValue: 42_500_000,
    loanAmount: 39_900_000,
    monthlyIncome: 850_000,
    pitia: 315_000,
    closingCosts: 980_000,
    prepaids: 320_000,
    credits: 200_000,
    emd: 500_000,
    reserveMonthsRequired: 2,
  },
  borrowers: [
    { firstName: "Alberta", middleName: "Bobbeth", lastName: "Charleson", suffix: null, email: null, phone: null },
  ],
  evidence: [],
  confirmations: [],
  waivers: [],
  policy: { nsfReview: 3, nsfBlocker: 5 },
};
