import type { ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import { currencyOf } from "#features/underwriting/rules/currency.ts";
import { categoryWords, counted } from "#features/underwriting/labels.ts";
import { longDay } from "#kit/server/document/dates.ts";
import type { Faces } from "#kit/server/document/faces.ts";
import { money } from "#kit/server/document/money.ts";
import type { Block } from "#kit/server/document/sheet.ts";
import { asLine, type Column, remainingWidth, tableHead, tableRow } from "#kit/server/document/table.ts";
import { postedFlow } from "./totals.ts";
import { paragraph, section } from "#kit/server/document/text-blocks.ts";
import { STYLE } from "#kit/server/document/typesetting.ts";

const COLUMNS: readonly Column[] = [
  { label: "Date", width: 50 },
  { label: "Description", width: remainingWidth(50, 104, 31, 26, 66) },
  { label: "Category", width: 104, style: STYLE.softCell },
  { label: "Status", width: 31, style: STYLE.softCell },
  { label: "Finding", width: 26, style: STYLE.strongCell },
  { label: "Amount", width: 66, figures: true },
];

/** The account's lines as the provider orders them; money out is negative. `marks`: numbers of findings, by line. */
export function* transactionTable(
  faces: Faces,
  account: ReportAccount,
  marks: ReadonlyMap<string, string>,
): Generator<Block> {
  const { transactions, name, mask } = account;
  yield section(faces, "Transactions", { remark: summary(account), needs: 70 });
  if (transactions.length === 0) {
    yield* paragraph(faces, "The bank gave no transaction for this account.", STYLE.body, { before: 6 });
    return;
  }
  const head = asLine(tableHead(faces, COLUMNS, { needs: 40 }));
  const label = mask === null ? name : `${name}, ending in ${mask}`;
  const again = [section(faces, label, { remark: "Transactions, continued", needs: 0 }), head];
  yield head;
  for (const transaction of transactions)
    for (const row of tableRow(faces, COLUMNS, cellsOf(transaction, account, marks), again)) yield asLine(row);
}

function cellsOf(line: ReportTransaction, account: ReportAccount, marks: ReadonlyMap<string, string>): string[] {
  const { id, date, description, category, pending, amountCents } = line;
  return [
    longDay(date),
    description,
    category === null ? "" : categoryWords(category),
    pending ? "Pending" : "",
    marks.get(id) ?? "",
    // The provider's sign is positive for money out.
    money(0 - amountCents, currencyOf(line, account)),
  ];
}

function summary(account: ReportAccount): string {
  const { transactions, currency } = account;
  if (transactions.length === 0) return "";
  const pending = transactions.filter((transaction) => transaction.pending).length;
  const lines = counted(transactions.length, "line") + (pending === 0 ? "" : `, ${pending} pending`);
  const flow = postedFlow(account);
  if (flow === null) return `${lines}; in more than one currency`;
  return `${lines}; posted in ${money(flow.inCents, currency)}, out ${money(0 - flow.outCents, currency)}`;
}
