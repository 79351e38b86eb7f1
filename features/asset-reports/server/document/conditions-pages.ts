import type { Condition, StoredEvaluation } from "#features/underwriting/contract.ts";
import type { Program } from "#features/underwriting/rules/evaluation.ts";
import { CONDITION_WORDS, counted, OUTCOME_WORDS, SEVERITY_WORDS } from "#features/underwriting/labels.ts";
import { localMoment } from "#kit/server/document/dates.ts";
import type { Faces } from "#kit/server/document/faces.ts";
import { type Block, SHEET } from "#kit/server/document/sheet.ts";
import { type Column, remainingWidth } from "#kit/server/document/table.ts";
import { paragraph, section } from "#kit/server/document/text-blocks.ts";
import { STYLE } from "#kit/server/document/typesetting.ts";
import { findingRef, type DocumentIndex } from "./document-index.ts";
import type { DocumentInput } from "./document-input.ts";
import { fileHashes } from "./evidence-pages.ts";
import { HEADINGS, NONE, programWords } from "./document-labels.ts";
import { table } from "./tables.ts";

const COLUMNS: readonly Column[] = [
  { label: "When", width: 104 },
  { label: "State", width: 74, style: STYLE.strongCell },
  { label: "By", width: 90 },
  { label: "Answer before and after", width: 88, style: STYLE.softCell },
  { label: "Reason, evidence, files", width: remainingWidth(104, 74, 90, 88) },
];

/** Every condition with its state and its whole history. */
export function* conditionsPages(faces: Faces, { evaluation }: DocumentInput, index: DocumentIndex): Generator<Block> {
  const groups = groupsOf(evaluation.conditions);
  yield section(faces, HEADINGS.conditions, {
    remark: `${counted(groups.length, "condition")}. Times are the lender's, ${evaluation.printed.timeZone}`,
    needs: 80,
    before: 28,
    strong: true,
  });
  if (groups.length === 0) yield* paragraph(faces, NONE, STYLE.body, { before: 6 });
  for (const [place, group] of groups.entries()) yield* one(faces, group, `C${place + 1}`, evaluation, index);
}

interface Group {
  readonly condition: Condition;
  readonly programs: Program[];
}

/** One condition under several programs, with one history, is printed once. */
function groupsOf(conditions: readonly Condition[]): Group[] {
  const groups = new Map<string, Group>();
  for (const condition of conditions) {
    const { key, severity, state, history, text } = condition;
    const steps = history.map(({ outcomeBefore: _before, outcomeAfter: _after, ...step }) => step);
    const id = JSON.stringify([key, severity, state, text, steps]);
    const group = groups.get(id) ?? { condition, programs: [] };
    group.programs.push(condition.program);
    groups.set(id, group);
  }
  return [...groups.values()];
}

function* one(
  faces: Faces,
  { condition, programs }: Group,
  ref: string,
  { findings, printed }: StoredEvaluation,
  index: DocumentIndex,
): Generator<Block> {
  const { key, severity, title, text, state, history, subject, accountIds } = condition;
  yield* paragraph(faces, `${ref}  ${CONDITION_WORDS[state]}: ${title}`, STYLE.finding, {
    tag: "H3",
    before: 13,
    needs: 110,
  });
  const within = { x: SHEET.left + 30 };
  yield* paragraph(faces, text, STYLE.body, { ...within, before: 1 });
  const place = findings.findIndex((finding) => finding.key === key && finding.programs.includes(condition.program));
  const about = [
    `${SEVERITY_WORDS[severity]} under ${programWords(programs)}`,
    place === -1 ? "" : `Finding ${findingRef(place)}`,
    subject ?? "",
    ...accountIds.map((id) => index.accountWords(id)),
  ];
  yield* paragraph(faces, `${about.filter((part) => part !== "").join(" \u00b7 ")}.`, STYLE.aside, {
    ...within,
    before: 2,
  });
  const rows = history.map((step) => [
    localMoment(step.at, printed.timeZone),
    CONDITION_WORDS[step.state],
    step.by === null ? "The system" : `${step.by.name}, ${step.by.role}`,
    answerWords(step),
    [
      step.reason ?? "",
      step.evidenceId === null ? "" : `Evidence ${index.evidenceRef(step.evidenceId) || step.evidenceId}`,
      step.documents.length === 0 ? "" : `Files: ${step.documents.map(({ name }) => name).join(", ")}`,
      `Rule set ${step.ruleSetVersion}, facts ${step.factsHash}`,
    ]
      .filter((part) => part !== "")
      .join(". "),
  ]);
  yield* table(faces, COLUMNS, rows, "No history is recorded.", { before: 4 });
  const documents = new Map(history.flatMap((step) => step.documents).map((file) => [file.id, file]));
  yield* fileHashes(faces, ref, [...documents.values()]);
}

function answerWords({ outcomeBefore: before, outcomeAfter: after }: Condition["history"][number]): string {
  if (before === null || before === after) return after === null ? "" : OUTCOME_WORDS[after];
  return after === null
    ? OUTCOME_WORDS[before]
    : `${OUTCOME_WORDS[before]}, then ${OUTCOME_WORDS[after].toLowerCase()}`;
}
