import { localMoment } from "#platform/dates/zones.ts";
import { formatCount } from "#platform/text/text.ts";
import type { Condition, StoredEvaluation } from "#features/underwriting/contract.ts";
import type { Program } from "#features/underwriting/rules/evaluation.ts";
import { answerPrograms, CONDITION_LABELS, OUTCOME_LABELS, SEVERITY_LABELS } from "#features/underwriting/labels.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import { type Block, SHEET } from "#platform/server/document/sheet.ts";
import { type Column, remainingWidth } from "#platform/server/document/table.ts";
import { paragraph, section } from "#platform/server/document/text-blocks.ts";
import { STYLE } from "#platform/server/document/typesetting.ts";
import { type DocumentIndex, findingRef } from "./document-index.ts";
import { type DocumentInput, table } from "./schema.ts";
import { fileHashes } from "./evidence-pages.ts";
import { HEADINGS, NONE } from "./document-labels.ts";

const COLUMNS: readonly Column[] = [
  { label: "When", width: 104 },
  { label: "State", width: 74, style: STYLE.strongCell },
  { label: "By", width: 90 },
  { label: "Answer before and after", width: 88, style: STYLE.softCell },
  { label: "Reason, evidence, files", width: remainingWidth(104, 74, 90, 88) },
];

/** Every condition with its state and its whole history. */
export function* conditionsPages(fonts: Fonts, { evaluation }: DocumentInput, index: DocumentIndex): Generator<Block> {
  const groups = groupsOf(evaluation.conditions);
  yield section(fonts, HEADINGS.conditions, {
    remark: `${formatCount(groups.length, "condition")}. Times are the lender's, ${evaluation.printed.timeZone}`,
    needs: 80,
    before: 28,
    strong: true,
  });
  if (groups.length === 0) yield* paragraph(fonts, NONE, STYLE.body, { before: 6 });
  for (const [place, group] of groups.entries()) yield* one(fonts, group, `C${place + 1}`, evaluation, index);
}

interface Group {
  readonly condition: Condition;
  readonly programs: Program[];
}

/** A condition under several programs with the same history is printed once. */
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
  fonts: Fonts,
  { condition, programs }: Group,
  ref: string,
  { findings, printed, inputs }: StoredEvaluation,
  index: DocumentIndex,
): Generator<Block> {
  const { key, severity, title, text, state, history, subject, accountIds } = condition;
  yield* paragraph(fonts, `${ref}  ${CONDITION_LABELS[state]}: ${title}`, STYLE.finding, {
    tag: "H3",
    before: 13,
    needs: 110,
  });
  const within = { x: SHEET.left + 30 };
  yield* paragraph(fonts, text, STYLE.body, { ...within, before: 1 });
  const place = findings.findIndex((finding) => finding.key === key && finding.programs.includes(condition.program));
  const about = [
    `${SEVERITY_LABELS[severity]} under ${answerPrograms(programs, inputs.policy.overlay)}`,
    place === -1 ? "" : `Finding ${findingRef(place)}`,
    subject ?? "",
    ...accountIds.map((id) => index.accountWords(id)),
  ];
  yield* paragraph(fonts, `${about.filter((part) => part !== "").join(" \u00b7 ")}.`, STYLE.aside, {
    ...within,
    before: 2,
  });
  const rows = history.map((step) => [
    localMoment(step.at, printed.timeZone),
    CONDITION_LABELS[step.state],
    step.by === null ? "The system" : `${step.by.name}, ${step.by.role}`,
    answerWords(step),
    [
      step.reason ?? "",
      step.evidenceId === null ? "" : `Evidence ${index.evidenceRef(step.evidenceId) || step.evidenceId}`,
      step.proposedBy === undefined ? "" : `Added by ${step.proposedBy}`,
      step.documents.length === 0 ? "" : `Files: ${step.documents.map(({ name }) => name).join(", ")}`,
      index.exhibitWords({
        evidenceId: step.evidenceId ?? undefined,
        documentIds: step.documents.map((file) => file.id),
      }),
      `Guideline set ${step.ruleSetVersion}, facts ${step.factsHash}`,
    ]
      .filter((part) => part !== "")
      .join(". "),
  ]);
  yield* table(fonts, COLUMNS, rows, "No history is recorded.", { before: 4 });
  const documents = new Map(history.flatMap((step) => step.documents).map((file) => [file.id, file]));
  yield* fileHashes(fonts, ref, [...documents.values()]);
}

function answerWords({ outcomeBefore: before, outcomeAfter: after }: Condition["history"][number]): string {
  if (before === null || before === after) return after === null ? "" : OUTCOME_LABELS[after];
  return after === null
    ? OUTCOME_LABELS[before]
    : `${OUTCOME_LABELS[before]}, then ${OUTCOME_LABELS[after].toLowerCase()}`;
}
