import type { Fonts } from "./fonts.ts";
import { type Block, type Part, type RuleMark, SHEET, TEXT_WIDTH, type TextMark } from "./sheet.ts";
import { inChunks } from "./text-blocks.ts";
import { baseline, fitted, line, type Style, STYLE, wrap } from "./typesetting.ts";

export interface Column {
  label: string;
  width: number;
  /** Figures are aligned right and never break; words break. */
  figures?: boolean;
  style?: Style;
  /** A long name fills several lines, rather than one in smaller letters. */
  wrapsLabel?: boolean;
  /** Its cells name the figures beside them. */
  namesRow?: boolean;
}

const GAP = 9;
const PADDING = 2.2;
const HEAD_HEIGHT = 15;

/** The row of column names, ruled below. */
export function tableHead(fonts: Fonts, columns: readonly Column[], { needs = 60, before = 0 } = {}): Block {
  const style: Style = { ...STYLE.foot, weight: "bold" };
  const labels = columns.map(({ label, width, wrapsLabel }) =>
    wrapsLabel ? wrap(fonts, label, style, width) : [label],
  );
  const most = Math.max(...labels.map((lines) => lines.length));
  const parts = columns.map(({ width, figures = false }, index): Part => {
    const lines = labels[index] ?? [];
    const marks = lines.map((text, row) => {
      const y = 9.5 + (most - lines.length + row) * style.leading;
      return fitted(fonts, text, style, { x: leftOf(columns, index), y, width, right: figures });
    });
    return { tag: "TH", scope: "Column", marks };
  });
  const height = HEAD_HEIGHT + (most - 1) * style.leading;
  return { form: "row", height, before, needs, leads: true, parts, rules: [ruleAt(height, "line")] };
}

/**
 * One row, as a block, or as several where its words fill more lines than a page should hold together. The first line
 * of each cell is on one baseline. `headings` are repeated at the top of a new page.
 */
export function* tableRow(
  fonts: Fonts,
  columns: readonly Column[],
  cells: readonly string[],
  headings: Block[],
): Generator<Block> {
  const wrapped = columns.map(({ figures, width, style = STYLE.cell }, index) =>
    figures ? [[cells[index] ?? ""]] : inChunks(wrap(fonts, cells[index] ?? "", style, width)),
  );
  const strips = Math.max(...wrapped.map((chunks) => chunks.length));
  for (let strip = 0; strip < strips; strip++) {
    const lines = Math.max(...wrapped.map((chunks) => chunks[strip]?.length ?? 0));
    const height = lines * STYLE.cell.leading + 2 * PADDING;
    const last = strip === strips - 1;
    yield {
      form: "row",
      height,
      before: 0,
      needs: 0,
      parts: columns.map((column, index) => ({
        ...(column.namesRow === true ? ({ tag: "TH", scope: "Row" } as const) : ({ tag: "TD" } as const)),
        marks: cellMarks(fonts, column, leftOf(columns, index), wrapped[index]?.[strip] ?? []),
      })),
      rules: last ? [ruleAt(height, "hair")] : [],
      headings,
    };
  }
}

function cellMarks(fonts: Fonts, { width, figures, style = STYLE.cell }: Column, x: number, lines: string[]) {
  return lines
    .map((text, row): TextMark => {
      const y = PADDING + baseline(style, row);
      return figures ? fitted(fonts, text, style, { x, y, width, right: true }) : line(fonts, text, style, { x, y });
    })
    .filter(({ text }) => text !== "");
}

function leftOf(columns: readonly Column[], index: number): number {
  return columns.slice(0, index).reduce((x, { width }) => x + width + GAP, SHEET.left as number);
}

function ruleAt(y: number, ink: "line" | "hair"): RuleMark {
  return { x: SHEET.left, y: y - 0.3, width: TEXT_WIDTH, thickness: ink === "line" ? 0.5 : 0.3, ink };
}

/** The width left for one column after the others and the gaps. */
export function remainingWidth(...others: number[]): number {
  return TEXT_WIDTH - others.reduce((sum, width) => sum + width + GAP, 0);
}

/**
 * A row that is read out as one line. For the bank's own lines, of which there are thousands: a tagged cell is an object
 * of the file, and five of them a line made the document four times as long and doubled its memory.
 */
export function asLine(row: Block): Block {
  return { ...row, form: "plain", parts: [{ tag: "P", marks: row.parts.flatMap(({ marks }) => marks) }] };
}
