// Owns returned items and overdrafts (R10): what the bank charged for them, and days below zero.
import { PROGRAMS } from "../programs.ts";
import type { Severity } from "#features/underwriting/contract.ts";
import { isDeposit, isPayment, linesOf, type Case, type Layout, type Line } from "../case.ts";
import { inWords } from "../days.ts";
import { once } from "../once.ts";
import { order } from "../order.ts";
import { count } from "../figures.ts";
import { finding, type Finding } from "../finding.ts";
import { RULES } from "../rule-set.ts";
import { CATEGORY, WORDS } from "../word-lists.ts";

export interface Fees {
  /** Newest first; those that the bank gave back are not among them. */
  readonly events: readonly Line[];
  readonly count60Days: number;
  readonly count90Days: number;
  readonly count12Months: number;
  /** Days on which an account was below zero, oldest first. */
  readonly negativeBalanceDays: readonly string[];
  /** Paid for moving money over in time: told, not counted. */
  readonly protectionTransfers: readonly Line[];
}

export function readFees(one: Case): { fees: Fees; findings: Finding[] } {
  const fees = feesOf(one);
  return { fees, findings: findingsOf(one, fees) };
}

const feesOf = once((layout): Fees => {
  const told = [...linesOf(layout)].filter(({ holding }) => holding.isDollars);
  const named = told.filter(isAboutFee);
  const protectionTransfers = named.filter((line) => isPayment(line) && WORDS.protectionTransfer.test(line.words));
  const events = lessRefunds(
    named.filter((line) => isPayment(line) && !WORDS.protectionTransfer.test(line.words)),
    named.filter(isDeposit),
  );
  const since = (days: number) => events.filter(({ day }) => day >= layout.asOf - days).length;
  return {
    events,
    count60Days: since(60),
    count90Days: since(90),
    count12Months: since(RULES.R10.parameters.days),
    negativeBalanceDays: negativeDays(layout),
    protectionTransfers,
  };
});

function isAboutFee({ category, words }: Line): boolean {
  return CATEGORY.penalty.test(category) || WORDS.fee.test(words) || WORDS.protectionTransfer.test(words);
}

/** A refund takes one fee of the same sum away: the newest before it. */
function lessRefunds(charged: readonly Line[], given: readonly Line[]): Line[] {
  const left = [...charged].sort((a, b) => b.day - a.day || order(a.id, b.id));
  for (const refund of [...given].sort((a, b) => b.day - a.day || order(a.id, b.id))) {
    const at = left.findIndex((fee) => fee.cents === -refund.cents && fee.day <= refund.day);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

function negativeDays({ holdings }: Layout): string[] {
  const days = holdings
    .filter(({ isDepository, isDollars }) => isDepository && isDollars)
    .flatMap(({ account }) => account.historicalBalances)
    .filter(({ currentCents }) => currentCents < 0)
    .map(({ date }) => date);
  return [...new Set(days)].sort(order);
}

function findingsOf({ feePolicy }: Case, { events, count12Months, negativeBalanceDays }: Fees): Finding[] {
  const { reviewFrom, blockFrom } = feePolicy ?? RULES.R10.parameters;
  const severity: Severity = count12Months >= blockFrom ? "blocker" : count12Months >= reviewFrom ? "review" : "info";
  const shared = { ruleId: "R10", programs: PROGRAMS } as const;
  const [firstBelow] = negativeBalanceDays;
  return [
    ...(events.length > 0
      ? [
          finding({
            ...shared,
            code: "RETURNED_ITEMS",
            severity,
            text: `The bank charged ${count(events.length, "fee")} for returned items or overdrafts. They show how obligations are met; ask for an explanation where there are more than a few.`,
            inputs: { count12Months, reviewFrom, blockFrom },
            lines: events,
          }),
        ]
      : []),
    ...(firstBelow !== undefined
      ? [
          finding({
            ...shared,
            code: "NEGATIVE_BALANCE",
            severity: "info",
            text: `An account was below zero on ${count(negativeBalanceDays.length, "day")}, first on ${inWords(firstBelow)}.`,
            inputs: { days: negativeBalanceDays.length },
          }),
        ]
      : []),
  ];
}
