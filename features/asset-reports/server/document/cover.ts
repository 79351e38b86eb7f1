import { CONDITIONS, DISCLAIMER, SOURCE } from "#features/asset-reports/words.ts";
import { ownProgramOf, PROGRAM_NAMES, PROGRAMS } from "#features/underwriting/rules-edition-1/programs.ts";
import { countWords, NOT_EVALUATED, OUTCOME_WORDS, counted, NOT_GIVEN } from "#features/underwriting/labels.ts";
import type { Loan } from "#features/loans/contract.ts";
import { localMoment, longDay } from "#kit/server/document/dates.ts";
import type { DocumentInput } from "./document-input.ts";
import type { Faces } from "#kit/server/document/faces.ts";
import { type Fact, factGrid } from "#kit/server/document/fact-grid.ts";
import type { Block } from "#kit/server/document/sheet.ts";
import { type Column, remainingWidth, tableHead, tableRow } from "#kit/server/document/table.ts";
import { listItem, paragraph, section } from "#kit/server/document/text-blocks.ts";
import { STYLE } from "#kit/server/document/typesetting.ts";

const VERDICT_COLUMNS: readonly Column[] = [
  { label: "Program", width: 62 },
  { label: "Answer", width: 96, style: STYLE.strongCell },
  { label: "In words", width: remainingWidth(62, 96, 108) },
  { label: "Findings", width: 108, style: STYLE.softCell },
];

/** The first page: the answer, and the conditions under which it may be used. */
export function* cover(faces: Faces, input: DocumentInput): Generator<Block> {
  yield* titleBlocks(faces, input);
  yield* answer(faces, input);
  yield* factGrid(faces, facts(input), { before: 18 });
  yield* conditions(faces, input);
  yield* proof(faces, input);
  yield* origin(faces, input);
}

function* titleBlocks(faces: Faces, { cover }: DocumentInput): Generator<Block> {
  yield* paragraph(faces, "Asset report", STYLE.title, { tag: "H1" });
  yield* paragraph(faces, cover.borrowerName, STYLE.name, { before: 2 });
  if (cover.coBorrowerNames.length > 0)
    yield* paragraph(faces, `with ${cover.coBorrowerNames.join(", ")}`, { ...STYLE.body, ink: "soft" });
}

function* answer(faces: Faces, { set }: DocumentInput): Generator<Block> {
  const own = ownProgramOf(set.grounds.loan);
  const remark = programWords(set.grounds.loan);
  yield section(faces, `The answer under ${PROGRAM_NAMES[own]}`, { remark, needs: 60, strong: true });
  yield* paragraph(faces, set.verdicts[own].text, STYLE.answer, { before: 8 });
  const head = tableHead(faces, VERDICT_COLUMNS, { before: 8 });
  yield head;
  for (const name of PROGRAMS) {
    const { outcome, text, counts, missing } = set.verdicts[name];
    const words = missing.length === 0 ? text : `${text} See \u201c${NOT_EVALUATED}\u201d.`;
    const cells = [PROGRAM_NAMES[name], OUTCOME_WORDS[outcome], words, countWords(counts)];
    yield* tableRow(faces, VERDICT_COLUMNS, cells, [head]);
  }
}

/** Whose the program is that the answer stands under. */
function programWords(loan: Loan): string {
  if (loan.program === undefined) return "No program is chosen yet";
  return ownProgramOf(loan) === loan.program ? "The loan's own program" : "The loan names no program that is read here";
}

function facts({ report, set, cover }: DocumentInput): Fact[] {
  return [
    ["Lender", cover.organizationName],
    ["Loan number", cover.loanNumber ?? NOT_GIVEN],
    ["Data as of", longDay(report.asOf)],
    ["Fresh until", longDay(cover.expiresOn)],
    ["Judged", localMoment(set.judgedAt, cover.timeZone)],
    ["Rules", set.ruleSetVersion],
  ];
}

function* conditions(faces: Faces, { report, cover }: DocumentInput): Generator<Block> {
  yield section(faces, CONDITIONS.title, { remark: CONDITIONS.source, needs: 110 });
  const fresh = { from: longDay(report.asOf), until: longDay(cover.expiresOn) };
  for (const [index, condition] of CONDITIONS.all(fresh).entries())
    yield* listItem(faces, `${index + 1}.`, condition, { before: index === 0 ? 6 : 1.5 });
  yield* paragraph(faces, DISCLAIMER, STYLE.strong, { before: 7 });
}

function* proof(faces: Faces, { cover }: DocumentInput): Generator<Block> {
  yield section(faces, "Check this file", { needs: 40 });
  const how = `Open ${cover.verifyUrl} and choose this file: the page says whether ${cover.productName} made it for ${cover.organizationName} and whether a byte of it has changed. The file does not leave your computer.`;
  yield* paragraph(faces, how, STYLE.body, { before: 6 });
}

function* origin(faces: Faces, { report, cover }: DocumentInput): Generator<Block> {
  yield section(faces, SOURCE, { needs: 70 });
  const sentences = [
    `Report ${cover.reportId}, ready ${localMoment(cover.readyAt, cover.timeZone)}. ${counted(report.daysRequested, "day")} of history asked for.`,
    `Provider's report ${report.providerReportId}, generated ${localMoment(report.generatedAt, cover.timeZone)}.`,
    `SHA-256 of the provider's JSON as received: ${cover.jsonSha256}`,
  ];
  for (const [index, sentence] of sentences.entries())
    yield* paragraph(faces, sentence, STYLE.aside, { before: index === 0 ? 6 : 0 });
}
