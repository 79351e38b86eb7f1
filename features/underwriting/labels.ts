import { phrase } from "#features/borrowers/labels.ts";
import type {
  EvidenceKind,
  Finding,
  Outcome,
  ProgramFunds,
  Severity,
  Verdict,
} from "#features/underwriting/contract.ts";
import { tenthsOf } from "#features/underwriting/rules-edition-1/figures.ts";
import type { FigureName } from "#features/underwriting/rules-edition-1/finding.ts";
import type { NameMatch } from "#features/underwriting/rules-edition-1/owners/names.ts";
import type { OwnershipRow } from "#features/underwriting/rules-edition-1/owners/owners.ts";
import { ELEMENT_NAMES } from "#features/underwriting/rules-edition-1/statements/statement-elements.ts";
import type { VodRow } from "#features/underwriting/rules-edition-1/statements/vod.ts";
import { missingParts, type GiftLetter, type LetterPart } from "#features/underwriting/rules/gift-letter.ts";
import type { ParsedReport, ReportAccount } from "#features/underwriting/rules/parsed-report.ts";

/** What the bank, or the loan, does not say. */
export const NOT_GIVEN = "Not given";

/** Of the provider's categories the first part; its second says it again. */
const PRIMARIES = [
  "BANK_FEES",
  "BANK_PENALTIES",
  "CHILDCARE_AND_EDUCATION",
  "DINING",
  "ENTERTAINMENT",
  "FOOD_AND_DRINK",
  "FOOD_RETAIL",
  "GENERAL_MERCHANDISE",
  "GENERAL_SERVICES",
  "GIFTS_AND_DONATIONS",
  "GOVERNMENT_AND_NON_PROFIT",
  "HOME_IMPROVEMENT",
  "INCOME",
  "LOAN_DISBURSEMENTS",
  "LOAN_PAYMENTS",
  "MEDICAL",
  "PERSONAL_CARE",
  "RENT_AND_UTILITIES",
  "TRANSFER_IN",
  "TRANSFER_OUT",
  "TRANSPORTATION",
  "TRAVEL",
];

/** A provider's category: `FOOD_RETAIL_GROCERIES` is `Food retail: groceries`, `DINING_DINING` is `Dining`. */
export function categoryWords(code: string): string {
  const primary = PRIMARIES.find((name) => code === name || code.startsWith(`${name}_`));
  if (primary === undefined) return phrase(code);
  const own = code.slice(primary.length + 1);
  const detail = own === primary ? "" : own.replace(new RegExp(`_${primary}$`), "");
  return detail === "" ? phrase(primary) : `${phrase(primary)}: ${detail.toLowerCase().replaceAll("_", " ")}`;
}

/** `Plaid Checking …0000`, as findings name it too: short enough for a chip, enough to tell two apart. */
export function accountName({ name, mask }: Pick<ReportAccount, "name" | "mask">): string {
  return mask === null ? name : `${name} \u2026${mask}`;
}

const TYPES: Readonly<Record<string, string>> = {
  depository: "Depository accounts",
  investment: "Investment accounts",
  credit: "Owed on cards",
  loan: "Owed on loans",
};

/** All accounts of one type: `Depository accounts`, and for credit and loans that it is owed. */
export function typeWords(type: string): string {
  return TYPES[type] ?? phrase(type);
}

/** For credit and loans the provider's current balance is what is owed. */
export function isOwed({ type }: Pick<ReportAccount, "type">): boolean {
  return type === "credit" || type === "loan";
}

export function balanceWords(account: Pick<ReportAccount, "type">): string {
  return isOwed(account) ? "Balance owed" : "Current balance";
}

/** What the provider could not give, and of which bank. */
export function warningWords({ items, warnings }: Pick<ParsedReport, "items" | "warnings">): string[] {
  return warnings.map(({ itemId, message, code }) => {
    const bank = items.find(({ id }) => id === itemId)?.institutionName;
    const said = message ?? phrase(code);
    return bank ? `${bank}: ${said}` : said;
  });
}

/** `1 account`, `1,200 lines`. `count` is whole. */
export function counted(count: number, noun: string): string {
  return `${String(count).replace(/\B(?=(?:\d{3})+$)/g, ",")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Days of history; a day that has just begun does not count. */
export function historyWords({ daysAvailable }: Pick<ReportAccount, "daysAvailable">): string {
  return counted(Math.floor(daysAvailable), "day");
}

export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  enough: "Enough",
  open: "Open points",
  short: "Short",
  notEvaluated: "Terms missing",
};

export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  blocker: "Blocks closing",
  review: "To review",
  info: "For information",
};

/** `1 blocking, 2 to review, 3 for information`. */
export function countWords({ blocker, review, info }: Verdict["counts"]): string {
  const found = [
    blocker > 0 && `${blocker} blocking`,
    review > 0 && `${review} to review`,
    info > 0 && `${info} for information`,
  ];
  return found.filter((words) => words !== false).join(", ") || "None";
}

/** Over the rules that could not be read for want of terms or data. */
export const NOT_EVALUATED = "Not evaluated";

const FIGURE_WORDS: Readonly<Record<FigureName, string>> = {
  allowed: "Days allowed",
  allowedCents: "Allowed",
  amountCents: "Amount",
  average60Cents: "Two-month average",
  blockFrom: "Blocks from",
  count12Months: "In 12 months",
  creditor: "Creditor",
  currency: "Currency",
  currentCents: "Current balance",
  dataAgeDays: "Days old",
  days: "Days below zero",
  daysAvailable: "Days of history",
  daysToApplication: "Days to the application",
  donor: "Donor",
  expectedCents: "Expected",
  expiresOn: "Fresh until",
  lender: "Lender",
  match: "Owner",
  medianNetCents: "Usual net pay",
  missing: "Missing",
  monthlyCents: "Monthly payment",
  neededCents: "Minimum borrower contribution",
  noteDate: "Note date",
  ownCents: "Borrower's own funds",
  ownershipType: "Ownership",
  paidCents: "Paid",
  payer: "Payer",
  proceedsCents: "Proceeds",
  ratio: "Current to average",
  requiredDays: "Days required",
  reviewFrom: "Review from",
  thresholdCents: "Large above",
  undisclosedMonthlyCents: "Undisclosed monthly payments",
  unsourcedCents: "Unsourced",
};

const OWNER_WORDS: Readonly<Record<NameMatch, string>> = {
  exact: "Borrower",
  initials: "Borrower, by initials",
  fuzzy: "Similar name",
  none: "Not a borrower",
};

/** Whose an account is (R5): `Borrower, joint`. */
export function ownerWords(
  { match, isJoint }: Pick<OwnershipRow, "match" | "isJoint">,
  { owners }: Pick<ReportAccount, "owners">,
): string {
  if (match === "none") return owners.some(({ names }) => names.length > 0) ? OWNER_WORDS.none : NOT_GIVEN;
  return isJoint ? `${OWNER_WORDS[match]}, joint` : OWNER_WORDS[match];
}

/** How a side writes: the browser has `Intl`, which costs a server too much. */
export interface Formats {
  money(cents: number): string;
  /** Of a calendar day, `YYYY-MM-DD`. */
  day(day: string): string;
  number(number: number): string;
}

/** The figures that tripped a rule, in its order; those that are not known are left out. */
export function figuresOf(
  inputs: Finding["inputs"],
  formats: Formats,
): { readonly label: string; readonly text: string }[] {
  return Object.entries(inputs).flatMap(([name, value]) =>
    value === null ? [] : [{ label: labelOf(name), text: figureText(name, value, formats) }],
  );
}

/** A set that was judged long ago may hold figures that no rule has now. */
function labelOf(name: string): string {
  return (
    read(FIGURE_WORDS, name) ??
    phrase(name.replace(/Cents$/, "").replaceAll(/[A-Z]/g, (sign) => ` ${sign.toLowerCase()}`))
  );
}

function figureText(name: string, value: number | string, formats: Formats): string {
  if (typeof value === "number") return name.endsWith("Cents") ? formats.money(value) : formats.number(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formats.day(value);
  if (name === "match") return read(OWNER_WORDS, value) ?? value;
  if (name === "ownershipType") return phrase(value);
  if (name !== "missing") return value;
  return value
    .split(", ")
    .map((element) => read(ELEMENT_NAMES, element) ?? element)
    .join(", ");
}

function read(words: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

type FundsLine = Exclude<keyof ProgramFunds, `is${string}`>;

/** The way from what is in the bank to what is left, as `ProgramFunds` has it. */
export const FUNDS_WORDS: Readonly<Record<FundsLine, string>> = {
  usableByAccount: "In the borrower's accounts",
  reductionCents: "Not counted, unsourced or borrowed",
  giftCents: "Gifts to come",
  usableClosingCents: "Usable to close",
  investmentClosingCents: "Investments sold to close",
  cashToCloseCents: "Cash to close",
  earnestPaidCents: "Earnest money paid",
  surplusCents: "Left after closing",
  investmentReserveCents: "Investments as reserves",
  reservesCents: "Reserves",
  reserveMonths: "Months of reserves",
  requiredReserveMonths: "Months required",
};

/** Months of reserves as the answer tells them: `39.2` for 39.28, `−1,089.1` with a true minus sign. */
export function monthsWords(months: number): string {
  const tenths = tenthsOf(months);
  const [whole = "", part] = String(Math.abs(tenths)).split(".");
  const parted = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${tenths < 0 ? "\u2212" : ""}${parted}${part === undefined ? "" : `.${part}`}`;
}

/** In a cell, instead of the months required, where neither the loan nor the program names them. */
export const REQUIRED_BY_AUS = "By the lender's AUS";

export const VOD_TITLE = "Form 1006 fields";

export const VOD_WORDS: Readonly<Record<Exclude<keyof VodRow, "accountId">, string>> = {
  institutionName: "Institution",
  owners: "Account in name of",
  type: "Type",
  lastFour: "Number",
  currentCents: "Current balance",
  averageCents: "Two-month average",
  openedBy: "Date opened",
};

/** The bank does not tell the day itself. `day` is written already. */
export function openedWords(day: string | null): string {
  return day === null ? NOT_GIVEN : `${day} or before`;
}

export const KIND_WORDS: Readonly<Record<EvidenceKind, string>> = {
  gift: "Gift",
  sale_of_personal_asset: "Sale of a personal asset",
  transfer: "Transfer between own accounts",
  secured_loan: "Secured loan",
  income: "Income",
  other: "Other source",
};

const PART_WORDS: Readonly<Record<LetterPart, string>> = {
  "donor.name": "the donor's name",
  "donor.address": "the donor's address",
  "donor.phone": "the donor's phone",
  "donor.relationship": "the relationship",
  amount: "the amount",
  noRepayment: "that nothing is to be repaid",
  transferEvidence: "proof of the transfer",
};

/** `The letter is complete`, or what it lacks. */
export function letterWords(letter: GiftLetter): string {
  const missing = missingParts(letter).map((name) => PART_WORDS[name]);
  return missing.length === 0 ? "The letter is complete" : `Missing: ${missing.join(", ")}`;
}
