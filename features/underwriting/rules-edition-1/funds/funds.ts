// Owns whether the money is enough (R6 to R7b): usable funds, what is taken off them, cash to close, reserves.
import type { Program } from "#features/underwriting/contract.ts";
import type { Loan } from "#features/loans/contract.ts";
import type { BorrowedFunds } from "../deposits/borrowed-funds.ts";
import type { Case } from "../case.ts";
import { monthsOf, sum } from "../figures.ts";
import type { NotEvaluated } from "../finding.ts";
import type { LargeDeposits } from "../deposits/large-deposits.ts";
import { RULES } from "../rule-set.ts";
import type { EarnestMoney } from "./earnest-money.ts";
import { investmentsOf, usableOf, type InvestmentValue } from "../usable-funds.ts";

export interface Funds {
  /** At the bank, by account, before anything is taken off. */
  readonly usableByAccount: readonly { readonly accountId: string; readonly cents: number }[];
  /** Large deposits that are not explained, and borrowed money. */
  readonly reductionCents: number;
  /** Gifts that are complete and still to come. */
  readonly giftCents: number;
  /** What can be brought to closing from the bank. */
  readonly usableClosingCents: number;
  /** Earnest money that was found to be paid. */
  readonly earnestPaidCents: number;
  /** `null`: the loan does not say enough, as everywhere below. */
  readonly cashToCloseCents: number | null;
  readonly investments: readonly InvestmentValue[];
  /** Of investments, what may be sold to close without proof of it. */
  readonly investmentClosingCents: number;
  readonly investmentReserveCents: number;
  readonly surplusCents: number | null;
  readonly isSufficientToClose: boolean | null;
  readonly reservesCents: number | null;
  /** Two places, never rounded up. */
  readonly reserveMonths: number | null;
  /** `null`: decided by the lender's automated underwriting. */
  readonly requiredReserveMonths: number | null;
  /** Asked of cents, not of rounded months; `null`: nothing is required, or not known. */
  readonly isReserveEnough: boolean | null;
}

interface Taken {
  readonly large: LargeDeposits;
  readonly borrowed: readonly BorrowedFunds[];
  readonly giftCents: number;
  readonly earnest: EarnestMoney | null;
}

export function readFunds(one: Case, program: Program, taken: Taken): { funds: Funds; notEvaluated: NotEvaluated[] } {
  const { loan } = one;
  const usableByAccount = one.holdings
    .filter(({ isDepository, isDollars, ownership }) => isDepository && isDollars && !ownership.isExcluded)
    .map((holding) => ({ accountId: holding.account.id, cents: usableOf(holding) }));
  const reductionCents = reductionOf(program, usableByAccount, taken);
  const usableClosingCents = sum(usableByAccount.map(({ cents }) => cents)) - reductionCents + taken.giftCents;
  const earnestPaidCents = taken.earnest?.line ? taken.earnest.expectedCents : 0;
  const { cash, missing } = cashToClose(loan, earnestPaidCents);

  const investments = investmentsOf(one, program);
  const invested = sum(investments.map(({ valueCents }) => valueCents ?? 0));
  const short = cash === null ? 0 : Math.max(0, cash - usableClosingCents);
  const isSold = short > 0 && invested * 100 >= short * RULES.R6b.parameters.liquidationPercent;
  const investmentClosingCents = isSold ? short : 0;
  const investmentReserveCents = invested - investmentClosingCents;

  const surplusCents = cash === null ? null : usableClosingCents + investmentClosingCents - cash;
  const reservesCents = surplusCents === null ? null : surplusCents + investmentReserveCents;
  const { pitia } = loan;
  const required = loan.reserveMonthsRequired ?? requiredMonths(loan, program);
  return {
    funds: {
      usableByAccount,
      reductionCents,
      giftCents: taken.giftCents,
      usableClosingCents,
      earnestPaidCents,
      cashToCloseCents: cash,
      investments,
      investmentClosingCents,
      investmentReserveCents,
      surplusCents,
      isSufficientToClose: surplusCents === null ? null : surplusCents >= 0,
      reservesCents,
      reserveMonths: reservesCents === null || !pitia ? null : monthsOf(reservesCents, pitia),
      requiredReserveMonths: required,
      isReserveEnough: reservesCents === null || !pitia || required === null ? null : reservesCents >= pitia * required,
    },
    notEvaluated: [
      ...(missing.length > 0 ? [{ ruleId: "R7", programs: [program], missing } as const] : []),
      ...(pitia ? [] : [{ ruleId: "R7", programs: [program], missing: ["pitia"] } as const]),
    ],
  };
}

/** FHA takes nothing off: there a deposit without papers blocks instead. Borrowed money counts nowhere. */
function reductionOf(
  program: Program,
  usable: Funds["usableByAccount"],
  { large, borrowed }: Pick<Taken, "large" | "borrowed">,
): number {
  const isUnexplained = new Set(
    large.evaluated.filter(({ conventional }) => conventional === "large_unsourced").map(({ line }) => line),
  );
  return sum(
    usable.map(({ accountId, cents }) => {
      const deposits = program === "fha" ? 0 : (large.reductionByAccount.get(accountId) ?? 0);
      const lent = borrowed.filter(
        ({ line, isDeducted }) =>
          isDeducted && line.holding.account.id === accountId && (program === "fha" || !isUnexplained.has(line)),
      );
      return Math.min(cents, deposits + sum(lent.map(({ proceedsCents }) => proceedsCents)));
    }),
  );
}

/** Price, or what a refinance pays off, less the loan, with all that is paid beside it. */
function cashToClose(loan: Loan, earnestPaidCents: number): { cash: number | null; missing: string[] } {
  const { transactionType, loanAmount, closingCosts = 0, prepaids = 0, credits = 0 } = loan;
  const priceField = transactionType === "purchase" || transactionType === undefined ? "salesPrice" : "payoff";
  const price = loan[priceField];
  const missing = [
    ...(transactionType === undefined ? ["transactionType"] : []),
    ...(price === undefined ? [priceField] : []),
    ...(loanAmount === undefined ? ["loanAmount"] : []),
  ];
  if (price === undefined || loanAmount === undefined || transactionType === undefined) return { cash: null, missing };
  return { cash: price - loanAmount + closingCosts + prepaids - credits - earnestPaidCents, missing };
}

/** R7b, for loans that name no months of their own. */
function requiredMonths({ occupancy, units }: Loan, program: Program): number | null {
  const { secondHomeMonths, otherMonths, fhaMonths, fhaThreeUnitMonths } = RULES.R7b.parameters;
  if (program === "fha") return (units ?? 1) >= 3 ? fhaThreeUnitMonths : fhaMonths;
  if (occupancy === "second_home") return secondHomeMonths;
  return occupancy === "investment" || (units ?? 1) > 1 ? otherMonths : null;
}
