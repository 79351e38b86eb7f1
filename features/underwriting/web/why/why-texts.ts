import { LOAN_LABELS, isLoanField } from "#features/borrowers/labels.ts";
import { answerProgram, answerPrograms, figureText, labelOf } from "#features/underwriting/labels.ts";
import type { Counterfactuals, Effects } from "#features/underwriting/rules/counterfactual.ts";
import { counterfactualText, NO_CHANGE_TEXTS } from "#features/underwriting/rules/counterfactual-texts.ts";
import type { Derivation, Figure, Operation, Origin, Relation, Step } from "#features/underwriting/rules/derivation.ts";
import type { Question } from "#features/underwriting/rules/evaluate.ts";
import {
  type Evaluation,
  type Finding,
  type Overlay,
  type Program,
  PROGRAMS,
  type Source,
} from "#features/underwriting/rules/evaluation.ts";
import { formatMoney } from "#platform/money/money.ts";
import { formatCount, formatList } from "#platform/text/text.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { FORMATS } from "../finding-labels.ts";

export const CHANGES_TITLE = "What clears it";
export const BROADER_TITLE = "What clears it and changes other findings";
export const STEPS_TITLE = "How it follows";
export const LINES_TITLE = "Bank lines";
export const RULE_TITLE = "The rule";

/** Of figures that only a derivation has. */
const STEP_LABELS: Readonly<Record<string, string>> = {
  adjustedValueCents: "Adjusted value",
  cashCount: "Cash deposits from which on it asks",
  countsCents: "Counts for",
  date: "Date",
  enteredReserveCents: "Reserves entered",
  fellCents: "Fell by",
  heldAboveCents: "Held money from which on it is named",
  heldCents: "Held by the bank",
  leastScore: "Lowest score",
  lineCents: "Bank line",
  missingDays: "Days missing",
  mostCents: "1.5 times the average",
  mostDays: "Days at most",
  newDays: "Days until an account is no longer new",
  noneCents: "Nothing",
  percent: "Share",
  recentDays: "Days in which a payment is recent",
  refundCents: "Refunded",
  resubmitCents: "Limit for a new submission",
  usableClosingCents: "Available to close",
  validDays: "Valid for",
  validMonths: "Valid for",
  valueCents: "Lower of value and price, less credits above the limit",
};

function nameOf({ name, origin }: Figure): string {
  if (Object.hasOwn(STEP_LABELS, name)) return STEP_LABELS[name]!; // its own key
  return origin.from === "loan" && isLoanField(name) ? LOAN_LABELS[name] : labelOf(name);
}

function valueOf({ name, value, unit }: Figure): string {
  switch (unit) {
    case "cents":
      return formatMoney(Number(value));
    case "days":
      return formatCount(Number(value), "day");
    case "percent":
      return `${value}%`;
    case "number":
    case "day":
    case "text":
      return figureText(name, value, FORMATS);
  }
}

const ORIGIN_TEXTS: Readonly<Record<Exclude<Origin["from"], "overlay">, string>> = {
  line: "bank line",
  account: "reported by the bank",
  loan: "loan terms",
  evidence: "accepted evidence",
  report: "report",
  policy: "your policy",
  guide: "rule",
  rule: "computed",
};

/** `rule`, or `Lakeside overlay, version 3, in place of 50% by the rule`. */
function originText(figure: Figure): string {
  const { origin } = figure;
  if (origin.from !== "overlay") return ORIGIN_TEXTS[origin.from];
  if (origin.replaces === null) return origin.label;
  const by = origin.of === "guide" ? "the rule" : "your policy";
  return `${origin.label}, in place of ${valueOf({ ...figure, value: origin.replaces })} by ${by}`;
}

const withOrigin = (figure: Figure) => `${nameOf(figure)} ${valueOf(figure)} (${originText(figure)})`;

const SIGNS: Partial<Record<Operation, string>> = { sum: " + ", difference: " − ", percent: " × ", percentUp: " × " };
const RELATIONS: Readonly<Record<Relation, string>> = {
  ">": "is more than",
  ">=": "is at least",
  "<": "is less than",
  "<=": "is at most",
  not: "is not",
};

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Bank lines are added up by name only when there are a few. */
const PARTS_SHOWN = 4;

export interface StepText {
  readonly label: string;
  readonly text: string;
}

/** One step in words: what it is about, then how it follows. */
export function stepText(step: Step): StepText {
  if (step.kind === "given") {
    const { figure } = step;
    return { label: nameOf(figure), text: `${valueOf(figure)} (${originText(figure)})` };
  }
  if (step.kind === "comparison") {
    const { left, relation, right } = step;
    const origin = right.origin.from === "rule" ? "" : `, ${originText(right)}`;
    const what = right.name === "noneCents" ? "" : ` (${lower(nameOf(right))}${origin})`;
    return { label: nameOf(left), text: `${valueOf(left)} ${RELATIONS[relation]} ${valueOf(right)}${what}` };
  }
  const { operation, parts, result } = step;
  return { label: nameOf(result), text: `${partsText(operation, parts)} = ${valueOf(result)}` };
}

function partsText(operation: Operation, parts: readonly Figure[]): string {
  const [first, second] = parts;
  if (operation === "count" || parts.every(({ name }) => name === "lineCents")) {
    const values = operation === "count" || parts.length > PARTS_SHOWN ? [] : parts.map(valueOf);
    return values.length > 0 ? values.join(" + ") : formatCount(parts.length, "bank line");
  }
  if (operation === "days" && first && second) return `From ${withOrigin(first)} to ${withOrigin(second)}`;
  return parts.map(withOrigin).join(SIGNS[operation] ?? (operation === "timesUp" ? " × " : " + "));
}

/** What would clear a finding, a sentence each. */
export interface ChangeTexts {
  /** Each clears only this finding. */
  readonly changes: readonly string[];
  readonly broader: readonly { readonly text: string; readonly also: string }[];
  /** Why nothing clears it; empty: something does. */
  readonly reason: string;
}

/** Other findings are those of the program. */
export function changeTexts(
  { changes, broader, reason }: Counterfactuals,
  finding: Finding,
  question: Question,
  program: Program,
): ChangeTexts {
  const overlay = question.policy.overlay ?? null;
  return {
    changes: changes.map((one) => counterfactualText(one, finding, question)),
    broader: broader.map((one) => ({
      text: counterfactualText(one, finding, question),
      also: alsoText(one.effects, program, overlay),
    })),
    reason: reason === null ? "" : NO_CHANGE_TEXTS[reason],
  };
}

/** All that it changes besides. Findings of other programs are on their own pages, so only the programs are named. */
function alsoText(
  { gone, opened, raised, lowered, remaining }: Effects,
  program: Program,
  overlay: Overlay | null,
): string {
  const isInformation = ({ severity }: Finding) => severity === "info";
  const ofProgram = ({ programs }: Finding) => programs.includes(program);
  const all = [...gone, ...opened, ...raised, ...lowered];
  const others = PROGRAMS.filter((one) => one !== program && all.some(({ programs }) => programs.includes(one)));
  return [
    titles("Also clears", gone.filter(ofProgram)),
    titles("Lowers", lowered.filter(ofProgram)),
    titles("Then look at", [...opened.filter((one) => !isInformation(one)), ...raised].filter(ofProgram)),
    titles("Adds for information", opened.filter(isInformation).filter(ofProgram)),
    remaining.some(ofProgram) ? "It stays for information." : "",
    others.length === 0 ? "" : `Also changes findings under ${answerPrograms(others, overlay)}.`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function titles(label: string, findings: readonly Finding[]): string {
  const names = [...Map.groupBy(findings, ({ title }) => lower(title))].map(([name, { length }]) =>
    length === 1 ? name : `${name} (${length})`,
  );
  return names.length === 0 ? "" : `${label}: ${formatList(names)}.`;
}

/** Guide, section and date, of one program. */
export function sourceText(sources: readonly Source[], program: Program): string {
  const own = sources.filter(({ programs }) => programs.includes(program));
  return own.map(({ citation, date }) => `${citation} (${date})`).join("; ");
}

/** All of it as plain text, to be pasted into an email. */
export function whyText(
  finding: Finding,
  { overlay }: Pick<Evaluation, "overlay">,
  program: Program,
  { steps, lines, rule, sources }: Derivation,
  { changes, broader, reason }: ChangeTexts,
): string {
  const parts: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [CHANGES_TITLE, reason === "" ? changes : [reason]],
    [BROADER_TITLE, broader.map(({ text, also }) => `${text} ${also}`)],
    [STEPS_TITLE, steps.map(stepText).map(({ label, text }) => `${label}: ${text}`)],
    [
      LINES_TITLE,
      lines.map(
        ({ date, description, accountName, cents, currency }) =>
          `${formatDate(date)}, ${description}, ${accountName}, ${formatMoney(cents, currency)}`,
      ),
    ],
    [RULE_TITLE, [rule.checks, `${answerProgram(program, overlay)}: ${sourceText(sources, program)}`]],
  ];
  return [
    `${finding.title}: ${finding.text}`,
    ...parts.flatMap(([title, own]) =>
      own.length === 0 ? [] : [`${title}\n${own.map((one) => `- ${one}`).join("\n")}`],
    ),
  ].join("\n\n");
}
