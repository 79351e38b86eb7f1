import * as z from "zod/mini";
import { Day, Timestamp } from "#platform/contract/fields.ts";

/** Cents of the account's currency; may be negative. */
const Amount = z.int();

export const ReportOwner = z.object({
  names: z.array(z.string()),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  addresses: z.array(z.string()),
});

/** A bank line. `amountCents` has the provider's sign: positive is money out, negative is money in. */
export const ReportTransaction = z.object({
  id: z.string(),
  date: Day,
  description: z.string(),
  merchantName: z.nullable(z.string()),
  /** The provider's category: a hint, never proof. */
  categoryPrimary: z.nullable(z.string()),
  categoryDetailed: z.nullable(z.string()),
  checkNumber: z.nullable(z.string()),
  amountCents: Amount,
  currency: z.nullable(z.string()),
  pending: z.boolean(),
});
export type ReportTransaction = z.infer<typeof ReportTransaction>;

export const ReportHolding = z.object({
  name: z.nullable(z.string()),
  ticker: z.nullable(z.string()),
  /** Plaid's security type: `equity`, `cash`, `cryptocurrency`, `derivative`, … */
  securityType: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  quantity: z.number(),
  valueCents: Amount,
  vestedValueCents: z.nullable(Amount),
});

/** Balances in cents of `currency`; `null` where the bank does not report one. History is one balance a day, newest first. */
export const ReportAccount = z.object({
  id: z.string(),
  /** The same for one account across sign-ins, where the bank supports it. */
  persistentId: z.nullable(z.string()),
  name: z.string(),
  officialName: z.nullable(z.string()),
  mask: z.nullable(z.string()),
  type: z.string(),
  subtype: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  currentCents: z.nullable(Amount),
  availableCents: z.nullable(Amount),
  limitCents: z.nullable(Amount),
  /** Borrowed against the securities of the account. */
  marginLoanCents: z.nullable(Amount),
  /** Plaid: days since the account's earliest transaction, not the length of the data. */
  daysAvailable: z.number(),
  ownershipType: z.nullable(z.string()),
  owners: z.array(ReportOwner),
  historicalBalances: z.array(z.object({ date: Day, currentCents: Amount })),
  holdings: z.array(ReportHolding),
  transactions: z.array(ReportTransaction),
  /** Lines, balances and holdings of the provider's report that could not be read and are left out. */
  unreadCount: z.int(),
  /** Transactions that are withheld because the account belongs to no one on the loan; absent: none. */
  withheldCount: z.optional(z.int()),
});
export type ReportAccount = z.infer<typeof ReportAccount>;

export const ReportItem = z.object({
  id: z.string(),
  institutionId: z.string(),
  institutionName: z.string(),
  /** When the provider last read this bank. */
  lastUpdatedAt: Timestamp,
  accounts: z.array(ReportAccount),
});
export type ReportItem = z.infer<typeof ReportItem>;

/** Data that the provider could not give, per item. */
export const ReportWarning = z.object({
  code: z.string(),
  itemId: z.nullable(z.string()),
  message: z.nullable(z.string()),
});

/** The provider's report in our types. The provider's own bytes are stored encrypted beside it. */
export const ParsedReport = z.object({
  /** From statement files that were uploaded, which anyone can edit; absent: from the bank, through the provider. */
  source: z.optional(z.literal("files")),
  /** Of the provider, or the report's own for statement files. */
  providerReportId: z.string(),
  generatedAt: Timestamp,
  /** UTC day of the oldest `lastUpdatedAt`. For display only: rules use the date of each item. */
  asOf: Day,
  daysRequested: z.int(),
  items: z.array(ReportItem),
  warnings: z.array(ReportWarning),
});
export type ParsedReport = z.infer<typeof ParsedReport>;

/** Whether the provider warns of this in the data of a connection. A warning that names none is about all of them. */
export function isWarnedOf({ warnings }: ParsedReport, code: string, { id }: Pick<ReportItem, "id">): boolean {
  return warnings.some((one) => one.code === code && (one.itemId === null || one.itemId === id));
}

/** The connections whose transactions are withheld in a report as it is shown. */
export function withheldItems({ items }: ParsedReport): ReportItem[] {
  return items.filter(({ accounts }) => accounts.some(({ withheldCount }) => withheldCount !== undefined));
}
