// Owns the report's transactions as CSV for spreadsheets, each with the findings that name it.
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { currencyOf } from "#features/underwriting/rules/currency.ts";
import { categoryWords } from "#features/underwriting/labels.ts";
import { csvLines } from "#kit/contract/csv.ts";
import { marksOf } from "#features/asset-reports/server/document/finding-marks.ts";
import type { FileSource } from "./file-source.ts";

const HEAD = [
  "Report",
  "Findings set",
  "Institution",
  "Account",
  "Number",
  "Account id",
  "Transaction id",
  "Date",
  "Description",
  "Category",
  "Amount",
  "Currency",
  "Status",
  "Findings",
  "Category in words",
];

export function reportCsv(source: Pick<FileSource, "report" | "set" | "parsedReport">): Generator<string> {
  return csvLines(linesOf(source));
}

function* linesOf({
  report,
  set,
  parsedReport,
}: Pick<FileSource, "report" | "set" | "parsedReport">): Generator<string[]> {
  yield HEAD;
  const own = [report.id, set.id];
  let isEmpty = true;
  for (const line of transactionsOf(parsedReport, marksOf(set.findings).words)) {
    isEmpty = false;
    yield [...own, ...line];
  }
  // Without a line of its own the file of every empty report would be the same, whosever it is.
  if (isEmpty) yield HEAD.map((name, at) => own[at] ?? (name === "Findings" ? "No transactions" : ""));
}

function* transactionsOf({ items }: ParsedReport, words: ReadonlyMap<string, string>): Generator<string[]> {
  for (const { institutionName, accounts } of items)
    for (const account of accounts)
      for (const line of account.transactions)
        yield [
          institutionName,
          account.name,
          account.mask ?? "",
          account.id,
          line.id,
          line.date,
          line.description,
          line.category ?? "",
          decimal(0 - line.amountCents), // the provider's sign is positive for money out
          currencyOf(line, account) ?? "",
          line.pending ? "Pending" : "Posted",
          words.get(line.id) ?? "",
          line.category === null ? "" : categoryWords(line.category), // last: those before it keep their places
        ];
}

/** `-1234.56`: by its digits, since a large sum divided by 100 is no longer exact. */
function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
