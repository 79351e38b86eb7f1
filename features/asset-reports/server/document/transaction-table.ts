import { longDay } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import { formatMoney } from "#platform/money/money.ts";
import { classWords } from "#features/underwriting/labels.ts";
import { currencyOf } from "#features/underwriting/rules/currency.ts";
import type { ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import type { Block } from "#platform/server/document/sheet.ts";
import { type Column, remainingWidth } from "#platform/server/document/table.ts";
import { section } from "#platform/server/document/text-blocks.ts";
import { STYLE } from "#platform/server/document/typesetting.ts";
import type { DocumentAccount, DocumentIndex } from "./document-index.ts";
import { HEADINGS } from "./document-labels.ts";
import { table } from "./schema.ts";

const COLUMNS: readonly Column[] = [
  { label: "Date", width: 50 },
  { label: "Description", width: remainingWidth(50, 132, 31, 28, 64) },
  { label: "Class and payee", width: 132, style: STYLE.softCell },
  { label: "Status", width: 31, style: STYLE.softCell },
  { label: "Finding", width: 28, style: STYLE.strongCell },
  { label: "Amount", width: 64, figures: true },
];

/** The account's lines, newest first, each with its class and payee. Money out is negative. */
export function* transactionTable(
  fonts: Fonts,
  { ref, source }: DocumentAccount,
  index: DocumentIndex,
): Generator<Block> {
  const label = `${HEADINGS.transactions}, ${ref}`;
  yield section(fonts, label, { remark: summary(source), needs: 70 });
  const heading = section(fonts, label, { remark: "Continued", needs: 0 });
  yield* table(fonts, COLUMNS, rowsOf(source, index), "The bank gave no transaction for this account.", {
    asLines: true,
    heading,
  });
}

function* rowsOf(account: ReportAccount, index: DocumentIndex): Generator<string[]> {
  for (const line of account.transactions) yield cellsOf(line, account, index);
}

function cellsOf(line: ReportTransaction, account: ReportAccount, index: DocumentIndex): string[] {
  const known = index.classOf(line.id);
  return [
    longDay(line.date),
    line.description,
    known === undefined
      ? ""
      : [classWords(known.class), known.payee ?? ""].filter((part) => part !== "").join(" \u00b7 "),
    line.pending ? "Pending" : "",
    index.findingsOf(line.id),
    // The provider's sign is positive for money out.
    formatMoney(0 - line.amountCents, currencyOf(line, account)),
  ];
}

function summary(account: ReportAccount): string {
  const { transactions, currency } = account;
  if (transactions.length === 0) return "";
  const pending = transactions.filter((line) => line.pending).length;
  const lines = formatCount(transactions.length, "line") + (pending === 0 ? "" : `, ${pending} pending`);
  if (transactions.some((line) => currencyOf(line, account) !== currency)) return `${lines}; in more than one currency`;
  let [inCents, outCents] = [0, 0];
  for (const { amountCents, pending: isPending } of transactions) {
    if (isPending) continue;
    if (amountCents < 0) inCents -= amountCents;
    else outCents += amountCents;
  }
  return `${lines}; posted in ${formatMoney(inCents, currency)}, out ${formatMoney(0 - outCents, currency)}`;
}
