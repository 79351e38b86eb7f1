import { describe, expect, test } from "vitest";
import type { Loan } from "#features/borrowers/contract.ts";
import type { Evaluation, Outcome, Program } from "./evaluation.ts";
import { ownPrograms, summarize } from "./summary.ts";

const VALID_THROUGH: Record<Program, string> = {
  ...{ fannie: "2026-12-01", freddie: "2026-11-29", fha: "2026-11-28" },
  ...{ va: "2026-11-27", usda: "2026-11-26" },
};

function evaluated(outcomes: Partial<Record<Program, Outcome>>): Pick<Evaluation, "verdicts" | "funds" | "findings"> {
  const programs = Object.keys(outcomes) as Program[];
  const verdicts = programs.map((program) => [
    program,
    {
      ...{ program, outcome: outcomes[program], validThrough: VALID_THROUGH[program] },
      counts: { blocker: program.length, review: 1, info: 0 },
    },
  ]);
  const funds = programs.map((program) => [program, { usableClosingCents: program.length * 100 }]);
  const findings = [{ severity: "blocker" }, { severity: "review" }, { severity: "info" }];
  return { verdicts: Object.fromEntries(verdicts), funds: Object.fromEntries(funds), findings } as never;
}

const under = (program: Loan["program"], outcomes: Partial<Record<Program, Outcome>>) =>
  summarize(evaluated(outcomes), program === undefined ? {} : { program });

describe("the summary of a report", () => {
  test("a loan's own program answers, with its own last day", () => {
    const outcomes = { fannie: "enough", freddie: "enough", fha: "open" } as const;
    expect(under("fha", outcomes)).toEqual({
      ...{ program: "fha", outcome: "open", usableCents: 300, blockers: 3, reviews: 1, infos: 0 },
      freshUntil: "2026-11-28",
    });
    expect(under("fannie", outcomes)).toMatchObject({ program: "fannie", freshUntil: "2026-12-01" });
  });

  test("VA and USDA show their own verdict, never another program's", () => {
    const outcomes = { fannie: "enough", freddie: "enough", fha: "enough", va: "enoughToClose" } as const;
    expect(under("va", outcomes)).toMatchObject({ program: "va", outcome: "enoughToClose", freshUntil: "2026-11-27" });
    expect(under("usda", { ...outcomes, usda: "short" })).toMatchObject({ program: "usda", outcome: "short" });
  });

  test.each<[Outcome, Outcome, Program, Outcome]>([
    ["enough", "enough", "fannie", "enough"],
    ["enough", "open", "freddie", "open"],
    ["short", "open", "fannie", "short"],
    ["notEvaluated", "short", "freddie", "short"],
    ["open", "notEvaluated", "freddie", "notEvaluated"],
  ])("conventional, with %s and %s, names %s", (fannie, freddie, program, outcome) => {
    for (const own of ["conventional", undefined] as const)
      expect(under(own, { fannie, freddie, fha: "short" })).toMatchObject({
        program,
        outcome,
        freshUntil: "2026-11-29",
      });
  });

  test("another program has figures and no outcome", () => {
    expect(under("other", { fannie: "enough", freddie: "open", fha: "short" })).toEqual({
      ...{ program: null, outcome: null, usableCents: 600, blockers: 0, reviews: 2, infos: 1 },
      freshUntil: "2026-11-28",
    });
    expect(ownPrograms({ program: "other" })).toEqual([]);
  });

  test("a program that was not evaluated has figures and no outcome", () => {
    expect(under("va", { fannie: "enough", freddie: "open", fha: "short" })).toEqual({
      ...{ program: null, outcome: null, usableCents: 600, blockers: 0, reviews: 2, infos: 1 },
      freshUntil: "2026-11-28",
    });
  });

  test("without a counted account there is no last day", () => {
    const { verdicts, ...rest } = evaluated({ fannie: "short", freddie: "short", fha: "short" });
    const none = Object.fromEntries(
      Object.entries(verdicts).map(([program, one]) => [program, { ...one, validThrough: null }]),
    );
    expect(summarize({ ...rest, verdicts: none as never }, { program: "fannie" }).freshUntil).toBeNull();
  });
});
