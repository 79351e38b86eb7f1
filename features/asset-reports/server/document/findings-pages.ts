import type { Finding } from "#features/underwriting/contract.ts";
import { NOT_EVALUATED, SEVERITY_WORDS, accountName, counted } from "#features/underwriting/labels.ts";
import { termWords } from "#features/loans/words.ts";
import type { ParsedReport, ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import { currencyOf } from "#features/underwriting/rules/currency.ts";
import type { DocumentInput } from "./document-input.ts";
import { numberOf } from "./finding-marks.ts";
import { figureWords, programWords } from "./finding-words.ts";
import { longDay } from "#kit/server/document/dates.ts";
import type { Faces } from "#kit/server/document/faces.ts";
import { money } from "#kit/server/document/money.ts";
import { type Block, SHEET } from "#kit/server/document/sheet.ts";
import { type Column, remainingWidth, tableHead, tableRow } from "#kit/server/document/table.ts";
import { listItem, paragraph, section } from "#kit/server/document/text-blocks.ts";
import { STYLE } from "#kit/server/document/typesetting.ts";

/** More than these stand in the tables of transactions alone, where each is marked. */
const MOST_LINES = 12;
const INDENT = 30;

const COLUMNS: readonly Column[] = [
  { label: "Account", width: 118, style: STYLE.softCell },
  { label: "Date", width: 52 },
  { label: "Description", width: remainingWidth(118, 52, 70) },
  { label: "Amount", width: 70, figures: true },
];

interface Found {
  readonly line: ReportTransaction;
  readonly account: ReportAccount;
}

/** Each finding: what was seen, by which rule of which guide, the figures that tripped it, the lines it was seen in. */
export function* findingsPages(faces: Faces, { report, set }: DocumentInput): Generator<Block> {
  const { findings } = set;
  yield section(faces, "Findings", {
    remark: counted(findings.length, "finding"),
    needs: 90,
    before: 28,
    strong: true,
  });
  if (findings.length === 0) {
    yield* paragraph(faces, "No rule found anything to settle or to note.", STYLE.body, { before: 6 });
  }
  const lines = linesNamed(report, findings);
  for (const [place, finding] of findings.entries()) yield* onePage(faces, finding, numberOf(place), lines);
  yield* notEvaluated(faces, set.notEvaluated);
}

function* onePage(
  faces: Faces,
  { severity, title, text, inputs, ruleId, programs, source, transactionIds }: Finding,
  number: string,
  lines: ReadonlyMap<string, Found>,
): Generator<Block> {
  const heading = `${number}  ${SEVERITY_WORDS[severity]}: ${title}`;
  yield* paragraph(faces, heading, STYLE.finding, {
    tag: "H3",
    before: 13,
    needs: transactionIds.length > 0 ? 116 : 66,
  });
  const within = { x: SHEET.left + INDENT };
  yield* paragraph(faces, text, STYLE.body, { ...within, before: 1 });
  const figures = figureWords(inputs);
  if (figures !== "") yield* paragraph(faces, `Figures: ${figures}`, STYLE.aside, { ...within, before: 2 });
  const cited = `Rule ${ruleId} under ${programWords(programs)}. Source: ${source}.`;
  yield* paragraph(faces, cited, STYLE.aside, { ...within, before: figures === "" ? 2 : 0 });

  const named = [...new Set(transactionIds)].flatMap((id) => lines.get(id) ?? []);
  if (named.length === 0) return;
  const head = tableHead(faces, COLUMNS, { before: 4 });
  yield head;
  for (const { line, account } of named.slice(0, MOST_LINES))
    yield* tableRow(
      faces,
      COLUMNS,
      [
        accountName(account),
        longDay(line.date),
        line.description,
        money(0 - line.amountCents, currencyOf(line, account)),
      ],
      [head],
    );
  const more = named.length - MOST_LINES;
  if (more > 0)
    yield* paragraph(faces, `And ${more} more, marked ${number} among the transactions.`, STYLE.aside, { before: 3 });
}

function* notEvaluated(faces: Faces, missing: DocumentInput["set"]["notEvaluated"]): Generator<Block> {
  if (missing.length === 0) return;
  yield section(faces, NOT_EVALUATED, { remark: "For want of terms of the loan, or of data", needs: 40, before: 28 });
  for (const [index, one] of missing.entries()) {
    const wanted = one.missing.map(termWords).join(", ");
    const words = `Rule ${one.ruleId} under ${programWords(one.programs)}: ${wanted} not given.`;
    yield* listItem(faces, "\u2013", words, { before: index === 0 ? 6 : 1.5 });
  }
}

/** Those lines of the report that any finding names. */
function linesNamed({ items }: ParsedReport, findings: readonly Finding[]): ReadonlyMap<string, Found> {
  const wanted = new Set(findings.flatMap(({ transactionIds }) => transactionIds));
  const found = new Map<string, Found>();
  for (const { accounts } of items)
    for (const account of accounts)
      for (const line of account.transactions) if (wanted.has(line.id)) found.set(line.id, { line, account });
  return found;
}
