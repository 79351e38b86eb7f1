// Owns a report of many lines in the provider's own format: the golden one, its lines repeated through two years.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { EvaluationContext } from "../features/underwriting/rules-edition-1/case.ts";
import { root } from "../tools/settings.ts";

const DAYS = 730;
const DAY_MS = 86_400_000;

interface Line {
  transaction_id: string;
  date: string;
  amount: number;
}
interface Report {
  report: { date_generated: string; items: { accounts: { transactions: Line[] }[] }[] };
}

/** So many lines, spread over the accounts that have any; sums differ by a few cents, so that few are equal. */
export function aLongReport(lines: number): Buffer {
  const file = path.join(root, "sandbox/plaid/bank-data/golden-asset-report.json");
  const whole = JSON.parse(readFileSync(file, "utf8")) as Report;
  const newest = Date.parse(whole.report.date_generated);
  const accounts = whole.report.items
    .flatMap((item) => item.accounts)
    .filter(({ transactions }) => transactions.length);
  const share = Math.ceil(lines / accounts.length);
  for (const [place, account] of accounts.entries())
    account.transactions = Array.from({ length: share }, (_line, at) => {
      const sample = account.transactions[at % account.transactions.length]!; // filtered to have some
      return {
        ...sample,
        transaction_id: `${place}-${at}`,
        date: new Date(newest - Math.floor((at * DAYS) / share) * DAY_MS).toISOString().slice(0, 10),
        amount: Math.round(sample.amount * 100 + (at % 97)) / 100,
      };
    });
  return Buffer.from(JSON.stringify(whole));
}

/** A purchase that every rule can be read for. */
export const LOAN: Omit<EvaluationContext, "reading"> = {
  loan: {
    transactionType: "purchase",
    occupancy: "primary",
    units: 1,
    salesPrice: 42_000_000,
    appraisedValue: 42_500_000,
    loanAmount: 39_900_000,
    monthlyIncome: 850_000,
    pitia: 315_000,
    emd: 500_000,
  },
  borrowers: [{ firstName: "Alberta", lastName: "Charleson" }],
  evidence: [],
};
