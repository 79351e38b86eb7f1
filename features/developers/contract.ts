import * as z from "zod/mini";
import { LEADS } from "#features/organizations/contract.ts";
import { call } from "#platform/contract/call.ts";
import {
  digits,
  GivenTimestamp,
  Id,
  listOf,
  orNull,
  SignedCents,
  text,
  Timestamp,
  Version,
  whole,
  webAddress,
} from "#platform/contract/fields.ts";
import { API_SCOPES, ROLES } from "#platform/contract/who.ts";

export const API_KEYS_PER_ORGANIZATION = 50;
/** The longest that a replaced secret still works, in hours. */
export const MAX_OVERLAP_HOURS = 168;

export const ApiScope = z.enum(API_SCOPES);
export type ApiScope = z.infer<typeof ApiScope>;

/** An IPv4 or IPv6 address, or a network in CIDR notation. */
const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

export const ApiKeyDetails = z.object({
  name: text(80),
  scopes: listOf(ApiScope, API_SCOPES.length, 1),
  /** The key works from these alone. Empty: from anywhere. */
  addresses: listOf(Network, 20),
});
export type ApiKeyDetails = z.infer<typeof ApiKeyDetails>;

export const ApiKey = z.object({
  id: Id,
  ...ApiKeyDetails.shape,
  /** The last four characters of the secret. */
  secretEnd: z.string(),
  /** `null`: it does not expire. */
  expiresAt: z.nullable(Timestamp),
  isExpired: z.boolean(),
  /** Until then the secret before the last rotation works too. */
  previousEndsAt: z.nullable(Timestamp),
  /** Within a minute. `null`: never. */
  lastUsedAt: z.nullable(Timestamp),
  /** Where the last use came from. */
  lastUsedAddress: z.nullable(z.string()),
  createdAt: Timestamp,
  /** First and last name. `null`: the account was deleted. */
  createdByName: z.nullable(z.string()),
  version: Version,
});
export type ApiKey = z.infer<typeof ApiKey>;

/** The secret is shown this once: only its hash is stored. */
const NewSecret = z.object({ key: ApiKey, secret: z.string() });

/** Who makes a request, and for which organization. */
export const Caller = z.object({
  organizationId: Id,
  organizationName: z.string(),
  role: z.enum(ROLES),
  /** The key that makes the request. `null`: a person makes it. */
  apiKey: z.nullable(ApiKey),
});
export type Caller = z.infer<typeof Caller>;

export const readCaller = call({
  method: "GET",
  path: "/caller",
  summary: "Read who makes the request",
  apiScope: "any",
  who: ["root", "admin", "editor", "observer", "registered"],
  reply: Caller,
});

export const listApiKeys = call({
  method: "GET",
  path: "/admin/api-key",
  summary: "List the organization's API keys",
  ...LEADS,
  reply: z.array(ApiKey),
});

export const createApiKey = call({
  method: "POST",
  path: "/admin/api-key",
  summary: "Create an API key",
  ...LEADS,
  confirmed: true,
  body: z.extend(ApiKeyDetails, { expiresAt: orNull(GivenTimestamp) }),
  reply: NewSecret,
  status: 201,
  holdsSecret: true,
  errors: ["REAUTHENTICATION_REQUIRED", "LIMIT_REACHED"],
});

export const updateApiKey = call({
  method: "PUT",
  path: "/admin/api-key/{id}",
  summary: "Update an API key's name, scopes and addresses",
  ...LEADS,
  confirmed: true,
  reach: { root: "organization", admin: "organization", registered: "organization" },
  params: z.object({ id: Id }),
  body: z.extend(ApiKeyDetails, { version: Version }),
  reply: ApiKey,
  errors: ["REAUTHENTICATION_REQUIRED", "NOT_FOUND", "STALE"],
});

export const rotateApiKey = call({
  method: "POST",
  path: "/admin/api-key/{id}/rotate",
  summary: "Replace an API key's secret",
  ...LEADS,
  confirmed: true,
  reach: { root: "organization", admin: "organization", registered: "organization" },
  params: z.object({ id: Id }),
  /** How long the old secret still works. The version says which one that is: a second rotation would end it at once. */
  body: z.object({ overlapHours: whole(0, MAX_OVERLAP_HOURS), version: Version }),
  reply: NewSecret,
  holdsSecret: true,
  errors: ["REAUTHENTICATION_REQUIRED", "NOT_FOUND", "STALE"],
});

export const revokeApiKey = call({
  method: "POST",
  path: "/admin/api-key/{id}/revoke",
  summary: "Revoke an API key at once",
  ...LEADS,
  reach: { root: "organization", admin: "organization", registered: "organization" },
  params: z.object({ id: Id }),
  reply: null,
  errors: ["NOT_FOUND"],
});

/** The borrower that an event is about, as a loan origination system knows it. */
const ofBorrower = { borrowerId: Id, loanNumber: z.nullable(z.string()) };

export const BorrowerEventData = z.object({ ...ofBorrower, status: z.string(), version: z.int() });
export const BankEventData = z.object({ ...ofBorrower, connectionId: Id });
export const ReportReadyEventData = z.object({ ...ofBorrower, reportId: Id });
export const ReportFailedEventData = z.object({ ...ofBorrower, reportId: Id, reason: z.string() });
export const EvaluationEventData = z.object({
  ...ofBorrower,
  reportId: Id,
  evaluationNumber: z.int(),
  cause: z.string(),
  /** Findings that are not waived count. */
  programs: z.array(
    z.object({
      program: z.string(),
      /** The lender's own program that the outcome is under. It is then not the guide's. */
      programName: z.optional(z.string()),
      outcome: z.string(),
      blockers: z.int(),
      reviews: z.int(),
    }),
  ),
});
export const ConditionEventData = z.object({
  ...ofBorrower,
  reportId: Id,
  evaluationNumber: z.int(),
  /** The same for one condition across reports. */
  conditionId: z.string(),
  programs: z.array(z.string()),
  ruleId: z.string(),
  code: z.string(),
  severity: z.string(),
  state: z.string(),
});
export const StatementEventData = z.object({
  statementId: Id,
  number: z.string(),
  amount: SignedCents,
  due: SignedCents,
});
export const SubscriptionEventData = z.object({
  subscriptionId: Id,
  planId: Id,
  status: z.string(),
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodEnd: z.nullable(Timestamp),
});
export const TestEventData = z.object({ endpointId: Id });

interface WebhookEventKind {
  /** A sentence for admins and the API's readers. */
  readonly when: string;
  readonly data: z.ZodMiniObject;
  readonly example: Readonly<Record<string, unknown>>;
}

const BORROWER = { borrowerId: "3f1c2a54-8c1e-4f57-9a43-0e6b8a7d2c11", loanNumber: "AC-2026-0203" };
const REPORT = { ...BORROWER, reportId: "7f1c3f4e-2b0a-4c9d-8e57-3f5f9f6d1a20" };
const CONDITION = {
  ...REPORT,
  evaluationNumber: 2,
  conditionId: "9c1e5b7a40d2f8e36b1a7c5d9e0f2843",
  programs: ["fannie", "freddie"],
  ruleId: "R1",
  code: "LARGE_DEPOSIT",
  severity: "review",
};

/**
 * Everything that an endpoint may be sent. The data holds ids and summaries: never an account number, a balance, a name
 * or an address, so that a receiver reads the rest with an API key.
 */
export const WEBHOOK_EVENTS = {
  "borrower.created": {
    when: "A borrower is created",
    data: BorrowerEventData,
    example: { ...BORROWER, status: "new", version: 1 },
  },
  "borrower.updated": {
    when: "Someone changes a borrower's details, loan terms, status or assignee",
    data: BorrowerEventData,
    example: { ...BORROWER, status: "invited", version: 4 },
  },
  "bank.connected": {
    when: "A bank is connected, or a broken connection is repaired",
    data: BankEventData,
    example: { ...BORROWER, connectionId: "b0a7c5d2-91f3-4d0e-8a66-5c2f7e9b1d43" },
  },
  "bank.disconnected": {
    when: "A bank connection ends, for any reason",
    data: BankEventData,
    example: { ...BORROWER, connectionId: "b0a7c5d2-91f3-4d0e-8a66-5c2f7e9b1d43" },
  },
  "report.ready": { when: "A report is ready to read and download", data: ReportReadyEventData, example: REPORT },
  "report.failed": {
    when: "A report can't be generated",
    data: ReportFailedEventData,
    example: { ...REPORT, reason: "ITEM_LOGIN_REQUIRED" },
  },
  "evaluation.changed": {
    when: "A borrower's newest report is evaluated for the first time or with another result",
    data: EvaluationEventData,
    example: {
      ...REPORT,
      evaluationNumber: 2,
      cause: "evidence",
      programs: [
        { program: "fannie", outcome: "open", blockers: 0, reviews: 2 },
        { program: "freddie", outcome: "enough", blockers: 0, reviews: 0 },
      ],
    },
  },
  "condition.opened": {
    when: "An evaluation adds a condition, or reopens one",
    data: ConditionEventData,
    example: { ...CONDITION, state: "open" },
  },
  "condition.cleared": {
    when: "A condition is cleared, confirmed or waived, or no longer applies",
    data: ConditionEventData,
    example: { ...CONDITION, state: "cleared" },
  },
  "statement.finalized": {
    when: "A month is closed and its statement finalized",
    data: StatementEventData,
    example: {
      statementId: "c49b6f0e-1d7a-4a58-b1a1-7e0d4f2c9b35",
      number: "ST-202611-0001",
      amount: 12_500,
      due: 12_500,
    },
  },
  "subscription.changed": {
    when: "The organization's subscription starts, changes or ends",
    data: SubscriptionEventData,
    example: {
      subscriptionId: "e2d8a9b4-6c3f-4e71-9d52-8f1b0c7a6e24",
      planId: "5a7e3c19-b8d2-4f60-a4c5-2d9e6f8b1c07",
      status: "active",
      cancelAtPeriodEnd: false,
      currentPeriodEnd: "2026-12-23T15:04:05.000Z",
    },
  },
  "webhook.test": {
    when: "An admin sends a test event",
    data: TestEventData,
    example: { endpointId: "d6f1b2c8-3e9a-4b75-8c04-1a2f5e7d9b60" },
  },
} as const satisfies Record<string, WebhookEventKind>;

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;

/** One event before it is addressed to endpoints. */
export type WebhookEvent = {
  [Type in WebhookEventType]: {
    readonly type: Type;
    readonly data: z.infer<(typeof WEBHOOK_EVENTS)[Type]["data"]>;
  };
}[WebhookEventType];

/** Those that an endpoint may subscribe to: all but the test event. */
export const SUBSCRIBABLE_EVENTS = [
  "borrower.created",
  "borrower.updated",
  "bank.connected",
  "bank.disconnected",
  "report.ready",
  "report.failed",
  "evaluation.changed",
  "condition.opened",
  "condition.cleared",
  "statement.finalized",
  "subscription.changed",
] as const satisfies readonly WebhookEventType[];
const SubscribableEvent = z.enum(SUBSCRIBABLE_EVENTS);
export type SubscribableEvent = z.infer<typeof SubscribableEvent>;

export const WEBHOOK_ENDPOINTS_PER_ORGANIZATION = 20;
/** Tries after the first one, within a day. */
export const WEBHOOK_RETRIES = 8;
/** How long a delivery is listed. */
export const WEBHOOK_DELIVERY_DAYS = 30;

/** An http or https URL without a user, a password or a fragment. The server also refuses private addresses. */
const EndpointUrl = z.pipe(
  webAddress(500, { normalize: true }),
  z.string().check(
    z.refine((value) => {
      const { username, password, hash } = new URL(value);
      return username === "" && password === "" && hash === "";
    }, "INVALID_FORMAT"),
  ),
);

export const WebhookEndpointDetails = z.object({
  url: EndpointUrl,
  description: text(200, { min: 0 }),
  events: listOf(SubscribableEvent, SUBSCRIBABLE_EVENTS.length, 1),
});
export type WebhookEndpointDetails = z.infer<typeof WebhookEndpointDetails>;

/** `gone`: it answered 410. */
export const WEBHOOK_STATES = ["enabled", "disabled", "failing", "gone"] as const;
const WebhookState = z.enum(WEBHOOK_STATES);
export type WebhookState = z.infer<typeof WebhookState>;

export const WebhookEndpoint = z.object({
  id: Id,
  ...WebhookEndpointDetails.shape,
  /** Only an enabled endpoint is sent events. */
  state: WebhookState,
  /** `null`: it is enabled. */
  disabledAt: z.nullable(Timestamp),
  /** Until then events are also signed with the secret before the last rotation. */
  previousEndsAt: z.nullable(Timestamp),
  /** `null`: within the last 30 days, none. */
  lastDeliveredAt: z.nullable(Timestamp),
  /** Within the last 30 days. */
  failedCount: z.int(),
  createdAt: Timestamp,
  createdByName: z.nullable(z.string()),
  version: Version,
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** `canceled`: the endpoint was disabled first. */
export const DELIVERY_STATUSES = ["pending", "delivered", "failed", "canceled"] as const;
export const WebhookDeliveryStatus = z.enum(DELIVERY_STATUSES);
export type WebhookDeliveryStatus = z.infer<typeof WebhookDeliveryStatus>;

export const WebhookAttempt = z.object({
  at: Timestamp,
  /** `null`: no answer came. */
  responseStatus: z.nullable(z.int()),
  /** Why there was none. */
  error: z.nullable(z.string()),
  durationMs: z.int(),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

export const WebhookDelivery = z.object({
  id: Id,
  /** The header `webhook-id`. */
  eventId: Id,
  type: z.string(),
  status: WebhookDeliveryStatus,
  /** The request's body. */
  payload: z.string(),
  attemptCount: z.int(),
  /** The newest first, 20 at most. */
  attempts: z.array(WebhookAttempt),
  /** `null`: none is planned. */
  nextAttemptAt: z.nullable(Timestamp),
  createdAt: Timestamp,
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const OF_ORGANIZATION = { root: "organization", admin: "organization", registered: "organization" } as const;
const ById = z.object({ id: Id });

/** The secret is shown this once. */
const NewWebhookSecret = z.object({ endpoint: WebhookEndpoint, secret: z.string() });

export const listWebhookEndpoints = call({
  method: "GET",
  path: "/admin/webhook",
  summary: "List the organization's webhook endpoints",
  ...LEADS,
  reply: z.array(WebhookEndpoint),
});

export const createWebhookEndpoint = call({
  method: "POST",
  path: "/admin/webhook",
  summary: "Add a webhook endpoint",
  ...LEADS,
  confirmed: true,
  body: WebhookEndpointDetails,
  reply: NewWebhookSecret,
  status: 201,
  holdsSecret: true,
  errors: ["REAUTHENTICATION_REQUIRED", "LIMIT_REACHED"],
});

export const updateWebhookEndpoint = call({
  method: "PUT",
  path: "/admin/webhook/{id}",
  summary: "Update a webhook endpoint's URL, description and events",
  ...LEADS,
  confirmed: true,
  reach: OF_ORGANIZATION,
  params: ById,
  body: z.extend(WebhookEndpointDetails, { version: Version }),
  reply: WebhookEndpoint,
  errors: ["REAUTHENTICATION_REQUIRED", "NOT_FOUND", "STALE"],
});

export const rotateWebhookSecret = call({
  method: "POST",
  path: "/admin/webhook/{id}/rotate",
  summary: "Replace a webhook endpoint's signing secret",
  ...LEADS,
  confirmed: true,
  reach: OF_ORGANIZATION,
  params: ById,
  /** How long events are signed with both secrets. The version says which one the second is. */
  body: z.object({ overlapHours: whole(0, MAX_OVERLAP_HOURS), version: Version }),
  reply: NewWebhookSecret,
  holdsSecret: true,
  errors: ["REAUTHENTICATION_REQUIRED", "NOT_FOUND", "STALE"],
});

export const enableWebhookEndpoint = call({
  method: "POST",
  path: "/admin/webhook/{id}/enable",
  summary: "Send events to a webhook endpoint again",
  ...LEADS,
  confirmed: true,
  reach: OF_ORGANIZATION,
  params: ById,
  reply: WebhookEndpoint,
  errors: ["NOT_FOUND"],
});

export const disableWebhookEndpoint = call({
  method: "POST",
  path: "/admin/webhook/{id}/disable",
  summary: "Stop sending events to a webhook endpoint",
  ...LEADS,
  reach: OF_ORGANIZATION,
  params: ById,
  reply: WebhookEndpoint,
  errors: ["NOT_FOUND"],
});

export const deleteWebhookEndpoint = call({
  method: "POST",
  path: "/admin/webhook/{id}/delete",
  summary: "Delete a webhook endpoint and its deliveries",
  ...LEADS,
  reach: OF_ORGANIZATION,
  params: ById,
  reply: null,
  errors: ["NOT_FOUND"],
});

export const sendTestEvent = call({
  method: "POST",
  path: "/admin/webhook/{id}/test",
  summary: "Send a test event to a webhook endpoint",
  ...LEADS,
  confirmed: true,
  reach: OF_ORGANIZATION,
  params: ById,
  reply: null,
  errors: ["NOT_FOUND", "ENDPOINT_DISABLED"],
  limits: { perMinute: 30 },
});

export const DELIVERIES_PER_PAGE = 25;

export const listWebhookDeliveries = call({
  method: "GET",
  path: "/admin/webhook/{id}/delivery",
  summary: "List what was sent to a webhook endpoint",
  ...LEADS,
  reach: OF_ORGANIZATION,
  params: ById,
  query: z.object({
    status: z.optional(WebhookDeliveryStatus),
    limit: z._default(digits(1, 200, { default: DELIVERIES_PER_PAGE }), DELIVERIES_PER_PAGE),
  }),
  reply: z.object({ deliveries: z.array(WebhookDelivery), hasOlder: z.boolean() }),
  errors: ["NOT_FOUND"],
});

export const resendWebhookDelivery = call({
  method: "POST",
  path: "/admin/webhook-delivery/{id}/resend",
  summary: "Send an event to its endpoint again",
  ...LEADS,
  confirmed: true,
  reach: OF_ORGANIZATION,
  params: ById,
  reply: WebhookDelivery,
  errors: ["NOT_FOUND", "ENDPOINT_DISABLED"],
  limits: { perMinute: 60 },
});
