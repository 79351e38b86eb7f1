import type { Payee } from "./payees.ts";

export { findPayee, sameCreditor, type Payee, type PayeeRole } from "./payees.ts";

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

export interface LineToClassify {
  /** As the bank sent it. */
  readonly description: string;
  readonly merchantName: string | null;
  /** Above zero is money out, below zero money in (Plaid's sign). */
  readonly amountCents: number;
  /** Plaid's credit category: a hint, never a proof. */
  readonly categoryPrimary: string | null;
  readonly categoryDetailed: string | null;
  readonly checkNumber: string | null;
}

export interface Classification {
  readonly class: LineClass;
  readonly subclass: string | null;
  readonly payee: Payee | null;
  /** The other party as written, normalized, for grouping; "" when none. */
  readonly party: string;
  /** The named person of a person-to-person line. */
  readonly person: string | null;
  /** Last four digits of the account named on a transfer leg. */
  readonly mask: string | null;
  /** Payee id of the bank named on a transfer leg. */
  readonly bank: string | null;
  /** The words name a transfer between accounts, so the line may be a leg of a pair. */
  readonly hasTransferWords: boolean;
  readonly isWire: boolean;
  /** Foreign wire or remittance. */
  readonly isForeign: boolean;
  readonly confidence: "high" | "low";
  readonly why: string;
}

const SECURED = new Set(["home_equity", "auto_equity", "securities_line", "own_plan"]);

export function isSecuredLoan(subclass: string | null): boolean {
  return subclass !== null && SECURED.has(subclass);
}

export function classify(line: LineToClassify): Classification {
  const incoming = line.amountCents < 0;
  const text = line.description.slice(0, 300).toUpperCase();
  return {
    class: incoming && /\bPAYROLL\b/.test(text) ? "payroll" : "other",
    subclass: null,
    payee: null,
    party: text,
    person: null,
    mask: null,
    bank: null,
    hasTransferWords: /\b(?:TRANSFER|XFER)\b/.test(text),
    isWire: /\bWIRE\b/.test(text),
    isForeign: false,
    confidence: "low",
    why: "not classified yet",
  };
}
