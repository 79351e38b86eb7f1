import { formatMoney } from "#platform/money/money.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import { factGrid, paragraph, section } from "#platform/server/document/text-blocks.ts";
import { paginate, type Block } from "#platform/server/document/sheet.ts";
import { remainingWidth, tableHead, tableRow, type Column } from "#platform/server/document/table.ts";
import { STYLE } from "#platform/server/document/typesetting.ts";
import { writePages } from "#platform/server/document/write-pages.ts";
import {
  LINE_ITEM_TYPES,
  STATUS_LABELS,
  TYPE_LABELS,
  type LineItem,
  type Statement,
} from "#features/billing/contract.ts";
import { paidBeforeLabel } from "#features/billing/labels.ts";
import { dayWords, periodWords } from "../format.ts";

const COLUMNS: readonly Column[] = [
  { label: "Date", width: 62, style: STYLE.softCell },
  { label: "Description", width: remainingWidth(62, 44, 66, 72) },
  { label: "Quantity", width: 44, figures: true, style: STYLE.softCell },
  { label: "Unit amount", width: 66, figures: true, style: STYLE.softCell },
  { label: "Amount", width: 72, figures: true },
];

const TOTALS = COLUMNS.map((column) => ({ ...column, style: STYLE.strongCell }));

export function writeStatement(statement: Statement, productName: string): AsyncGenerator<Buffer> {
  return writePages({
    title: `Statement ${statement.number}`,
    author: productName,
    creator: productName,
    createdAt: statement.issuedAt,
    pages: (fonts) => paginate(blocksOf(fonts, statement)),
    furniture: {
      from: productName,
      title: statement.organization.name,
      foot: [`Statement ${statement.number}`],
    },
  });
}

function* blocksOf(fonts: Fonts, statement: Statement): Generator<Block> {
  const { number, organization, timeZone, status, amount, paidBefore, creditUsed, due } = statement;
  yield* paragraph(fonts, `Statement ${number}`, STYLE.title, { tag: "H1" });
  yield* paragraph(fonts, organization.name, STYLE.name, { before: 2 });
  yield* factGrid(
    fonts,
    [
      ["Period", periodWords(statement)],
      ["Issued", dayWords(statement.issuedAt, timeZone)],
      ["Due by", due > 0 ? dayWords(statement.dueAt, timeZone) : "Nothing is due"],
      ["Status", STATUS_LABELS[status]],
    ],
    { before: 18 },
  );
  yield* factGrid(
    fonts,
    [
      ["Total", formatMoney(amount)],
      ...(paidBefore === 0 ? [] : ([[paidBeforeLabel(paidBefore), formatMoney(paidBefore)]] as const)),
      ...(creditUsed === 0 ? [] : ([["Credit used", formatMoney(creditUsed)]] as const)),
      ["Due", formatMoney(due)],
    ],
    { before: 14, figures: true },
  );
  for (const [type, lines] of byType(statement.lineItems)) yield* linesOf(fonts, statement, TYPE_LABELS[type], lines);
  if (statement.lineItems.length === 0)
    yield* paragraph(fonts, "No charges in this period.", STYLE.body, { before: 18 });
}

function* linesOf(fonts: Fonts, { timeZone }: Statement, label: string, lines: readonly LineItem[]): Generator<Block> {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  yield section(fonts, label, { remark: formatMoney(total), needs: 60, level: 2 });
  const head = tableHead(fonts, COLUMNS);
  yield head;
  for (const { occurredAt, description, quantity, unitAmount, amount } of lines) {
    const cells = [
      dayWords(occurredAt, timeZone),
      description,
      String(quantity),
      formatMoney(unitAmount),
      formatMoney(amount),
    ];
    yield* tableRow(fonts, COLUMNS, cells, [head]);
  }
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  yield* tableRow(fonts, TOTALS, ["Total", "", String(count), "", formatMoney(total)], [head]);
}

/** In the order of the types. Types without a line are left out. */
function byType(lines: readonly LineItem[]): [LineItem["type"], LineItem[]][] {
  const grouped = Map.groupBy(lines, ({ type }) => type);
  return LINE_ITEM_TYPES.flatMap((type) => {
    const found = grouped.get(type);
    return found ? [[type, found] as [LineItem["type"], LineItem[]]] : [];
  });
}
