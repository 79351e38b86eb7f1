// Owns earnest money (R14): the payment in the statements, and whether the account could bear it.
import { isPayment, linesOf, type Case, type Line } from "../case.ts";
import { averageOf } from "../statements/averages.ts";
import { once } from "../once.ts";
import { order } from "../order.ts";
import { dollars } from "../figures.ts";
import { accountName, finding, type Finding } from "../finding.ts";
import { CONVENTIONAL } from "../programs.ts";
import { RULES } from "../rule-set.ts";
import { WORDS } from "../word-lists.ts";

export interface EarnestMoney {
  readonly expectedCents: number;
  /** The nearest sum, then the newest; `null`: not in the statements. */
  readonly line: Line | null;
  /** Whether the paying account held as much on average; `null` where it is not found. */
  readonly averageSupports: boolean | null;
}

/** `null` where the loan names none. */
export function readEarnestMoney(one: Case): { earnest: EarnestMoney | null; findings: Finding[] } {
  const expectedCents = one.loan.emd ?? 0;
  if (expectedCents === 0) return { earnest: null, findings: [] };
  const room = (expectedCents * RULES.R14.parameters.amountPercent) / 100;
  const [line = null] = paidToHolders(one)
    .filter(({ cents }) => Math.abs(cents - expectedCents) <= room)
    .sort(
      (a, b) =>
        Math.abs(a.cents - expectedCents) - Math.abs(b.cents - expectedCents) || b.day - a.day || order(a.id, b.id),
    );
  const average = line && averageOf(line.holding.account);
  const earnest = { expectedCents, line, averageSupports: line && (average?.cents ?? 0) >= expectedCents };
  return { earnest, findings: findingsOf(earnest) };
}

const paidToHolders = once((layout): readonly Line[] =>
  [...linesOf(layout)].filter((line) => isPayment(line) && WORDS.earnestMoney.test(line.words)),
);

function findingsOf({ expectedCents, line, averageSupports }: EarnestMoney): Finding[] {
  const shared = { ruleId: "R14", programs: CONVENTIONAL, severity: "review" } as const;
  if (!line)
    return [
      finding({
        ...shared,
        code: "EARNEST_MONEY_NOT_FOUND",
        text: `No payment of ${dollars(expectedCents)} to a title or escrow company is in the statements. Ask which account paid it, and for the receipt.`,
        inputs: { expectedCents },
      }),
    ];
  if (averageSupports) return [];
  return [
    finding({
      ...shared,
      code: "EARNEST_MONEY_UNSUPPORTED",
      text: `${accountName(line.holding)} paid ${dollars(line.cents)} of earnest money but held less on average. Ask where it came from.`,
      inputs: { expectedCents, paidCents: line.cents },
      lines: [line],
    }),
  ];
}
