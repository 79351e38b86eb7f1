// Owns what an asset report is, the limits on banks and reports, and every call that connects a bank, generates, reads
// and downloads.
import * as z from "zod/mini";
import { Borrower } from "#features/borrowers/contract.ts";
import { call, file } from "#kit/contract/call.ts";
import { Day, Id, verbatim, Timestamp, whole } from "#kit/contract/fields.ts";

/** Live event: a report became ready. */
export const REPORT_READY = "report.ready";

export const AssetReportState = z.enum(["queued", "generating", "ready", "failed", "removed"]);
export type AssetReportState = z.infer<typeof AssetReportState>;

/** Days of history a report may ask for, and what it asks for unless told. */
export const REPORT_DAYS = { min: 1, max: 731, default: 90 } as const;

/** Banks that one borrower may have connected at a time. */
export const BANKS_PER_BORROWER = 10;
/** Reports that may be asked for one borrower in a UTC day. */
export const REPORTS_PER_DAY = 10;

/** The steps a person watches while a report is made, in order. */
export const REPORT_STEPS = ["asked", "received", "read", "ready"] as const;
export const ReportStep = z.enum(REPORT_STEPS);
export type ReportStep = z.infer<typeof ReportStep>;

const Amount = z.int(); // cents, may be negative

export const ReportOwner = z.object({
  names: z.array(z.string()),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  addresses: z.array(z.string()),
});

/** A bank line. `amountCents` keeps the provider's sign: positive is money out, negative is money in. */
export const ReportTransaction = z.object({
  id: z.string(),
  date: Day,
  description: z.string(),
  merchantName: z.nullable(z.string()),
  category: z.nullable(z.string()),
  amountCents: Amount,
  currency: z.nullable(z.string()),
  pending: z.boolean(),
});
export type ReportTransaction = z.infer<typeof ReportTransaction>;

/** Balances in cents of `currency`; `null` where the bank does not tell. History is one figure a day, newest first. */
export const ReportAccount = z.object({
  id: z.string(),
  name: z.string(),
  officialName: z.nullable(z.string()),
  mask: z.nullable(z.string()),
  type: z.string(),
  subtype: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  currentCents: z.nullable(Amount),
  availableCents: z.nullable(Amount),
  limitCents: z.nullable(Amount),
  daysAvailable: z.number(),
  ownershipType: z.nullable(z.string()),
  owners: z.array(ReportOwner),
  historicalBalances: z.array(z.object({ date: Day, currentCents: Amount })),
  holdings: z.array(
    z.object({
      name: z.nullable(z.string()),
      ticker: z.nullable(z.string()),
      quantity: z.number(),
      valueCents: Amount,
      vestedValueCents: z.nullable(Amount),
    }),
  ),
  transactions: z.array(ReportTransaction),
});
export type ReportAccount = z.infer<typeof ReportAccount>;

export const ReportItem = z.object({
  id: z.string(),
  institutionId: z.string(),
  institutionName: z.string(),
  lastUpdatedAt: Timestamp,
  accounts: z.array(ReportAccount),
});

/** Data that the provider could not give, per item: a missing element, not an error. */
export const ReportWarning = z.object({
  code: z.string(),
  itemId: z.nullable(z.string()),
  message: z.nullable(z.string()),
});

/** Our reading of the provider's report; the provider's own bytes are kept sealed beside it. */
export const Reading = z.object({
  providerReportId: z.string(),
  generatedAt: Timestamp,
  /** The UTC day of the oldest `lastUpdatedAt`: nothing in the report is known to be newer. */
  asOf: Day,
  daysRequested: z.int(),
  items: z.array(ReportItem),
  warnings: z.array(ReportWarning),
});
export type Reading = z.infer<typeof Reading>;

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
const writers = ["root", "admin", "editor", "registered"] as const;
const readers = ["root", "admin", "editor", "observer", "registered"] as const;
const reach = { admin: "organization" } as const;

export const createLinkToken = call({
  method: "POST",
  path: "/plaid/create-link-token",
  summary: "Open the bank dialog for a borrower; with itemId to repair that connection",
  who: writers,
  reach,
  confirmed: true,
  body: z.extend(ForBorrower, { itemId: z.optional(Id) }),
  reply: z.object({ linkToken: z.string(), expiration: Timestamp }),
  errors: ["PROVIDER_UNAVAILABLE", "INVALID_STATUS_TRANSITION", "LIMIT_REACHED"],
  limits: { perMinute: 30 },
});

export const exchangePublicToken = call({
  method: "POST",
  path: "/plaid/exchange-public-token",
  summary: "Keep the bank connection that the dialog made",
  who: writers,
  reach,
  confirmed: true,
  body: z.extend(ForBorrower, {
    publicToken: verbatim(200),
    institution: z.optional(z.unknown()),
    accounts: z.optional(z.unknown()),
  }),
  reply: Borrower,
  errors: ["PROVIDER_UNAVAILABLE", "INVALID_STATUS_TRANSITION", "LIMIT_REACHED"],
});

export const generateAssetReport = call({
  method: "POST",
  path: "/plaid/generate-asset-report",
  summary: "Ask the provider for a report; one is in flight at most, a second call returns the same",
  who: writers,
  reach,
  confirmed: true,
  idempotent: true,
  body: z.extend(ForBorrower, { daysRequested: z.optional(whole(REPORT_DAYS.min, REPORT_DAYS.max)) }),
  reply: z.object({ assetReportId: Id, state: AssetReportState }),
  status: 202,
  errors: ["NO_BANK_CONNECTION", "BANK_LOGIN_REQUIRED", "INVALID_STATUS_TRANSITION", "LIMIT_REACHED"],
});

export const latestAssetReport = call({
  method: "GET",
  path: "/account/asset-report-progress/{id}",
  summary: "How far the borrower's newest report is, be it ready or not",
  who: readers,
  reach,
  params: OfBorrower,
  reply: z.object({ report: z.nullable(AssetReport) }),
});

export const retrieveAssetReport = call({
  method: "GET",
  path: "/account/retrieve-asset-report/{id}",
  summary: "Read the borrower's newest ready report",
  who: readers,
  reach,
  params: OfBorrower,
  revalidates: true,
  reply: z.object({
    report: AssetReport,
    reading: Reading,
    warnings: z.array(ReportWarning),
    asOf: Day,
    /** Four months after `asOf`, month-end clamped (Fannie Mae B1-1-03). */
    expiresOn: Day,
  }),
  errors: ["REPORT_NOT_READY"],
});

export const downloadAssetReport = call({
  method: "GET",
  path: "/account/download-asset-report/{id}",
  summary: "Download the borrower's newest ready report",
  who: readers,
  reach,
  params: OfBorrower,
  reply: file("application/pdf"),
  errors: ["REPORT_NOT_READY", "RANGE_NOT_SATISFIABLE"],
});

const Word = z.string().check(z.maxLength(100));

export const plaidWebhook = call({
  method: "POST",
  path: "/webhooks/plaid",
  summary: "What the bank-data provider tells us, signed with ES256",
  who: "signature",
  body: z.looseObject({ webhook_type: Word, webhook_code: Word }),
  reply: null,
  errors: ["INVALID_SIGNATURE"],
  limits: { bodyBytes: 256_000 },
});
