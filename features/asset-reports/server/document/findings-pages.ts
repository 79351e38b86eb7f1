import { longDay } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import { formatMoney } from "#platform/money/money.ts";
import { phrase, termWords } from "#features/borrowers/labels.ts";
import type { ClearedBy, Finding, NotEvaluated, Overlay } from "#features/underwriting/rules/evaluation.ts";
import {
  answerPrograms,
  accountName,
  CONFIRMED_LABELS,
  KIND_LABELS,
  NOT_EVALUATED,
  SEVERITY_LABELS,
} from "#features/underwriting/labels.ts";
import { currencyOf } from "#features/underwriting/rules/money.ts";
import { RULES } from "#features/underwriting/rules/rule-set.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import { type Block, SHEET } from "#platform/server/document/sheet.ts";
import { type Column, remainingWidth } from "#platform/server/document/table.ts";
import { listItem, paragraph, section } from "#platform/server/document/text-blocks.ts";
import { STYLE } from "#platform/server/document/typesetting.ts";
import { type DocumentIndex, findingRef } from "./document-index.ts";
import { type DocumentInput, table } from "./schema.ts";
import { figureWords, HEADINGS, MARKS_LEGEND, missingWords, sourceWords, UNKNOWN } from "./document-labels.ts";

/** Further lines are only in the transaction tables, each marked with the finding. */
const MAX_LINES = 12;
const INDENT = 30;

const COLUMNS: readonly Column[] = [
  { label: "Account", width: 118, style: STYLE.softCell },
  { label: "Date", width: 52 },
  { label: "Description", width: remainingWidth(118, 52, 70) },
  { label: "Amount", width: 70, figures: true },
];

/** Each finding with its rule, figures, sources and bank lines; then the rules that could not be evaluated. */
export function* findingsPages(fonts: Fonts, { evaluation }: DocumentInput, index: DocumentIndex): Generator<Block> {
  const { findings, notEvaluated: rules } = evaluation;
  const { overlay = null } = evaluation.inputs.policy;
  yield section(fonts, HEADINGS.findings, {
    remark: formatCount(findings.length, "finding"),
    needs: 90,
    before: 28,
    strong: true,
  });
  if (findings.length === 0)
    yield* paragraph(fonts, "The rules that were evaluated gave no finding.", STYLE.body, { before: 6 });
  else yield* paragraph(fonts, MARKS_LEGEND, STYLE.aside, { before: 5 });
  for (const [place, finding] of findings.entries()) yield* one(fonts, finding, findingRef(place), overlay, index);
  yield* notEvaluated(fonts, rules, overlay);
}

function* one(
  fonts: Fonts,
  finding: Finding,
  ref: string,
  overlay: Overlay | null,
  index: DocumentIndex,
): Generator<Block> {
  const { severity, title, text, inputs, ruleId, code, programs, sources, clearedBy, transactionIds } = finding;
  const heading = `${ref}  ${SEVERITY_LABELS[severity]}: ${title}`;
  yield* paragraph(fonts, heading, STYLE.finding, {
    tag: "H3",
    before: 13,
    needs: transactionIds.length > 0 ? 116 : 66,
  });
  const within = { x: SHEET.left + INDENT };
  yield* paragraph(fonts, text, STYLE.body, { ...within, before: 1 });
  const figures = figureWords(inputs);
  const waived =
    finding.waivedPrograms.length > 0 ? ` Waived under ${answerPrograms(finding.waivedPrograms, overlay)}.` : "";
  const asides = [
    figures === "" ? "" : `Figures: ${figures}`,
    `Rule ${ruleId} ${code} under ${answerPrograms(programs, overlay)}.${waived}`,
    clearedBy.length === 0 ? "" : `Clears with: ${clearedByWords(clearedBy)}.`,
    index.exhibitWords({ transactionIds }),
    `Sources: ${sources.map(sourceWords).join("; ") || "none"}.`,
  ].filter((part) => part !== "");
  for (const [place, aside] of asides.entries())
    yield* paragraph(fonts, aside, STYLE.aside, { ...within, before: place === 0 ? 2 : 0 });

  const named = [...new Set(transactionIds)].flatMap((id) => index.line(id) ?? []);
  if (named.length === 0) return;
  const rows = named
    .slice(0, MAX_LINES)
    .map(({ line, account }) => [
      `${account.ref} ${accountName(account.source)}`,
      longDay(line.date),
      line.description,
      formatMoney(0 - line.amountCents, currencyOf(line, account.source)),
    ]);
  yield* table(fonts, COLUMNS, rows, "", { before: 4 });
  const more = named.length - MAX_LINES;
  if (more > 0)
    yield* paragraph(fonts, `And ${more} more, marked ${ref} among the transactions.`, STYLE.aside, { before: 3 });
}

/** Each kind of evidence is named once, even if several parts of the rule ask for it. */
function clearedByWords(ways: readonly ClearedBy[]): string {
  const kinds = [...new Set(ways.flatMap((way) => (way.by === "evidence" ? way.kinds : [])))];
  const evidence =
    kinds.length === 0 ? [] : [`evidence (${kinds.map((kind) => KIND_LABELS[kind].toLowerCase()).join(", ")})`];
  return [...evidence, ...ways.flatMap((way) => otherWay(way) ?? [])].join("; ");
}

function otherWay(way: ClearedBy): string | undefined {
  switch (way.by) {
    case "evidence":
      return undefined;
    case "confirmation":
      return `a confirmation, \u201c${CONFIRMED_LABELS[way.kind]}\u201d${way.needsDocument ? ", with a document" : ""}`;
    case "waiver":
      return "a waiver by an admin";
    case "newReport":
      return "a new report";
    case "leaveOut":
      return "leaving the account out";
    case "loanTerms":
      return `loan terms (${way.fields.map(termWords).join(", ")})`;
  }
}

function* notEvaluated(fonts: Fonts, rules: readonly NotEvaluated[], overlay: Overlay | null): Generator<Block> {
  if (rules.length === 0) return;
  yield section(fonts, NOT_EVALUATED, { remark: "Rules that lack a loan term or data", needs: 40, before: 28 });
  for (const [place, { ruleId, programs, missing }] of rules.entries()) {
    const title = Object.hasOwn(RULES, ruleId) ? ` ${RULES[ruleId as keyof typeof RULES].title}` : "";
    const wanted = missing.map((name) => lackWords(name)).join(", ");
    const words = `Rule ${ruleId}${title} under ${answerPrograms(programs, overlay)}. Missing: ${wanted}.`;
    yield* listItem(fonts, UNKNOWN, words, { before: place === 0 ? 6 : 1.5 });
  }
}

function lackWords(name: string): string {
  const term = termWords(name);
  return term === name ? missingWords(phrase(name)) : term;
}
