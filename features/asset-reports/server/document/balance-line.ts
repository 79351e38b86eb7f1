import { daysBetween, longDay } from "#platform/dates/days.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import { type Block, type RuleMark, SHEET, TEXT_WIDTH } from "#platform/server/document/sheet.ts";
import { section } from "#platform/server/document/text-blocks.ts";
import { fitted, line, STYLE } from "#platform/server/document/typesetting.ts";

const HEIGHT = 44;
const TOP = 8;
const LABELS = 76;
const GAP = 9;

/** The daily balances as a thin line between the highest and the lowest day; nothing below two days. */
export function* balanceLine(fonts: Fonts, account: ReportAccount): Generator<Block> {
  const days = [...account.historicalBalances].sort((a, b) => (a.date < b.date ? -1 : 1));
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last || first.date === last.date) return;

  const cents = days.map(({ currentCents }) => currentCents);
  const low = Math.min(...cents);
  const high = Math.max(...cents);
  const width = TEXT_WIDTH - LABELS - GAP;
  const span = daysBetween(first.date, last.date);
  // A flat line runs through the middle.
  const yOf = (value: number) => TOP + (high === low ? HEIGHT / 2 : (HEIGHT * (high - value)) / (high - low));
  const points = days.map(({ date, currentCents }): [number, number] => [
    SHEET.left + (width * daysBetween(first.date, date)) / span,
    yOf(currentCents),
  ]);
  const ruleAt = (y: number, ink: RuleMark["ink"]): RuleMark => ({ x: SHEET.left, y, width, thickness: 0.3, ink });
  const rules = [ruleAt(TOP, "hair"), ruleAt(TOP + HEIGHT, "hair")];
  if (low < 0 && high > 0) rules.push(ruleAt(yOf(0), "line"));

  const place = { x: SHEET.left + width + GAP, width: LABELS, right: true };
  const labels =
    high === low
      ? [fitted(fonts, formatMoney(high, account.currency), STYLE.aside, { ...place, y: TOP + HEIGHT / 2 + 2.6 })]
      : [
          fitted(fonts, formatMoney(high, account.currency), STYLE.aside, { ...place, y: TOP + 2.6 }),
          fitted(fonts, formatMoney(low, account.currency), STYLE.aside, { ...place, y: TOP + HEIGHT + 2.6 }),
        ];
  const dates = [
    line(fonts, longDay(first.date), STYLE.aside, { x: SHEET.left, y: TOP + HEIGHT + 12 }),
    line(fonts, longDay(last.date), STYLE.aside, { x: SHEET.left, y: TOP + HEIGHT + 12, width, right: true }),
  ];
  const alt =
    `Daily balance from ${longDay(first.date)} to ${longDay(last.date)}: ` +
    `lowest ${formatMoney(low, account.currency)}, highest ${formatMoney(high, account.currency)}.`;

  yield section(fonts, "Daily balance", { needs: 100, before: 16 });
  yield {
    form: "plain",
    height: TOP + HEIGHT + 16,
    before: 4,
    needs: 0,
    parts: [{ tag: "Figure", alt, marks: [...labels, ...dates], traces: [{ points, thickness: 0.9, ink: "text" }] }],
    rules,
  };
}
