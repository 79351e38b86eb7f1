import type { EvidenceSource } from "#features/underwriting/contract.ts";
import { KIND_WORDS, letterWords } from "#features/underwriting/labels.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { currencyOf } from "#features/underwriting/rules/currency.ts";
import type { DocumentInput } from "./document-input.ts";
import { longDay } from "#kit/server/document/dates.ts";
import type { Faces } from "#kit/server/document/faces.ts";
import { money } from "#kit/server/document/money.ts";
import type { Block } from "#kit/server/document/sheet.ts";
import { type Column, remainingWidth, tableHead, tableRow } from "#kit/server/document/table.ts";
import { paragraph, section } from "#kit/server/document/text-blocks.ts";
import { STYLE } from "#kit/server/document/typesetting.ts";

const COLUMNS: readonly Column[] = [
  { label: "Kind", width: 88 },
  { label: "Deposit", width: remainingWidth(88, 150, 72) },
  { label: "Letter", width: 150, style: STYLE.softCell },
  { label: "Explained", width: 72, figures: true },
];

/** What the lender accepted as the source of deposits. */
export function* evidenceTable(faces: Faces, { report, set }: DocumentInput): Generator<Block> {
  const { evidence } = set.grounds;
  yield section(faces, "Evidence that was accepted", { remark: "By the lender", needs: 60, before: 28 });
  if (evidence.length === 0) {
    yield* paragraph(faces, "None.", STYLE.body, { before: 6 });
    return;
  }
  const head = tableHead(faces, COLUMNS);
  yield head;
  for (const one of evidence)
    yield* tableRow(faces, COLUMNS, [KIND_WORDS[one.kind], deposit(report, one), letter(one), explained(one)], [head]);
}

function deposit({ items }: ParsedReport, { transactionId }: EvidenceSource): string {
  if (transactionId === null) return "Still to come";
  for (const { accounts } of items)
    for (const account of accounts) {
      const line = account.transactions.find(({ id }) => id === transactionId);
      if (line)
        return `${longDay(line.date)}, ${line.description}, ${money(0 - line.amountCents, currencyOf(line, account))}`;
    }
  return "A deposit of an earlier report";
}

/** A gift that is still to come explains no deposit. */
function explained({ transactionId, sourcedCents }: EvidenceSource): string {
  return transactionId === null ? "" : money(sourcedCents, "USD");
}

function letter(source: EvidenceSource): string {
  const { kind, donor, amountCents } = source;
  if (kind !== "gift") return "";
  const known = [
    donor?.name === undefined ? null : `From ${donor.name}`,
    donor?.relationship ?? null,
    amountCents === undefined ? null : money(amountCents, "USD"),
  ].filter((words) => words !== null);
  return [known.join(", "), letterWords(source)].filter((words) => words !== "").join(". ");
}
