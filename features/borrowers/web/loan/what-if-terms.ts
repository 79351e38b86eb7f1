import type { Loan } from "#features/loans/contract.ts";

/** Terms as somebody tries them; what they leave out stays as it is. */
export type WhatIf = Pick<Loan, "salesPrice" | "payoff" | "loanAmount" | "closingCosts" | "reserveMonthsRequired">;

/** Whether anything is different from what is stored. */
export function isTried(loan: Loan, whatIf: WhatIf): boolean {
  return Object.entries(whatIf).some(([field, value]) => loan[field as keyof WhatIf] !== value); // its own keys
}
