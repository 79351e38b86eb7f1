import type { DownloadFormat, InvestorCopy, STATEMENT_SUBTYPES } from "#features/asset-reports/contract.ts";
import type { BankDataProduct } from "#features/organizations/contract.ts";
import type { Investor } from "#features/underwriting/contract.ts";
import { PROGRAM_NAMES } from "#features/underwriting/labels.ts";
import type { EvaluationInputs } from "#features/underwriting/rules/evaluation.ts";
import type { ParsedReport, ReportItem } from "#features/underwriting/rules/parsed-report.ts";
import { formatCount, formatList } from "#platform/text/text.ts";

/** Formatted days: the day of the data, and the last day on which it is young enough. */
interface ValidDays {
  readonly from: string;
  /** `null`: no account counts. */
  readonly until: string | null;
}

/** Printed where no consent of a person is recorded. */
export const AUTHORIZATION_NOT_RECORDED =
  "not recorded. The lender must hold this person's authorization before it uses the report.";

export const CONDITIONS = {
  title: "Conditions of use",
  source: "Fannie Mae Selling Guide B3-4.2-01",
  all: ({ from, until, isAuthorized }: ValidDays & { readonly isAuthorized: boolean }): readonly string[] => [
    isAuthorized
      ? "The authorization of each person on the loan is recorded under Report details."
      : "The lender must hold the authorization of each person whose bank data the report contains.",
    "The report contains the data elements of Form 1006 or the bank's own statements. Anything the bank left out is marked as not provided.",
    until === null
      ? `The data is as of ${from}. No account counts.`
      : `The data is as of ${from} and young enough through ${until}, under the loan's own program.`,
    "The lender remains responsible for the data and for the loan.",
  ],
} as const;

/** Shown first where no account of a connection belongs to anyone on the loan. */
export const STRANGER = {
  title: (people: readonly string[]) =>
    `None of these accounts belongs to ${people.join(" or ")}. Stop and verify identity.`,
  text: ({ bank, owners, count }: { readonly bank: string; readonly owners: string; readonly count: string }) =>
    `${bank} names ${owners} as the owner. ${count} withheld until the lender decides. None of this money counts.`,
  withheld: (count: string) => `${count} withheld: the account belongs to no one on the loan.`,
  verified: ({ bank, reason }: { readonly bank: string; readonly reason: string }) =>
    `${bank}: the holder, who is not on the loan, is verified. Reason: ${reason}`,
} as const;

/** Why no report was requested when a bank connected, by the code of the refusal. */
export const ON_CONNECT_REFUSALS = {
  SPEND_CAP_REACHED: "The bank is connected, but the report would exceed your organization's spend cap for this month.",
  LIMIT_REACHED:
    "The bank is connected, but this borrower has reached today's limit of 10 reports. Try again tomorrow.",
  BANKS_TO_RECONNECT:
    "The bank is connected, but other banks were connected for another kind of report. Connect them again or disconnect them, then generate the report.",
  CONSENT_REQUIRED:
    "The bank is connected, but not everyone on the loan agreed to a consumer report. Send them a link, then generate the report.",
  BANK_LOGIN_REQUIRED: "The bank already asks the borrower to sign in again. Reconnect it, then generate the report.",
} as const;

/** The investor's system that reads a report by its token. */
export const INVESTOR_SYSTEMS: Readonly<Record<Investor, string>> = {
  fannie: "Desktop Underwriter",
  freddie: "Loan Product Advisor",
};

/** As the PDF names a copy. */
export function investorCopyLine({ investor, token }: Pick<InvestorCopy, "investor" | "token">): string {
  return `${PROGRAM_NAMES[investor]} token (Plaid audit copy): ${token}`;
}

/** What a report was made of, in its details. */
export const PRODUCT_NAMES: Readonly<Record<BankDataProduct, string>> = {
  assets: "Asset report by Plaid",
  consumer_report: "Consumer report by Plaid Check, a consumer reporting agency (FCRA)",
};

/** What Plaid Check must know of a person before the first bank is connected. */
export const IDENTITY_TEXTS = {
  title: "Confirm your identity",
  text: "Plaid Check needs this to know who the report is about. We pass it on and don't store it.",
  dateOfBirth: "Date of birth",
  dateOfBirthError: "Enter a valid date of birth. The person must be 18 or older.",
  phone: "Phone",
  phoneError: "Enter a 10-digit US phone number",
  street: "Street address",
  city: "City",
  state: "State",
  stateHelp: "Two letters, such as TX",
  zip: "ZIP code",
  button: "Continue to the bank",
} as const;

export const OFFICER_IDENTITY_TITLE = "Identity for the consumer report";

export const DISCLAIMER =
  "This is a data view supplied by the borrower's bank through a data provider. It is not Form 1006 and does not claim Day 1 Certainty. It is not underwriting advice.";

/** A report from uploaded files, wherever it is shown. */
export const FROM_FILES = {
  title: "From uploaded files, not from the bank",
  text: "These accounts and transactions were uploaded as files, and anyone can edit a file. No bank verified an owner or a balance. Compare the accounts with the bank's own statements before you use this report.",
  /** `day` is formatted. */
  endOn: (day: string) => `The files end on ${day}`,
  files: "uploaded files",
  disclaimer:
    "This report is made of files that were uploaded, not of data from the bank or a data provider. It is not Form 1006 and does not claim Day 1 Certainty. It is not underwriting advice.",
} as const;

export function disclaimerOf({ source }: Pick<ParsedReport, "source">): string {
  return source === "files" ? FROM_FILES.disclaimer : DISCLAIMER;
}

/** Label of the hash of what the report was made of. */
export function sourceHashLabel({ source }: Pick<ParsedReport, "source">): string {
  return source === "files" ? "SHA-256 of the uploaded files" : "SHA-256 of the provider's JSON";
}

export const STATEMENT_FILES_TEXTS = {
  title: "Statement files",
  lead: "No bank connection? Make a report of files from the bank's website. It counts once the bank's own statements for the same days are accepted.",
  add: "Add statement files",
  moneyError: "Enter dollars and cents, such as 1,250 or 99.50",
  maskError: "Enter the last four characters",
  closed: "This borrower is closed. Restore the borrower first.",
  drop: "OFX, QFX, CSV or CAMT.053, up to 2 MB each. Drop them here or choose files.",
  choose: "Choose files",
  free: "A report from files is free. Nothing is stored until you create it.",
  check: "Update preview",
  create: "Create report",
  cancel: "Cancel",
  incomplete: "Complete each file first.",
  changed: "Update the preview first.",
  checkFailed: "We couldn't read the files",
  createFailed: "We couldn't create the report",
  accounts: "Accounts in the report",
  columns: "Columns",
  dollars:
    "CSV files don't state a currency, so amounts are read as US dollars. Leave out accounts in other currencies.",
  none: "Not in the file",
} as const;

export const STATEMENT_FIELD_LABELS = {
  institution: "Bank",
  mask: "Last four digits of the account",
  subtype: "Type of account",
  holders: "Account holders, as printed, separated by commas",
  from: "First day of the statement",
  to: "Last day of the statement",
  openingCents: "Opening balance",
  closingCents: "Closing balance",
} as const;

export const STATEMENT_COLUMN_LABELS = {
  date: "Date",
  description: "Description",
  amount: "Amount",
  debit: "Debit",
  credit: "Credit",
  balance: "Balance",
} as const;

export const STATEMENT_SUBTYPE_LABELS: Readonly<Record<(typeof STATEMENT_SUBTYPES)[number], string>> = {
  checking: "Checking",
  savings: "Savings",
  "money market": "Money market",
  cd: "Certificate of deposit",
};

/** What the banner says of one connection. */
export function strangerFacts({ institutionName, accounts }: ReportItem) {
  const owners = new Set(accounts.flatMap((account) => account.owners.flatMap(({ names }) => names)));
  const count = accounts.reduce((sum, { withheldCount = 0 }) => sum + withheldCount, 0);
  return {
    bank: institutionName,
    owners: formatList([...owners]),
    count: `${formatCount(count, "transaction")} ${count === 1 ? "is" : "are"}`,
  };
}

/** Connections of a person who is not on the loan that a reviewer decided to keep. */
export function keptHolders({ items }: ParsedReport, { confirmations }: Pick<EvaluationInputs, "confirmations">) {
  return confirmations.flatMap(({ id, kind, subject, reason }) => {
    const item = kind === "holder" ? items.find((one) => one.id === subject.itemId) : undefined;
    return item ? [{ id, bank: item.institutionName, reason }] : [];
  });
}

/** Heading for data that the provider could not supply. */
export const NOT_SUPPLIED = "Not provided by the bank";

/** Heading for ids and hashes. */
export const SOURCE = "Report details";

/** Label of the time at which the provider last read a bank. */
export const READ_AT = "Data from the bank";

export const FORMAT_LABELS: Readonly<Record<DownloadFormat, { readonly short: string; readonly whole: string }>> = {
  pdf: { short: "PDF", whole: "Document (PDF)" },
  json: { short: "JSON", whole: "Data (JSON)" },
  csv: { short: "CSV", whole: "Transactions (CSV)" },
  mismo: { short: "MISMO 3.4", whole: "Assets and debts (MISMO 3.4)" },
  freddie: { short: "Freddie Mac JSON", whole: "Accounts for Freddie Mac (JSON)" },
  provider: { short: "provider's JSON", whole: "Provider's data as received (JSON)" },
  signature: { short: "signatures", whole: "Signatures (JSON)" },
};
