import type { Loan } from "#features/borrowers/contract.ts";
import { evaluateDataQuality, evaluateFundsFell } from "./data-quality.ts";
import { readDeposits } from "./deposits.ts";
import { evaluateDocumentAge, validThrough } from "./document-age.ts";
import { evaluateElements } from "./elements.ts";
import type { EachProgram, Evaluation, EvaluationInputs, Finding, NotEvaluated, Program } from "./evaluation.ts";
import { SEVERITIES } from "./evaluation.ts";
import { figuresOf } from "./figures.ts";
import { citationOf, RULE_SET_VERSION, sourcesOf, type RuleId } from "./rule-set.ts";
import { evaluateFlows } from "./flows.ts";
import { notEvaluated } from "./finding.ts";
import { evaluateHistory } from "./history.ts";
import { leastDocumentation } from "./least-documentation.ts";
import { readEarnestMoney } from "./earnest-money.ts";
import type { Line, Model } from "./model.ts";
import { once } from "./once.ts";
import { type ParsedReport, withheldItems } from "./parsed-report.ts";
import { prepare } from "./prepare.ts";
import { evaluateProgram, type ProgramResult } from "./program.ts";
import { compare } from "./text.ts";
import { verdictOf } from "./verdict.ts";
import { evaluateWarnings } from "./warnings.ts";
import { evaluateWithdrawals } from "./withdrawals.ts";

/** Everything an evaluation depends on. The same question always has the same answer, byte for byte. */
export interface Question extends EvaluationInputs {
  readonly report: ParsedReport;
  /** The borrower's report before this one. */
  readonly previous?: ParsedReport | null | undefined;
}

/** Needed while transactions of accounts of no one on the loan are withheld. */
const UNDECIDED_ACCOUNTS = "a decision on the accounts of someone who is not on the loan";

/** Evaluates a report under the rules of every program that applies. Not underwriting advice. */
export function evaluate({ report, previous = null, loan, policy, waivers, ...inputs }: Question): Evaluation {
  const model = prepare(report, previous, { ...inputs, leftOutAccounts: loan.leftOutAccounts ?? [] });
  const programs = programsFor(loan);
  const earnest = readEarnestMoney(model, loan);
  const results = programs.map((program) => evaluateProgram(model, loan, program, policy, earnest));
  const explained = explainedLines(model);
  const isExplained = (line: Line) => explained.has(line);
  const [first] = results;
  const common = [
    evaluateHistory({ model, loan, programs, isExplained }),
    evaluateDocumentAge({ model, loan, programs }),
    evaluateElements({ model, programs }),
    evaluateDataQuality({
      model,
      programs,
      duplicates: model.duplicates,
      conventionalThresholdCents: first!.terms.incomeThresholdCents, // Fannie Mae is always evaluated
    }),
    evaluateWarnings({ model, programs }),
    evaluateWithdrawals({ model, loan, programs }),
    evaluateFundsFell({ model, programs, funds: byProgram(results, ({ funds }) => funds) }),
  ];
  const isWithheld = withheldItems(report).length > 0;
  const flows = evaluateFlows({ model, loan, policy, programs });
  const findings = sorted(
    merged([
      ...results.flatMap((one) => one.findings),
      ...common.flatMap((one) => one.findings),
      ...flows.findings,
    ]).map((one) => waived(one, waivers)),
  );
  const missing = joined([
    ...results.flatMap((one) => one.notEvaluated),
    ...common.flatMap((one) => one.notEvaluated),
    ...flows.notEvaluated,
    // What is withheld could hold debts and borrowed money: no answer is given before someone decides.
    ...(isWithheld ? [notEvaluated("R5", programs, [UNDECIDED_ACCOUNTS])] : []),
  ]);
  return {
    ruleSetVersion: RULE_SET_VERSION,
    programs,
    findings,
    notEvaluated: missing,
    verdicts: byProgram(results, (result) =>
      verdictOf({
        model,
        loan,
        policy,
        result,
        findings,
        notEvaluated: missing,
        validThrough: validThrough(model, result.program),
      }),
    ),
    funds: byProgram(results, ({ funds }) => funds),
    leastDocumentation: byProgram(results, (result) => leastDocumentation(result, findings, loan, isWithheld)),
    figures: figuresOf({ model, loan, results, flows }),
  };
}

/** Deposits that are identified, or wholly documented. */
const explainedLines = once(
  (model: Model): ReadonlySet<Line> =>
    new Set(
      readDeposits(model)
        .filter(
          ({ identifiedAs, refundCents, sourcedCents, cents }) =>
            identifiedAs !== null || refundCents + sourcedCents >= cents,
        )
        .map(({ line }) => line),
    ),
);

/** Fannie Mae, Freddie Mac and FHA always; VA or USDA for a loan of that program. */
function programsFor({ program }: Loan): Program[] {
  return ["fannie", "freddie", "fha", ...(program === "va" || program === "usda" ? [program] : [])];
}

function byProgram<Value>(results: readonly ProgramResult[], of: (result: ProgramResult) => Value): EachProgram<Value> {
  return Object.fromEntries(results.map((result) => [result.program, of(result)])) as unknown as EachProgram<Value>;
}

/** Findings that differ in nothing but their programs become one. */
function merged(findings: readonly Finding[]): Finding[] {
  const known = new Map<string, Finding>();
  for (const one of findings) {
    const same = [one.ruleId, one.severity, one.key, one.factsHash, one.text].join("|");
    const before = known.get(same);
    known.set(same, before ? withPrograms(before, [...before.programs, ...one.programs]) : one);
  }
  return [...known.values()];
}

function withPrograms(finding: Finding, programs: readonly Program[]): Finding {
  const sources = sourcesOf(finding.ruleId as RuleId, programs); // a finding's rule is one of the set
  return { ...finding, programs, sources, source: citationOf(sources) };
}

/** A waiver holds for its programs while the facts are the same; it changes no figure. */
function waived(finding: Finding, waivers: EvaluationInputs["waivers"]): Finding {
  if (!finding.clearedBy.some(({ by }) => by === "waiver")) return finding;
  const holding = waivers.filter(
    ({ findingKey, factsHash }) => findingKey === finding.key && factsHash === finding.factsHash,
  );
  const waivedPrograms = finding.programs.filter((program) =>
    holding.some(({ programs }) => programs.includes(program)),
  );
  return { ...finding, waivedPrograms };
}

/** By severity, rule, code, then content: never by the provider's order or ids. */
function sorted(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      ruleNumber(a.ruleId) - ruleNumber(b.ruleId) ||
      compare(a.ruleId, b.ruleId) ||
      compare(a.code, b.code) ||
      compare(a.key, b.key) ||
      compare(a.programs.join(), b.programs.join()),
  );
}

function ruleNumber(ruleId: string): number {
  return ruleId.startsWith("R") ? parseFloat(ruleId.slice(1)) : 0;
}

function joined(rows: readonly NotEvaluated[]): NotEvaluated[] {
  const known = new Map<string, NotEvaluated>();
  for (const one of rows) {
    const same = JSON.stringify([one.ruleId, one.missing]);
    const before = known.get(same);
    known.set(same, before ? { ...before, programs: [...before.programs, ...one.programs] } : one);
  }
  return [...known.values()];
}
