import { VOD_NOTE } from "#features/underwriting/rules-edition-1/statements/vod.ts";
import { openedWords, VOD_TITLE, VOD_WORDS, counted, NOT_GIVEN } from "#features/underwriting/labels.ts";
import { kindWords } from "#features/borrowers/labels.ts";
import { balance } from "./balance.ts";
import type { DocumentInput } from "./document-input.ts";
import type { ReportFacts } from "./report-facts.ts";
import { longDay } from "#kit/server/document/dates.ts";
import { factGrid } from "#kit/server/document/fact-grid.ts";
import type { Faces } from "#kit/server/document/faces.ts";
import { type Block, NEW_PAGE } from "#kit/server/document/sheet.ts";
import { type Column, remainingWidth, tableHead, tableRow } from "#kit/server/document/table.ts";
import { paragraph, section } from "#kit/server/document/text-blocks.ts";
import { STYLE } from "#kit/server/document/typesetting.ts";

const COLUMNS: readonly Column[] = [
  { label: VOD_WORDS.institutionName, width: remainingWidth(90, 52, 32, 60, 60, 74) },
  { label: VOD_WORDS.owners, width: 90 },
  { label: VOD_WORDS.type, width: 52, style: STYLE.softCell },
  { label: VOD_WORDS.lastFour, width: 32 },
  { label: VOD_WORDS.currentCents, width: 60, figures: true },
  { label: VOD_WORDS.averageCents, width: 60, figures: true },
  { label: VOD_WORDS.openedBy, width: 74, style: STYLE.softCell },
];

/** The data in the fields of a verification of deposit. It says on its face what it is not. */
export function* vodPage(faces: Faces, { report, cover }: DocumentInput, { vod }: ReportFacts): Generator<Block> {
  const currencies = new Map(
    report.items.flatMap(({ accounts }) => accounts.map(({ id, currency }) => [id, currency] as const)),
  );
  yield section(faces, VOD_TITLE, { needs: NEW_PAGE, strong: true });
  yield* paragraph(faces, VOD_NOTE, STYLE.heading, { before: 8 });
  yield* factGrid(
    faces,
    [
      ["Lender", cover.organizationName],
      ["Applicants", [cover.borrowerName, ...cover.coBorrowerNames].join(", ")],
      ["Loan number", cover.loanNumber ?? NOT_GIVEN],
      ["Data as of", longDay(report.asOf)],
    ],
    { before: 12 },
  );
  yield section(faces, "Deposit accounts", { remark: counted(vod.length, "account"), needs: 60 });
  const head = tableHead(faces, COLUMNS);
  yield head;
  for (const row of vod) {
    const currency = currencies.get(row.accountId) ?? null;
    const cells = [
      row.institutionName,
      row.owners.join(", ") || NOT_GIVEN,
      kindWords(row.type),
      row.lastFour ?? NOT_GIVEN,
      balance(row.currentCents, currency),
      balance(row.averageCents, currency),
      openedWords(row.openedBy === null ? null : longDay(row.openedBy)),
    ];
    yield* tableRow(faces, COLUMNS, cells, [head]);
  }
  yield* paragraph(faces, WHAT_IS_UNKNOWN, STYLE.aside, { before: 6 });
}

const WHAT_IS_UNKNOWN =
  "The average is the mean of the newest 60 daily balances, or of as many as there are. The bank does not tell the day " +
  "an account was opened, nor loans that an account secures. No signature of a bank stands on this page or is meant to.";
