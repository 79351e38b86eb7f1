// All state of the Stripe sandbox. It is plain data in Stripe's field names, so that it survives a restart as JSON.
import type {
  Invoice,
  InvoiceItem,
  InvoicePayment,
  Price,
  Product,
  Subscription,
  SubscriptionItem,
} from "./subscriptions/billing-data.ts";
import type {
  CardToken,
  Charge,
  Customer,
  PaymentIntent,
  PaymentMethod,
  Refund,
  SetupIntent,
  Stored,
  TestClock,
} from "./customers/customer-data.ts";

export interface WebhookEndpoint extends Stored {
  url: string;
  description: string | null;
  enabled_events: string[];
  secret: string;
}

export interface StripeEvent {
  id: string;
  created: number;
  type: string;
  object: unknown;
  previous_attributes: Record<string, unknown> | null;
  request: { id: string | null; idempotency_key: string | null };
}

export interface WebhookSent {
  id: string;
  event: string;
  kind: string;
  /** null means the endpoint in the sandbox settings. */
  endpoint: string | null;
  url: string;
  createdAt: string;
  state: "waiting" | "delivered" | "gave up" | "lost";
  attempts: { at: string; status: number | null; error: string | null }[];
}

export interface KeptAnswer {
  fingerprint: string;
  status: number;
  body: string;
  requestId: string;
  /** Unix milliseconds. */
  at: number;
}

export interface StripeData {
  clocks: Record<string, TestClock>;
  customers: Record<string, Customer>;
  products: Record<string, Product>;
  prices: Record<string, Price>;
  subscriptions: Record<string, Subscription>;
  items: Record<string, SubscriptionItem>;
  invoices: Record<string, Invoice>;
  invoiceItems: Record<string, InvoiceItem>;
  invoicePayments: Record<string, InvoicePayment>;
  paymentMethods: Record<string, PaymentMethod>;
  paymentIntents: Record<string, PaymentIntent>;
  setupIntents: Record<string, SetupIntent>;
  charges: Record<string, Charge>;
  refunds: Record<string, Refund>;
  endpoints: Record<string, WebhookEndpoint>;
  tokens: Record<string, CardToken>;
  events: Record<string, StripeEvent>;
  webhooks: WebhookSent[];
  answers: Record<string, KeptAnswer>;
}

export function emptyStripeData(): StripeData {
  return {
    clocks: {},
    customers: {},
    products: {},
    prices: {},
    subscriptions: {},
    items: {},
    invoices: {},
    invoiceItems: {},
    invoicePayments: {},
    paymentMethods: {},
    paymentIntents: {},
    setupIntents: {},
    charges: {},
    refunds: {},
    endpoints: {},
    tokens: {},
    events: {},
    webhooks: [],
    answers: {},
  };
}

/** What happens to a subscription when every retry of its invoice has failed. */
export type AfterRetries = "cancel" | "unpaid" | "past_due";

export interface StripeConfig {
  publishableKey: string;
  secretKey: string;
  /** The secret that signs webhooks to `webhookUrl`. */
  webhookSecret: string;
  /** The endpoint that gets every event, as if set up in the dashboard. null means none. */
  webhookUrl: string | null;
  /** How long to wait before each further try of a webhook, in milliseconds. */
  webhookRetryMs: readonly number[];
  /** Days after the first failure on which a renewal is retried. */
  retryDays: readonly number[];
  afterRetries: AfterRetries;
  /** Where the sandbox stores Stripe's state. With null it is not stored. */
  folder: string | null;
  /** The sandbox's own address, known once it listens. */
  baseUrl: () => string;
  now: () => Date;
  say: (line: string) => void;
}
