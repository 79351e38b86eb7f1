// Owns the reading of a report as an underwriter reads it: every rule, three programs side by side, and the answer.
import type { Program } from "#features/underwriting/contract.ts";
import { openCase, windowOf, type Line, type EvaluationContext } from "./case.ts";
import type { Finding, NotEvaluated } from "./finding.ts";
import { PROGRAMS, byProgram } from "./programs.ts";
import { RULE_SET_VERSION } from "./rule-set.ts";
import { SEVERITIES } from "./severities.ts";
import { verdictOf, type Verdict } from "./verdict.ts";
import { readBorrowedFunds, type BorrowedFunds } from "./deposits/borrowed-funds.ts";
import { findLargeDeposits } from "./funds/large-deposit-findings.ts";
import { matchTransfers } from "./deposits/deposits.ts";
import { readLargeDeposits, type LargeDeposits } from "./deposits/large-deposits.ts";
import { readVirtualCurrency } from "./deposits/virtual-currency.ts";
import { readEarnestMoney, type EarnestMoney } from "./funds/earnest-money.ts";
import { readFunds, type Funds } from "./funds/funds.ts";
import { readGifts, readOwnFunds, type Gifts } from "./funds/gifts.ts";
import { readDebts, type Debts } from "./income-and-debts/debts.ts";
import { readFees, type Fees } from "./statements/fees.ts";
import { readIncome, type IncomeStream } from "./income-and-debts/income.ts";
import { readRent, type Rent } from "./income-and-debts/rent.ts";
import { readElements, readOwners, type ElementsRow, type OwnershipRow } from "./owners/owners.ts";
import { readAverages, type Average } from "./statements/averages.ts";
import { readFreshness, type Freshness } from "./statements/freshness.ts";
import { readHistory, type HistoryRow } from "./statements/history.ts";
import { readVod, type VodRow } from "./statements/vod.ts";

/** What the rules read, each figure traceable to the lines it is of. Money in cents, days in UTC. */
export interface Figures {
  readonly asOf: string;
  readonly window: { readonly days: number; readonly from: string; readonly to: string };
  readonly freshness: Freshness;
  readonly history: readonly HistoryRow[];
  readonly elements: readonly ElementsRow[];
  readonly ownership: readonly OwnershipRow[];
  readonly largeDeposits: LargeDeposits;
  readonly borrowedFunds: readonly BorrowedFunds[];
  readonly gifts: Gifts;
  readonly fees: Fees;
  readonly debts: Debts;
  readonly income: readonly IncomeStream[];
  readonly rent: Rent | null;
  readonly earnestMoney: EarnestMoney | null;
  readonly virtualCurrency: readonly Line[];
  readonly averages: readonly Average[];
  readonly funds: Readonly<Record<Program, Funds>>;
  readonly vod: readonly VodRow[];
}

export interface Evaluation {
  readonly ruleSetVersion: string;
  readonly figures: Figures;
  /** The serious first. */
  readonly findings: readonly Finding[];
  readonly notEvaluated: readonly NotEvaluated[];
  readonly verdicts: Readonly<Record<Program, Verdict>>;
}

/** The same question has the same judgement, whatever the order of its lines. Not underwriting advice. */
export function evaluate(question: EvaluationContext): Evaluation {
  const one = openCase(question);
  const transfers = matchTransfers(one);
  const history = readHistory(one);
  const freshness = readFreshness(one);
  const elements = readElements(one);
  const owners = readOwners(one);
  const large = readLargeDeposits(one, transfers);
  const borrowed = readBorrowedFunds(one);
  const gifts = readGifts(one);
  const fees = readFees(one);
  const debts = readDebts(one);
  const income = readIncome(one);
  const earnest = readEarnestMoney(one);
  const { conventionalThresholdCents } = large.deposits;
  const virtual = readVirtualCurrency(one, conventionalThresholdCents);
  const averages = readAverages(one);
  const taken = {
    large: large.deposits,
    borrowed: borrowed.borrowed,
    giftCents: gifts.gifts.expectedCents,
    earnest: earnest.earnest,
  };
  const read = byProgram((program) => readFunds(one, program, taken));
  const funds = byProgram((program) => read[program].funds);
  const own = readOwnFunds(one, gifts.gifts, {
    usableCents: funds.fannie.usableClosingCents - funds.fannie.giftCents,
    earnestPaidCents: funds.fannie.earnestPaidCents,
  });

  const findings = bySeverity([
    ...findLargeDeposits(large.deposits, funds.fannie),
    ...[
      history,
      freshness,
      elements,
      owners,
      borrowed,
      gifts,
      own,
      fees,
      debts,
      income,
      earnest,
      virtual,
      averages,
    ].flatMap((part) => part.findings),
  ]);
  const notEvaluated = [
    ...history.notEvaluated,
    ...freshness.notEvaluated,
    ...large.notEvaluated,
    ...own.notEvaluated,
    ...PROGRAMS.flatMap((program) => read[program].notEvaluated),
  ];
  return {
    ruleSetVersion: RULE_SET_VERSION,
    figures: {
      asOf: one.reading.asOf,
      window: windowOf(one),
      freshness: freshness.freshness,
      history: history.rows,
      elements: elements.rows,
      ownership: owners.rows,
      largeDeposits: large.deposits,
      borrowedFunds: borrowed.borrowed,
      gifts: gifts.gifts,
      fees: fees.fees,
      debts: debts.debts,
      income: income.income,
      rent: readRent(one),
      earnestMoney: earnest.earnest,
      virtualCurrency: virtual.lines,
      averages: averages.averages,
      funds,
      vod: readVod(one),
    },
    findings,
    notEvaluated,
    verdicts: byProgram((program) =>
      verdictOf({ program, funds: funds[program], large: large.deposits, findings, notEvaluated }),
    ),
  };
}

/** Stable: within a severity, in the order of the rules. */
function bySeverity(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}
