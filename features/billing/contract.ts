import * as z from "zod/mini";
import { call, file } from "#platform/contract/call.ts";
import { Day, Email, Id, Name, SignedCents, Timestamp, verbatim } from "#platform/contract/fields.ts";
import { paged } from "#platform/contract/paging.ts";

/** Live event: a month was closed. */
export const STATEMENT_FINALIZED = "statement.finalized";

/** Live event: something was charged. */
export const LINE_CHARGED = "line-item.charged";

export const LINE_ITEM_TYPES = ["subscription", "asset_report", "report_refresh", "adjustment", "credit"] as const;
export const LineItemType = z.enum(LINE_ITEM_TYPES);
export type LineItemType = z.infer<typeof LineItemType>;

/** The labels of the types. */
export const TYPE_LABELS: Readonly<Record<LineItemType, string>> = {
  subscription: "Subscription",
  asset_report: "Asset report",
  report_refresh: "Refreshed asset report",
  adjustment: "Adjustment",
  credit: "Credit",
};

/** Percent of the spend cap at which the payers get a warning email. */
export const SPEND_WARNING_PERCENT = 80;
/** Days from a statement's issue to the day it is due. */
export const DUE_DAYS = 14;
/** A client that asks for no limit gets at most this many statements with all their lines. */
export const STATEMENTS_WITH_LINES = 100;

/** One charge or credit. It never changes; a reversal is a line of its own. */
export const LineItem = z.object({
  id: Id,
  organization: z.object({ id: Id, name: z.string() }),
  type: LineItemType,
  /**
   * For a report: its loan number, otherwise `reference` and the first eight characters of its id. Never a borrower's
   * name.
   */
  description: z.string(),
  quantity: z.int(),
  /** Cents; negative for a credit. */
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
export const STATUS_LABELS: Readonly<Record<StatementStatus, string>> = {
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
  /** What the card provider charged for the subscription by itself, less what it refunded. */
  paidBefore: SignedCents,
  /** The part of this statement's invoice that an earlier credit paid. Known once the invoice exists. */
  creditUsed: SignedCents,
  /** What this statement's invoice asks for: `amount` less `paidBefore` and `creditUsed`. */
  due: SignedCents,
  issuedAt: Timestamp,
  dueAt: Timestamp,
  paidAt: z.nullable(Timestamp),
  /** The page at the card provider where the invoice can be paid. */
  hostedURL: z.nullable(z.string()),
  lineItems: z.array(LineItem),
});
export type Statement = z.infer<typeof Statement>;

/** A difference between our figures and the card provider's. */
export const Drift = z.object({
  /** When the difference was first found, and when the figures were last compared. */
  since: Timestamp,
  checkedAt: Timestamp,
  /** Cents: our lines, and what the provider has. */
  ours: SignedCents,
  theirs: SignedCents,
});

/** The running month. */
export const CurrentPeriod = z.object({
  periodStart: Timestamp,
  /** When it is closed. */
  periodEnd: Timestamp,
  timeZone: z.string(),
  /** Cents of all lines that are not billed yet. */
  amount: SignedCents,
  /**
   * Cents a month for reports; `null`: no cap. `spent` is the cost of this month's reports, including those under way.
   */
  spendCap: z.nullable(z.int()),
  spent: SignedCents,
  prices: z.object({ asset_report: z.int(), report_refresh: z.int() }),
  drift: z.nullable(Drift),
});
export type CurrentPeriod = z.infer<typeof CurrentPeriod>;

/** Roles that may read billing. An editor needs to be in a group for billing. */
const READERS = {
  who: ["root", "admin", "editor"],
  given: { editor: "billing-group" },
  reach: { root: "all", admin: "organization", editor: "organization" },
} as const;
/** A user who is alone in their organization reads their own billing. */
const ALONE = { who: ["root", "admin", "registered"], given: { registered: "sole-member" } } as const;

const ById = z.object({ id: Id });
/** Of a list as CSV. */
export const STATEMENT_COLUMNS = ["number", "organization", "period", "status", "amount", "due"] as const;
export type StatementColumn = (typeof STATEMENT_COLUMNS)[number];
export const LINE_ITEM_COLUMNS = ["description", "organization", "type", "occurredAt", "amount"] as const;
export type LineItemColumn = (typeof LINE_ITEM_COLUMNS)[number];

const Statements = paged({ sortable: ["number", "status", "amount", "periodStart"], columns: STATEMENT_COLUMNS });
export const StatementPage = z.extend(Statements, {
  /** A list that shows no lines requests none. */
  lines: z._default(z.enum(["all", "none"]), "all"),
});
export type StatementPage = z.infer<typeof StatementPage>;
export const LineItemPage = z.omit(paged({ sortable: ["occurredAt"], columns: LINE_ITEM_COLUMNS }), {
  sort: true,
  direction: true,
});
export type LineItemPage = z.infer<typeof LineItemPage>;
const Format = z.object({ format: z._default(z.enum(["pdf", "csv"]), "pdf") });

export const listStatements = call({
  method: "GET",
  path: "/admin/billing/get-statements",
  summary: "List statements",
  apiScope: "billing:read",
  ...READERS,
  query: StatementPage,
  reply: z.array(Statement),
});

export const findStatement = call({
  method: "GET",
  path: "/admin/billing/get-statement/{id}",
  summary: "Read a statement",
  apiScope: "billing:read",
  ...READERS,
  params: ById,
  reply: Statement,
});

export const downloadStatement = call({
  method: "GET",
  path: "/admin/billing/download-statement/{id}",
  summary: "Download a statement",
  apiScope: "billing:read",
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
  apiScope: "billing:read",
  ...READERS,
  query: LineItemPage,
  reply: z.array(LineItem),
});

export const findCurrentPeriod = call({
  method: "GET",
  path: "/admin/billing/get-current-period",
  summary: "Read the current billing period",
  apiScope: "billing:read",
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

/** What a report for a borrower would cost if it were requested now. It is charged once the report is ready. */
export const ReportPrice = z.object({
  type: z.enum(["asset_report", "report_refresh"]),
  /** Cents; 0: free. */
  amount: z.int(),
  /**
   * The last day on which another report of this borrower is free, in the organization's zone; `null` before the first
   * report.
   */
  freeUntil: z.nullable(Day),
  /** Whether the report would exceed the organization's spend cap for this month. */
  isOverCap: z.boolean(),
  /** Cents that remain of this month's cap if the report would exceed it; otherwise `null`. */
  leftOfCap: z.nullable(z.int()),
});
export type ReportPrice = z.infer<typeof ReportPrice>;

/** Whether the role may change the spend cap on the organization's page. */
export function setsSpendCap(role: string | null | undefined): boolean {
  return role === "root" || role === "admin";
}

export const findReportPrice = call({
  method: "GET",
  path: "/account/report-price/{id}",
  summary: "Read the price of a report",
  apiScope: "reports:order",
  who: ["root", "admin", "editor", "registered"],
  reach: { admin: "organization" },
  params: z.object({ id: Id }), // the borrower's id
  reply: ReportPrice,
});

/** Live event: the organization's subscription changed. */
export const SUBSCRIPTION_UPDATED = "subscription.updated";

export const PRICING_LEVELS = ["basic"] as const;
export const PRICING_PERIODS = ["monthly", "yearly"] as const;
export type PricingPeriod = (typeof PRICING_PERIODS)[number];

/** Percent saved by paying a year at once instead of twelve months. */
export const YEARLY_SAVES_PERCENT = 20;

/** The price of a year in cents, in whole dollars, from the price of a month in cents. */
export function yearlyPrice(monthly: number): number {
  return Math.round((12 * monthly * (100 - YEARLY_SAVES_PERCENT)) / 100 / 100) * 100;
}

export const Plan = z.object({
  id: Id,
  name: z.string(),
  /** Cents of USD a period; whole dollars. */
  price: z.int(),
  pricingLevel: z.enum(PRICING_LEVELS),
  pricingPeriod: z.enum(PRICING_PERIODS),
});
export type Plan = z.infer<typeof Plan>;

/** The offered plans as in the migrations. The start page is rendered with these prices before it can request them. */
export const OFFERED_PLANS: readonly Omit<Plan, "id">[] = [
  { name: "Basic monthly", price: 2500, pricingLevel: "basic", pricingPeriod: "monthly" },
  { name: "Basic yearly", price: 24000, pricingLevel: "basic", pricingPeriod: "yearly" },
];

/** `active` only when the card provider reports that it was paid. */
export const SUBSCRIPTION_STATUSES = ["incomplete", "active", "past_due", "unpaid", "canceled"] as const;
export const SubscriptionStatus = z.enum(SUBSCRIPTION_STATUSES);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** An organization has at most one subscription that is not canceled. */
export const Subscription = z.object({
  id: Id,
  status: SubscriptionStatus,
  planID: Id,
  plan: Plan,
  /** The paid period, half-open; `null` until the first payment. */
  currentPeriodStart: z.nullable(Timestamp),
  currentPeriodEnd: z.nullable(Timestamp),
  /** It ends with the current period unless the user undoes that. */
  cancelAtPeriodEnd: z.boolean(),
  cardBrand: z.nullable(z.string()),
  cardLast4: z.nullable(z.string()),
  /** An unpaid charge and when it failed; `null` if nothing is owed. */
  owed: z.nullable(z.object({ amount: SignedCents, failedAt: z.nullable(Timestamp) })),
  /**
   * Balance at the card provider, in cents. Negative is credit, used before the card is charged; positive is charged
   * with the next payment.
   */
  balance: SignedCents,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Subscription = z.infer<typeof Subscription>;

export function isOpen({ status }: Pick<Subscription, "status">): boolean {
  return status !== "canceled";
}

/** Whether it was ever paid. A later renewal may have failed; the provider tries it again. */
export function isRunning({ status }: Pick<Subscription, "status">): boolean {
  return status === "active" || status === "past_due" || status === "unpaid";
}

/** What the next renewal charges to the card, in cents, as far as known now. */
export function nextChargeOf({ plan, balance }: Pick<Subscription, "plan" | "balance">): number {
  return Math.max(0, plan.price + balance);
}

/** Cents of credit that are used before the card is charged again; 0: none. */
export function creditOf({ balance }: Pick<Subscription, "balance">): number {
  return Math.max(0, -balance);
}

/** The card holder's name, the address for receipts, and the acceptance of the terms. */
export const SubscriptionForm = z.object({
  name: Name,
  email: Email,
  termsAndConditions: z.boolean().check(z.refine((isAccepted) => isAccepted)),
});
export type SubscriptionFormValues = z.input<typeof SubscriptionForm>;

/** Roles that may act on a subscription. An editor in a group for billing may cancel it. */
const PAYERS = { who: ["root", "admin", "registered"], given: { registered: "sole-member" } } as const;

export const listPlans = call({
  method: "GET",
  path: "/payment/plans",
  summary: "List plans",
  who: "anyone",
  reply: z.array(Plan),
});

export const subscribe = call({
  method: "POST",
  path: "/payment/subscribe",
  summary: "Start a subscription",
  who: "anyone", // 403 means only spam here: a member who may not pay gets NOT_THE_PAYER
  idempotent: true,
  body: z.strictObject({ planID: verbatim(100), cardEmail: Email, name: Name, grToken: verbatim(4096) }),
  reply: z.object({ clientSecret: z.string(), token: z.optional(z.string()) }),
  holdsSecret: true,
  errors: [
    "UNABLE_TO_DETERMINE_PLAN",
    "INVALID_JWT",
    "NO_USER",
    "FLAGGED_AS_SPAM",
    "LOG_IN_TO_PAY",
    "NOT_THE_PAYER",
    "ALREADY_SUBSCRIBED",
    "PROVIDER_UNAVAILABLE",
  ],
  limits: { perMinute: 1_200 }, // many users behind one address may press Pay; their checkouts are also counted one by one
});

export const findSubscription = call({
  method: "GET",
  path: "/account/subscription", // a GET below /payment never carries a token
  summary: "Read the subscription",
  apiScope: "billing:read",
  who: ["root", "admin", "editor", "observer", "registered"],
  reply: z.object({
    /** The open subscription, otherwise the one that ended last. */
    subscription: z.nullable(Subscription),
    /** Whether the caller may subscribe, switch and change the card. */
    mayPay: z.boolean(),
    mayCancel: z.boolean(),
  }),
});

export const cancelSubscription = call({
  method: "POST",
  path: "/payment/cancel-subscription",
  summary: "Cancel the subscription",
  who: ["root", "admin", "editor", "registered"],
  given: { editor: "billing-group", registered: "sole-member" },
  reply: Subscription,
  errors: ["NO_SUBSCRIPTION", "PROVIDER_UNAVAILABLE"],
  limits: { perMinute: 20 },
});

export const resumeSubscription = call({
  method: "POST",
  path: "/payment/resume-subscription",
  summary: "Resume a canceled subscription",
  ...PAYERS,
  reply: Subscription,
  errors: ["NO_SUBSCRIPTION", "PROVIDER_UNAVAILABLE"],
  limits: { perMinute: 20 },
});

const Switch = z.object({ planID: verbatim(100) });

export const previewPlanSwitch = call({
  method: "POST",
  path: "/payment/preview-plan-switch",
  summary: "Preview a plan switch",
  ...PAYERS,
  body: Switch,
  reply: z.object({
    plan: Plan,
    /**
     * The charge for the new plan from now on, in cents. Less `credit`, and with the balance going from `balanceBefore`
     * to `balanceAfter`, it results in `dueNow`.
     */
    charge: SignedCents,
    /** The part that was paid for and is not used yet, in cents. */
    credit: SignedCents,
    /** The balance before and after the switch, in cents, as in a subscription: negative is credit. */
    balanceBefore: SignedCents,
    balanceAfter: SignedCents,
    /** Charged to the card immediately, in cents; 0 if the credit covers it. */
    dueNow: SignedCents,
    nextChargeAt: Timestamp,
    nextCharge: SignedCents,
    /** Send it with the switch, so that the charge equals what was shown. */
    prorationDate: Timestamp,
  }),
  errors: ["UNABLE_TO_DETERMINE_PLAN", "NO_SUBSCRIPTION", "SAME_PLAN", "PAYMENT_DUE", "PROVIDER_UNAVAILABLE"],
  limits: { perMinute: 30 },
});

export const switchPlan = call({
  method: "POST",
  path: "/payment/switch-plan",
  summary: "Switch plans",
  ...PAYERS,
  body: z.extend(Switch, { prorationDate: Timestamp }),
  reply: Subscription,
  errors: [
    "UNABLE_TO_DETERMINE_PLAN",
    "NO_SUBSCRIPTION",
    "SAME_PLAN",
    "PAYMENT_DUE",
    "CARD_DECLINED",
    "STALE",
    "PROVIDER_UNAVAILABLE",
  ],
  limits: { perMinute: 10 },
});

export const beginCardUpdate = call({
  method: "POST",
  path: "/payment/begin-card-update",
  summary: "Start a card update",
  ...PAYERS,
  reply: z.object({ clientSecret: z.string() }),
  holdsSecret: true,
  errors: ["NO_SUBSCRIPTION", "PROVIDER_UNAVAILABLE"],
  limits: { perMinute: 10 },
});

export const updateCard = call({
  method: "POST",
  path: "/payment/update-card",
  summary: "Use a new card",
  ...PAYERS,
  body: z.object({ setupIntentID: verbatim(200) }),
  reply: z.object({
    subscription: Subscription,
    /** The bank asks for the card holder again for what is owed: confirms that payment. */
    clientSecret: z.nullable(z.string()),
  }),
  holdsSecret: true,
  errors: ["NO_SUBSCRIPTION", "NOT_FOUND", "CARD_DECLINED", "PROVIDER_UNAVAILABLE"],
  limits: { perMinute: 10 },
});

export const stripeWebhook = call({
  method: "POST",
  path: "/webhooks/stripe",
  summary: "Receive a Stripe webhook",
  who: "signature",
  body: z.looseObject({ id: z.string(), type: z.string() }),
  reply: null,
  errors: ["INVALID_SIGNATURE"],
  limits: { bodyBytes: 256_000 },
});

/** Days from a borrower's first report during which another report is free. */
export const FREE_REFRESH_DAYS = 60;
/** Cents of USD for each report that became ready. */
export const REPORT_PRICES = { asset_report: 2500, report_refresh: 1000 } as const;
