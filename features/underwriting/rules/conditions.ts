import type { Condition, ConditionState, ConditionStep } from "../contract.ts";
import type { Evaluation, EvidenceSource, Finding, Outcome, Program } from "./evaluation.ts";

/** What led to an evaluation. */
export interface ConditionEvent {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** `null`: the system. */
  readonly by: ConditionStep["by"];
  readonly reason: string | null;
  readonly evidenceId: string | null;
  readonly decisionId: string | null;
  readonly documents: ConditionStep["documents"];
  /** Name of who added what was then accepted. */
  readonly proposedBy?: string | undefined;
  /** What a condition becomes that the rules no longer give. */
  readonly closesAs: "cleared" | "confirmed" | "gone";
  /** Evidence that was sent and does not count yet. */
  readonly proposed: readonly EvidenceSource[];
  /** Of the evaluation before. */
  readonly outcomesBefore: Partial<Readonly<Record<Program, Outcome>>>;
}

const OPEN: ReadonlySet<ConditionState> = new Set(["open", "answered", "reopened"]);

export function isOpenCondition({ state }: Pick<Condition, "state">): boolean {
  return OPEN.has(state);
}

/**
 * The conditions after an evaluation: those that it gives, in the order of its findings, then those that it no longer
 * gives. `previous` is of the evaluation before, or of the last one of the borrower's previous report. A condition to
 * which nothing happened stays the same.
 */
export function nextConditions(
  previous: readonly Condition[],
  evaluation: Evaluation,
  event: ConditionEvent,
): Condition[] {
  const given = new Map<string, { finding: Finding; program: Program }>();
  for (const finding of evaluation.findings) {
    if (finding.severity === "info") continue;
    for (const program of finding.programs) {
      const id = idOf(finding.key, program);
      if (!given.has(id)) given.set(id, { finding, program });
    }
  }
  const before = new Map(previous.map((condition) => [idOf(condition.key, condition.program), condition]));
  const left = new Set(previous.filter(({ key, program }) => !given.has(idOf(key, program))));
  const byLine = new Map([...left].flatMap((one) => linesOf(one, one.program).map((line) => [line, one])));
  // A line that has another amount or text in a newer report has another key, and is the same condition.
  const takeSameLines = (finding: Finding, program: Program) => {
    const same = linesOf(finding, program)
      .map((line) => byLine.get(line))
      .find((one) => one && left.has(one));
    if (same) left.delete(same);
    return same;
  };
  const present = [...given].map(([id, { finding, program }]) => {
    const prior = before.get(id) ?? takeSameLines(finding, program);
    return follow(prior, { finding, program }, evaluation, event);
  });
  return [...present, ...[...left].map((condition) => close(condition, evaluation, event))];
}

/** A condition that the evaluation gives. */
function follow(
  prior: Condition | undefined,
  { finding, program }: { finding: Finding; program: Program },
  evaluation: Evaluation,
  event: ConditionEvent,
): Condition {
  const { key, ruleId, code, severity, title, text, subject, accountIds, transactionIds, factsHash } = finding;
  const state = stateOf(prior, finding, program, event);
  const isWaivedAgain = state === "waived" && prior?.history.at(-1)?.factsHash !== factsHash;
  const isStep = prior === undefined || prior.state !== state || isWaivedAgain;
  const history = prior?.history ?? [];
  return {
    ...{ key, program, ruleId, code, severity, title, text, subject, accountIds, transactionIds, state },
    history: isStep ? [...history, stepOf({ state, program, factsHash }, evaluation, event)] : history,
  };
}

function stateOf(
  prior: Condition | undefined,
  finding: Finding,
  program: Program,
  { proposed, evidenceId }: ConditionEvent,
): ConditionState {
  if (finding.waivedPrograms.includes(program)) return "waived";
  const answers = proposed.filter((one) => isAnsweredBy(finding, one));
  if (prior === undefined || prior.state === "open") return answers.length > 0 ? "answered" : "open";
  if (prior.state === "answered") return answers.length > 0 ? "answered" : "reopened";
  // What was sent before it was reopened does not answer it a second time.
  if (prior.state === "reopened") return answers.some(({ id }) => id === evidenceId) ? "answered" : "reopened";
  return "reopened";
}

/** Whether this evidence, once accepted, is meant to clear the finding. */
function isAnsweredBy(finding: Finding, { transactionId, accountId, person, kind }: EvidenceSource): boolean {
  if (transactionId !== null) return finding.transactionIds.includes(transactionId);
  const isWanted = finding.clearedBy.some((one) => one.by === "evidence" && one.kinds.includes(kind));
  if (!isWanted) return false;
  if (accountId) return finding.accountIds.includes(accountId);
  return !person || finding.subject === null || person.toUpperCase() === finding.subject.toUpperCase();
}

/** A condition that the evaluation no longer gives. */
function close(condition: Condition, evaluation: Evaluation, event: ConditionEvent): Condition {
  if (!isOpenCondition(condition) && condition.state !== "waived") return condition;
  const state = event.closesAs;
  const factsHash = condition.history.at(-1)!.factsHash; // every condition has been opened
  const step = stepOf({ state, program: condition.program, factsHash }, evaluation, event);
  return { ...condition, state, history: [...condition.history, step] };
}

function stepOf(
  { state, program, factsHash }: Pick<ConditionStep, "state" | "factsHash"> & Pick<Condition, "program">,
  { ruleSetVersion, verdicts }: Evaluation,
  { at, by, reason, evidenceId, decisionId, documents, proposedBy, outcomesBefore }: ConditionEvent,
): ConditionStep {
  return {
    ...{ state, at, by, reason, evidenceId, decisionId, documents, factsHash, ruleSetVersion },
    ...(proposedBy !== undefined && { proposedBy }),
    outcomeBefore: outcomesBefore[program] ?? null,
    outcomeAfter: verdicts[program]?.outcome ?? null,
  };
}

function idOf(key: string, program: Program): string {
  return `${program} ${key}`;
}

function linesOf({ code, transactionIds }: Pick<Finding, "code" | "transactionIds">, program: Program): string[] {
  return transactionIds.map((id) => `${program} ${code} ${id}`);
}
