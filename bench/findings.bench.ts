// What the rules cost: 50,000 bank lines evaluated under three programs, from the provider's bytes to the answer, against
// one bare pass that parses the same bytes and sums the lines of each account. And the answer after one term changes.
import { evaluate } from "../features/underwriting/rules/evaluate.ts";
import { readPlaidReport } from "../providers/plaid/report.ts";
import { interleave, medians, middleRatio, quantile, ratio, timed } from "./harness.ts";
import { aLongReport, PURCHASE_INPUTS } from "./long-report.ts";

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

const evaluateWhole = () => evaluate({ report: readPlaidReport(json), ...PURCHASE_INPUTS });

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
evaluate({ report, ...PURCHASE_INPUTS });
const changes: number[] = [];
for (let at = 0; at < CHANGES; at++) {
  const loan = { ...PURCHASE_INPUTS.loan, salesPrice: 42_000_000 + at * 100_000 };
  changes.push(await timed(async () => evaluate({ report, ...PURCHASE_INPUTS, loan })));
}
console.log(
  `  after a term changes: ${quantile(changes, 0.5).toFixed(1)} ms in the middle, ${quantile(changes, 0.95).toFixed(1)} ms at the 95th percentile; aim ${CHANGE_AIM_MS} ms`,
);
if (middleRatio(slices, (milliseconds) => milliseconds) > AIM || quantile(changes, 0.5) > CHANGE_AIM_MS)
  process.exitCode = 1;
