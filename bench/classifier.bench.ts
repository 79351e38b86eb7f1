import { classify } from "../features/underwriting/rules/classifier/classify.ts";
import {
  halves,
  measure,
  readLabeledLines,
  type LabeledLine,
} from "../features/underwriting/rules/classifier/test-lines.ts";
import { interleave, medians, ratio, timed } from "./harness.ts";

const LINES = 50_000;
const ROUNDS = 15;
const MAX_MICROSECONDS = 5;

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

// A reference number on each line, so that the cache never helps.
let round = 0;
const many = Array.from({ length: LINES }, (_, i) => corpus[i % corpus.length]!);
const json = JSON.stringify(many);
const slices = await interleave(
  {
    ours: () => {
      const batch = many.map((line, i) => ({ ...line, description: `${line.description} ${round}${i}` }));
      round++;
      return timed(async () => batch.forEach((line) => classify(line)));
    },
    bare: () => timed(async () => void JSON.parse(json)),
  },
  { rounds: ROUNDS },
);
const { ours, bare } = medians(slices, (milliseconds) => milliseconds);
const microseconds = (ours * 1000) / LINES;
console.log(
  `\nclassifier: ${microseconds.toFixed(2)} microseconds a line without the cache; ` +
    `${ratio(slices, (milliseconds) => milliseconds)} of JSON.parse (${((bare * 1000) / LINES).toFixed(2)})`,
);
if (microseconds > MAX_MICROSECONDS) process.exitCode = 1;
