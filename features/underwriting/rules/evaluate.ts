import type { Loan } from "#features/borrowers/contract.ts";
import { evaluateDataQuality, evaluateFundsFell } from "./data-quality.ts";
import { readDeposits } from "./deposits.ts";
import { evaluateDocumentAge, validThrough } from "./document-age.ts";
import { evaluateElements } from "./elements.ts";
import type {
  Confirmation,
  EachProgram,
  Evaluation,
  EvaluationInputs,
  EvidenceSource,
  Finding,
  NotEvaluated,
  Overlay,
  Program,
  Source,
} from "./evaluation.ts";
import { SEVERITIES } from "./evaluation.ts";
import { figuresOf } from "./figures.ts";
import { citationOf, RULE_SET_VERSION, sourcesOf, type RuleId } from "./rule-set.ts";
import { evaluateFlows } from "./flows.ts";
import { hash, notEvaluated } from "./finding.ts";
import { evaluateHistory } from "./history.ts";
import { leastDocumentation } from "./least-documentation.ts";
import { readEarnestMoney } from "./earnest-money.ts";
import type { Line, Model } from "./model.ts";
import { once } from "./once.ts";
import { appliedOverlay, overlayLabel } from "./overlay-names.ts";
import { isOff, overlaySources, parametersOf, withSeverity } from "./overlay.ts";
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
export function evaluate(question: Question): Evaluation {
  const { report, previous = null, loan, policy, waivers, borrowers } = question;
  const inputs = { borrowers, ...documented(question) };
  const parameters = parametersOf(policy);
  const { overlay } = parameters;
  const model = prepare(report, previous, { ...inputs, leftOutAccounts: loan.leftOutAccounts ?? [] });
  const programs = programsFor(loan);
  const earnest = readEarnestMoney(model, loan);
  const results = programs.map((program) => evaluateProgram(model, loan, program, parameters, earnest));
  const explained = explainedLines(model);
  const isExplained = (line: Line) => explained.has(line);
  const [first] = results;
  const common = [
    evaluateHistory({ model, loan, programs, isExplained, parameters }),
    evaluateDocumentAge({ model, loan, programs, parameters }),
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
  const flows = evaluateFlows({ model, loan, parameters, programs });
  const findings = sorted(
    merged(
      [...results.flatMap((one) => one.findings), ...common.flatMap((one) => one.findings), ...flows.findings].flatMap(
        (one) => overlaid(one, overlay),
      ),
    ).map((one) => waived(one, waivers)),
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
    ...appliedOverlay(policy),
    programs,
    findings,
    notEvaluated: missing,
    verdicts: byProgram(results, (result) =>
      verdictOf({
        model,
        loan,
        result,
        findings,
        notEvaluated: missing,
        validThrough: validThrough(model, result.program, parameters),
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

/** What an overlay makes of a finding: none under programs that are off, and the severity and documents that it asks for. */
export function overlaid(finding: Finding, overlay: Overlay | null): Finding[] {
  if (overlay === null) return [finding];
  const programs = finding.programs.filter((program) => !isOff(program, overlay));
  if (programs.length === 0) return [];
  const left = programs.length === finding.programs.length ? finding : withPrograms(finding, programs);
  const changed = withDocuments(withSeverity(ofProgram(left, overlay), overlay), overlay);
  return [withSources(changed, overlaySources(left, changed, overlay))];
}

/** A waiver under a program of the lender's own is none under a guide, where the finding may weigh more. */
function ofProgram(finding: Finding, { programName }: Overlay): Finding {
  return programName ? { ...finding, factsHash: hash(JSON.stringify([finding.factsHash, programName])) } : finding;
}

function withDocuments(finding: Finding, overlay: Overlay): Finding {
  if (!overlay.settings.documents.includes(finding.code)) return finding;
  return {
    ...finding,
    text: `${finding.text} Only a document clears it, by ${overlayLabel(overlay)}.`,
    clearedBy: finding.clearedBy.map((one) => (one.by === "confirmation" ? { ...one, needsDocument: true } : one)),
  };
}

/** Evidence and confirmations, without those that have only a reason where the overlay requires a document. */
export function documented(question: Question): Pick<Question, "evidence" | "confirmations"> {
  const { evidence, confirmations, policy } = question;
  const codes = policy.overlay?.settings.documents ?? [];
  const hasDocument = (one: { readonly hasDocument: boolean }) => one.hasDocument;
  if (codes.length === 0 || (evidence.every(hasDocument) && confirmations.every(hasDocument)))
    return { evidence, confirmations };
  const open = evaluate({
    ...question,
    evidence: evidence.filter(hasDocument),
    confirmations: confirmations.filter(hasDocument),
  }).findings.filter(({ code }) => codes.includes(code));
  return {
    evidence: evidence.filter(
      // A gift may lower reserves, so it always counts as what it says.
      (one) =>
        one.hasDocument || one.kind === "gift" || !open.some((finding) => answers(finding, "evidence", one.kind, one)),
    ),
    confirmations: confirmations.filter(
      (one) => one.hasDocument || !open.some((finding) => answers(finding, "confirmation", one.kind, one.subject)),
    ),
  };
}

type Answered = Confirmation["subject"] & Pick<EvidenceSource, "accountId">;

/** Whether it is meant to clear the finding: about one of its lines, or of a kind that it asks for. */
function answers(
  finding: Finding,
  by: "evidence" | "confirmation",
  kind: string,
  { transactionId, lineKey, accountId, accountKey }: Answered,
): boolean {
  const [, accounts, lines] = JSON.parse(finding.key) as [string, string[], string[]];
  if (transactionId || lineKey)
    return (
      finding.transactionIds.some((id) => id === transactionId) ||
      accounts.some((account) => lines.some((line) => `${account}#${line}` === lineKey))
    );
  const isWanted = finding.clearedBy.some((one) =>
    one.by === "evidence"
      ? by === one.by && one.kinds.some((wanted) => wanted === kind)
      : by === one.by && "kind" in one && one.kind === kind,
  );
  if (!isWanted || !(accountId ?? accountKey)) return isWanted;
  return (
    finding.accountIds.some((id) => id === accountId) ||
    accounts.some((account) => account === accountId || account === accountKey)
  );
}

/** Findings that differ in nothing but their programs become one. */
function merged(findings: readonly Finding[]): Finding[] {
  const found: Finding[] = [];
  const places = new Map<string, number[]>(); // by key, since joining all that must be the same takes longer
  for (const one of findings) {
    const known = places.get(one.key);
    const at = known?.find((place) => isSameButPrograms(found[place]!, one)); // `places` has places of `found`
    if (at !== undefined) found[at] = joinedFindings(found[at]!, one);
    else if (known) known.push(found.push(one) - 1);
    else places.set(one.key, [found.push(one) - 1]);
  }
  return found;
}

function isSameButPrograms(a: Finding, b: Finding): boolean {
  return a.ruleId === b.ruleId && a.severity === b.severity && a.factsHash === b.factsHash && a.text === b.text;
}

function joinedFindings(before: Finding, one: Finding): Finding {
  const own = [...before.sources, ...one.sources].filter(({ mark }) => mark === "lender");
  const joined = withPrograms(before, [...before.programs, ...one.programs]);
  // An evaluation has one overlay.
  return withSources(
    joined,
    own.slice(0, 1).map((source) => ({ ...source, programs: own.flatMap(({ programs }) => programs) })),
  );
}

function withSources(finding: Finding, more: readonly Source[]): Finding {
  if (more.length === 0) return finding;
  const sources = [...finding.sources, ...more];
  return { ...finding, sources, source: citationOf(sources) };
}

function withPrograms(finding: Finding, programs: readonly Program[]): Finding {
  const sources = sourcesOf(finding.ruleId as RuleId, programs); // a finding's rule is one of the set
  return { ...finding, programs, sources, source: citationOf(sources) };
}

/** A waiver holds for its programs while the facts are the same; it changes no figure. */
export function waived(finding: Finding, waivers: EvaluationInputs["waivers"]): Finding {
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
