import { parentPort } from "node:worker_threads";
import fc from "fast-check";
import { PROGRAMS } from "../features/underwriting/rules/evaluation.ts";
import { compareBreakEvens, filesOf, questionsOf } from "../features/underwriting/rules/test-break-even.ts";
import { checkCounterfactuals } from "../features/underwriting/rules/test-counterfactuals.ts";
import { someQuestion } from "../features/underwriting/rules/test-generators.ts";
import { someOverlay, underOverlay } from "../features/underwriting/rules/test-overlays.ts";

// A thread of exact.ts.

export interface ExactChunk {
  readonly kind: "breakEven" | "counterfactual";
  readonly seed: number;
  readonly files: number;
}

export interface ExactResult {
  readonly loans: number;
  readonly overlays: number;
  readonly breakEvens: number;
  readonly between: number;
  readonly files: number;
  readonly findings: number;
  readonly changes: number;
  readonly broader: number;
  readonly problems: readonly string[];
}

const NONE: ExactResult = {
  ...{ loans: 0, overlays: 0, breakEvens: 0, between: 0, files: 0, findings: 0, changes: 0, broader: 0 },
  problems: [],
};

function breakEvens({ seed, files }: ExactChunk): ExactResult {
  const drawn = fc.sample(
    fc.boolean().chain((isBare) => filesOf({ isBare })),
    { seed, numRuns: files },
  );
  const compared = drawn.flatMap((file, at) => {
    const program = PROGRAMS[(seed + at) % PROGRAMS.length]!; // within the list
    return questionsOf(file, program).flatMap(({ question, base }, place) => {
      const found = compareBreakEvens(question, base, program);
      return found === null
        ? []
        : [{ ...found, isOverlaid: !!question.policy.overlay, name: `seed ${seed}, file ${at}, loan ${place}` }];
    });
  });
  return {
    ...NONE,
    loans: compared.length,
    overlays: compared.filter(({ isOverlaid }) => isOverlaid).length,
    breakEvens: compared.reduce((sum, one) => sum + one.compared, 0),
    between: compared.reduce((sum, one) => sum + one.between, 0),
    problems: compared.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`)),
  };
}

function counterfactuals({ seed, files }: ExactChunk): ExactResult {
  const drawn = fc.sample(fc.tuple(someQuestion(), fc.option(someOverlay, { freq: 2 })), { seed, numRuns: files });
  const checked = drawn.map(([question, overlay]) =>
    checkCounterfactuals(overlay === null ? question : underOverlay(question, overlay)),
  );
  return {
    ...NONE,
    files,
    findings: checked.reduce((sum, { findings }) => sum + findings, 0),
    changes: checked.reduce((sum, { changes }) => sum + changes, 0),
    broader: checked.reduce((sum, { broader }) => sum + broader, 0),
    problems: checked.flatMap(({ problems }, at) => problems.map((problem) => `seed ${seed}, file ${at}: ${problem}`)),
  };
}

parentPort!.on("message", (chunk: ExactChunk) => {
  parentPort!.postMessage(chunk.kind === "breakEven" ? breakEvens(chunk) : counterfactuals(chunk));
});
