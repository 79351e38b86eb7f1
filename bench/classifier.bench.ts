import { classify } from "../features/underwriting/rules/classifier/classify.ts";
import {
  halves,
  measure,
  readLabeledLines,
  type LabeledLine,
} from "../features/underwriting/rules/classifier/test-lines.ts";
import { interleave, medians, middleRatio, ratio, timed } from "./harness.ts";

const LINES = 50_000;
const ROUNDS = 15;
const FLOOR = 5;

function show(name: string, lines: readonly LabeledLine[]): void {
  const { classes, figuresOf, wrong } = measure(lines);
  console.log(`\n${name}: ${lines.length - wrong.length} of ${lines.length} right`);
  for (const label of classes) {
    const { precision, recall, count } = figuresOf(label);
    console.log(
      `  ${label.padEnd(18)} ${String(count).padStart(4)}  precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}`,
    );
  }
  for (const { line, found } of wrong) console.log(`  ${line.label} -> ${found.class}: ${line.description}`);
}

const corpus = readLabeledLines("./lines.tsv");
const { development, held } = halves(corpus);
show("development half", development);
show("held half", held);
show("own lines", readLabeledLines("./own-lines.tsv"));

// The shape of a line in Plaid's asset report; a new reference on each line, so that the cache never helps.
let round = 0;
const batch = () => {
  round++;
  return Array.from({ length: LINES }, (_, i) => {
    const { description, ...line } = corpus[i % corpus.length]!;
    return { ...line, description: `${description} ${round}${i}` };
  });
};
const json = JSON.stringify(
  batch().map(({ description, amountCents, categoryPrimary, categoryDetailed }, i) => ({
    account_id: "BxBXxLj1m4HMXBm9WZZmCWVbPjX16EHwv99vp",
    amount: amountCents / 100,
    credit_category: { primary: categoryPrimary, detailed: categoryDetailed },
    check_number: null,
    date: "2026-10-10",
    iso_currency_code: "USD",
    location: { address: null, city: null, country: null, lat: null, lon: null, postal_code: null, region: null },
    merchant_name: null,
    original_description: description,
    payment_meta: { by_order_of: null, payee: null, payer: null, payment_method: null, ppd_id: null, reason: null },
    pending: false,
    transaction_id: `lPNjeW1nR6CDn5okmGQ6hEpMo4lLNoSrzqDje${i}`,
  })),
);
const slices = await interleave(
  {
    ours: () => {
      const lines = batch();
      return timed(async () => lines.forEach((line) => classify(line)));
    },
    bare: () => timed(async () => void JSON.parse(json)),
  },
  { rounds: ROUNDS },
);
const { ours, bare } = medians(slices, (milliseconds) => milliseconds);
const perLine = (milliseconds: number) => ((milliseconds * 1000) / LINES).toFixed(2);
console.log(
  `\nclassifier: ${ratio(slices, (milliseconds) => milliseconds)} of JSON.parse of the same lines, none seen before; at most ${FLOOR}\n` +
    `  ${perLine(ours)} microseconds a line, JSON.parse ${perLine(bare)}`,
);
if (middleRatio(slices, (milliseconds) => milliseconds) > FLOOR) process.exitCode = 1;
