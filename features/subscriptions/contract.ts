// Owns what a plan and a subscription are, what a person fills in to subscribe, and every call that pays for one.
import * as z from "zod/mini";
import { call } from "#kit/contract/call.ts";
import { Email, Id, Name, SignedCents, Timestamp, verbatim } from "#kit/contract/fields.ts";

/** Live event: the organization's subscription changed. */
export const SUBSCRIPTION_UPDATED = "subscription.updated";

export const PRICING_LEVELS = ["basic"] as const;
export const PRICING_PERIODS = ["monthly", "yearly"] as const;
export type PricingPeriod = (typeof PRICING_PERIODS)[number];

/** Percent that a year paid at once saves against twelve months. */
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

/** What is offered, as the migrations have it: the start page is drawn with these prices before it can ask. */
export const OFFERED_PLANS: readonly Omit<Plan, "id">[] = [
  { name: "Basic monthly", price: 2500, pricingLevel: "basic", pricingPeriod: "monthly" },
  { name: "Basic yearly", price: 24000, pricingLevel: "basic", pricingPeriod: "yearly" },
];

/** `active` only when the card provider says that it was paid. */
export const SUBSCRIPTION_STATUSES = ["incomplete", "active", "past_due", "unpaid", "canceled"] as const;
export const SubscriptionStatus = z.enum(SUBSCRIPTION_STATUSES);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** Of an organization, which has one that is not canceled at most. */
export const Subscription = z.object({
  id: Id,
  status: SubscriptionStatus,
  planID: Id,
  plan: Plan,
  /** What is paid for, half-open; `null` until the first payment. */
  currentPeriodStart: z.nullable(Timestamp),
  currentPeriodEnd: z.nullable(Timestamp),
  /** It ends with the current period unless that is undone. */
  cancelAtPeriodEnd: z.boolean(),
  cardBrand: z.nullable(z.string()),
  cardLast4: z.nullable(z.string()),
  /** An unpaid charge and how it failed; `null` where nothing is owed. */
  owed: z.nullable(z.object({ amount: SignedCents, failedAt: z.nullable(Timestamp) })),
  /** Held by the card provider, in cents: below zero is credit, used before the card is charged; above zero is charged with the next. */
  balance: SignedCents,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Subscription = z.infer<typeof Subscription>;

export function isOpen({ status }: Pick<Subscription, "status">): boolean {
  return status !== "canceled";
}

/** Whether it was paid for: what follows may be a failed renewal, which the provider tries again. */
export function isRunning({ status }: Pick<Subscription, "status">): boolean {
  return status === "active" || status === "past_due" || status === "unpaid";
}

/** What the next renewal charges to the card, in cents, by what is known now. */
export function nextChargeOf({ plan, balance }: Pick<Subscription, "plan" | "balance">): number {
  return Math.max(0, plan.price + balance);
}

/** Cents that are used before the card is charged again; 0: none. */
export function creditOf({ balance }: Pick<Subscription, "balance">): number {
  return Math.max(0, -balance);
}

/** Whose card it is, where receipts go, and their word that they accept the terms. */
export const SubscriptionForm = z.object({
  name: Name,
  email: Email,
  termsAndConditions: z.boolean().check(z.refine((isAccepted) => isAccepted)),
});
export type SubscriptionFormValues = z.input<typeof SubscriptionForm>;

/** Who may act on a subscription; an editor in a group for billing may end it. */
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
  who: "anyone", // 403 means spam alone here: a member who may not pay is told NOT_THE_PAYER
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
  limits: { perMinute: 1_200 }, // many may press Pay behind one address; each of their checkouts is counted besides
});

export const findSubscription = call({
  method: "GET",
  path: "/account/subscription", // a GET under /payment never carries a token
  summary: "Read the subscription",
  who: ["root", "admin", "editor", "observer", "registered"],
  reply: z.object({
    /** The open one, else the one that ended last. */
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
    /** For the new plan from now on, in cents; less `credit`, and from `balanceBefore` to `balanceAfter`, it comes to `dueNow`. */
    charge: SignedCents,
    /** Of what was paid for and not used yet, in cents. */
    credit: SignedCents,
    /** The balance that it finds and the one that it leaves, in cents, as a subscription has it: below zero is credit. */
    balanceBefore: SignedCents,
    balanceAfter: SignedCents,
    /** Charged to the card at once, in cents; 0 where the credit covers it. */
    dueNow: SignedCents,
    nextChargeAt: Timestamp,
    nextCharge: SignedCents,
    /** Hand it in with the switch: what was shown is what is charged. */
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
    /** What is owed asks for the card holder once more: confirms that payment. */
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
