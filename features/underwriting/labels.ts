import { formatMoney } from "#platform/money/money.ts";
import { formatCount, formatList } from "#platform/text/text.ts";
import { OUTCOME_LABELS as SUMMARY_LABELS, phrase } from "#features/borrowers/labels.ts";
import type {
  BackTest,
  ConditionState,
  DocumentKind,
  Exhibit,
  NotTestedReason,
  OverlayState,
} from "#features/underwriting/contract.ts";
import type {
  ClearedBy,
  Confirmation,
  DebtRow,
  DepositRow,
  EvidenceKind,
  EvidenceSource,
  Figures,
  Finding,
  IncomeStream,
  Outcome,
  Overlay,
  OverlayLimit,
  OverlaySettings,
  Program,
  ProgramFunds,
  Severity,
  Source,
  Verdict,
} from "#features/underwriting/rules/evaluation.ts";
import { answerName, overlayLabel } from "#features/underwriting/rules/overlay-names.ts";
import { missingGiftParts, type GiftLetter } from "#features/underwriting/rules/gifts.ts";
import type { ParsedReport, ReportAccount } from "#features/underwriting/rules/parsed-report.ts";

// ---- Programs ---------------------------------------------------------------------------------------------------

export const PROGRAM_NAMES: Readonly<Record<Program, string>> = {
  fannie: "Fannie Mae",
  freddie: "Freddie Mac",
  fha: "FHA",
  va: "VA",
  usda: "USDA",
};

/** `Fannie Mae`, or under a program of the lender's own `Lakeside Portfolio, not Fannie Mae`. */
export function answerProgram(
  program: Program,
  own: { readonly programName?: string | null | undefined } | null = null,
) {
  return answerName(PROGRAM_NAMES[program], own);
}

/** `Fannie Mae and FHA`, or under a program of the lender's own `Lakeside Portfolio, not Fannie Mae or FHA`. */
export function answerPrograms(
  programs: readonly Program[],
  own: { readonly programName?: string | null | undefined } | null = null,
): string {
  const names = programs.map((program) => PROGRAM_NAMES[program]);
  return answerName(formatList(names, own?.programName ? "or" : "and"), own);
}

/** Names the overlay of an evaluation, and says whose answer it is. */
export function overlayNote(overlay: Pick<Overlay, "name" | "version" | "programName">): string {
  const { programName } = overlay;
  const under = `Evaluated under ${overlayLabel(overlay)}.`;
  return programName === null
    ? `${under} It is stricter than the guides where it differs.`
    : `${under} ${programName} is the lender's own program. No answer here is one under a guide.`;
}

// ---- Back-tests -------------------------------------------------------------------------------------------------

/** Why reports were not tested; follows their number: `3 reports were deleted under the retention policy`. */
const NOT_TESTED_TEXTS: Readonly<Record<NotTestedReason, readonly [one: string, several: string]>> = {
  retention: ["was deleted under the retention policy", "were deleted under the retention policy"],
  gone: ["was deleted or closed during the test", "were deleted or closed during the test"],
  neverEvaluated: ["has never been evaluated", "have never been evaluated"],
  otherEdition: [
    "has an application date that requires another edition",
    "have application dates that require another edition",
  ],
  failed: ["couldn't be evaluated", "couldn't be evaluated"],
};

/** One sentence for each reason. */
export function notTestedTexts({ notTested }: Pick<BackTest, "notTested">): string[] {
  return notTested.map(({ reason, reports }) => {
    const [one, several] = NOT_TESTED_TEXTS[reason];
    return `${formatCount(reports, "report")} ${reports === 1 ? one : several}.`;
  });
}

/** `37 of 2,140 reports change.` */
export function backTestSummary({ state, total, tested, changed, notTested }: BackTest): string {
  const done = tested + notTested.reduce((sum, { reports }) => sum + reports, 0);
  const count = (reports: number) => reports.toLocaleString("en-US");
  const change = changed === 1 ? "changes" : "change";
  if (state === "running")
    return `${count(done)} of ${formatCount(total, "report")} tested. ${count(changed)} ${change} so far.`;
  const found =
    tested === 0 ? "No report was tested." : `${count(changed)} of ${formatCount(tested, "report")} ${change}.`;
  return state === "canceled" ? `Canceled after ${count(done)} of ${formatCount(total, "report")}. ${found}` : found;
}

/** After someone asked to evaluate reports again; another admin may have been faster. */
export function queuedToast(queued: number): { readonly title: string; readonly text: string } {
  return queued === 0
    ? {
        title: "Nothing left to queue",
        text: "Another admin queued these reports, or they have been evaluated since the test.",
      }
    : { title: "Queued", text: `${formatCount(queued, "report")} will be evaluated again.` };
}

// ---- Documents --------------------------------------------------------------------------------------------------

export const DOCUMENT_KIND_LABELS: Readonly<Record<DocumentKind, string>> = {
  bank_statement: "Bank statement",
  gift_letter: "Gift letter",
  letter_of_explanation: "Letter of explanation",
  pay_stub: "Pay stub",
  tax_return: "Tax return",
  purchase_contract: "Purchase contract",
  receipt: "Receipt",
  other: "Other",
};

// ---- Reports ----------------------------------------------------------------------------------------------------

export const NOT_GIVEN = "Not provided";

/** Primary categories of the provider; a detailed category starts with its primary. */
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

/** `Plaid Checking …0000`. */
export function accountName({ name, mask }: Pick<ReportAccount, "name" | "mask">): string {
  return mask === null ? name : `${name} \u2026${mask}`;
}

const TYPES: Readonly<Record<string, string>> = {
  depository: "Depository accounts",
  investment: "Investment accounts",
  credit: "Owed on cards",
  loan: "Owed on loans",
};

export function typeWords(type: string): string {
  return Object.hasOwn(TYPES, type) ? TYPES[type]! : phrase(type); // the type may be `constructor`
}

/** For credit and loans the provider's current balance is what is owed. */
export function isOwed({ type }: Pick<ReportAccount, "type">): boolean {
  return type === "credit" || type === "loan";
}

export function balanceWords(account: Pick<ReportAccount, "type">): string {
  return isOwed(account) ? "Balance owed" : "Current balance";
}

export function warningWords({ items, warnings }: Pick<ParsedReport, "items" | "warnings">): string[] {
  return warnings.map(({ itemId, message, code }) => {
    const bank = items.find(({ id }) => id === itemId)?.institutionName;
    const said = message ?? phrase(code);
    return bank ? `${bank}: ${said}` : said;
  });
}

/** Days of history; a day that has just begun does not count. */
export function historyWords({ daysAvailable }: Pick<ReportAccount, "daysAvailable">): string {
  return formatCount(Math.floor(daysAvailable), "day");
}

// ---- Answers and findings ---------------------------------------------------------------------------------------

export const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = SUMMARY_LABELS;

/** Whether nothing is left to document. */
export function isSettledOutcome({ outcome }: Pick<Verdict, "outcome">): boolean {
  return outcome === "enough" || outcome === "enoughUnderOverlay" || outcome === "enoughToClose";
}

export const SEVERITY_LABELS: Readonly<Record<Severity, string>> = {
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

export const NOT_EVALUATED = "Not evaluated";

/** A verdict's text as its first line, and what follows in smaller print: the missing terms may fill many lines. */
export function answerLines(text: string): { readonly headline: string; readonly more: string } {
  const missing = /^Not evaluated under .+ yet\. (Missing: .+)$/.exec(text)?.[1];
  return missing === undefined
    ? { headline: text, more: "" }
    : { headline: "Not evaluated: loan terms are missing", more: missing };
}

/** Labels of findings' inputs; others are derived from their names. */
const FIGURE_LABELS: Readonly<Record<string, string>> = {
  afterCents: "Now",
  amountCents: "Amount",
  applicationDate: "Application date",
  asOf: "Data as of",
  ausCents: "Required by AUS",
  availableCents: "Available",
  average60Cents: "Two-month average",
  balanceDifferenceCents: "Balance difference",
  bankName: "Name at the bank",
  beforeCents: "Before",
  blockFrom: "Blocks from",
  borrower: "Name on the loan",
  cadence: "Paid",
  cashToCloseCents: "Cash to close",
  contributionCents: "Contribution",
  costsCents: "Closing costs and prepaids",
  count365: "In 12 months",
  count60: "In 60 days",
  count90: "In 90 days",
  creditor: "Creditor",
  creditsCents: "Credits",
  currency: "Currency",
  currentCents: "Current balance",
  days: "Days",
  daysRequested: "Days requested",
  differenceCents: "Difference",
  disbursementDate: "Disbursement date",
  disclosedCents: "Disclosed",
  donor: "Donor",
  duplicates: "Duplicate lines",
  duplicatesInWindowCents: "Duplicates in the window",
  enteredCents: "Entered",
  enteredMonths: "Months entered",
  expectedCents: "Expected",
  firstDepositCents: "First deposits",
  foundCents: "Found",
  from: "From",
  gaps: "Gaps",
  givenCents: "Paid by a gift",
  holdingsCents: "Sum of holdings",
  investmentCents: "Investments",
  isEligible: "Positive rent history",
  isExplained: "Explained",
  kind: "Kind",
  largestCents: "Largest line",
  lastPaidOn: "Last paid",
  lender: "Lender",
  limitCents: "Limit",
  lines: "Bank lines",
  longestDays: "Longest gap in days",
  match: "Owner match",
  medianCents: "Usual amount",
  medianNetCents: "Usual net pay",
  missing: "Missing",
  missingCents: "Still to document",
  monthlyCents: "Monthly payment",
  months: "Months paid",
  monthsInARow: "Months in a row",
  neededCents: "Needed",
  netCents: "Fees less refunds",
  newPayer: "New payer",
  newestAsOf: "Newest data",
  noteDate: "Note date",
  number: "Deposits",
  occupancy: "Occupancy",
  ownCents: "Borrower's own funds",
  paidCents: "Paid",
  payee: "Payee",
  payer: "Payer",
  payments: "Payments",
  ratio: "Ratio",
  receiptCents: "On receipts",
  refunded: "Refunded",
  reportDate: "Report date",
  requiredDays: "Days required",
  reviewFrom: "Reviewed from",
  reworded: "Changed lines",
  riseCents: "Above the average",
  shownDays: "Days shown",
  sourcedCents: "Sourced",
  stillThereCents: "May still be there",
  sumCents: "Sum",
  tableCents: "By the guide's table",
  takenCents: "Taken off",
  thresholdCents: "Threshold",
  to: "To",
  undisclosedMonthlyCents: "Undisclosed monthly payments",
  unknownPayments: "Payments of unknown amount",
  unreadCount: "Unread lines",
  unsourcedCents: "Unsourced",
  validThrough: "Valid through",
  why: "Reason",
};

const OWNER_LABELS: Readonly<Record<string, string>> = {
  exact: "Borrower",
  contact: "Borrower, by contact details",
  partial: "Part of the family name",
  initials: "Initials only",
  fuzzy: "Similar name",
  suffix: "Suffix on one side",
  alias: "Borrower, confirmed",
  none: "Not a borrower",
};

/** How a name at the bank matches the loan (R5). */
export function matchWords(match: string): string {
  return read(OWNER_LABELS, match) ?? phrase(match);
}

/** Whose an account is: `Borrower, joint`. */
export function ownerWords(
  { match, standing, isJoint }: Pick<Figures["owners"][number], "match" | "standing" | "isJoint">,
  { owners }: Pick<ReportAccount, "owners">,
): string {
  if (standing === "none") return owners.some(({ names }) => names.length > 0) ? matchWords("none") : NOT_GIVEN;
  return isJoint ? `${matchWords(match)}, joint` : matchWords(match);
}

/** The browser formats with `Intl`, which is too slow for the server's PDFs. */
export interface Formats {
  money(cents: number): string;
  /** Of a calendar day, `YYYY-MM-DD`. */
  day(day: string): string;
  number(number: number): string;
}

/** The known inputs of a finding, in the rule's order. */
export function figuresOf(
  inputs: Finding["inputs"],
  formats: Formats,
): { readonly label: string; readonly text: string }[] {
  return Object.entries(inputs).flatMap(([name, value]) =>
    value === null ? [] : [{ label: labelOf(name), text: figureText(name, value, formats) }],
  );
}

/** An evaluation stored long ago may have figures that no rule has now. */
export function labelOf(name: string): string {
  return (
    read(FIGURE_LABELS, name) ??
    phrase(name.replace(/Cents$/, "").replaceAll(/[A-Z]/g, (sign) => ` ${sign.toLowerCase()}`))
  );
}

export function figureText(name: string, value: number | string, formats: Formats): string {
  if (typeof value === "number") return name.endsWith("Cents") ? formats.money(value) : formats.number(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formats.day(value);
  if (value === "yes" || value === "no") return phrase(value);
  return name === "match" ? matchWords(value) : value;
}

function read(words: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

// ---- Funds ------------------------------------------------------------------------------------------------------

type FundsLine = Exclude<keyof ProgramFunds, `is${string}` | "terms" | "levels" | "requiredReservesBasis">;

export const FUNDS_TEXTS: Readonly<Record<FundsLine, string>> = {
  usableByAccount: "Accounts that count",
  investments: "Investments that count",
  reductions: "Deposits taken off",
  unexplainedCents: "Unexplained deposits",
  reductionCents: "Unexplained deposits taken off",
  investmentReductionCents: "Of it, from investments",
  earnestReductionCents: "Of it, from the earnest money credit",
  conditionalCents: "Counts on condition",
  atRiskCents: "Deposits without documents",
  giftCents: "Gifts not deposited",
  depositedGiftCents: "Gifts deposited",
  usableClosingCents: "Available to close",
  earnestPaidCents: "Earnest money credit",
  cashToCloseCents: "Cash to close",
  cashBackCents: "Cash back at closing",
  investmentClosingCents: "Investments used to close",
  investmentReserveCents: "Investments counted as reserves",
  surplusCents: "Remaining after closing",
  reservesCents: "Reserves",
  reserveMonths: "Months of reserves",
  requiredReservesCents: "Reserves required",
  requiredReserveMonths: "Months required",
  ownFundsCents: "Borrower's own funds",
  requiredOwnFundsCents: "Own funds required",
  adjustedValueCents: "Adjusted value",
  requiredContributionCents: "Minimum contribution",
  contributionCents: "Borrower's contribution",
};

export const FUNDS_TERM_LABELS: Readonly<Record<keyof ProgramFunds["terms"], string>> = {
  costsCents: "Closing costs and prepaids",
  interestedPartyLimitCents: "Limit for interested-party credits",
  interestedPartyCreditCents: "Interested-party credits used",
  lenderCreditCents: "Lender credits",
  downPaymentCents: "Down payment",
  earnestFoundCents: "Earnest money found",
};

/** Whether the funds cover cash to close and reserves. Not the answer: conditions may be open. */
export const COVERED = "Covered";

export const LEVEL_LABELS: Readonly<Record<keyof ProgramFunds["levels"], string>> = {
  sure: "Without conditional money",
  printed: "As it is now",
  all: "With everything explained",
};

const REDUCTION_LABELS: Readonly<Record<string, string>> = {
  LARGE_UNSOURCED: "Large, no documented source",
  BORROWED_FUNDS_DEDUCTED: "Looks borrowed",
  MOVED_AFTER_READING: "Moved after another bank was read",
  MANY_UNEXPLAINED: "Small deposits above the lender's limit",
  DONOR_NOT_ACCEPTED: "Donor not accepted",
  GIFT_FROM_INTERESTED_PARTY: "Gift from an interested party",
  INTERESTED_PARTY_DEPOSIT: "From an interested party",
};

/** Why a deposit is taken off, by the code of its finding. */
export function reductionWords(code: string): string {
  return read(REDUCTION_LABELS, code) ?? phrase(code);
}

/** Months to two places, rounded down by the rules: `39.28`, `−1,089.1` with a minus sign. */
export function monthsWords(months: number): string {
  const [whole = "", part] = String(Math.abs(months)).split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${months < 0 ? "\u2212" : ""}${grouped}${part === undefined ? "" : `.${part.slice(0, 2)}`}`;
}

/** Where neither the loan nor the program says how many months are required. */
export const REQUIRED_BY_AUS = "By the lender's AUS";

// ---- Verification of deposit ------------------------------------------------------------------------------------

export const VOD_TITLE = "Form 1006 fields";

export const VOD_NOTE = "A data view, not Form 1006: no bank has signed it.";

export const VOD_LABELS: Readonly<Record<Exclude<keyof Figures["vod"][number], "accountId" | "isCounted">, string>> = {
  institutionName: "Institution",
  owners: "Account in name of",
  type: "Type",
  lastFour: "Number",
  currentCents: "Current balance",
  averageCents: "Two-month average",
  openedBy: "Date opened",
};

/** The bank does not report the day itself. `day` is formatted. */
export function openedWords(day: string | null): string {
  return day === null ? NOT_GIVEN : `At least ${day}`;
}

// ---- Evidence and decisions -------------------------------------------------------------------------------------

export const KIND_LABELS: Readonly<Record<EvidenceKind, string>> = {
  gift: "Gift",
  sale_of_personal_asset: "Sale of a personal asset",
  transfer: "Transfer between own accounts",
  secured_loan: "Secured loan",
  income: "Income",
  insurance_settlement: "Insurance settlement",
  refund: "Refund",
  liquidation: "Sale of investments",
  statement: "Account statement",
  access_letter: "Access letter",
  plan_terms: "Plan terms",
  emd_receipt: "Earnest money receipt",
  letter: "Letter of explanation",
  other: "Other source",
};

type ConfirmationKind = Confirmation["kind"];

/** Button labels. */
export const CONFIRM_LABELS: Readonly<Record<ConfirmationKind, string>> = {
  borrower: "Confirm this is the borrower",
  noDebt: "Confirm not a debt",
  ownTransfer: "Confirm own transfer",
  notALoan: "Confirm not a loan",
  sameAccount: "Confirm same account",
  differentAccounts: "Confirm different accounts",
  extraPrincipal: "Confirm extra principal",
  resubmitted: "Confirm resubmitted",
  thisCheck: "Confirm this check",
  rent: "Confirm rent",
  paidForAnother: "Confirm paid for another person",
  canBeWithdrawn: "Confirm it can be withdrawn",
  trust: "Confirm trust access",
  planTerms: "Confirm plan terms",
  businessAnalysis: "Confirm business analysis",
  identity: "Confirm verified identity",
  holder: "Keep: the holder is verified",
};

/** What is confirmed, as a fact: in forms, histories and files. */
export const CONFIRMED_LABELS: Readonly<Record<ConfirmationKind, string>> = {
  borrower: "This account holder is the borrower",
  noDebt: "These payments are not the borrower's debt",
  ownTransfer: "This is the borrower's own transfer",
  notALoan: "This money was not borrowed",
  sameAccount: "These are one account, counted once",
  differentAccounts: "These are different accounts",
  extraPrincipal: "The difference is extra principal that the borrower chooses to pay",
  resubmitted: "The debts were added and the loan was resubmitted",
  thisCheck: "This check paid the earnest money",
  rent: "These payments are rent",
  paidForAnother: "These payments are made for another person",
  canBeWithdrawn: "The money can be withdrawn",
  trust: "The borrower may use the trust's money",
  planTerms: "The plan allows withdrawals regardless of employment",
  businessAnalysis: "Using this money does not harm the business",
  identity: "The borrower was contacted, and their identity is verified",
  holder: "The identity of this connection's holder is verified",
};

export const CONDITION_LABELS: Readonly<Record<ConditionState, string>> = {
  open: "Open",
  answered: "Answered, to review",
  cleared: "Cleared by evidence",
  confirmed: "Confirmed",
  waived: "Waived",
  gone: "No longer applies",
  reopened: "Reopened",
};

/** A step in a condition's history, before who did it and when. */
export const STEP_LABELS: Readonly<Record<ConditionState, string>> = {
  ...CONDITION_LABELS,
  open: "Opened",
  answered: "Answered",
  cleared: "Cleared with evidence",
  gone: "No longer applies after a change",
};

/** How a finding is cleared, in a sentence. */
export function clearedByWords(way: ClearedBy): string {
  switch (way.by) {
    case "evidence":
      return way.kinds.map((kind) => KIND_LABELS[kind].toLowerCase()).join(", ");
    case "confirmation":
      return `${CONFIRMED_LABELS[way.kind].toLowerCase()}${way.needsDocument ? ", with a document" : ""}`;
    case "waiver":
      return "a waiver by an admin";
    case "newReport":
      return "a new report";
    case "leaveOut":
      return "leaving the account out";
    case "loanTerms":
      return "corrected loan terms";
  }
}

/** `The letter is complete`, or what it lacks. */
export function letterWords(letter: GiftLetter): string {
  const missing = missingGiftParts(letter);
  return missing.length === 0 ? "The letter is complete" : `Missing: ${missing.join(", ")}`;
}

/** The answer's caveat; `undefined`: every deposit that counts as explained has a document. */
export function undocumentedWords(evidence: readonly EvidenceSource[]): string | undefined {
  const accepted = evidence.filter(({ transactionId, hasDocument }) => transactionId !== null && !hasDocument);
  const cents = accepted.reduce((sum, { sourcedCents }) => sum + sourcedCents, 0);
  return cents === 0 ? undefined : `Relies on ${formatMoney(cents)} of deposits accepted without documents.`;
}

export interface ExhibitsOf {
  readonly evidenceId?: string | undefined;
  readonly transactionIds?: readonly string[];
  readonly documentIds?: readonly string[];
}

/** Exhibits of this evidence, these lines and these documents: `Exhibits 2 and 3`; empty for none. */
export function exhibitWords(
  exhibits: readonly Exhibit[],
  { evidenceId, transactionIds = [], documentIds = [] }: ExhibitsOf,
): string {
  const numbers = exhibits.flatMap(({ number, document, ...one }) => {
    const isIt =
      (evidenceId !== undefined && one.evidenceId === evidenceId) ||
      (one.transactionId !== null && transactionIds.includes(one.transactionId)) ||
      (document !== null && documentIds.includes(document.id));
    return isIt ? [String(number)] : [];
  });
  if (numbers.length === 0) return "";
  return `${numbers.length === 1 ? "Exhibit" : "Exhibits"} ${formatList(numbers)}`;
}

// ---- Figures ----------------------------------------------------------------------------------------------------

export const DEPOSIT_LABELS: Readonly<Record<DepositRow["outcomes"]["fannie"], string>> = {
  identified: "Identified",
  below_threshold: "Below the threshold",
  sourced: "Sourced",
  not_large_after_sourcing: "Not large after sourcing",
  large_unsourced: "Large, unsourced",
  borrowed: "Borrowed",
  gift: "Gift",
  interested_party: "From an interested party",
  document_source: "Document the source",
  moved_after_reading: "Moved after another bank was read",
  not_tested: "Not tested",
};

export const CADENCE_LABELS: Readonly<Record<NonNullable<IncomeStream["cadence"]>, string>> = {
  daily: "Daily",
  weekly: "Weekly",
  biweekly: "Every two weeks",
  semimonthly: "Twice a month",
  monthly: "Monthly",
};

export const DEBT_LABELS: Readonly<Record<DebtRow["kind"], string>> = {
  loan: "Loan",
  card: "Card",
  bnpl: "Pay later",
  lease: "Lease",
  mortgage: "Mortgage",
  support: "Support",
  tax_plan: "Tax plan",
};

/** How we know what a source says. */
export const MARK_LABELS: Readonly<Record<Source["mark"], string>> = {
  V: "Read in the primary text",
  S: "Quoted by another page",
  M: "Common practice",
  ours: "Our own figure",
  lender: "The lender's own rule",
};

/** A class of bank lines, or as what a deposit is identified. */
export function classWords(code: string): string {
  return read(CLASS_LABELS, code) ?? phrase(code.replaceAll("_", " "));
}

const CLASS_LABELS: Readonly<Record<string, string>> = {
  bnpl: "Pay later",
  nsf_fee: "Returned item or overdraft fee",
  own_transfer: "Own transfer",
  crypto: "Virtual currency",
  gig_income: "Gig income",
  title_escrow: "Title or escrow",
  loan_proceeds: "Loan proceeds",
  refund_reversal: "Refund or reversal",
};

// ---- Overlays ---------------------------------------------------------------------------------------------------

export const OVERLAY_STATE_LABELS: Readonly<Record<OverlayState, string>> = {
  draft: "Draft",
  proposed: "Waiting for approval",
  rejected: "Rejected",
  scheduled: "Scheduled",
  inForce: "In force",
  replaced: "Replaced",
  ended: "Ended",
};

export const OVERLAY_LIMIT_LABELS: Readonly<Record<OverlayLimit, string>> = {
  incomePercent: "Large deposit, percent of monthly income",
  valuePercent: "Large deposit under FHA, percent of adjusted value",
  smallDepositsLimitCents: "Limit for small deposits in 30 days",
  nsfReview: "Returned items to review",
  nsfBlocker: "Returned items to block",
  primaryReserveMonths: "Reserves, primary residence",
  secondHomeReserveMonths: "Reserves, second home",
  investmentReserveMonths: "Reserves, investment property",
  liquidationPercent: "Investments without proof of sale, percent of shortfall",
  fhaRetirementPercent: "Retirement funds under FHA, percent counted",
  purchaseDays: "History for a purchase",
  refinanceDays: "History for a refinance",
  fhaDays: "History under FHA",
  twoStatementsDays: "History under VA and USDA",
  documentAgeDays: "Age of documents",
  daysToApplication: "Age at application under Fannie Mae",
  fhaDataDays: "Age of bank data under FHA",
};

interface SettingLine {
  /** Of the setting alone: one finding may have two, whose labels are the same. */
  readonly key: string;
  readonly label: string;
  readonly text: string;
}

interface OverlayTexts {
  limitText(limit: OverlayLimit, value: number): string;
  findingLabel(code: string): string;
}

/** What an overlay sets, in the order of the form. The texts are of overlay-texts.ts, which few pages need. */
export function overlayLines(
  { limits, atLeast, atMost, documents, programsOff }: OverlaySettings,
  { limitText, findingLabel }: OverlayTexts,
): SettingLine[] {
  return [
    // The labels have exactly these keys.
    ...(Object.keys(OVERLAY_LIMIT_LABELS) as OverlayLimit[]).flatMap((name) => {
      const value = limits[name];
      if (value === undefined) return [];
      return [{ key: `limits.${name}`, label: OVERLAY_LIMIT_LABELS[name], text: limitText(name, value) }];
    }),
    ...atLeast.map(({ code, severity }) => ({
      ...{ key: `atLeast.${code}`, label: findingLabel(code), text: `At least “${SEVERITY_LABELS[severity]}”` },
    })),
    ...atMost.map(({ code, severity }) => ({
      ...{ key: `atMost.${code}`, label: findingLabel(code), text: `At most “${SEVERITY_LABELS[severity]}”` },
    })),
    ...documents.map((code) => ({
      ...{ key: `documents.${code}`, label: `${findingLabel(code)}, evidence`, text: "Document required" },
    })),
    ...programsOff.map((program) => ({
      ...{ key: `programsOff.${program}`, label: PROGRAM_NAMES[program], text: "Off" },
    })),
  ];
}
