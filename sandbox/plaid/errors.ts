// Plaid's errors: type, message and HTTP status of each code that the sandbox returns.
export interface PlaidErrorBody {
  error_type: string;
  error_code: string;
  error_message: string;
  display_message: string | null;
  documentation_url: string;
  suggested_action: string | null;
}

interface Known {
  type: string;
  message: string;
  display?: string;
  status?: number;
}

const RATE_EXCEEDED = "rate limit exceeded for attempts to access this item. please try again later";

/** The codes are Plaid's. Where its specification has no message, ours says the same. */
const KNOWN = {
  MISSING_FIELDS: { type: "INVALID_REQUEST", message: "the following required fields are missing" },
  UNKNOWN_FIELDS: { type: "INVALID_REQUEST", message: "the following fields are not recognized by this endpoint" },
  INVALID_FIELD: { type: "INVALID_REQUEST", message: "a field has an invalid value" },
  INVALID_BODY: { type: "INVALID_REQUEST", message: "body could not be parsed as JSON" },
  NOT_FOUND: { type: "INVALID_REQUEST", message: "not found", status: 404 },
  INVALID_API_KEYS: { type: "INVALID_INPUT", message: "invalid client_id or secret provided" },
  INVALID_ACCESS_TOKEN: { type: "INVALID_INPUT", message: "could not find matching access token" },
  INVALID_PUBLIC_TOKEN: { type: "INVALID_INPUT", message: "could not find matching public token" },
  INVALID_LINK_TOKEN: { type: "INVALID_INPUT", message: "invalid link_token provided" },
  INVALID_ACCOUNT_ID: { type: "INVALID_INPUT", message: "one or more of the account IDs is/are invalid" },
  INVALID_ASSET_REPORT_TOKEN: { type: "INVALID_INPUT", message: "could not find matching asset report token" },
  INVALID_AUDIT_COPY_TOKEN: { type: "INVALID_INPUT", message: "could not find matching audit copy token" },
  INVALID_INSTITUTION: { type: "INVALID_INPUT", message: "invalid institution_id provided" },
  INVALID_WEBHOOK_VERIFICATION_KEY_ID: { type: "INVALID_INPUT", message: "invalid key_id provided" },
  INVALID_CREDENTIALS: {
    type: "ITEM_ERROR",
    message: "the provided credentials were not correct",
    display: "The provided credentials were not correct. Please try again.",
  },
  ITEM_LOCKED: {
    type: "ITEM_ERROR",
    message: "the credentials are correct, but the account is locked",
    display: "This account is locked at the bank. Unlock it on the bank's own site, then try again.",
  },
  ITEM_LOGIN_REQUIRED: {
    type: "ITEM_ERROR",
    message: "the login details of this item have changed and a user login is required; use Link's update mode",
    display: "The login at this bank has changed. Please log in again.",
  },
  ITEM_NOT_FOUND: { type: "ITEM_ERROR", message: "the item does not exist or was removed" },
  PRODUCTS_NOT_SUPPORTED: { type: "ITEM_ERROR", message: "the product is not supported by this institution" },
  NO_ACCOUNTS: {
    type: "ITEM_ERROR",
    message: "no valid accounts were found for this item",
    display: "No account was chosen that can be shared.",
  },
  INSTITUTION_DOWN: {
    type: "INSTITUTION_ERROR",
    message: "this institution is not currently responding to this request; please try again soon",
    display: "This bank is not answering right now. Please try again later.",
  },
  PRODUCT_NOT_READY: { type: "ASSET_REPORT_ERROR", message: "the requested asset report is not ready yet" },
  ASSET_REPORT_GENERATION_FAILED: { type: "ASSET_REPORT_ERROR", message: "the asset report could not be generated" },
  INVALID_PARENT: { type: "ASSET_REPORT_ERROR", message: "the parent asset report failed or was removed" },
  DATA_UNAVAILABLE: { type: "ASSET_REPORT_ERROR", message: "unable to pull sufficient data to generate the report" },
  CONSUMER_REPORT_EXPIRED: { type: "CONSUMER_REPORT_ERROR", message: "the consumer report has expired" },
  CONSUMER_REPORT_NOT_FOUND: { type: "CONSUMER_REPORT_ERROR", message: "the consumer report does not exist" },
  USER_NOT_FOUND: { type: "USER_ERROR", message: "the user does not exist or has had access removed" },
  SANDBOX_PRODUCT_NOT_ENABLED: { type: "SANDBOX_ERROR", message: "the item does not have this product enabled" },
  SANDBOX_WEBHOOK_INVALID: { type: "SANDBOX_ERROR", message: "webhook not found or not configured for this item" },
  RATE_LIMIT: { type: "RATE_LIMIT_EXCEEDED", message: RATE_EXCEEDED, status: 429 },
  ACCOUNTS_LIMIT: { type: "RATE_LIMIT_EXCEEDED", message: RATE_EXCEEDED, status: 429 },
  INSTITUTIONS_GET_BY_ID_LIMIT: { type: "RATE_LIMIT_EXCEEDED", message: RATE_EXCEEDED, status: 429 },
  ITEM_GET_LIMIT: { type: "RATE_LIMIT_EXCEEDED", message: RATE_EXCEEDED, status: 429 },
  INTERNAL_SERVER_ERROR: {
    type: "API_ERROR",
    message: "an unexpected error occurred",
    display: "The bank connection failed for a moment. Please try again.",
    status: 500,
  },
  PLANNED_MAINTENANCE: {
    type: "API_ERROR",
    message: "the Plaid API is temporarily unavailable",
    display: "The bank connection is not available right now. Please try again in a few minutes.",
    status: 503,
  },
} as const satisfies Record<string, Known>;

export type PlaidCode = keyof typeof KNOWN;

/** Thrown by an operation and turned into Plaid's reply by the API's entry point. */
export class PlaidFault extends Error {
  readonly code: PlaidCode;
  readonly detail: string | null;
  /** Where a code is in more than one family. */
  readonly type: string | null;
  constructor(code: PlaidCode, detail: string | null = null, type: string | null = null) {
    super(code);
    this.code = code;
    this.detail = detail;
    this.type = type;
  }
}

export function errorStatus(code: PlaidCode): number {
  const known: Known = KNOWN[code];
  return known.status ?? 400;
}

/** The error object as replies and webhooks contain it, without a request id. */
export function errorBody(
  code: PlaidCode,
  detail: string | null = null,
  type: string = KNOWN[code].type,
): PlaidErrorBody {
  const known: Known = KNOWN[code];
  return {
    error_type: type,
    error_code: code,
    error_message: detail === null ? known.message : `${known.message}: ${detail}`,
    display_message: known.display ?? null,
    documentation_url: `https://plaid.com/docs/?ref=error#${type.toLowerCase().replaceAll("_", "-")}-errors`,
    suggested_action: null,
  };
}
