import type {
  DownloadFormat,
  GovernancePacket,
  HumanAction,
  InvestorCopy,
  PlannedRefreshEnd,
  STATEMENT_SUBTYPES,
} from "#features/asset-reports/contract.ts";
import { ROLE_NAMES } from "#features/organizations/labels.ts";
import type { BankDataProduct } from "#features/organizations/contract.ts";
import type { Investor } from "#features/underwriting/contract.ts";
import { PROGRAM_NAMES } from "#features/underwriting/labels.ts";
import type { ClockKind } from "#features/underwriting/rules/clock.ts";
import type { EvaluationInputs, Figures, Program } from "#features/underwriting/rules/evaluation.ts";
import type { ParsedReport, ReportItem } from "#features/underwriting/rules/parsed-report.ts";
import { longDay } from "#platform/dates/days.ts";
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

/** The panel of what runs out, and when to refresh. */
export const EXPIRATIONS = {
  title: "Expirations",
  failed: "We couldn't load the expirations",
  today: "Today",
  closing: "Closing",
  planned: "Refresh planned",
  noEnd: "No end date",
  plan: "Plan refresh",
  change: "Change",
  cancel: "Cancel refresh",
  planTitle: "Plan a refresh",
  changeTitle: "Change the planned refresh",
  planText:
    "On this day a new report is requested from all connected banks. It is made only if consent, bank access and your spend cap allow it then.",
  day: "Day",
  dayMissing: "Enter a day",
  dayPast: "Choose today or a later day",
  dayAfterClosing: (closing: string) => `Choose a day up to the closing on ${longDay(closing)}`,
  notNeeded: "The current report is valid through the closing. No refresh is needed.",
  none: "Nothing expires yet. Generate a report to see how long its data is valid.",
  cancelTitle: "Cancel the planned refresh?",
  cancelText: "No report is requested on that day. You can plan another at any time.",
  keep: "Keep it",
  saved: "Refresh planned",
  canceled: "Refresh canceled",
} as const;

/** What runs out, in a list. */
export const CLOCK_LABELS: Readonly<Record<ClockKind, (subject: string) => string>> = {
  data: (bank) => `Bank data of ${bank}`,
  statement: (bank) => `Statement of ${bank}`,
  access: (bank) => `Access to ${bank}`,
  link: (person) => `Secure link of ${person}`,
  freeRefresh: () => "Free refresh",
  consent: (person) => `Consent of ${person}`,
};

/** Why a planned refresh was not made, or no refresh can be planned. */
export const PLANNED_REFRESH_REASONS: Readonly<Record<PlannedRefreshEnd, string>> = {
  NO_REPORT: "There is no report yet. Generate one first.",
  NO_BANK: "No bank is connected. Connect one first.",
  NO_PROGRAM: "The loan's program has no rule about the age of bank data.",
  NO_CLOSING_DAY: "Enter the note date to see the best day for a refresh.",
  CLOSING_PASSED: "The closing day has passed.",
  DAY_PASSED: "The planned day has passed.",
  AFTER_CLOSING: "The planned day is after the closing.",
  ACCESS_ENDS: "Access to a bank ends before a refresh can serve the closing. Ask the borrower to sign in again.",
  NOT_SERVED: "No day before the closing serves the loan's dates. Check the application, note and disbursement dates.",
  NOT_NEEDED: "The current report is valid through the closing, so nothing was requested or charged.",
  CLOSED: "The borrower was closed.",
  PRICE_CHANGED: "The refresh would cost more than was shown when it was planned. Plan it again to see the price.",
  SPEND_CAP_REACHED: "The refresh would exceed your organization's spend cap for this month.",
  LIMIT_REACHED: "This borrower has reached the day's limit of 10 reports.",
  NO_BANK_CONNECTION: "No bank was connected on the planned day. Connect one, then generate the report.",
  BANKS_TO_RECONNECT:
    "Some banks were connected for another kind of report. Connect them again or disconnect them, then generate the report.",
  BANK_LOGIN_REQUIRED: "A bank asks the borrower to sign in again. Reconnect it, then generate the report.",
  CONSENT_REQUIRED:
    "Not everyone on the loan has agreed to a consumer report. Send them a link, then generate the report.",
};

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

/** Plaid Check knows the person already. */
export const CORRECT_IDENTITY = {
  action: "Edit identity",
  saved: ["Identity saved", "The next report uses it."],
  texts: {
    ...IDENTITY_TEXTS,
    text: "This replaces what Plaid Check knows about the person. We pass it on and don't store it.",
    button: "Save identity",
  },
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

const NEEDS_WORK: ReadonlySet<string> = new Set([
  "large_unsourced",
  "borrowed",
  "interested_party",
  "document_source",
  "moved_after_reading",
]);

/** `16 deposits: 12 identified, 2 to document under Fannie Mae, 1 small or sourced, 1 not tested`: they add up. */
export function depositsSummary(deposits: Figures["deposits"], program: Program, programName: string): string {
  const outcomes = deposits.map((one) => one.outcomes[program] ?? "not_tested");
  const identified = outcomes.filter((outcome) => outcome === "identified").length;
  const unresolved = outcomes.filter((outcome) => NEEDS_WORK.has(outcome)).length;
  const untested = outcomes.filter((outcome) => outcome === "not_tested").length;
  const others = deposits.length - identified - unresolved - untested;
  return `${formatCount(deposits.length, "deposit")}: ${[
    `${identified} identified`,
    `${unresolved} to document under ${programName}`,
    ...(others > 0 ? [`${others} small or sourced`] : []),
    `${untested} not tested`,
  ].join(", ")}`;
}

/** The settings page for calendar addresses. */
export const CALENDAR_PAGE = {
  title: "Calendar",
  lead: "Subscribe to expirations and planned refreshes in Google Calendar, Outlook or Apple Calendar. Events have loan numbers, and no names or amounts.",
  failed: "We couldn't load your calendar addresses",
  kinds: {
    own: { name: "Your borrowers", about: "Days of the borrowers that you created or that are assigned to you." },
    organization: {
      name: "All borrowers of the organization",
      about: "It works as long as the admin who created it is an admin.",
    },
  },
  create: "Create address",
  replace: "Replace address",
  replaceTitle: "Replace the calendar address?",
  replaceText: "The current address stops working at once. Calendars that use it get no more updates.",
  remove: "Remove address",
  removeTitle: "Remove the calendar address?",
  removeText: "The address stops working at once. Calendars that use it get no more updates.",
  address: "Address",
  addressTitle: "Calendar address",
  addressText:
    "Add this address to your calendar as a subscription. Anyone who has it can read the calendar, and we can't show it again.",
} as const;

interface CalendarLoan {
  readonly loanNumber: string | null;
  readonly program: string | null;
}

function calendarLoan({ loanNumber, program }: CalendarLoan): string {
  return `loan ${loanNumber ?? "without a number"}${program === null ? "" : ` (${program})`}`;
}

/** What other companies' calendars show: nothing of a person. */
export const CALENDAR_TEXTS = {
  name: (product: string) => `${product} expirations`,
  data: (loan: CalendarLoan) => `Bank data expires: ${calendarLoan(loan)}`,
  refresh: (loan: CalendarLoan) => `Refresh planned: ${calendarLoan(loan)}`,
  access: (loan: CalendarLoan) => `Bank access ends: ${calendarLoan(loan)}`,
} as const;

export const PACKET_TITLE = "Governance packet";

export const HUMAN_ACTION_LABELS: Readonly<Record<HumanAction, string>> = {
  waived: "Waived a finding",
  waiverProposed: "Proposed a waiver",
  waiverAccepted: "Accepted a colleague's waiver",
  waiverUndone: "Undid a waiver",
  confirmed: "Confirmed a fact",
  confirmationProposed: "Proposed a confirmation",
  confirmationAccepted: "Accepted a colleague's confirmation",
  confirmationUndone: "Undid a confirmation",
  evidenceAccepted: "Accepted evidence",
  evidenceRejected: "Rejected evidence",
  evidenceReopened: "Reopened evidence",
  documentAccepted: "Accepted a document",
  documentRejected: "Rejected a document",
  needWaived: "Marked something a borrower was to do as not needed",
  needRestored: "Marked it as needed again",
  evaluatedAgain: "Evaluated a report again under the current rules",
};

const PACKET_PARTS: Readonly<Record<keyof GovernancePacket, string>> = {
  schema: "Address of the schema",
  version: "Version of the format",
  product: "Product",
  lender: "Lender",
  period: "Period",
  madeAt: "When it was made",
  edition: "Edition of the rules",
  automated: "What is automated",
  notAutomated: "What is not automated",
  models: "Models",
  rules: "Rules",
  overlays: "Overlays in force",
  changes: "Changes of the rules",
  testReport: "Tests",
  twins: "Twin test",
  humanActions: "Decisions by people",
  reproduce: "How to reproduce an answer",
};

/** A part of a packet, as the file names it: `rules.R3` is `Rules, R3`. */
export function packetPartLabel(part: string): string {
  const [field = "", entry] = part.split(".", 2);
  const label = Object.hasOwn(PACKET_PARTS, field) ? PACKET_PARTS[field as keyof GovernancePacket] : field;
  if (entry === undefined) return label;
  return `${label}, ${/^\d+$/.test(entry) ? `entry ${entry}` : entry}`;
}

/** `From Nov 3, 2026`, and until when, if that is known. */
export function overlaySpan({ since, until }: GovernancePacket["overlays"][number]): string {
  if (until === null) return `From ${longDay(since)}`;
  return until === since ? `On ${longDay(since)}` : `${longDay(since)} until ${longDay(until)}`;
}

export function overlayProgram(programName: string | null): string {
  return programName === null
    ? "The guides' programs, which it only tightens"
    : `${programName}, the lender's own. Its answers are not answers under a guide.`;
}

/** Who acted: a member's role today, or what acted in place of a member. */
export function humanRoleLabel(role: string): string {
  const names: Readonly<Record<string, string>> = {
    ...ROLE_NAMES,
    former: "Former member",
    apiKey: "API key",
    borrower: "Borrower",
    product: "The product",
  };
  return names[role] ?? role;
}

/** The names that the twin test gives to the people of a file. */
export const TWIN_LANGUAGES: Readonly<Record<string, string>> = {
  english: "English",
  spanish: "Spanish, with two family names",
  vietnamese: "Vietnamese",
  arabic: "Arabic",
  chinese: "Chinese, transliterated",
  korean: "Korean",
  nigerian: "Nigerian",
  indian: "Indian",
  hyphenated: "With hyphens",
  diacritics: "With accents and other marks",
  particles: "With particles and apostrophes",
  words: "That are also common words or companies",
};
