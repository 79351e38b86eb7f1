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
import { Difference, OverlaySettings, Verdict } from "#features/underwriting/rules/evaluation.ts";
import { BANK_DATA_PRODUCTS } from "#features/organizations/contract.ts";
import { Clock, REFRESH_REFUSALS } from "#features/underwriting/rules/clock.ts";
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
  Sha256,
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
  apiScope: "borrowers:write",
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
  apiScope: "borrowers:write",
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

// ---- Expirations ----------------------------------------------------------------------------------------------------

export const PLANNED_REFRESH_STATES = ["planned", "done", "canceled", "failed"] as const;

/** Why a planned refresh ended without a report. */
export const PLANNED_REFRESH_ENDS = [
  ...REFRESH_REFUSALS,
  "NOT_NEEDED",
  "CLOSED",
  "PRICE_CHANGED",
  "SPEND_CAP_REACHED",
  "LIMIT_REACHED",
  "NO_BANK_CONNECTION",
  "BANKS_TO_RECONNECT",
  "BANK_LOGIN_REQUIRED",
  "CONSENT_REQUIRED",
] as const;
export type PlannedRefreshEnd = (typeof PLANNED_REFRESH_ENDS)[number];

/** A report that is requested by itself on a later day. */
export const PlannedRefresh = z.object({
  /** In UTC. */
  day: Day,
  /** It moves with the closing day; otherwise a person chose the day. */
  isSuggested: z.boolean(),
  /** Cents: the most that is charged. */
  price: z.int(),
  state: z.enum(PLANNED_REFRESH_STATES),
  /** Why it ended without a report. */
  reason: z.nullable(z.enum(PLANNED_REFRESH_ENDS)),
  /** Name of who planned it; `null`: they left. */
  plannedBy: z.nullable(z.string()),
  endedAt: z.nullable(Timestamp),
});
export type PlannedRefresh = z.infer<typeof PlannedRefresh>;

/** The latest day on which one refresh serves the closing, or why there is none. */
export const RefreshSuggestion = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("refresh"), day: Day, hasGap: z.boolean() }),
  z.object({ outcome: z.literal("notNeeded") }),
  z.object({ outcome: z.literal("refused"), reason: z.enum(REFRESH_REFUSALS) }),
]);
export type RefreshSuggestion = z.infer<typeof RefreshSuggestion>;

export const Expirations = z.object({
  /** In UTC. */
  today: Day,
  /** Of the organization. */
  timeZone: z.string(),
  /** The note date, otherwise the disbursement date. */
  closingOn: z.nullable(Day),
  /** By day; what has no end comes last. */
  clocks: z.array(Clock),
  /** The lender's own program, whose ages count in place of the guides'. */
  programName: z.nullable(z.string()),
  suggestion: RefreshSuggestion,
  /** Cents of a refresh after `freeUntil`. */
  price: z.int(),
  /** The last day on which a refresh costs nothing. `null`: there is no report yet. */
  freeUntil: z.nullable(Day),
  /** Cents that are left of this month's spend cap; `null`: there is no cap. */
  leftOfCap: z.nullable(z.int()),
  /** The one that is planned, otherwise the last that ended. */
  plan: z.nullable(PlannedRefresh),
});
export type Expirations = z.infer<typeof Expirations>;

export const readExpirations = call({
  method: "GET",
  path: "/account/expirations/{id}",
  summary: "Read what expires, and when to refresh",
  apiScope: "reports:read",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: OfBorrower,
  reply: Expirations,
});

export const planRefresh = call({
  method: "PUT",
  path: "/account/planned-refresh/{id}",
  summary: "Plan a refresh",
  apiScope: "reports:order",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  params: OfBorrower,
  /** `price`: the cents that were shown. Refused as STALE if a refresh on that day costs something else. */
  body: z.object({ day: Day, price: z.int().check(z.minimum(0)) }),
  reply: Expirations,
  errors: ["INVALID_STATUS_TRANSITION", "REFRESH_NOT_POSSIBLE", "SPEND_CAP_REACHED", "STALE"],
});

export const cancelPlannedRefresh = call({
  method: "DELETE",
  path: "/account/planned-refresh/{id}",
  summary: "Cancel the planned refresh",
  apiScope: "reports:order",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  params: OfBorrower,
  reply: Expirations,
});

// ---- Calendar -------------------------------------------------------------------------------------------------------

/** The borrowers of one person, or all of the organization. */
export const CALENDAR_KINDS = ["own", "organization"] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

/** Where calendars are read, by address and without signing in. */
export const CALENDAR_BASE = "/api/calendar";

export const CalendarFeed = z.object({
  kind: z.enum(CALENDAR_KINDS),
  createdAt: Timestamp,
  /** Name of the admin who made the organization's; `null`: it is the person's own. */
  createdBy: z.nullable(z.string()),
  lastReadAt: z.nullable(Timestamp),
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;

export const listCalendarFeeds = call({
  method: "GET",
  path: "/account/calendar-feeds",
  summary: "List your calendar feeds",
  who: BORROWER_READERS,
  reply: z.array(CalendarFeed),
});

export const createCalendarFeed = call({
  method: "POST",
  path: "/account/calendar-feeds",
  summary: "Create or replace a calendar address",
  who: BORROWER_READERS,
  confirmed: true,
  body: z.object({ kind: z.enum(CALENDAR_KINDS) }),
  /** The address is shown this once. An earlier one stops working. */
  reply: z.object({ calendarURL: z.string() }),
  holdsSecret: true,
});

export const deleteCalendarFeed = call({
  method: "DELETE",
  path: "/account/calendar-feeds/{kind}",
  summary: "Remove a calendar address",
  who: BORROWER_READERS,
  params: z.object({ kind: z.enum(CALENDAR_KINDS) }),
  reply: null,
});

// ---- Statement files ------------------------------------------------------------------------------------------------

/** Files that one report may be made from, bytes of each, and bytes of all. */
export const STATEMENT_FILES = { most: 24, maxBytes: 2_000_000, maxTotalBytes: 8_000_000 } as const;
const CONTENT_MAX = base64Length(STATEMENT_FILES.maxBytes);

export const STATEMENT_SUBTYPES = ["checking", "savings", "money market", "cd"] as const;

const Heading = text(200);

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

// ---- Governance packet ------------------------------------------------------------------------------------------

export const PACKET_FORMATS = ["pdf", "json"] as const;
export const PacketFormat = z.enum(PACKET_FORMATS);
export type PacketFormat = z.infer<typeof PacketFormat>;

/** The longest period of a packet, in days. */
export const PACKET_DAYS = 731;

const Count = z.int().check(z.minimum(0));

/** Which rules: their version, and the hash that names them byte for byte. */
const RulesEdition = z.object({ ruleSetVersion: z.string(), hash: Sha256 });
export type RulesEdition = z.infer<typeof RulesEdition>;

/** What `npm run governance` writes: our own tests of one edition. */
export const GovernanceTestReport = z.object({
  edition: RulesEdition,
  madeOn: Day,
  files: Count,
  tests: Count,
  passed: Count,
  /** Tests that name a rule, one of its findings or its figures. */
  rules: z.array(z.object({ id: z.string(), files: z.array(z.string()), tests: Count, passed: Count })),
  twins: z.object({
    count: Count,
    same: Count,
    /** Twins with another answer, by reason. */
    reasons: z.array(z.object({ text: z.string(), count: Count })),
    languages: z.array(z.object({ language: z.string(), count: Count, same: Count })),
  }),
});
export type GovernanceTestReport = z.infer<typeof GovernanceTestReport>;

/** What people did that a rule did not decide. The counts are of the activity log. */
export const HUMAN_ACTIONS = [
  "waived",
  "waiverProposed",
  "waiverAccepted",
  "waiverUndone",
  "confirmed",
  "confirmationProposed",
  "confirmationAccepted",
  "confirmationUndone",
  "evidenceAccepted",
  "evidenceRejected",
  "evidenceReopened",
  "documentAccepted",
  "documentRejected",
  "needWaived",
  "needRestored",
  "evaluatedAgain",
] as const;
export const HumanAction = z.enum(HUMAN_ACTIONS);
export type HumanAction = z.infer<typeof HumanAction>;

/** A version of the lender's overlay that was in force in the period. */
const PacketOverlay = z.object({
  name: z.string(),
  number: z.int(),
  /** The lender's own program. `null`: the guides' programs, which an overlay may only tighten. */
  programName: z.nullable(z.string()),
  settings: OverlaySettings,
  /** Days in the organization's time zone. `until`: the day on which it ends or is replaced; `null`: none is set. */
  since: Day,
  until: z.nullable(Day),
  proposedBy: z.string(),
  /** Never a person who wrote a part of it. */
  approvedBy: z.string(),
  approvedAt: Timestamp,
});

const PacketRule = z.object({
  id: z.string(),
  title: z.string(),
  effectiveFrom: Day,
  checks: z.string(),
  programs: z.array(z.object({ program: z.string(), text: z.string() })),
  clears: z.string(),
  /** The figures of the rule by name. Names that end in `Cents` are money. */
  parameters: z.record(z.string(), z.unknown()),
  sources: z.array(
    z.object({ programs: z.array(z.string()), citation: z.string(), date: z.string(), read: z.string() }),
  ),
  /** The role at the vendor that answers for the rule. */
  owner: z.string(),
  tests: z.object({ files: z.array(z.string()), count: Count, passed: Count }),
});

/** Increased when a reader of the current version could fail on the next one. The schemas of older versions stay published. */
export const PACKET_VERSION = 1;

/** What a lender files about what we automate (Fannie Mae LL-2026-04, Freddie Mac Guide 1302.8). */
export const GovernancePacket = z.object({
  /** Where the schema of the file is published. */
  schema: z.url(),
  version: z.literal(PACKET_VERSION),
  product: z.string(),
  lender: z.string(),
  /** Days in UTC, both included. */
  period: z.object({ from: Day, to: Day }),
  madeAt: Timestamp,
  edition: RulesEdition,
  automated: z.array(z.string()),
  notAutomated: z.array(z.string()),
  models: z.string(),
  rules: z.array(PacketRule),
  overlays: z.array(PacketOverlay),
  /** The newest edition first. */
  changes: z.array(z.object({ edition: RulesEdition, effectiveFrom: Day, text: z.string() })),
  testReport: z.object({ madeOn: Day, files: Count, tests: Count, passed: Count }),
  twins: GovernanceTestReport.shape.twins,
  humanActions: z.array(z.object({ action: HumanAction, role: z.string(), count: Count })),
  reproduce: z.array(z.string()),
});
export type GovernancePacket = z.infer<typeof GovernancePacket>;

const PacketPeriod = z.object({ from: Day, to: Day });

export const findGovernancePacket = call({
  method: "GET",
  path: "/admin/governance-packet",
  summary: "Find the governance packet",
  who: ["root", "admin"],
  query: PacketPeriod,
  reply: GovernancePacket,
  errors: ["EDITION_NOT_TESTED"],
  limits: { perMinute: 60 },
});

export const downloadGovernancePacket = call({
  method: "GET",
  path: "/admin/governance-packet/file",
  summary: "Download the governance packet",
  who: ["root", "admin"],
  query: z.extend(PacketPeriod, { format: z._default(PacketFormat, "pdf") }),
  reply: file("application/pdf", "application/json"),
  errors: ["EDITION_NOT_TESTED"],
  limits: { perMinute: 10 },
});

/** What the product signs of a packet. The file carries it. */
export const PacketStatement = z.object({
  document: z.literal("governance-packet"),
  product: z.string(),
  lender: z.string(),
  from: Day,
  to: Day,
  format: PacketFormat,
  edition: RulesEdition,
  madeAt: Timestamp,
  /**
   * SHA-256 of what is signed, hexadecimal: of a PDF the bytes before the signature, of JSON the packet, which is the file
   * without statement, signature and public key, as canonical JSON.
   */
  sha256: Sha256,
  /** Of JSON, the SHA-256 of each part of the packet, by which a reader names what was changed. Of a PDF empty. */
  parts: z.record(z.string(), Sha256),
});
export type PacketStatement = z.infer<typeof PacketStatement>;

export const SignedPacket = z.object({
  statement: PacketStatement,
  /** Ed25519 over the statement's canonical JSON: 64 bytes, base64. */
  signature: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)),
  /** Raw: 32 bytes, base64. */
  publicKey: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/)),
});
export type SignedPacket = z.infer<typeof SignedPacket>;

/** The packet as JSON. */
export const PacketFile = z.extend(GovernancePacket, SignedPacket.shape);
export type PacketFile = z.infer<typeof PacketFile>;

export const findSigningKey = call({
  method: "GET",
  path: "/signing-key",
  summary: "Find the key that signs files",
  who: "anyone",
  reply: z.object({ publicKey: z.string() }),
  limits: { perMinute: 60 },
});
