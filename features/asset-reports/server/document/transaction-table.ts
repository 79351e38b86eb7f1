import type { ReportAccount, ReportTransaction } from "#features/asset-reports/contract.ts";
import { counted, phrase } from "./account-words.ts";
import { longDay } from "./dates.ts";
import type { Faces } from "./faces.ts";
import { money } from "./money.ts";
import type { Block } from "./sheet.ts";
import { asLine, type Column, remainingWidth, tableHead, tableRow } from "./table.ts";
import { postedFlow } from "./totals.ts";
import { paragraph, section } from "./text-blocks.ts";
import { STYLE } from "./typesetting.ts";

const COLUMNS: readonly Column[] = [
  { label: "Date", width: 52 },
  { label: "Description", width: remainingWidth(52, 104, 34, 68) },
  { label: "Category", width: 104, style: STYLE.softCell },
  { label: "Status", width: 34, style: STYLE.softCell },
  { label: "Amount", width: 68, figures: true },
];

/** The account's lines as the provider orders them; money out is negative. */
export function* transactionTable(faces: Faces, account: ReportAccount): Generator<Block> {
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
    for (const row of tableRow(faces, COLUMNS, cellsOf(transaction), again)) yield asLine(row);
}

function cellsOf({ date, description, category, pending, amountCents, currency }: ReportTransaction): string[] {
  return [
    longDay(date),
    description,
    category === null ? "" : phrase(category),
    pending ? "Pending" : "",
    // The provider's sign is positive for money out.
    money(0 - amountCents, currency),
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
