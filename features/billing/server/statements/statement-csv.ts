import { TYPE_LABELS, type Statement } from "#features/billing/contract.ts";
import { paidBeforeLabel } from "#features/billing/labels.ts";
import { toCsv } from "#platform/contract/csv.ts";
import { dayOf } from "../months/months.ts";

const HEAD = ["Statement", "Date", "Type", "Description", "Quantity", "Unit amount", "Amount", "Borrower", "Report"];

export function statementCsv({ number, timeZone, lineItems, amount, paidBefore, creditUsed, due }: Statement): string {
  const closing = (words: string, cents: number) => [number, "", words, "", "", "", plain(cents), "", ""];
  return toCsv([
    HEAD,
    ...lineItems.map((line) => [
      number,
      dayOf(line.occurredAt, timeZone),
      TYPE_LABELS[line.type],
      line.description,
      String(line.quantity),
      plain(line.unitAmount),
      plain(line.amount),
      line.borrowerId ?? "",
      line.assetReportId ?? "",
    ]),
    closing("Total", amount),
    ...(paidBefore === 0 ? [] : [closing(paidBeforeLabel(paidBefore), paidBefore)]),
    ...(creditUsed === 0 ? [] : [closing("Credit used", creditUsed)]),
    closing("Due", due),
  ]);
}

/** With a point and two decimals, which every spreadsheet reads as a number. */
function plain(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
