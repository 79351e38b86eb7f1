// Owns rent (R15): months in a row that one payee was paid.
import { isPayment, linesOf, type Line } from "../case.ts";
import { median } from "../figures.ts";
import { once } from "../once.ts";
import { RULES } from "../rule-set.ts";
import { CATEGORY, WORDS } from "../word-lists.ts";
import { byPayee, longestRun, payeeKey } from "./streams.ts";

export interface Rent {
  readonly payee: string;
  readonly monthlyCents: number;
  /** In a row. */
  readonly months: number;
  /** Twelve in a row of at least $300 can help in Desktop Underwriter; the days to be reviewed do not grow by it. */
  readonly isEligible: boolean;
  readonly lines: readonly Line[];
}

/** The longest; `null` without any. */
export const readRent = once((layout): Rent | null => {
  const { months, leastCents, gap } = RULES.R15.parameters;
  const paid = [...linesOf(layout)].filter((line) => isPayment(line) && isRent(line));
  const [longest] = [...byPayee(paid).values()]
    .map((lines) => longestRun(lines, gap))
    .sort((a, b) => b.length - a.length || b.at(-1)!.day - a.at(-1)!.day); // no group is empty
  if (!longest) return null;
  const enough = longest.filter(({ cents }) => cents >= leastCents);
  return {
    payee: longest[0]!.source.merchantName ?? payeeKey(longest[0]!),
    monthlyCents: median(longest.map(({ cents }) => cents)),
    months: longest.length,
    isEligible: longestRun(enough, gap).length >= months,
    lines: longest,
  };
});

function isRent({ category, words }: Line): boolean {
  return CATEGORY.rent.test(category) || WORDS.rent.test(words);
}
