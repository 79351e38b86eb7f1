// What the rules cost: 50,000 bank lines evaluated under three programs, from the provider's bytes to the answer, against
// one bare pass that parses the same bytes and sums the lines of each account. And the answer after one term changes.
import { readFileSync } from "node:fs";
import path from "node:path";
import { evaluate } from "../features/underwriting/rules/evaluate.ts";
import { readPlaidReport } from "../providers/plaid/report.ts";
import { interleave, medians, middleRatio, quantile, ratio, timed } from "./harness.ts";
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
function aLongReport(lines: number): Buffer {
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
const INPUTS: EvaluationInputs = {
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

const LINES = 50_000;
const ROUNDS = 15;
const AIM = 5;
const CHANGES = 60;
const CHANGE_AIM_MS = 20;

const json = aLongReport(LINES);

interface Bare {
  readonly report: {
    readonly items: readonly {
      readonly accounts: readonly { readonly transactions: readonly { readonly amount: number }[] }[];
    }[];
  };
}

/** Cents of each account, and nothing more. */
function sumBare(): number {
  let total = 0;
  const { report } = JSON.parse(json.toString("utf8")) as Bare;
  for (const { accounts } of report.items)
    for (const { transactions } of accounts) for (const { amount } of transactions) total += Math.round(amount * 100);
  return total;
}

const evaluateWhole = () => evaluate({ report: readPlaidReport(json), ...INPUTS });

const slices = await interleave(
  { ours: () => timed(async () => evaluateWhole()), bare: () => timed(async () => sumBare()) },
  { rounds: ROUNDS },
);
const times = medians(slices, (milliseconds) => milliseconds);
const { findings } = evaluateWhole();
console.log(
  `findings: ${ratio(slices, (milliseconds) => milliseconds)} of parsing and summing the same ${LINES} lines; aim ${AIM}\n` +
    `  ${findings.length} findings in ${times.ours.toFixed(0)} ms, the bare pass ${times.bare.toFixed(0)} ms`,
);

const report = readPlaidReport(json);
evaluate({ report, ...INPUTS });
const changes: number[] = [];
for (let at = 0; at < CHANGES; at++) {
  const loan = { ...INPUTS.loan, salesPrice: 42_000_000 + at * 100_000 };
  changes.push(await timed(async () => evaluate({ report, ...INPUTS, loan })));
}
console.log(
  `  after a term changes: ${quantile(changes, 0.5).toFixed(1)} ms in the middle, ${quantile(changes, 0.95).toFixed(1)} ms at the 95th percentile; aim ${CHANGE_AIM_MS} ms`,
);
if (middleRatio(slices, (milliseconds) => milliseconds) > AIM || quantile(changes, 0.5) > CHANGE_AIM_MS)
  process.exitCode = 1;
