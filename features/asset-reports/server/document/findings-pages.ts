import { termWords } from "#features/loans/labels.ts";
import { phrase } from "#features/borrowers/labels.ts";
import type { ClearedBy, Finding, NotEvaluated } from "#features/underwriting/rules/evaluation.ts";
import {
  accountName,
  CONFIRMED_WORDS,
  counted,
  KIND_WORDS,
  NOT_EVALUATED,
  SEVERITY_WORDS,
} from "#features/underwriting/labels.ts";
import { currencyOf } from "#features/underwriting/rules/currency.ts";
import { RULES } from "#features/underwriting/rules/rule-set.ts";
import { longDay } from "#kit/server/document/dates.ts";
import type { Faces } from "#kit/server/document/faces.ts";
import { money } from "#kit/server/document/money.ts";
import { type Block, SHEET } from "#kit/server/document/sheet.ts";
import { type Column, remainingWidth } from "#kit/server/document/table.ts";
import { listItem, paragraph, section } from "#kit/server/document/text-blocks.ts";
import { STYLE } from "#kit/server/document/typesetting.ts";
import { findingRef, type DocumentIndex } from "./document-index.ts";
import type { DocumentInput } from "./document-input.ts";
import {
  figureWords,
  HEADINGS,
  MARKS_LEGEND,
  missingWords,
  programWords,
  sourceWords,
  UNKNOWN,
} from "./document-labels.ts";
import { table } from "./tables.ts";

/** Lines beyond this many are in the transaction tables alone, each marked with the finding. */
const MOST_LINES = 12;
const INDENT = 30;

const COLUMNS: readonly Column[] = [
  { label: "Account", width: 118, style: STYLE.softCell },
  { label: "Date", width: 52 },
  { label: "Description", width: remainingWidth(118, 52, 70) },
  { label: "Amount", width: 70, figures: true },
];

/** Each finding with its rule, figures, sources and bank lines; then the rules that could not be evaluated. */
export function* findingsPages(faces: Faces, { evaluation }: DocumentInput, index: DocumentIndex): Generator<Block> {
  const { findings, notEvaluated: rules } = evaluation;
  yield section(faces, HEADINGS.findings, {
    remark: counted(findings.length, "finding"),
    needs: 90,
    before: 28,
    strong: true,
  });
  if (findings.length === 0)
    yield* paragraph(faces, "The rules that were evaluated gave no finding.", STYLE.body, { before: 6 });
  else yield* paragraph(faces, MARKS_LEGEND, STYLE.aside, { before: 5 });
  for (const [place, finding] of findings.entries()) yield* one(faces, finding, findingRef(place), index);
  yield* notEvaluated(faces, rules);
}

function* one(faces: Faces, finding: Finding, ref: string, index: DocumentIndex): Generator<Block> {
  const { severity, title, text, inputs, ruleId, code, programs, sources, clearedBy, transactionIds } = finding;
  const heading = `${ref}  ${SEVERITY_WORDS[severity]}: ${title}`;
  yield* paragraph(faces, heading, STYLE.finding, {
    tag: "H3",
    before: 13,
    needs: transactionIds.length > 0 ? 116 : 66,
  });
  const within = { x: SHEET.left + INDENT };
  yield* paragraph(faces, text, STYLE.body, { ...within, before: 1 });
  const figures = figureWords(inputs);
  const waived = finding.waivedPrograms.length > 0 ? ` Waived under ${programWords(finding.waivedPrograms)}.` : "";
  const asides = [
    figures === "" ? "" : `Figures: ${figures}`,
    `Rule ${ruleId} ${code} under ${programWords(programs)}.${waived}`,
    clearedBy.length === 0 ? "" : `Clears with: ${clearedByWords(clearedBy)}.`,
    `Sources: ${sources.map(sourceWords).join("; ") || "none"}.`,
  ].filter((part) => part !== "");
  for (const [place, aside] of asides.entries())
    yield* paragraph(faces, aside, STYLE.aside, { ...within, before: place === 0 ? 2 : 0 });

  const named = [...new Set(transactionIds)].flatMap((id) => index.line(id) ?? []);
  if (named.length === 0) return;
  const rows = named
    .slice(0, MOST_LINES)
    .map(({ line, account }) => [
      `${account.ref} ${accountName(account.source)}`,
      longDay(line.date),
      line.description,
      money(0 - line.amountCents, currencyOf(line, account.source)),
    ]);
  yield* table(faces, COLUMNS, rows, "", { before: 4 });
  const more = named.length - MOST_LINES;
  if (more > 0)
    yield* paragraph(faces, `And ${more} more, marked ${ref} among the transactions.`, STYLE.aside, { before: 3 });
}

/** Kinds of evidence are named once, whichever part of the rule asks for them. */
function clearedByWords(ways: readonly ClearedBy[]): string {
  const kinds = [...new Set(ways.flatMap((way) => (way.by === "evidence" ? way.kinds : [])))];
  const evidence =
    kinds.length === 0 ? [] : [`evidence (${kinds.map((kind) => KIND_WORDS[kind].toLowerCase()).join(", ")})`];
  return [...evidence, ...ways.flatMap((way) => otherWay(way) ?? [])].join("; ");
}

function otherWay(way: ClearedBy): string | undefined {
  switch (way.by) {
    case "evidence":
      return undefined;
    case "confirmation":
      return `a confirmation, \u201c${CONFIRMED_WORDS[way.kind]}\u201d${way.needsDocument ? ", with a document" : ""}`;
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

function* notEvaluated(faces: Faces, rules: readonly NotEvaluated[]): Generator<Block> {
  if (rules.length === 0) return;
  yield section(faces, NOT_EVALUATED, { remark: "Rules that lack a loan term or data", needs: 40, before: 28 });
  for (const [place, { ruleId, programs, missing }] of rules.entries()) {
    const title = Object.hasOwn(RULES, ruleId) ? ` ${RULES[ruleId as keyof typeof RULES].title}` : "";
    const wanted = missing.map((name) => lackWords(name)).join(", ");
    const words = `Rule ${ruleId}${title} under ${programWords(programs)}. Missing: ${wanted}.`;
    yield* listItem(faces, UNKNOWN, words, { before: place === 0 ? 6 : 1.5 });
  }
}

function lackWords(name: string): string {
  const term = termWords(name);
  return term === name ? missingWords(phrase(name)) : term;
}
