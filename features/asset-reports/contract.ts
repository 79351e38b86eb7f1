import * as z from "zod/mini";
import {
  BORROWER_REACH,
  BORROWER_READERS,
  BORROWER_WRITERS,
  Borrower,
  BorrowerName,
  BorrowerSelf,
} from "#features/borrowers/contract.ts";
import { ParsedReport, ReportWarning } from "#features/underwriting/rules/parsed-report.ts";
import { StoredEvaluation } from "#features/underwriting/contract.ts";
import { Difference } from "#features/underwriting/rules/evaluation.ts";
import { call, file } from "#kit/contract/call.ts";
import { Day, Id, verbatim, Timestamp, whole } from "#kit/contract/fields.ts";

/** Live event: a report became ready. */
export const REPORT_READY = "report.ready";

/** Live event: a borrower's report can be used for a few days more. */
export const REPORT_EXPIRING = "report.expiring";

export const AssetReportState = z.enum(["queued", "generating", "ready", "failed", "removed"]);
export type AssetReportState = z.infer<typeof AssetReportState>;

/** Days of history a report may ask for, and what it asks for unless told. */
export const REPORT_DAYS = { min: 1, max: 731, default: 90 } as const;

/** Banks that one borrower may have connected at a time. */
export const BANKS_PER_BORROWER = 10;
/** Bank dialogs that may be begun for one borrower within an hour. */
export const DIALOGS_PER_HOUR = 20;
/** Reports that may be asked for one borrower in a UTC day. */
export const REPORTS_PER_DAY = 10;

/** The steps a person watches while a report is made, in order. */
export const REPORT_STEPS = ["asked", "received", "read", "ready"] as const;
export const ReportStep = z.enum(REPORT_STEPS);
export type ReportStep = z.infer<typeof ReportStep>;

export const AssetReport = z.object({
  id: Id,
  borrowerId: Id,
  state: AssetReportState,
  step: ReportStep,
  daysRequested: z.int(),
  requestedAt: Timestamp,
  readyAt: z.nullable(Timestamp),
  /** The report that this one refreshes. */
  parentReportId: z.nullable(Id),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** Cents, charged once it is ready and never where it failed; 0: free. `null`: asked for before there were prices. */
  price: z.nullable(z.int()),
  /** SHA-256, hexadecimal, of the provider's JSON as received and of the PDF. */
  jsonSha256: z.nullable(z.string()),
  pdfSha256: z.nullable(z.string()),
});
export type AssetReport = z.infer<typeof AssetReport>;

/** Whether a report is still being made: a borrower has one such at most. */
export function isInFlight({ state }: Pick<AssetReport, "state">): boolean {
  return state === "queued" || state === "generating";
}

const ForBorrower = z.object({ borrowerId: Id });
const OfBorrower = z.object({ id: Id }); // the borrower's id
const ownersAndVisits = [...BORROWER_WRITERS, "visit"] as const;

export const createLinkToken = call({
  method: "POST",
  path: "/plaid/create-link-token",
  summary: "Create a Plaid Link token",
  who: ownersAndVisits,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.extend(ForBorrower, { itemId: z.optional(Id) }),
  reply: z.object({ linkToken: z.string(), expiration: Timestamp }),
  holdsSecret: true,
  errors: ["PROVIDER_UNAVAILABLE", "INVALID_STATUS_TRANSITION", "LIMIT_REACHED", "CONSENT_REQUIRED"],
  limits: { perMinute: 30 },
});

export const exchangePublicToken = call({
  method: "POST",
  path: "/plaid/exchange-public-token",
  summary: "Save a bank connection",
  who: ownersAndVisits,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.extend(ForBorrower, {
    publicToken: verbatim(200),
    institution: z.optional(z.unknown()),
    accounts: z.optional(z.unknown()),
  }),
  reply: z.union([Borrower, BorrowerSelf, BorrowerName]),
  errors: ["PROVIDER_UNAVAILABLE", "INVALID_STATUS_TRANSITION", "LIMIT_REACHED", "CONSENT_REQUIRED"],
});

export const generateAssetReport = call({
  method: "POST",
  path: "/plaid/generate-asset-report",
  summary: "Generate an asset report",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  idempotent: true,
  body: z.extend(ForBorrower, {
    daysRequested: z.optional(whole(REPORT_DAYS.min, REPORT_DAYS.max)),
    /** Cents that were shown; refused as STALE where it costs another sum by now. */
    price: z.optional(z.int().check(z.minimum(0))),
  }),
  reply: z.object({ assetReportId: Id, state: AssetReportState }),
  status: 202,
  errors: [
    "NO_BANK_CONNECTION",
    "BANK_LOGIN_REQUIRED",
    "INVALID_STATUS_TRANSITION",
    "LIMIT_REACHED",
    "SPEND_CAP_REACHED",
    "STALE",
  ],
});

export const latestAssetReport = call({
  method: "GET",
  path: "/account/asset-report-progress/{id}",
  summary: "Read the progress of the newest report",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: OfBorrower,
  reply: z.object({ report: z.nullable(AssetReport) }),
});

export const retrieveAssetReport = call({
  method: "GET",
  path: "/account/retrieve-asset-report/{id}",
  summary: "Read the newest ready report",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: OfBorrower,
  revalidates: true,
  reply: z.extend(z.omit(StoredEvaluation, { reportId: true }), {
    report: AssetReport,
    parsedReport: ParsedReport,
    warnings: z.array(ReportWarning),
    asOf: Day,
    /** The last day on which the data is young enough for the loan's own program; `null` when no account counts. */
    expiresOn: z.nullable(Day),
  }),
  errors: ["REPORT_NOT_READY"],
});

/** `signature`: what was signed of the other three, as JSON that can be checked without us. */
export const REPORT_FORMATS = ["pdf", "json", "csv", "signature"] as const;
export const ReportFormat = z.enum(REPORT_FORMATS);
export type ReportFormat = z.infer<typeof ReportFormat>;

/** `provider`: the provider's JSON as received, whose SHA-256 the report names. */
export const DownloadFormat = z.enum([...REPORT_FORMATS, "provider"]);
export type DownloadFormat = z.infer<typeof DownloadFormat>;

/** What the files come as. */
export const REPORT_MEDIA_TYPES = ["application/pdf", "application/json", "text/csv; charset=utf-8"] as const;

export const downloadAssetReport = call({
  method: "GET",
  path: "/account/download-asset-report/{id}",
  summary: "Download the newest ready report",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: OfBorrower,
  query: z.object({ format: z._default(DownloadFormat, "pdf") }),
  reply: file(...REPORT_MEDIA_TYPES),
  errors: ["REPORT_NOT_READY", "RANGE_NOT_SATISFIABLE"],
});

export const compareAssetReports = call({
  method: "GET",
  path: "/account/asset-report-difference/{id}",
  summary: "Compare the two newest reports",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: OfBorrower,
  reply: z.object({ difference: z.nullable(Difference) }),
});

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** What the product puts its name to: which bytes, of which report, made when and for whom. */
export const SignedStatement = z.object({
  product: z.string(),
  reportId: Id,
  format: ReportFormat,
  /** Of the file's bytes, hexadecimal. */
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
  /** Raw, base64: of the key of that day. */
  publicKey: z.string(),
});
export type SignedFile = z.infer<typeof SignedFile>;

export const verifyReportFile = call({
  method: "GET",
  path: "/report-file/{sha256}",
  summary: "Verify a report file",
  who: "anyone",
  params: z.object({ sha256: Sha256 }),
  reply: z.object({ file: z.nullable(SignedFile) }),
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
