import { localMoment } from "#platform/dates/zones.ts";
import { longDay } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { ConditionStep, StoredEvaluation } from "#features/underwriting/contract.ts";
import type { EvidenceSource } from "#features/underwriting/rules/evaluation.ts";
import { answerPrograms, CONFIRMED_LABELS, KIND_LABELS, letterWords } from "#features/underwriting/labels.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import type { Block } from "#platform/server/document/sheet.ts";
import { type Column, remainingWidth } from "#platform/server/document/table.ts";
import { paragraph, section } from "#platform/server/document/text-blocks.ts";
import { STYLE } from "#platform/server/document/typesetting.ts";
import { type DocumentIndex, findingRef } from "./document-index.ts";
import { type DocumentInput, table } from "./schema.ts";
import { dollars, HEADINGS, NONE, NOT_RECORDED } from "./document-labels.ts";

/** What the lender accepted, confirmed and waived: by whom, when, and with which files. */
export function* evidencePages(fonts: Fonts, { evaluation }: DocumentInput, index: DocumentIndex): Generator<Block> {
  yield* evidence(fonts, evaluation, index);
  yield* decisions(fonts, evaluation, index);
}

const EVIDENCE_COLUMNS: readonly Column[] = [
  { label: "", width: 20 },
  { label: "Kind", width: 92 },
  { label: "About", width: 104 },
  { label: "Details, accepted by, files", width: remainingWidth(20, 92, 104, 66), style: STYLE.softCell },
  { label: "Documented", width: 66, figures: true },
];

function* evidence(fonts: Fonts, evaluation: StoredEvaluation, index: DocumentIndex): Generator<Block> {
  const { inputs } = evaluation;
  const remark = formatCount(inputs.evidence.length, "piece");
  yield section(fonts, HEADINGS.evidence, { remark, needs: 60, before: 28, strong: true });
  const rows = inputs.evidence.map((one, place) => [
    `E${place + 1}`,
    KIND_LABELS[one.kind],
    aboutWords(one, index),
    [detailWords(one), acceptance(evaluation, one), index.exhibitWords({ evidenceId: one.id })]
      .filter((part) => part !== "")
      .join(". "),
    dollars(one.sourcedCents),
  ]);
  yield* table(fonts, EVIDENCE_COLUMNS, rows, NONE);
  const named = inputs.evidence.flatMap(({ id }, place) => {
    const step = id === undefined ? undefined : stepOf(evaluation.conditions, ({ evidenceId }) => evidenceId === id);
    return step === undefined || step.documents.length === 0 ? [] : [[`E${place + 1}`, step.documents] as const];
  });
  for (const [ref, documents] of named) yield* fileHashes(fonts, ref, documents);
}

function aboutWords({ transactionId, accountId, person }: EvidenceSource, index: DocumentIndex): string {
  const found = transactionId === null ? undefined : index.line(transactionId);
  if (found)
    return `${found.account.ref}, ${longDay(found.line.date)}, ${formatMoney(0 - found.line.amountCents, found.line.currency ?? found.account.source.currency)}`;
  if (transactionId !== null) return "A line of an earlier report";
  if (accountId) return index.accountWords(accountId) || "An account of an earlier report";
  return person ?? "The loan";
}

function detailWords(one: EvidenceSource): string {
  const { kind, donor, amountCents, periodFrom, periodTo, clearedOn } = one;
  const period = periodFrom && periodTo ? `Covers ${longDay(periodFrom)} to ${longDay(periodTo)}` : "";
  if (kind !== "gift") return clearedOn ? `Cleared ${longDay(clearedOn)}` : period;
  const from = [donor?.name, donor?.relationship, amountCents === undefined ? undefined : dollars(amountCents)];
  return [from.filter((part) => part !== undefined).join(", "), letterWords(one)]
    .filter((part) => part !== "")
    .join(". ");
}

function acceptance({ conditions, printed }: StoredEvaluation, { id, reason, hasDocument }: EvidenceSource): string {
  const step = id === undefined ? undefined : stepOf(conditions, ({ evidenceId }) => evidenceId === id);
  return [
    step?.proposedBy === undefined ? "" : `Added by: ${step.proposedBy}`,
    `Accepted by: ${step === undefined ? NOT_RECORDED.toLowerCase() : personWords(step, printed.timeZone)}`,
    reason === null || reason === "" ? "" : `Reason: ${reason}`,
    filesWords(step?.documents ?? [], hasDocument),
  ]
    .filter((part) => part !== "")
    .join(". ");
}

function filesWords(documents: ConditionStep["documents"], hasDocument: boolean): string {
  if (documents.length > 0) return `Files: ${documents.map(({ name }) => name).join(", ")}`;
  return hasDocument ? "With a document" : "No file";
}

/** One line per file, below a table, because a hash must not be broken. */
export function* fileHashes(fonts: Fonts, label: string, documents: ConditionStep["documents"]): Generator<Block> {
  for (const { name, sha256 } of documents)
    yield* paragraph(fonts, `${label}: ${name}, SHA-256 ${sha256}`, STYLE.aside, { before: 3 });
}

/** The last step that records it: a review comes after the submission. */
function stepOf(
  conditions: StoredEvaluation["conditions"],
  isIt: (step: ConditionStep) => boolean,
): ConditionStep | undefined {
  return conditions
    .flatMap(({ history }) => history)
    .filter(isIt)
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .at(-1);
}

/** `Dana Lee, admin, Nov 20, 2026, 9:04 AM EST`. */
export function personWords({ by, at }: Pick<ConditionStep, "by" | "at">, timeZone: string): string {
  const moment = localMoment(at, timeZone);
  return by === null ? `the system, ${moment}` : `${by.name}, ${by.role}, ${moment}`;
}

/** In a deposit's row: `E2 Gift, Dana Lee, Nov 20, 2026, SHA-256 8f31c2d4…`. The whole hash is with the evidence. */
export function evidenceOrigin(
  { inputs, conditions, printed }: StoredEvaluation,
  id: string,
  index: DocumentIndex,
): string {
  const one = inputs.evidence.find((source) => source.id === id);
  const step = stepOf(conditions, ({ evidenceId }) => evidenceId === id);
  const [file] = step?.documents ?? [];
  return [
    `${index.evidenceRef(id)} ${one === undefined ? "Evidence" : KIND_LABELS[one.kind]}`,
    step === undefined ? "" : personWords(step, printed.timeZone),
    file === undefined ? "" : `SHA-256 ${file.sha256.slice(0, 12)}\u2026`,
  ]
    .filter((part) => part !== "")
    .join(", ");
}

const DECISION_COLUMNS: readonly Column[] = [
  { label: "Decision", width: 150 },
  { label: "About", width: 118 },
  { label: "Reason, by, files", width: remainingWidth(150, 118), style: STYLE.softCell },
];

function* decisions(fonts: Fonts, { inputs, findings, conditions, printed }: StoredEvaluation, index: DocumentIndex) {
  yield section(fonts, HEADINGS.decisions, { needs: 50 });
  const byWords = (id: string, reason: string, hasDocument: boolean) => {
    const step = stepOf(conditions, ({ decisionId }) => decisionId === id);
    return [
      reason,
      step?.proposedBy === undefined ? "" : `Proposed by: ${step.proposedBy}`,
      `${step?.proposedBy === undefined ? "By" : "Accepted by"}: ${step === undefined ? NOT_RECORDED.toLowerCase() : personWords(step, printed.timeZone)}`,
      filesWords(step?.documents ?? [], hasDocument),
      index.exhibitWords({ documentIds: (step?.documents ?? []).map((file) => file.id) }),
    ]
      .filter((part) => part !== "")
      .join(". ");
  };
  const rows = [
    ...inputs.confirmations.map(({ id, kind, subject, reason, hasDocument, loanBalanceCents }) => {
      const line = subject.transactionId ? index.line(subject.transactionId) : undefined;
      const about = [
        subject.accountId ? index.accountWords(subject.accountId) : "",
        line ? `${line.account.ref}, ${longDay(line.line.date)}, ${line.line.description}` : "",
        subject.bankName ?? "",
        subject.payee ?? "",
        loanBalanceCents ? `Loan balance ${dollars(loanBalanceCents)}` : "",
      ];
      return [CONFIRMED_LABELS[kind], about.filter((part) => part !== "").join(", "), byWords(id, reason, hasDocument)];
    }),
    ...inputs.waivers.map(({ id, findingKey, programs, reason }) => {
      const place = findings.findIndex(({ key }) => key === findingKey);
      const about =
        place === -1 ? "A finding that no longer applies" : `${findingRef(place)} ${findings[place]?.title ?? ""}`;
      return [`Waived under ${answerPrograms(programs, inputs.policy.overlay)}`, about, byWords(id, reason, false)];
    }),
  ];
  yield* table(fonts, DECISION_COLUMNS, rows, NONE);
  for (const { id } of [...inputs.confirmations, ...inputs.waivers]) {
    const step = stepOf(conditions, ({ decisionId }) => decisionId === id);
    yield* fileHashes(fonts, "Decision", step?.documents ?? []);
  }
}
