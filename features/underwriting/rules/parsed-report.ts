import * as z from "zod/mini";
import { Day, Timestamp } from "#kit/contract/fields.ts";

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

/** The provider's report in our types: money in cents, days in UTC. The provider's own bytes are kept sealed beside it. */
export const ParsedReport = z.object({
  providerReportId: z.string(),
  generatedAt: Timestamp,
  /** The UTC day of the oldest `lastUpdatedAt`: nothing in the report is known to be newer. */
  asOf: Day,
  daysRequested: z.int(),
  items: z.array(ReportItem),
  warnings: z.array(ReportWarning),
});
export type ParsedReport = z.infer<typeof ParsedReport>;
