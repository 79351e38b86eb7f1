export const PAYEE_ROLES = [
  "bank",
  "lender",
  "servicer",
  "card_issuer",
  "bnpl",
  "wage_advance",
  "merchant_advance",
  "student_servicer",
  "mortgage_servicer",
  "payroll_processor",
  "employer",
  "benefit_agency",
  "tax_agency",
  "insurer",
  "exchange",
  "brokerage",
  "plan_administrator",
  "landlord_portal",
  "title_escrow",
  "marketplace",
  "p2p",
  "utility",
  "merchant",
  "support_agency",
  "court",
] as const;
export type PayeeRole = (typeof PAYEE_ROLES)[number];

export interface Payee {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly PayeeRole[];
}

export function findPayee(_text: string): Payee | null {
  return null;
}

export function sameCreditor(a: string, b: string): boolean {
  return a.trim().toUpperCase() === b.trim().toUpperCase();
}
