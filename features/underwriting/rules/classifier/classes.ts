export const IN_CLASSES = [
  "payroll",
  "benefit",
  "tax_refund",
  "interest",
  "own_transfer",
  "loan_proceeds",
  "refund_reversal",
  "fee_refund",
  "person_payment",
  "cash_deposit",
  "check_deposit",
  "crypto",
  "gig_income",
  "insurance_claim",
  "retirement_income",
  "support",
  "rental_income",
  "title_escrow",
  "other",
] as const;
export const OUT_CLASSES = [
  "own_transfer",
  "loan_payment",
  "card_payment",
  "household_bill",
  "rent",
  "nsf_fee",
  "other_fee",
  "refund_reversal",
  "person_payment",
  "cash_withdrawal",
  "crypto",
  "title_escrow",
  "tax_payment",
  "support",
  "insurance",
  "purchase",
  "check",
  "other",
] as const;

export type InClass = (typeof IN_CLASSES)[number];
export type OutClass = (typeof OUT_CLASSES)[number];
export type LineClass = InClass | OutClass;

export interface Decision<Class extends LineClass> {
  readonly class: Class;
  readonly subclass: string | null;
  readonly confidence: "high" | "low";
  readonly why: string;
}

export function sure<Class extends LineClass>(
  name: Class,
  why: string,
  subclass: string | null = null,
): Decision<Class> {
  return { class: name, subclass, confidence: "high", why };
}

export function unsure<Class extends LineClass>(
  name: Class,
  why: string,
  subclass: string | null = null,
): Decision<Class> {
  return { class: name, subclass, confidence: "low", why };
}

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
