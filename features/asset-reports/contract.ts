// Owns what an asset report is, the limits on banks and reports, and every call that connects a bank, generates, reads
// and downloads.
import { z } from "zod";
import { Borrower } from "#features/borrowers/contract.ts";
import { call, file } from "#kit/contract/call.ts";
import { Day, Id, Timestamp } from "#kit/contract/fields.ts";

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
  merchantName: z.string().nullable(),
  category: z.string().nullable(),
  amountCents: Amount,
  currency: z.string().nullable(),
  pending: z.boolean(),
});
export type ReportTransaction = z.infer<typeof ReportTransaction>;

/** Balances in cents of `currency`; `null` where the bank does not tell. History is one figure a day, newest first. */
export const ReportAccount = z.object({
  id: z.string(),
  name: z.string(),
  officialName: z.string().nullable(),
  mask: z.string().nullable(),
  type: z.string(),
  subtype: z.string().nullable(),
  currency: z.string().nullable(),
  currentCents: Amount.nullable(),
  availableCents: Amount.nullable(),
  limitCents: Amount.nullable(),
  daysAvailable: z.number(),
  ownershipType: z.string().nullable(),
  owners: z.array(ReportOwner),
  historicalBalances: z.array(z.object({ date: Day, currentCents: Amount })),
  holdings: z.array(
    z.object({
      name: z.string().nullable(),
      ticker: z.string().nullable(),
      quantity: z.number(),
      valueCents: Amount,
      vestedValueCents: Amount.nullable(),
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
  itemId: z.string().nullable(),
  message: z.string().nullable(),
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
  readyAt: Timestamp.nullable(),
  /** The report that this one refreshes. */
  parentReportId: Id.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** SHA-256, hexadecimal, of the provider's JSON as received and of the PDF. */
  jsonSha256: z.string().nullable(),
  pdfSha256: z.string().nullable(),
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
  body: ForBorrower.extend({ itemId: Id.optional() }),
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
  body: ForBorrower.extend({
    publicToken: z.string().min(1).max(200),
    institution: z.unknown().optional(),
    accounts: z.unknown().optional(),
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
  body: ForBorrower.extend({ daysRequested: z.int().min(REPORT_DAYS.min).max(REPORT_DAYS.max).optional() }),
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
  reply: z.object({ report: AssetReport.nullable() }),
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

export const plaidWebhook = call({
  method: "POST",
  path: "/webhooks/plaid",
  summary: "What the bank-data provider tells us, signed with ES256",
  who: "signature",
  body: z.looseObject({ webhook_type: z.string().max(100), webhook_code: z.string().max(100) }),
  reply: null,
  errors: ["INVALID_SIGNATURE"],
  limits: { bodyBytes: 256_000 },
});
