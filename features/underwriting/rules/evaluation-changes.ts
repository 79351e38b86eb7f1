import * as z from "zod/mini";
import {
  Outcome,
  Program,
  PROGRAMS,
  Severity,
  SEVERITIES,
  type Evaluation,
  type Finding,
  type ProgramFunds,
  type Verdict,
} from "./evaluation.ts";
import { SignedCents } from "#platform/contract/fields.ts";

const list = <S extends z.ZodMiniType>(schema: S) => z.readonly(z.array(schema));

/** What two evaluations of one report answer under a program. `null`: it was not evaluated under it. */
export const ProgramChange = z.object({
  program: Program,
  before: z.nullable(Outcome),
  after: z.nullable(Outcome),
  usableCentsBefore: z.nullable(SignedCents),
  usableCentsAfter: z.nullable(SignedCents),
});
export type ProgramChange = z.infer<typeof ProgramChange>;

/** A finding that only one of two evaluations has, or that they have with different severities. */
export const FindingChange = z.object({
  ruleId: z.string(),
  code: z.string(),
  title: z.string(),
  programs: list(Program),
  /** `null`: it is new. */
  before: z.nullable(Severity),
  /** `null`: it is gone. */
  after: z.nullable(Severity),
});
export type FindingChange = z.infer<typeof FindingChange>;

/** Where two evaluations of one report differ. */
export const EvaluationChange = z.object({
  /** All of both evaluations, changed or not. */
  programs: list(ProgramChange),
  findings: list(FindingChange),
});
export type EvaluationChange = z.infer<typeof EvaluationChange>;

export type Compared = Pick<Evaluation, "verdicts" | "funds" | "findings">;

/** What decides whether two evaluations are the same. */
export interface Answer {
  readonly verdicts: { readonly [P in Program]?: Pick<Verdict, "outcome"> | undefined };
  readonly funds: { readonly [P in Program]?: Pick<ProgramFunds, "usableClosingCents"> | undefined };
  readonly findings: readonly FindingFacts[];
}
type FindingFacts = Pick<Finding, "key" | "severity" | "programs">;

/** Compares outcome and usable funds of each program, and findings by key, severity and programs. */
export function isSameAnswer(before: Answer, after: Answer): boolean {
  const isSameProgram = (program: Program) =>
    before.verdicts[program]?.outcome === after.verdicts[program]?.outcome &&
    before.funds[program]?.usableClosingCents === after.funds[program]?.usableClosingCents;
  return PROGRAMS.every(isSameProgram) && areSameFindings(before.findings, after.findings);
}

function areSameFindings(before: readonly FindingFacts[], after: readonly FindingFacts[]): boolean {
  const isSameList =
    before.length === after.length &&
    before.every(({ key, severity, programs }, at) => {
      const other = after[at]!; // both are as long
      return key === other.key && severity === other.severity && programs.join() === other.programs.join();
    });
  if (isSameList) return true;
  const [was, is] = [severities(before), severities(after)];
  return was.size === is.size && [...was].every(([place, { severity }]) => is.get(place)?.severity === severity);
}

/** `null`: they are the same. */
export function changesBetween(before: Compared, after: Compared): EvaluationChange | null {
  if (isSameAnswer(before, after)) return null;
  const programs = PROGRAMS.flatMap((program) => {
    const change = {
      program,
      before: before.verdicts[program]?.outcome ?? null,
      after: after.verdicts[program]?.outcome ?? null,
      usableCentsBefore: before.funds[program]?.usableClosingCents ?? null,
      usableCentsAfter: after.funds[program]?.usableClosingCents ?? null,
    };
    return change.before === null && change.after === null ? [] : [change];
  });
  return { programs, findings: findingChanges(before.findings, after.findings) };
}

/** The findings of one program, the most severe of each key. */
function severities<Facts extends FindingFacts>(findings: readonly Facts[]): Map<string, Facts> {
  const found = new Map<string, Facts>();
  for (const finding of findings)
    for (const program of finding.programs) {
      const known = found.get(placeOf(finding, program));
      if (!known || SEVERITIES.indexOf(finding.severity) < SEVERITIES.indexOf(known.severity))
        found.set(placeOf(finding, program), finding);
    }
  return found;
}

const placeOf = ({ key }: FindingFacts, program: Program) => `${program} ${key}`;

function findingChanges(before: readonly Finding[], after: readonly Finding[]): FindingChange[] {
  const was = severities(before);
  const is = severities(after);
  const changes = new Map<string, FindingChange>();
  for (const place of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(place), is.get(place)];
    if (old?.severity === now?.severity) continue;
    const { key, ruleId, code, title } = (now ?? old)!; // the place is of one of them
    const program = place.slice(0, place.indexOf(" ")) as Program; // as `placeOf` writes it
    const same = JSON.stringify([key, old?.severity, now?.severity]);
    const programs = [...(changes.get(same)?.programs ?? []), program];
    changes.set(same, {
      ...{ ruleId, code, title },
      programs: PROGRAMS.filter((one) => programs.includes(one)),
      before: old?.severity ?? null,
      after: now?.severity ?? null,
    });
  }
  return [...changes.values()].sort((a, b) => rankOf(a) - rankOf(b));
}

/** By the more severe of both. */
function rankOf({ before, after }: FindingChange): number {
  return Math.min(...[before, after].map((one) => (one === null ? SEVERITIES.length : SEVERITIES.indexOf(one))));
}
