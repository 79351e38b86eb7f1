import type { Fonts } from "./fonts.ts";
import { type Block, type Part, SHEET, TEXT_WIDTH } from "./sheet.ts";
import { baseline, fitted, line, type Style, STYLE, wrap } from "./typesetting.ts";

export type Fact = readonly [label: string, value: string];

const ACROSS = 4;
const GAP = 16;
const LABEL_HEIGHT = 11;
// A value of any length must not push the page away.
const MOST_LINES = 12;

export const GRID = { system: ACROSS, gap: GAP, width: (TEXT_WIDTH - GAP * (ACROSS - 1)) / ACROSS } as const;

/** Facts side by side, four to a row, each a label over its value: words that wrap, or `figures` that do not. */
export function* factGrid(
  fonts: Fonts,
  facts: Fact[],
  { before, figures = false }: { before: number; figures?: boolean },
): Generator<Block> {
  const style: Style = figures ? STYLE.figure : STYLE.body;
  for (let from = 0; from < facts.length; from += ACROSS) {
    const row = facts.slice(from, from + ACROSS);
    const values = row.map(([, value]) =>
      figures ? [value] : wrap(fonts, value, style, GRID.width).slice(0, MOST_LINES),
    );
    const parts = row.map(([label], column): Part => {
      const place = { x: SHEET.left + column * (GRID.width + GAP), width: GRID.width };
      const lines = values[column] ?? [];
      return {
        tag: "P",
        marks: [
          line(fonts, label.toUpperCase(), STYLE.label, { ...place, y: baseline(STYLE.label) }),
          ...lines.map((text, index) =>
            fitted(fonts, text, style, { ...place, y: LABEL_HEIGHT + baseline(style, index) }),
          ),
        ],
      };
    });
    const most = Math.max(...values.map((lines) => lines.length));
    const height = LABEL_HEIGHT + most * style.leading;
    yield { form: "plain", height, before: from === 0 ? before : 8, needs: 0, parts, rules: [] };
  }
}
