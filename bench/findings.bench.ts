// What the rules cost: 50,000 bank lines read under three programs, from the provider's bytes to the answer, against one
// bare pass that parses the same bytes and sums the lines of each account.
import { readPlaidReport } from "../providers/plaid-report.ts";
import { evaluate } from "../features/underwriting/rules-edition-1/evaluate.ts";
import { interleave, medians, middleRatio, ratio, timed } from "./harness.ts";
import { aLongReport, LOAN } from "./long-report.ts";

const LINES = 50_000;
const ROUNDS = 21;
const [AIM, FLOOR] = [5, 15];

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

function evaluateWhole(): number {
  const parsedReport = readPlaidReport(json);
  const { findings } = evaluate({ reading: parsedReport, ...LOAN });
  return findings.length;
}

const slices = await interleave(
  { ours: () => timed(async () => evaluateWhole()), bare: () => timed(async () => sumBare()) },
  { rounds: ROUNDS },
);
const times = medians(slices, (milliseconds) => milliseconds);
console.log(
  `findings: ${ratio(slices, (milliseconds) => milliseconds)} of parsing and summing the same ${LINES} lines; aim ${AIM}, floor ${FLOOR}\n` +
    `  ${evaluateWhole()} findings in ${times.ours.toFixed(0)} ms, the bare pass ${times.bare.toFixed(0)} ms`,
);
if (middleRatio(slices, (milliseconds) => milliseconds) > FLOOR) process.exitCode = 1;
