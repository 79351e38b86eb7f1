// Owns deposits from exchanges of virtual currency (R16): money once it is dollars, and papers for how it became them.
import { PROGRAMS } from "../programs.ts";
import { inWords } from "../days.ts";
import { isDeposit, linesOf, type Case, type Line } from "../case.ts";
import { once } from "../once.ts";
import { order } from "../order.ts";
import { dollars } from "../figures.ts";
import { accountName, finding, type Finding } from "../finding.ts";
import { EXCHANGES } from "../word-lists.ts";

/** @param largeCents above which a deposit is large; `null`: not known */
export function readVirtualCurrency(
  one: Case,
  largeCents: number | null,
): { lines: readonly Line[]; findings: Finding[] } {
  const lines = exchangedOf(one);
  const findings = lines.map((line) =>
    finding({
      ruleId: "R16",
      code: "VIRTUAL_CURRENCY",
      programs: PROGRAMS,
      severity: largeCents !== null && -line.cents <= largeCents ? "info" : "review",
      text: `${dollars(-line.cents)} came from an exchange of virtual currency into ${accountName(line.holding)} on ${inWords(line.source.date)}. Document that the currency was the borrower's and was turned into dollars.`,
      inputs: { amountCents: -line.cents },
      lines: [line],
    }),
  );
  return { lines, findings };
}

const exchangedOf = once((layout): readonly Line[] =>
  [...linesOf(layout)]
    .filter((line) => isDeposit(line) && EXCHANGES.test(line.words))
    .sort((a, b) => a.day - b.day || order(a.id, b.id)),
);
