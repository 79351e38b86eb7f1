// Owns what is charged and how it is stated: line items, statements, and every call that shows them.
import * as z from "zod/mini";
import { call, file } from "#kit/contract/call.ts";
import { Id, SignedCents, Timestamp } from "#kit/contract/fields.ts";
import { paged } from "#kit/contract/paging.ts";

/** Live event: a month was closed. */
export const STATEMENT_FINALIZED = "statement.finalized";

/** Live event: something was charged. */
export const LINE_CHARGED = "line-item.charged";

export const LINE_ITEM_TYPES = ["subscription", "asset_report", "report_refresh", "adjustment", "credit"] as const;
export const LineItemType = z.enum(LINE_ITEM_TYPES);
export type LineItemType = z.infer<typeof LineItemType>;

/** What people read for each. */
export const TYPE_WORDS: Readonly<Record<LineItemType, string>> = {
  subscription: "Subscription",
  asset_report: "Asset report",
  report_refresh: "Refreshed asset report",
  adjustment: "Adjustment",
  credit: "Credit",
};

/** Percent of the spend cap at which those who pay are mailed. */
export const SPEND_WARNING_PERCENT = 80;
/** Days from a statement's issue to the day it is due. */
export const DUE_DAYS = 14;
/** Statements sent with all their lines to whoever asks for no limit. */
export const STATEMENTS_WITH_LINES = 100;

/** One charge or credit. Never changed; a reversal is a line of its own. */
export const LineItem = z.object({
  id: Id,
  organization: z.object({ id: Id, name: z.string() }),
  type: LineItemType,
  /** Of a report: its loan number, else `reference` and the first eight signs of its id; never a borrower's name. */
  description: z.string(),
  quantity: z.int(),
  /** Cents; below zero for what is given back. */
  unitAmount: SignedCents,
  amount: SignedCents,
  occurredAt: Timestamp,
  borrowerId: z.nullable(Id),
  assetReportId: z.nullable(Id),
  /** `null`: not billed yet. */
  statementId: z.nullable(Id),
});
export type LineItem = z.infer<typeof LineItem>;

export const STATEMENT_STATUSES = ["open", "finalized", "paid", "past_due", "void"] as const;
export const StatementStatus = z.enum(STATEMENT_STATUSES);
export type StatementStatus = z.infer<typeof StatementStatus>;
export const STATUS_WORDS: Readonly<Record<StatementStatus, string>> = {
  open: "Open",
  finalized: "Due",
  paid: "Paid",
  past_due: "Past due",
  void: "Void",
};

/** A closed month. `amount` is the sum of its lines, `subtotal` of the charges and `credits` of the credits among them. */
export const Statement = z.object({
  id: Id,
  organization: z.object({ id: Id, name: z.string() }),
  /** `ST-YYYYMM-NNNN`; the last four count up without a gap within the organization. */
  number: z.string(),
  status: StatementStatus,
  /** Half-open, at midnights of `timeZone`. */
  periodStart: Timestamp,
  periodEnd: Timestamp,
  timeZone: z.string(),
  currency: z.literal("usd"),
  subtotal: SignedCents,
  credits: SignedCents,
  amount: SignedCents,
  /** What the card provider had charged by itself, for the subscription, less what it refunded. */
  paidBefore: SignedCents,
  /** What an earlier credit paid of this statement's invoice; known once the invoice is made. */
  creditUsed: SignedCents,
  /** What is asked for by this statement's invoice: `amount` less `paidBefore` and `creditUsed`. */
  due: SignedCents,
  issuedAt: Timestamp,
  dueAt: Timestamp,
  paidAt: z.nullable(Timestamp),
  /** Where it can be paid, at the card provider. */
  hostedURL: z.nullable(z.string()),
  lineItems: z.array(LineItem),
});
export type Statement = z.infer<typeof Statement>;

/** Our figures and the card provider's do not agree. */
export const Drift = z.object({
  /** Since when, and when they were compared last. */
  since: Timestamp,
  checkedAt: Timestamp,
  /** Cents: our lines, and what the provider has. */
  ours: SignedCents,
  theirs: SignedCents,
});

/** The month that runs. */
export const CurrentPeriod = z.object({
  periodStart: Timestamp,
  /** When it is closed. */
  periodEnd: Timestamp,
  timeZone: z.string(),
  /** Cents of all lines that are not billed yet. */
  amount: SignedCents,
  /** Cents a month for reports; `null`: none. `spent` is what reports of this month cost, those under way counted. */
  spendCap: z.nullable(z.int()),
  spent: SignedCents,
  prices: z.object({ asset_report: z.int(), report_refresh: z.int() }),
  drift: z.nullable(Drift),
});
export type CurrentPeriod = z.infer<typeof CurrentPeriod>;

/** Those who may read what is billed: an editor needs to be in a group for billing. */
const READERS = {
  who: ["root", "admin", "editor"],
  given: { editor: "billing-group" },
  reach: { root: "all", admin: "organization", editor: "organization" },
} as const;
/** A person alone in their organization reads their own. */
const ALONE = { who: ["root", "admin", "registered"], given: { registered: "sole-member" } } as const;

const ById = z.object({ id: Id });
export const StatementPage = z.extend(paged({ sortable: ["number", "status", "amount", "periodStart"] }), {
  /** A list that shows no lines asks for none. */
  lines: z._default(z.enum(["all", "none"]), "all"),
});
export type StatementPage = z.infer<typeof StatementPage>;
export const LineItemPage = z.omit(paged({ sortable: ["occurredAt"] }), { sort: true, direction: true });
export type LineItemPage = z.infer<typeof LineItemPage>;
const Format = z.object({ format: z._default(z.enum(["pdf", "csv"]), "pdf") });

export const listStatements = call({
  method: "GET",
  path: "/admin/billing/get-statements",
  summary: "List statements",
  ...READERS,
  query: StatementPage,
  reply: z.array(Statement),
});

export const findStatement = call({
  method: "GET",
  path: "/admin/billing/get-statement/{id}",
  summary: "Read a statement",
  ...READERS,
  params: ById,
  reply: Statement,
});

export const downloadStatement = call({
  method: "GET",
  path: "/admin/billing/download-statement/{id}",
  summary: "Download a statement",
  ...READERS,
  params: ById,
  query: Format,
  reply: file("application/pdf", "text/csv; charset=utf-8"),
  limits: { perMinute: 30 },
});

export const listNonBilledLineItems = call({
  method: "GET",
  path: "/admin/billing/get-non-billed-line-items",
  summary: "List unbilled line items",
  ...READERS,
  query: LineItemPage,
  reply: z.array(LineItem),
});

export const findCurrentPeriod = call({
  method: "GET",
  path: "/admin/billing/get-current-period",
  summary: "Read the current billing period",
  ...READERS,
  reply: CurrentPeriod,
});

export const findOwnBilling = call({
  method: "GET",
  path: "/account/billing",
  summary: "Read your billing",
  ...ALONE,
  reply: z.object({
    currentPeriod: CurrentPeriod,
    lineItems: z.array(LineItem),
    statements: z.array(z.omit(Statement, { lineItems: true })),
  }),
});

export const downloadOwnStatement = call({
  method: "GET",
  path: "/account/billing/download-statement/{id}",
  summary: "Download one of your statements",
  ...ALONE,
  reach: { root: "organization", admin: "organization", registered: "organization" },
  params: ById,
  query: Format,
  reply: file("application/pdf", "text/csv; charset=utf-8"),
  limits: { perMinute: 30 },
});
