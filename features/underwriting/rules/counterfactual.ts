import { applyCounterfactual, type Change } from "./counterfactual-change.ts";
import { type Asked, type Candidate, type NoChange, WAYS } from "./counterfactual-candidates.ts";
import { evaluate, type Question } from "./evaluate.ts";
import { type Evaluation, type Finding, type Program, SEVERITIES, type Severity } from "./evaluation.ts";
import { isFindingCode } from "./overlay.ts";
import { prepare } from "./prepare.ts";

/** A change that clears a finding. One cent, one day or one item less does not. */
export interface Counterfactual {
  readonly change: Change;
  /** What falls short of it by one; `null`: it is no matter of amount. */
  readonly less: Change | null;
}

/** One that changes other findings as well. */
export interface BroaderChange extends Counterfactual {
  readonly effects: Effects;
}

/** All that a change does to the findings besides clearing one. Each has only the programs under which it differs. */
export interface Effects {
  /** Other findings that go with it: they are about the same fact. */
  readonly gone: readonly Finding[];
  /** Findings that were not there before, as they are then. */
  readonly opened: readonly Finding[];
  /** Findings that weigh more than before, as they are then. */
  readonly raised: readonly Finding[];
  /** Findings that weigh less than before, as they are then. */
  readonly lowered: readonly Finding[];
  /** The cleared finding itself, where it stays for information. */
  readonly remaining: readonly Finding[];
}

export interface Counterfactuals {
  /** Each clears exactly this finding, under all programs: every other finding stays, and none opens. */
  readonly changes: readonly Counterfactual[];
  /** Each clears it together with others, or moves others. Those that change nothing for the worse come first. */
  readonly broader: readonly BroaderChange[];
  /** Why there is none of either; `null` where there is one. */
  readonly reason: NoChange | null;
}

/** Changes that are tried for one finding, so that a bisection ends on any data. */
const MAX_TRIED = 120;

const NOTHING: Change = { kind: "all", changes: [] };

/** What would change a finding. Every change was tried on the rules themselves. */
export function counterfactualsOf(question: Question, evaluation: Evaluation, finding: Finding): Counterfactuals {
  const ways = isFindingCode(finding.code) ? WAYS[finding.code] : "decision"; // earlier rules may have had other codes
  if (typeof ways === "string") return none(ways);
  let tried = 0;
  const outcomes = new Map<string, Evaluation>();
  const outcomeOf = (change: Change): Evaluation | undefined => {
    const key = JSON.stringify(change);
    const known = outcomes.get(key);
    if (known || tried >= MAX_TRIED) return known;
    tried++;
    const outcome = evaluate(applyCounterfactual(question, change));
    outcomes.set(key, outcome);
    return outcome;
  };
  const before = outcomeOf(NOTHING)!; // the first to be tried
  if (isClearedIn(before, finding)) {
    // Browsers do not have the earlier report. Otherwise the evaluation was made under earlier rules.
    const isCompared = finding.code === "FUNDS_FELL" && !question.previous;
    return none(isCompared ? "newData" : "rules");
  }
  const isCleared = (change: Change): boolean => {
    const after = outcomeOf(change);
    return after !== undefined && isClearedIn(after, finding);
  };
  const isTight = ({ less }: Candidate): boolean =>
    less === null || (outcomeOf(less) !== undefined && !isCleared(less));
  const found = ways(askedOf(question, evaluation, finding, isCleared))
    .filter((one) => isCleared(one.change) && isTight(one))
    .map(({ change, less }) => ({ change, less, effects: effectsOf(before, outcomeOf(change)!, finding) })); // just tried
  if (found.length === 0) return none("together");
  const isExact = ({ effects }: BroaderChange) => Object.values<readonly Finding[]>({ ...effects }).every(isEmpty);
  const broader = found.filter((one) => !isExact(one));
  return {
    changes: found.filter(isExact).map(({ change, less }) => ({ change, less })),
    broader: [...broader.filter((one) => !isForTheWorse(one)), ...broader.filter(isForTheWorse)],
    reason: null,
  };
}

const none = (reason: NoChange): Counterfactuals => ({ changes: [], broader: [], reason });
const isEmpty = (findings: readonly Finding[]) => findings.length === 0;

/** Whether the change opens a condition or makes one weigh more. */
export function isForTheWorse({ effects }: Pick<BroaderChange, "effects">): boolean {
  return !isEmpty(effects.raised) || effects.opened.some(({ severity }) => severity !== "info");
}

function askedOf(question: Question, evaluation: Evaluation, finding: Finding, isCleared: Asked["isCleared"]): Asked {
  const { report, previous = null, loan, borrowers, evidence, confirmations } = question;
  const model = prepare(report, previous, {
    ...{ borrowers, evidence, confirmations },
    leftOutAccounts: loan.leftOutAccounts ?? [],
  });
  const lines = new Map(model.accounts.flatMap((account) => account.lines.map((line) => [line.id, line])));
  const accounts = new Map(model.accounts.map((account) => [account.id, account]));
  return {
    question,
    evaluation,
    finding,
    model,
    lines: finding.transactionIds.flatMap((id) => lines.get(id) ?? []),
    accounts: finding.accountIds.flatMap((id) => accounts.get(id) ?? []),
    isCleared,
  };
}

/** Once the money behind them is explained, they say so for information. */
const EXPLAINED_AS_INFORMATION: ReadonlySet<string> = new Set(["RECENTLY_OPENED", "ABOVE_AVERAGE"]);

/** Whether the rules no longer give the finding under any of its programs. */
export function isClearedIn({ findings }: Evaluation, finding: Finding): boolean {
  const mayRemain = EXPLAINED_AS_INFORMATION.has(finding.code) && finding.severity !== "info";
  return !findings.some(
    (one) =>
      isSame(one, finding) &&
      one.programs.some((program) => finding.programs.includes(program)) &&
      !(mayRemain && one.severity === "info"),
  );
}

/** Given once a program, about the deposits that are most of it. */
const ABOUT_A_RUN: ReadonlySet<string> = new Set(["MANY_UNEXPLAINED", "CASH_PATTERN"]);

/** The same condition, also where the amount of its line differs. */
function isSame(one: Finding, other: Finding): boolean {
  if (one.code !== other.code) return false;
  return one.key === other.key || ABOUT_A_RUN.has(one.code) || placeOf(one) === placeOf(other);
}

function placeOf({ code, subject, itemId, accountIds, transactionIds }: Finding): string {
  return JSON.stringify([code, subject, itemId, [...accountIds].sort(), [...transactionIds].sort()]);
}

const weightOf = (severity: Severity) => SEVERITIES.length - SEVERITIES.indexOf(severity);

/** What differs between two evaluations besides this finding. */
export function effectsOf(before: Evaluation, after: Evaluation, cleared: Finding): Effects {
  const sameIn = ({ findings }: Evaluation, of: Finding, program: Program) =>
    findings.filter((one) => one.programs.includes(program) && isSame(one, of));
  const isCleared = (one: Finding, program: Program) => isSame(one, cleared) && cleared.programs.includes(program);
  const differing = (
    from: Evaluation,
    to: Evaluation,
    isDifferent: (other: number, own: number, isItself: boolean) => boolean,
  ) =>
    from.findings.flatMap((one) => {
      const programs = one.programs.filter((program) => {
        const others = sameIn(to, one, program);
        // Two gifts of one donor may have the same finding each, of which one stays.
        const isOneLess =
          others.length < sameIn(from, one, program).length && !others.some((other) => other.text === one.text);
        const weight = isOneLess ? 0 : Math.max(0, ...others.map(({ severity }) => weightOf(severity)));
        return isDifferent(weight, weightOf(one.severity), isCleared(one, program));
      });
      return programs.length === 0 ? [] : [{ ...one, programs }];
    });
  return {
    gone: differing(before, after, (other, _own, isItself) => other === 0 && !isItself),
    opened: differing(after, before, (other, _own, isItself) => other === 0 && !isItself),
    raised: differing(after, before, (other, own) => other > 0 && other < own),
    lowered: differing(after, before, (other, own, isItself) => other > own && !isItself),
    remaining: differing(after, before, (other, own, isItself) => other > own && isItself),
  };
}
