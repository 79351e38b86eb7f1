import { formatCount } from "#platform/text/text.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import { LOAN_LABELS, LOAN_PROGRAM_NAMES, type LoanField, phrase, PURPOSE_LABELS } from "#features/borrowers/labels.ts";
import { formatDate } from "#platform/web/format/dates.ts";

type Kind = "choice" | "yesNo" | "money" | "date" | "months" | "score" | "text" | "list";

interface FieldWords {
  readonly label: string;
  readonly kind: Kind;
  readonly help?: string;
  readonly options?: Readonly<Record<string, string>>;
  /** Shown only for this purpose, and always until one is chosen. */
  readonly only?: "purchase" | "refinance";
}

const YES_NO = { true: "Yes", false: "No" };

/** The button of the form, which also identifies its draft. */
export const SAVE_TERMS = "Save terms";

/** In the order of the form. */
export const LOAN_FIELDS = {
  transactionType: { label: LOAN_LABELS.transactionType, kind: "choice", options: PURPOSE_LABELS },
  program: {
    label: LOAN_LABELS.program,
    kind: "choice",
    help: "The answer on top is for this program. Fannie Mae, Freddie Mac and FHA are always evaluated.",
    options: LOAN_PROGRAM_NAMES,
  },
  underwriting: {
    label: LOAN_LABELS.underwriting,
    kind: "choice",
    options: { aus: "Automated (AUS)", manual: "Manual" },
  },
  loanAmount: { label: LOAN_LABELS.loanAmount, kind: "money", help: "The base loan, without financed fees." },
  financedFees: {
    label: LOAN_LABELS.financedFees,
    kind: "money",
    help: "On top of the base loan, such as FHA's upfront premium.",
  },
  subordinateFinancing: {
    label: LOAN_LABELS.subordinateFinancing,
    kind: "money",
    help: "Second liens that pay part of the price.",
  },
  pitia: {
    label: LOAN_LABELS.pitia,
    kind: "money",
    help: "Principal, interest, taxes, insurance and association dues. Reserves are counted in months of it.",
  },
  occupancy: {
    label: LOAN_LABELS.occupancy,
    kind: "choice",
    options: { primary: "Primary home", second_home: "Second home", investment: "Investment property" },
  },
  units: {
    label: LOAN_LABELS.units,
    kind: "choice",
    options: { 1: "1 unit", 2: "2 units", 3: "3 units", 4: "4 units" },
  },
  salesPrice: { label: LOAN_LABELS.salesPrice, kind: "money", help: "As in the contract.", only: "purchase" },
  payoff: { label: LOAN_LABELS.payoff, kind: "money", help: "What the refinance pays off.", only: "refinance" },
  appraisedValue: { label: LOAN_LABELS.appraisedValue, kind: "money" },
  acquiredOn: {
    label: LOAN_LABELS.acquiredOn,
    kind: "date",
    help: "FHA refinance: within 12 months, the lower of cost and value counts.",
    only: "refinance",
  },
  acquisitionCost: { label: LOAN_LABELS.acquisitionCost, kind: "money", help: "FHA refinance.", only: "refinance" },
  closingCosts: { label: LOAN_LABELS.closingCosts, kind: "money" },
  prepaids: { label: LOAN_LABELS.prepaids, kind: "money", help: "Taxes, insurance and interest paid in advance." },
  credits: {
    label: LOAN_LABELS.credits,
    kind: "money",
    help: "From the seller and other interested parties. Enter 0 if there are none.",
  },
  lenderCredits: { label: LOAN_LABELS.lenderCredits, kind: "money" },
  inducements: {
    label: LOAN_LABELS.inducements,
    kind: "money",
    help: "FHA takes them off the price.",
    only: "purchase",
  },
  emd: { label: LOAN_LABELS.emd, kind: "money", help: "Enter 0 if there is none.", only: "purchase" },
  contractDate: {
    label: LOAN_LABELS.contractDate,
    kind: "date",
    help: "The earnest money is looked for from this day on.",
    only: "purchase",
  },
  applicationDate: { label: LOAN_LABELS.applicationDate, kind: "date" },
  noteDate: { label: LOAN_LABELS.noteDate, kind: "date", help: "The data must still be valid on this day." },
  disbursementDate: {
    label: LOAN_LABELS.disbursementDate,
    kind: "date",
    help: "FHA: the data must still be valid on this day.",
  },
  reserveMonthsRequired: {
    label: LOAN_LABELS.reserveMonthsRequired,
    kind: "months",
    help: "In months. Leave empty to use the program's own requirement.",
  },
  reserveReason: {
    label: LOAN_LABELS.reserveReason,
    kind: "text",
    help: "Needed when fewer months are entered than the guide's table requires.",
  },
  ausReserves: {
    label: LOAN_LABELS.ausReserves,
    kind: "money",
    help: "The amount that Desktop Underwriter or Loan Product Advisor prints.",
  },
  monthlyIncome: {
    label: LOAN_LABELS.monthlyIncome,
    kind: "money",
    help: "Of everyone on the loan. A deposit above half of it is large.",
  },
  creditScore: { label: LOAN_LABELS.creditScore, kind: "score", help: "FHA: from 300 to 850." },
  isFirstTimeBuyer: { label: LOAN_LABELS.isFirstTimeBuyer, kind: "yesNo", options: YES_NO },
  isHomeReady: { label: LOAN_LABELS.isHomeReady, kind: "yesNo", options: YES_NO },
  financedProperties: { label: LOAN_LABELS.financedProperties, kind: "list" },
  interestedParties: { label: LOAN_LABELS.interestedParties, kind: "list" },
  disclosedLiabilities: { label: LOAN_LABELS.disclosedLiabilities, kind: "list" },
  leftOutAccounts: { label: LOAN_LABELS.leftOutAccounts, kind: "list" },
} as const satisfies Readonly<Record<LoanField, FieldWords>>;

const FIELDS: Readonly<Record<string, FieldWords | undefined>> = LOAN_FIELDS;

export const LOAN_FIELD_NAMES = Object.keys(LOAN_FIELDS) as LoanField[]; // its own keys

export function optionsOf(field: LoanField) {
  const options = Object.entries(FIELDS[field]?.options ?? {}).map(([value, label]) => ({ value, label }));
  return [{ value: "", label: "Not entered" }, ...options];
}

/** Whether the field applies to a loan with this purpose. */
export function isForPurpose(field: LoanField, purpose: unknown): boolean {
  const only = FIELDS[field]?.only;
  if (only === undefined || purpose === undefined || purpose === "" || purpose === null) return true;
  return (purpose === "purchase") === (only === "purchase");
}

/** Terms without which no program has an answer, in the order of the form. */
export function missingTerms(loan: Loan): LoanField[] {
  const isEntered = (field: LoanField) => loan[field] !== undefined;
  const needed = [
    "transactionType",
    "loanAmount",
    "pitia",
    "occupancy",
    "units",
    "salesPrice",
    "payoff",
    "appraisedValue",
    "closingCosts",
    "prepaids",
    "credits",
    "emd",
    "monthlyIncome",
  ] as const;
  const missing: LoanField[] = needed.filter((field) => !isEntered(field) && isForPurpose(field, loan.transactionType));
  const areReservesKnown = (["underwriting", "reserveMonthsRequired", "ausReserves"] as const).some(isEntered);
  return areReservesKnown ? missing : [...missing, "underwriting"];
}

/** A text, a number or a yes or no, as options and inputs hold it. */
export function plainText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** A term as people read it; empty where it is not entered. */
export function loanWords(field: string, value: unknown): string {
  if (value === undefined || value === null || value === "") return "";
  const { kind, options } = FIELDS[field] ?? {};
  if (Array.isArray(value)) return value.map((item) => itemWords(field, item)).join("; ");
  switch (kind) {
    case "money":
      return typeof value === "number" ? formatMoney(value) : "";
    case "date":
      return typeof value === "string" ? formatDate(value) : "";
    case "months":
      return formatCount(Number(value), "month");
    case "score":
    case "text":
      return plainText(value);
    default:
      return options?.[plainText(value)] ?? "";
  }
}

type Item<Field extends LoanField> = NonNullable<Loan[Field]> extends readonly (infer One)[] ? One : never;

function itemWords(field: string, item: unknown): string {
  switch (field) {
    case "interestedParties": {
      const { name, role } = item as Item<"interestedParties">;
      return role ? `${name}, ${role}` : name;
    }
    case "financedProperties": {
      const { unpaidPrincipal, monthlyPayment, isPrincipal } = item as Item<"financedProperties">;
      const sums = [
        typeof unpaidPrincipal === "number" && `${formatMoney(unpaidPrincipal)} owed`,
        typeof monthlyPayment === "number" && `${formatMoney(monthlyPayment)} a month`,
        isPrincipal && "principal home",
      ];
      return sums.filter((one) => one !== false).join(", ");
    }
    case "leftOutAccounts":
      return leftOutWords(typeof item === "string" ? item : (item as { key: string }).key);
    default: {
      const { creditor, monthlyPayment } = item as Item<"disclosedLiabilities">;
      return typeof monthlyPayment === "number" ? `${creditor} ${formatMoney(monthlyPayment)} a month` : creditor;
    }
  }
}

/**
 * An account that is left out, by its content key: bank, mask, type, subtype. `FIRST PLATYPUS|0000|DEPOSITORY|CHECKING`
 * is `Checking …0000, First Platypus`. The id of a report's account stays as it is.
 */
export function leftOutWords(key: string): string {
  const [bank, mask, type, subtype] = key.split("|");
  if (bank === undefined || type === undefined) return key;
  const kind = phrase((subtype || type).toLowerCase());
  const name = bank
    .toLowerCase()
    .split(" ")
    .map((word) => phrase(word))
    .join(" ");
  return `${mask ? `${kind} …${mask}` : kind}, ${name}`;
}
