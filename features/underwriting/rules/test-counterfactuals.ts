import { type Counterfactual, counterfactualsOf, type Effects, isForTheWorse } from "./counterfactual.ts";
import { applyCounterfactual } from "./counterfactual-change.ts";
import { evaluate, type Question } from "./evaluate.ts";
import type { Evaluation, Finding, Program } from "./evaluation.ts";

// Tries what would change each finding of a file, and compares all that differs with what is said to differ.

export interface CounterfactualResult {
  readonly findings: number;
  /** Changes that clear exactly their finding. */
  readonly changes: number;
  /** Changes that also change other findings. */
  readonly broader: number;
  readonly problems: readonly string[];
}

/** Applies each change that is shown for a finding of the question, and what falls short of it by one. */
export function checkCounterfactuals(question: Question): CounterfactualResult {
  const before = evaluate(question);
  const shown = { changes: 0, broader: 0 };
  const problems: string[] = [];
  for (const finding of before.findings) {
    const { changes, broader, reason } = counterfactualsOf(question, before, finding);
    const say = (what: string) => problems.push(`${finding.code} ${finding.key}: ${what}`);
    const afterClearing = ({ change, less }: Counterfactual): Evaluation => {
      const after = evaluate(applyCounterfactual(question, change));
      if (isLeft(after, finding)) say(`is left after ${JSON.stringify(change)}`);
      if (less && !isLeft(evaluate(applyCounterfactual(question, less)), finding))
        say(`is cleared by less: ${JSON.stringify(less)}`);
      return after;
    };
    if ((reason === null) !== changes.length + broader.length > 0)
      say("has changes and a reason why there is none, or neither");
    for (const one of changes) {
      const after = afterClearing(one);
      for (const program of before.programs) {
        const moved = Object.values({ ...differences(before, after, finding, program) }).flat();
        const rest = under(before, program).filter((other) => !isItself(other, finding, program));
        if (moved.length > 0 || under(after, program).length !== rest.length)
          say(`${JSON.stringify(one.change)} under ${program} also moves ${moved.map(nameOf).join("; ")}`);
      }
    }
    for (const one of broader) {
      const after = afterClearing(one);
      const named = JSON.stringify(one.change);
      if (Object.values(one.effects).every((all) => all.length === 0)) say(`${named} is called broader, and is not`);
      for (const program of before.programs)
        for (const [kind, found] of Object.entries(differences(before, after, finding, program))) {
          const said = one.effects[kind as keyof Effects].filter(({ programs }) => programs.includes(program));
          const [is, as] = [found, said].map((all) => all.map(nameOf).sort().join("\n"));
          if (is !== as) say(`${named} under ${program}, ${kind}: ${is || "nothing"}; said: ${as || "nothing"}`);
        }
      if (!isForTheWorse(one) && isWorse(before, after)) say(`${named} makes something worse`);
    }
    shown.changes += changes.length;
    shown.broader += broader.length;
  }
  return { findings: before.findings.length, ...shown, problems };
}

const nameOf = ({ key, severity }: Finding) => `${severity} ${key}`;

const WEIGHTS = { blocker: 3, review: 2, info: 1 } as const;

/** By name: what the findings of a program weigh. */
function weights(findings: readonly Finding[]): Map<string, number> {
  const known = new Map<string, number>();
  for (const one of findings)
    for (const name of namesOf(one)) known.set(name, Math.max(known.get(name) ?? 0, WEIGHTS[one.severity]));
  return known;
}

/** A finding is known by its key and by its place: a line of another amount has another key. */
function namesOf({ code, key, subject, itemId, accountIds, transactionIds }: Finding): string[] {
  if (code === "MANY_UNEXPLAINED" || code === "CASH_PATTERN") return [code];
  return [key, JSON.stringify([code, subject, itemId, [...accountIds].sort(), [...transactionIds].sort()])];
}

const under = ({ findings }: Evaluation, program: Program) =>
  findings.filter(({ programs }) => programs.includes(program));

/** What the finding weighs among those of the map; 0: it is none of them. */
const weightIn = (known: ReadonlyMap<string, number>, one: Finding) =>
  Math.max(...namesOf(one).map((name) => known.get(name) ?? 0));

/** Once the money behind them is explained, they stay for information, which is said. */
const EXPLAINED_AS_INFORMATION = ["RECENTLY_OPENED", "ABOVE_AVERAGE"];

function isLeft(evaluation: Evaluation, finding: Finding): boolean {
  const least = EXPLAINED_AS_INFORMATION.includes(finding.code) && finding.severity !== "info" ? 2 : 1;
  return finding.programs.some((program) => weightIn(weights(under(evaluation, program)), finding) >= least);
}

/** Whether the finding is the cleared one. */
function isItself(one: Finding, cleared: Finding, program: Program): boolean {
  const own = new Set(cleared.programs.includes(program) ? namesOf(cleared) : []);
  return namesOf(one).some((name) => own.has(name));
}

function differences(before: Evaluation, after: Evaluation, cleared: Finding, program: Program): Effects {
  const [was, is] = [under(before, program), under(after, program)];
  const [weightsBefore, weightsAfter] = [weights(was), weights(is)];
  const isOther = (one: Finding) => !isItself(one, cleared, program);
  const weighedBefore = (one: Finding) => weightIn(weightsBefore, one);
  const isLess = (one: Finding) => weighedBefore(one) > WEIGHTS[one.severity];
  // Of several findings with one name, as of two gifts of a donor, those that are not there word for word.
  const isShort = (one: Finding, from: readonly Finding[], to: readonly Finding[]) => {
    const named = (all: readonly Finding[]) =>
      all.filter((other) => namesOf(other).some((name) => namesOf(one).includes(name)));
    return named(to).length < named(from).length && to.every(({ text }) => text !== one.text);
  };
  return {
    gone: was.filter((one) => isOther(one) && (weightIn(weightsAfter, one) === 0 || isShort(one, was, is))),
    opened: is.filter((one) => isOther(one) && (weighedBefore(one) === 0 || isShort(one, is, was))),
    raised: is.filter((one) => weighedBefore(one) > 0 && weighedBefore(one) < WEIGHTS[one.severity]),
    lowered: is.filter((one) => isOther(one) && isLess(one)),
    remaining: is.filter((one) => !isOther(one) && isLess(one)),
  };
}

/** Whether a blocker or a review is new, or weighs more than before. */
function isWorse(before: Evaluation, after: Evaluation): boolean {
  return before.programs.some((program) => {
    const known = weights(under(before, program));
    return under(after, program).some((one) => one.severity !== "info" && weightIn(known, one) < WEIGHTS[one.severity]);
  });
}
