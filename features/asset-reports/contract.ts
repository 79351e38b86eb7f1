import * as z from "zod/mini";
import { Investor, REPORT_STEPS, StoredEvaluation } from "#features/underwriting/contract.ts";
import {
  Borrower,
  BORROWER_REACH,
  BORROWER_READERS,
  BORROWER_WRITERS,
  BorrowerName,
  BorrowerSelf,
} from "#features/borrowers/contract.ts";
import { Difference, Verdict } from "#features/underwriting/rules/evaluation.ts";
import { BANK_DATA_PRODUCTS } from "#features/organizations/contract.ts";
import { ParsedReport, ReportWarning } from "#features/underwriting/rules/parsed-report.ts";
import { call, file } from "#platform/contract/call.ts";
import {
  base64Length,
  MAX_CENTS,
  Day,
  Email,
  Id,
  Name,
  Phone,
  text,
  Timestamp,
  verbatim,
  whole,
} from "#platform/contract/fields.ts";

/** Live event: a report became ready. */
export const REPORT_READY = "report.ready";

/** Live event: a borrower's report can be used for only a few more days. */
export const REPORT_EXPIRING = "report.expiring";

export const AssetReportState = z.enum(["queued", "generating", "ready", "failed", "removed"]);
export type AssetReportState = z.infer<typeof AssetReportState>;

/** Days of history that a report may request, and its default. */
export const REPORT_DAYS = { min: 1, max: 731, default: 90 } as const;

/** Banks that one borrower may have connected at a time. */
export const BANKS_PER_BORROWER = 10;
/** Bank dialogs that may be opened for one borrower within an hour. */
export const DIALOGS_PER_HOUR = 20;
/** Reports that may be requested for one borrower in a UTC day. */
export const REPORTS_PER_DAY = 10;

export const ReportStep = z.enum(REPORT_STEPS);
export type ReportStep = z.infer<typeof ReportStep>;

export const AssetReport = z.object({
  id: Id,
  borrowerId: Id,
  state: AssetReportState,
  step: ReportStep,
  product: z.enum(BANK_DATA_PRODUCTS),
  daysRequested: z.int(),
  requestedAt: Timestamp,
  readyAt: z.nullable(Timestamp),
  /** The report that this one refreshes. */
  parentReportId: z.nullable(Id),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** Cents, charged once it is ready and never if it failed; 0: free. `null`: requested before prices existed. */
  price: z.nullable(z.int()),
  /** SHA-256, hexadecimal, of the provider's JSON as received and of the PDF. */
  jsonSha256: z.nullable(z.string()),
  pdfSha256: z.nullable(z.string()),
});
export type AssetReport = z.infer<typeof AssetReport>;

/** Whether a report is still being made. A borrower has at most one such report. */
export function isInFlight({ state }: Pick<AssetReport, "state">): boolean {
  return state === "queued" || state === "generating";
}

const ForBorrower = z.object({ borrowerId: Id });
/** The person on the loan whose bank is connected: the borrower, unless `email` names another. */
const OfPerson = z.extend(ForBorrower, { email: z.optional(Email) });
const OfBorrower = z.object({ id: Id }); // the borrower's id
const ownersAndBorrowers = [...BORROWER_WRITERS, "visit"] as const;

const MIN_AGE = 18;
const MAX_AGE = 120;

/** In whole years, on the UTC day of `now`; a person who can sign a loan. */
export function isAdultBirthDate(dateOfBirth: string, now: Date = new Date()): boolean {
  const today = now.toISOString().slice(0, 10);
  const yearsBefore = (years: number) =>
    `${String(Number(today.slice(0, 4)) - years).padStart(4, "0")}${today.slice(4)}`;
  return dateOfBirth <= yearsBefore(MIN_AGE) && dateOfBirth > yearsBefore(MAX_AGE + 1);
}

/** What a consumer reporting agency needs to know a person by. Passed on to it, and not stored. */
export const PersonIdentity = z.object({
  dateOfBirth: z.pipe(Day, z.string().check(z.refine((day) => isAdultBirthDate(day), "INVALID_VALUE"))),
  phone: Phone.check(z.regex(/^\+1\d{10}$/, "INVALID_VALUE")),
  street: text(100),
  city: text(60),
  state: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/, "INVALID_VALUE")),
  zip: z.string().check(z.trim(), z.regex(/^\d{5}$/, "INVALID_VALUE")),
});
export type PersonIdentity = z.infer<typeof PersonIdentity>;

export const createLinkToken = call({
  method: "POST",
  path: "/plaid/create-link-token",
  summary: "Create a Plaid Link token",
  who: ownersAndBorrowers,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.extend(OfPerson, { itemId: z.optional(Id), identity: z.optional(PersonIdentity) }),
  reply: z.object({ linkToken: z.string(), expiration: Timestamp }),
  holdsSecret: true,
  errors: [
    "PROVIDER_UNAVAILABLE",
    "INVALID_STATUS_TRANSITION",
    "LIMIT_REACHED",
    "CONSENT_REQUIRED",
    "IDENTITY_REQUIRED",
  ],
  limits: { perMinute: 30 },
});

export const exchangePublicToken = call({
  method: "POST",
  path: "/plaid/exchange-public-token",
  summary: "Save a bank connection",
  who: ownersAndBorrowers,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.extend(OfPerson, {
    publicToken: verbatim(200),
    institution: z.optional(z.unknown()),
    accounts: z.optional(z.unknown()),
  }),
  reply: z.union([Borrower, BorrowerSelf, BorrowerName]),
  errors: ["PROVIDER_UNAVAILABLE", "INVALID_STATUS_TRANSITION", "LIMIT_REACHED", "CONSENT_REQUIRED"],
});

export const disconnectBank = call({
  method: "POST",
  path: "/account/disconnect-bank",
  summary: "Disconnect a bank",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({ itemId: Id }),
  reply: Borrower,
});

export const generateAssetReport = call({
  method: "POST",
  path: "/plaid/generate-asset-report",
  summary: "Generate an asset report",
  apiScope: "reports:order",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  idempotent: true,
  body: z.extend(ForBorrower, {
    daysRequested: z.optional(whole(REPORT_DAYS.min, REPORT_DAYS.max)),
    /** Cents that were shown. Refused as STALE if the price has changed. */
    price: z.optional(z.int().check(z.minimum(0))),
  }),
  reply: z.object({ assetReportId: Id, state: AssetReportState }),
  status: 202,
  errors: [
    "NO_BANK_CONNECTION",
    "BANK_LOGIN_REQUIRED",
    "BANKS_TO_RECONNECT",
    "CONSENT_REQUIRED",
    "INVALID_STATUS_TRANSITION",
    "LIMIT_REACHED",
    "SPEND_CAP_REACHED",
    "STALE",
  ],
});

// ---- Statement files ------------------------------------------------------------------------------------------------

/** Files that one report may be made from, bytes of each, and bytes of all. */
export const STATEMENT_FILES = { most: 24, maxBytes: 2_000_000, maxTotalBytes: 8_000_000 } as const;
const CONTENT_MAX = base64Length(STATEMENT_FILES.maxBytes);

export const STATEMENT_SUBTYPES = ["checking", "savings", "money market", "cd"] as const;

const Heading = z.string().check(z.minLength(1), z.maxLength(200));

/** Which heading of a bank's CSV file says what: one amount with a sign, or debit and credit without. */
export const StatementColumns = z.object({
  date: Heading,
  description: Heading,
  amount: z.nullable(Heading),
  debit: z.nullable(Heading),
  credit: z.nullable(Heading),
  balance: z.nullable(Heading),
  /** Order of month, day and year in dates. */
  dateOrder: z.enum(["mdy", "dmy", "ymd"]),
  /** In the amount's column, money out is positive. */
  isDebitPositive: z.boolean(),
});
export type StatementColumns = z.infer<typeof StatementColumns>;

const Balance = z.int().check(z.minimum(-MAX_CENTS), z.maximum(MAX_CENTS));

/** A file, and what a person adds from the statement where the file does not say it. */
const StatementFileInput = z.object({
  name: text(200),
  /** The file's bytes, base64. */
  content: z.base64().check(z.minLength(1), z.maxLength(CONTENT_MAX)),
  institution: z.optional(Name),
  mask: z.optional(z.string().check(z.regex(/^[0-9A-Za-z]{4}$/))),
  subtype: z.optional(z.enum(STATEMENT_SUBTYPES)),
  /** As the statement prints them. */
  holders: z.optional(z.array(Name).check(z.minLength(1), z.maxLength(6))),
  columns: z.optional(StatementColumns),
  /** First and last day that the statement covers. */
  from: z.optional(Day),
  to: z.optional(Day),
  openingCents: z.optional(Balance),
  closingCents: z.optional(Balance),
});
export type StatementFileInput = z.infer<typeof StatementFileInput>;

export const STATEMENT_NEEDS = [
  "columns",
  "institution",
  "mask",
  "subtype",
  "holders",
  "openingCents",
  "closingCents",
] as const;

/** Why a file is refused, and the line that is wrong. */
export const StatementProblem = z.object({
  code: z.enum([
    "TOO_LARGE",
    "EMPTY",
    "NOT_TEXT",
    "PDF",
    "WORKBOOK",
    "ENCODING",
    "FORMAT",
    "DOCTYPE",
    "BROKEN",
    "SEVERAL_STATEMENTS",
    "NO_STATEMENT",
    "COLUMNS",
    "DATE",
    "AMOUNT",
    "CURRENCY",
    "OUTSIDE_PERIOD",
    "FUTURE",
    "OPENING_NEEDED",
    "CLOSING_NEEDED",
    "BALANCE",
    "GAP",
    "CONTRADICTION",
    "HOLDER",
  ]),
  line: z.nullable(z.int()),
  found: z.nullable(z.string()),
  expectedCents: z.nullable(z.int()),
  foundCents: z.nullable(z.int()),
  from: z.nullable(Day),
  to: z.nullable(Day),
  otherFile: z.nullable(z.string()),
});
export type StatementProblem = z.infer<typeof StatementProblem>;

const Period = { from: Day, to: Day, openingCents: z.int(), closingCents: z.int() };

export const StatementPreviewFile = z.object({
  name: z.string(),
  format: z.nullable(z.enum(["ofx", "csv", "camt053"])),
  /** Of a CSV file. */
  headings: z.array(z.string()),
  columns: z.nullable(StatementColumns),
  institution: z.nullable(z.string()),
  mask: z.nullable(z.string()),
  subtype: z.nullable(z.string()),
  holders: z.array(z.string()),
  from: z.nullable(Day),
  to: z.nullable(Day),
  openingCents: z.nullable(z.int()),
  closingCents: z.nullable(z.int()),
  lines: z.int(),
  /** What the file does not say and a person must add. */
  needs: z.array(z.enum(STATEMENT_NEEDS)),
  problem: z.nullable(StatementProblem),
});
export type StatementPreviewFile = z.infer<typeof StatementPreviewFile>;

export const StatementPreview = z.object({
  /** In the order in which they were sent. */
  files: z.array(StatementPreviewFile),
  accounts: z.array(
    z.object({
      institution: z.string(),
      mask: z.string(),
      subtype: z.string(),
      holders: z.array(z.string()),
      ...Period,
      lines: z.int(),
      /** Lines that two files have, each counted once. */
      duplicates: z.array(z.object({ file: z.string(), otherFile: z.string(), count: z.int() })),
    }),
  ),
  /** A report can be made of these files as they are. */
  isComplete: z.boolean(),
});
export type StatementPreview = z.infer<typeof StatementPreview>;

const FromStatementFiles = z.extend(ForBorrower, {
  files: z.array(StatementFileInput).check(z.minLength(1), z.maxLength(STATEMENT_FILES.most)),
});
/** The files, and a megabyte for what is said of them. */
const STATEMENT_BODY_BYTES = base64Length(STATEMENT_FILES.maxTotalBytes) + 1_000_000;

export const previewStatementFiles = call({
  method: "POST",
  path: "/account/statement-files/preview",
  summary: "Preview statement files",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: FromStatementFiles,
  reply: StatementPreview,
  limits: { perMinute: 60, bodyBytes: STATEMENT_BODY_BYTES },
});

export const createStatementReport = call({
  method: "POST",
  path: "/account/statement-files",
  summary: "Create an asset report from statement files",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: FromStatementFiles,
  reply: z.object({ assetReportId: Id, state: AssetReportState }),
  status: 201,
  idempotent: true,
  errors: ["INVALID_STATUS_TRANSITION", "LIMIT_REACHED", "PROVIDER_UNAVAILABLE", "REPORT_IN_PROGRESS", "VIRUS_FOUND"],
  limits: { perMinute: 20, bodyBytes: STATEMENT_BODY_BYTES },
});

export const latestAssetReport = call({
  method: "GET",
  path: "/account/asset-report-progress/{id}",
  summary: "Read the progress of the newest report",
  apiScope: "reports:read",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: OfBorrower,
  reply: z.object({ report: z.nullable(AssetReport) }),
});

export const retrieveAssetReport = call({
  method: "GET",
  path: "/account/retrieve-asset-report/{id}",
  summary: "Read the newest ready report",
  apiScope: "reports:read",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: OfBorrower,
  revalidates: true,
  reply: z.extend(z.omit(StoredEvaluation, { reportId: true }), {
    report: AssetReport,
    parsedReport: ParsedReport,
    warnings: z.array(ReportWarning),
    asOf: Day,
    /** The last day on which the data is young enough for the loan's own program; `null` if no account counts. */
    expiresOn: z.nullable(Day),
  }),
  errors: ["REPORT_NOT_READY"],
});

/**
 * `mismo`: MISMO 3.4 XML of the assets, debts and loan terms. `freddie`: the accounts in the JSON form in which Freddie Mac
 * reads a verification of assets. `signature`: the signed statements of the others, as JSON that can be verified without us.
 */
export const REPORT_FORMATS = ["pdf", "json", "csv", "mismo", "freddie", "signature"] as const;
export const ReportFormat = z.enum(REPORT_FORMATS);
export type ReportFormat = z.infer<typeof ReportFormat>;

/** `provider`: the provider's JSON as received; the report contains its SHA-256. */
export const DownloadFormat = z.enum([...REPORT_FORMATS, "provider"]);
export type DownloadFormat = z.infer<typeof DownloadFormat>;

/** The media types of the files. */
export const REPORT_MEDIA_TYPES = [
  "application/pdf",
  "application/json",
  "text/csv; charset=utf-8",
  "application/xml",
] as const;

export const downloadAssetReport = call({
  method: "GET",
  path: "/account/download-asset-report/{id}",
  summary: "Download the newest ready report",
  apiScope: "reports:read",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: OfBorrower,
  query: z.object({ format: z._default(DownloadFormat, "pdf") }),
  reply: file(...REPORT_MEDIA_TYPES),
  errors: ["REPORT_NOT_READY", "RANGE_NOT_SATISFIABLE", "DATA_WITHHELD"],
});

export const removeWithheldBank = call({
  method: "POST",
  path: "/account/remove-withheld-bank",
  summary: "Disconnect a withheld bank",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  /** `itemId`: the connection, as the report names it. */
  body: z.object({ borrowerId: Id, itemId: verbatim(200) }),
  reply: Borrower,
  errors: ["STALE"],
});

export const compareAssetReports = call({
  method: "GET",
  path: "/account/asset-report-difference/{id}",
  summary: "Compare the two newest reports",
  apiScope: "reports:read",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: OfBorrower,
  reply: z.object({ difference: z.nullable(Difference) }),
});

export const exportBorrower = call({
  method: "GET",
  path: "/admin/borrower-export/{id}",
  summary: "Export everything about a borrower",
  who: ["root", "admin"],
  reach: { root: "organization", admin: "organization" },
  params: OfBorrower,
  reply: file("application/json"),
  limits: { perMinute: 10 },
});

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** What the product signs: the hash of the file, its report, when it was made and for which lender. */
export const SignedStatement = z.object({
  product: z.string(),
  reportId: Id,
  format: ReportFormat,
  /** SHA-256 of the file's bytes, hexadecimal. */
  sha256: Sha256,
  bytes: z.int(),
  asOf: Day,
  evaluatedAt: Timestamp,
  madeAt: Timestamp,
  ruleSetVersion: z.string(),
  lender: z.string(),
});
export type SignedStatement = z.infer<typeof SignedStatement>;

export const SignedFile = z.object({
  statement: SignedStatement,
  /** Ed25519 over the statement's canonical JSON (keys sorted, no spaces), base64. */
  signature: z.string(),
  /** Raw, base64: the key of that day. */
  publicKey: z.string(),
});
export type SignedFile = z.infer<typeof SignedFile>;

export const verifyReportFile = call({
  method: "GET",
  path: "/report-file/{sha256}",
  summary: "Verify a report file",
  who: "anyone",
  params: z.object({ sha256: Sha256 }),
  reply: z.object({
    file: z.nullable(SignedFile),
    /** When the newest version of this borrower's report was evaluated; `null`: the file is of the newest. */
    supersededAt: z.nullable(Timestamp),
  }),
  limits: { perMinute: 60 },
});

const Word = z.string().check(z.maxLength(100));

export const plaidWebhook = call({
  method: "POST",
  path: "/webhooks/plaid",
  summary: "Receive a Plaid webhook",
  who: "signature",
  body: z.looseObject({ webhook_type: Word, webhook_code: Word }),
  reply: null,
  errors: ["INVALID_SIGNATURE"],
  limits: { bodyBytes: 256_000 },
});

export const AUDIT_COPY_DAYS = { min: 1, max: 90, default: 14 } as const;
/** Open copies that a borrower may have at a time. */
export const AUDIT_COPIES_PER_BORROWER = 20;
/** Copies that an organization may make in a day, because each sends an email. */
export const AUDIT_COPIES_PER_DAY = 50;
/** Wrong passcodes after which a copy is closed for good. */
export const WRONG_PASS_CODES = 5;

export const AUDIT_ACTS = ["opened", "downloaded", "refused"] as const;

/** A view, a download, or a refused wrong passcode. An ended link records nothing. */
export const AuditView = z.object({
  at: Timestamp,
  act: z.enum(AUDIT_ACTS),
  format: z.nullable(ReportFormat),
  address: z.string(),
});

export const AuditCopy = z.object({
  id: Id,
  borrowerId: Id,
  reportId: Id,
  asOf: Day,
  auditorName: Name,
  auditorEmail: Email,
  state: z.enum(["open", "expired", "revoked", "locked"]),
  expiresAt: Timestamp,
  revokedAt: z.nullable(Timestamp),
  /** Newest first, the last hundred. */
  views: z.array(AuditView),
  createdAt: Timestamp,
});
export type AuditCopy = z.infer<typeof AuditCopy>;

export const createAuditCopy = call({
  method: "POST",
  path: "/account/audit-copy",
  summary: "Share a report with an auditor",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({
    borrowerId: Id,
    auditorName: Name,
    auditorEmail: Email,
    days: z._default(whole(AUDIT_COPY_DAYS.min, AUDIT_COPY_DAYS.max), AUDIT_COPY_DAYS.default),
  }),
  reply: z.object({ copy: AuditCopy, url: z.string(), passCode: z.string() }),
  holdsSecret: true,
  status: 201,
  errors: ["REPORT_NOT_READY", "LIMIT_REACHED"],
});

export const listAuditCopies = call({
  method: "GET",
  path: "/account/audit-copies/{borrowerId}",
  summary: "List audit copies",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: z.object({ borrowerId: Id }),
  reply: z.array(AuditCopy),
});

export const revokeAuditCopy = call({
  method: "POST",
  path: "/account/revoke-audit-copy",
  summary: "Revoke an audit copy",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({ id: Id }),
  reply: AuditCopy,
});

/** A report as an investor reads it at the provider. */
export const InvestorCopy = z.object({
  id: Id,
  borrowerId: Id,
  reportId: Id,
  investor: Investor,
  /** By which the investor reads it. The lender enters it in the investor's system. */
  token: z.string(),
  /** Name; `null`: an account that was deleted. */
  createdBy: z.nullable(z.string()),
  createdAt: Timestamp,
});
export type InvestorCopy = z.infer<typeof InvestorCopy>;

export const createInvestorCopy = call({
  method: "POST",
  path: "/account/investor-copy",
  summary: "Share a report with an investor",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({ borrowerId: Id, investor: Investor }),
  reply: InvestorCopy,
  holdsSecret: true,
  status: 201,
  errors: [
    "REPORT_NOT_READY",
    "NOT_SHAREABLE",
    "DATA_WITHHELD",
    "CONSENT_REQUIRED",
    "INVALID_STATUS_TRANSITION",
    "PROVIDER_UNAVAILABLE",
    "STALE",
  ],
  limits: { perMinute: 30 },
});

export const listInvestorCopies = call({
  method: "GET",
  path: "/account/investor-copies/{borrowerId}",
  summary: "List investor copies",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: z.object({ borrowerId: Id }),
  reply: z.array(InvestorCopy),
  holdsSecret: true,
});

export const endInvestorCopy = call({
  method: "POST",
  path: "/account/end-investor-copy",
  summary: "End an investor copy",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({ id: Id }),
  reply: null,
});

const Opening = z.object({ token: verbatim(100), passCode: verbatim(40) });

/** What an auditor sees: the report with its evaluation at the time it was shared. */
export const SharedReport = z.object({
  borrowerName: z.string(),
  coBorrowerNames: z.array(z.string()),
  loanNumber: z.nullable(z.string()),
  lender: z.string(),
  auditorName: z.string(),
  expiresAt: Timestamp,
  asOf: Day,
  source: ParsedReport.shape.source,
  verdicts: z.array(Verdict),
  files: z.array(SignedStatement),
});
export type SharedReport = z.infer<typeof SharedReport>;

export const openAuditCopy = call({
  method: "POST",
  path: "/audit-copy/open",
  summary: "Open an audit copy",
  who: "anyone",
  body: Opening,
  reply: SharedReport,
  errors: ["LINK_DEAD"],
  limits: { perMinute: 20 },
});

export const downloadAuditCopy = call({
  method: "POST",
  path: "/audit-copy/download",
  summary: "Download a file of an audit copy",
  who: "anyone",
  body: z.extend(Opening, { format: ReportFormat }),
  reply: file(...REPORT_MEDIA_TYPES),
  errors: ["LINK_DEAD", "RANGE_NOT_SATISFIABLE"],
  limits: { perMinute: 20 },
});
