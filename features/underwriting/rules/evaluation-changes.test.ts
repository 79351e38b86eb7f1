import fc from "fast-check";
import { expect, test } from "vitest";
import { evaluate } from "./evaluate.ts";
import { changesBetween, type EvaluationChange } from "./evaluation-changes.ts";
import { PROGRAMS, type Evaluation } from "./evaluation.ts";
import { check, someQuestion } from "./test-generators.ts";

const RUNS = 200;

/** What has to be equal, written down another way. */
const facts = ({ verdicts, funds, findings }: Evaluation) =>
  JSON.stringify([
    PROGRAMS.map((program) => [verdicts[program]?.outcome, funds[program]?.usableClosingCents]),
    [
      ...new Set(findings.flatMap(({ key, severity, programs }) => programs.map((one) => `${key} ${severity} ${one}`))),
    ].sort(),
  ]);

const turned = (change: EvaluationChange | null) =>
  change && {
    programs: change.programs.map((one) => ({
      ...one,
      ...{ before: one.after, after: one.before },
      ...{ usableCentsBefore: one.usableCentsAfter, usableCentsAfter: one.usableCentsBefore },
    })),
    findings: change.findings.map((one) => ({ ...one, before: one.after, after: one.before })),
  };

test("an evaluation does not differ from itself", () => {
  check(
    fc.property(someQuestion(), (question) => {
      expect(changesBetween(evaluate(question), evaluate(question))).toBeNull();
    }),
    RUNS,
  );
});

test("a difference is found exactly where outcome, usable funds or a finding's severity or programs differ", () => {
  check(
    fc.property(
      someQuestion(),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 100, max: 900_000 }),
      (question, nsf, monthlyIncome) => {
        const before = evaluate(question);
        const after = evaluate({
          ...question,
          loan: { ...question.loan, monthlyIncome },
          policy: { nsfReview: nsf, nsfBlocker: nsf },
        });
        const change = changesBetween(before, after);
        expect(change === null).toBe(facts(before) === facts(after));
        // The other way round, it is the same difference.
        const sort = (one: EvaluationChange | null) =>
          one &&
          JSON.stringify([one.programs, one.findings.map((each) => JSON.stringify({ ...each, title: "" })).sort()]);
        expect(sort(turned(changesBetween(after, before)))).toBe(sort(change));
      },
    ),
    RUNS,
  );
});
