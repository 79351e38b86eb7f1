// Owns what an account counts for before anything is taken off it (R6, R6b).
import { countsFor, type Case, type Holding } from "./case.ts";
import { sum } from "./figures.ts";
import type { Program } from "#features/underwriting/contract.ts";
import { RULES } from "./rule-set.ts";
import { RETIREMENT_SUBTYPES } from "./word-lists.ts";

/** Cents at the bank that can be spent today; nothing of an account that is not a borrower's, or not in dollars. */
export function usableOf(holding: Holding): number {
  const { currentCents, availableCents } = holding.account;
  if (!holding.isDepository || !countsFor(holding) || currentCents === null) return 0;
  return Math.max(0, Math.min(currentCents, availableCents ?? currentCents));
}

export interface InvestmentValue {
  readonly accountId: string;
  readonly isRetirement: boolean;
  /** Cents that count under the program; `null`: the plan does not say what is vested, so its terms are asked for. */
  readonly valueCents: number | null;
}

export function investmentsOf({ holdings }: Case, program: Program): InvestmentValue[] {
  return holdings
    .filter((holding) => holding.isInvestment && countsFor(holding))
    .map(({ account }) => {
      const isRetirement = RETIREMENT_SUBTYPES.has(account.subtype ?? "");
      const values = account.holdings.map(({ valueCents, vestedValueCents }) =>
        isRetirement ? vestedValueCents : (vestedValueCents ?? valueCents),
      );
      const isTold = values.length > 0 && values.every((value) => value !== null);
      const whole = isTold ? sum(values) : isRetirement ? null : 0;
      const isCut = program === "fha" && isRetirement && whole !== null;
      return {
        accountId: account.id,
        isRetirement,
        valueCents: isCut ? Math.floor((whole * RULES.R6b.parameters.fhaRetirementPercent) / 100) : whole,
      };
    });
}
