// Owns debts that are paid again and again (R11), and which of them the application does not name.
import { PROGRAMS } from "../programs.ts";
import type { Loan } from "#features/loans/contract.ts";
import { isPayment, linesOf, type Case, type Layout, type Line } from "../case.ts";
import { matchTransfers } from "../deposits/deposits.ts";
import { once } from "../once.ts";
import { order } from "../order.ts";
import { dollars, half, median, sum } from "../figures.ts";
import { finding, type Finding } from "../finding.ts";
import { RULES } from "../rule-set.ts";
import { CATEGORY, LENDERS, WORDS } from "../word-lists.ts";
import { paidToOwnCards } from "./own-cards.ts";
import { bySum, longestRun, payeeKey, byPayee } from "./streams.ts";

const { monthlyGap, payInFourGap, payInFourOverDays, amountPercent, disclosedPercent, fhaResubmitCents } =
  RULES.R11.parameters;
/** Times that a payment must come again: of a known lender, and of anybody else. */
const LEAST = { known: 2, unknown: 3 };
const PAY_IN_FOUR_LEAST = 3;

export interface Debt {
  readonly creditor: string;
  readonly monthlyCents: number;
  readonly occurrences: number;
  readonly isDisclosed: boolean;
  /** The application names the creditor, with another payment. */
  readonly reason: "AMOUNT_DIFFERS" | "NOT_NAMED" | null;
  readonly lines: readonly Line[];
}

export interface Debts {
  /** Those that the application names first, the largest first. */
  readonly debts: readonly Debt[];
  readonly undisclosedMonthlyCents: number;
  /** FHA asks for a new submission where undisclosed debts are above this together. */
  readonly isFhaResubmit: boolean;
}

export function readDebts(one: Case): { debts: Debts; findings: Finding[] } {
  const named = one.loan.disclosedLiabilities ?? [];
  const debts = paidAgain(one)
    .map(({ lines, monthlyCents }): Debt => {
      const creditor = lines[0]!.source.merchantName ?? payeeKey(lines[0]!); // a stream has lines
      const reason = whyUndisclosed(creditor, monthlyCents, named);
      return { creditor, monthlyCents, occurrences: lines.length, isDisclosed: reason === null, reason, lines };
    })
    .sort(
      (a, b) =>
        Number(b.isDisclosed) - Number(a.isDisclosed) ||
        b.monthlyCents - a.monthlyCents ||
        order(a.creditor, b.creditor),
    );
  const undisclosedMonthlyCents = sum(debts.filter(({ isDisclosed }) => !isDisclosed).map((debt) => debt.monthlyCents));
  const read = { debts, undisclosedMonthlyCents, isFhaResubmit: undisclosedMonthlyCents > fhaResubmitCents };
  return { debts: read, findings: findingsOf(read) };
}

function isHousehold({ category, words }: Line): boolean {
  return CATEGORY.household.test(category) || (!CATEGORY.loanPayment.test(category) && WORDS.household.test(words));
}

interface Stream {
  readonly lines: readonly Line[];
  readonly monthlyCents: number;
}

const paidAgain = once((layout): Stream[] => {
  const { debits } = matchTransfers({ layout });
  const ownCards = paidToOwnCards({ layout });
  const isMoved = (line: Line) => debits.has(line) || ownCards.has(line);
  const paid = [...linesOf(layout)].filter((line) => isPayment(line) && !isMoved(line) && !isHousehold(line));
  return [...byPayee(paid).values()].flatMap((lines) => streamsOf(layout, lines));
});

function streamsOf({ asOf }: Layout, lines: readonly Line[]): Stream[] {
  const isKnown = lines.some(
    ({ category, words }) =>
      CATEGORY.loanPayment.test(category) || CATEGORY.loanProceeds.test(category) || LENDERS.test(words),
  );
  if (!isKnown && !lines.some(({ words }) => WORDS.loan.test(words))) return [];
  const isCard = lines.some(({ category, words }) => CATEGORY.cardPayment.test(category) || WORDS.card.test(words));
  // A card's payment follows its balance, so its sums say nothing.
  const parts = isCard ? [[...lines]] : bySum(lines, amountPercent);
  return parts.flatMap((part) => {
    const fortnightly = longestRun(part, payInFourGap);
    if (fortnightly.length >= PAY_IN_FOUR_LEAST) {
      const isOver = asOf - fortnightly.at(-1)!.day > payInFourOverDays; // as long as just asked
      return isOver ? [] : [{ lines: fortnightly, monthlyCents: half((medianOf(fortnightly) * 26) / 12) }];
    }
    const monthly = longestRun(part, monthlyGap);
    const isSteady = monthly.length >= (isKnown ? LEAST.known : LEAST.unknown);
    return isSteady ? [{ lines: monthly, monthlyCents: medianOf(monthly) }] : [];
  });
}

function medianOf(lines: readonly Line[]): number {
  return median(lines.map(({ cents }) => cents));
}

function whyUndisclosed(
  creditor: string,
  monthlyCents: number,
  named: NonNullable<Loan["disclosedLiabilities"]>,
): Debt["reason"] {
  const sameName = named.filter((liability) => isAlias(liability.creditor, creditor));
  if (sameName.length === 0) return "NOT_NAMED";
  const isNear = sameName.some(
    ({ monthlyPayment }) => Math.abs(monthlyPayment - monthlyCents) * 100 <= monthlyPayment * disclosedPercent,
  );
  return isNear ? null : "AMOUNT_DIFFERS";
}

/** Each word of the shorter name stands in the longer. */
function isAlias(one: string, other: string): boolean {
  const wordsOf = (name: string): string[] => name.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.length > 0 && short.every((word) => long.includes(word));
}

function findingsOf({ debts, undisclosedMonthlyCents, isFhaResubmit }: Debts): Finding[] {
  const undisclosed = debts.filter(({ isDisclosed }) => !isDisclosed);
  return [
    ...undisclosed.map(({ creditor, monthlyCents, reason, lines }) =>
      finding({
        ruleId: "R11",
        code: reason === "AMOUNT_DIFFERS" ? "DEBT_AMOUNT_DIFFERS" : "UNDISCLOSED_DEBT",
        programs: PROGRAMS,
        severity: "review",
        text:
          reason === "AMOUNT_DIFFERS"
            ? `${creditor} is paid ${dollars(monthlyCents)} a month, which is not what the application names. Verify it and correct the application.`
            : `${creditor} is paid ${dollars(monthlyCents)} a month and is not on the application. Verify the debt and count its payment.`,
        inputs: { creditor, monthlyCents },
        lines,
      }),
    ),
    ...(isFhaResubmit
      ? [
          finding({
            ruleId: "R11",
            code: "RESUBMIT",
            programs: ["fha"],
            severity: "blocker",
            text: `Debts that the application does not name come to ${dollars(undisclosedMonthlyCents)} a month, above ${dollars(fhaResubmitCents)}. Submit the loan anew with them.`,
            inputs: { undisclosedMonthlyCents, allowedCents: fhaResubmitCents },
            lines: undisclosed.flatMap(({ lines }) => lines),
          }),
        ]
      : []),
  ];
}
