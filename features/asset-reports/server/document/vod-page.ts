import { longDay } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import { kindWords } from "#features/borrowers/labels.ts";
import { NOT_GIVEN, openedWords, VOD_LABELS, VOD_NOTE } from "#features/underwriting/labels.ts";
import { factGrid, paragraph, section } from "#platform/server/document/text-blocks.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import type { Block } from "#platform/server/document/sheet.ts";
import { type Column, remainingWidth } from "#platform/server/document/table.ts";
import { STYLE } from "#platform/server/document/typesetting.ts";
import type { DocumentIndex } from "./document-index.ts";
import { type DocumentInput, table } from "./schema.ts";
import { amountOr, HEADINGS, NONE } from "./document-labels.ts";

const COLUMNS: readonly Column[] = [
  { label: "", width: 16 },
  { label: VOD_LABELS.institutionName, width: remainingWidth(16, 80, 44, 28, 56, 26, 52, 52) },
  { label: VOD_LABELS.owners, width: 80 },
  { label: VOD_LABELS.type, width: 44, style: STYLE.softCell },
  { label: VOD_LABELS.lastFour, width: 28 },
  { label: VOD_LABELS.openedBy, width: 56, style: STYLE.softCell },
  { label: "Counts", width: 26 },
  { label: "2-month avg.", width: 52, figures: true },
  { label: VOD_LABELS.currentCents, width: 52, figures: true },
];

const LOAN_COLUMNS: readonly Column[] = [
  { label: "", width: 18 },
  { label: "Institution", width: remainingWidth(18, 110, 60, 90) },
  { label: "Type", width: 110, style: STYLE.softCell },
  { label: "Number", width: 60 },
  { label: "Balance owed", width: 90, figures: true },
];

/** The data in the fields of a verification of deposit, marked as not being one. */
export function* vodPage(fonts: Fonts, { evaluation }: DocumentInput, index: DocumentIndex): Generator<Block> {
  const { printed, figures } = evaluation;
  const currencies = new Map(index.accounts.map(({ source }) => [source.id, source.currency]));
  yield section(fonts, HEADINGS.vod, { remark: "Data view, not Form 1006", needs: 220, before: 28, strong: true });
  yield* paragraph(fonts, VOD_NOTE, STYLE.heading, { before: 8 });
  yield* factGrid(
    fonts,
    [
      ["Lender", printed.lender],
      ["Applicants", printed.fullNames.join(", ")],
      ["Loan number", printed.loanNumber ?? NOT_GIVEN],
      ["Data as of", longDay(index.report.asOf)],
    ],
    { before: 12 },
  );
  yield section(fonts, "Asset accounts", { remark: formatCount(figures.vod.length, "account"), needs: 60 });
  const rows = figures.vod.map((row) => [
    index.accountRef(row.accountId),
    row.institutionName,
    row.owners.join(", ") || NOT_GIVEN,
    kindWords(row.type),
    row.lastFour ?? NOT_GIVEN,
    openedWords(row.openedBy === null ? null : longDay(row.openedBy)),
    row.isCounted ? "Yes" : "No",
    amountOr(row.averageCents, currencies.get(row.accountId) ?? null),
    amountOr(row.currentCents, currencies.get(row.accountId) ?? null),
  ]);
  yield* table(fonts, COLUMNS, rows, NONE);
  yield* paragraph(fonts, VOD_LEGEND, STYLE.aside, { before: 6 });
  yield* addresses(fonts, index, new Set(figures.vod.map(({ accountId }) => accountId)));
  yield section(fonts, "Loans at these banks", { remark: formatCount(figures.vodLoans.length, "account"), needs: 50 });
  const loans = figures.vodLoans.map(({ accountId, institutionName, type, lastFour, balanceCents }) => [
    index.accountRef(accountId),
    institutionName,
    kindWords(type),
    lastFour ?? NOT_GIVEN,
    amountOr(balanceCents, currencies.get(accountId) ?? null),
  ]);
  yield* table(
    fonts,
    LOAN_COLUMNS,
    loans,
    "The report has no credit or loan account. Loans that the borrower did not share are not in it.",
  );
}

const VOD_LEGEND =
  "The two-month average is the mean of the newest 60 daily balances, or of as many as there are. Date opened: at least since this day, by the data; the bank does not report the day itself.";

const ADDRESS_COLUMNS: readonly Column[] = [
  { label: "", width: 18 },
  { label: "Account holder", width: 160 },
  { label: "Address at the bank", width: remainingWidth(18, 160) },
];

function* addresses(fonts: Fonts, { accounts }: DocumentIndex, shown: ReadonlySet<string>): Generator<Block> {
  const rows = accounts.flatMap(({ ref, source }) =>
    !shown.has(source.id)
      ? []
      : source.owners.map(({ names, addresses: all }) => [
          ref,
          names.join(", ") || NOT_GIVEN,
          all.join("; ") || NOT_GIVEN,
        ]),
  );
  if (rows.length > 0) yield* table(fonts, ADDRESS_COLUMNS, rows, NONE, { before: 10 });
}
