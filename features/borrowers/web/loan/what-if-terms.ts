import type { Loan } from "#features/borrowers/contract.ts";

/** Terms that a user tries. A term that is left out keeps its stored value. */
export type WhatIf = Pick<Loan, "salesPrice" | "payoff" | "loanAmount" | "closingCosts" | "reserveMonthsRequired">;

/** Whether a term differs from the stored one. */
export function isTried(loan: Loan, whatIf: WhatIf): boolean {
  return Object.entries(whatIf).some(([field, value]) => loan[field as keyof WhatIf] !== value); // its own keys
}
