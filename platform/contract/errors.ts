// Nothing of zod runs here: the first load of a page reads the codes and should not wait for it.

/** Code to HTTP status. A screen's own refusals avoid 400, 401, 403, 404, 500, 503 and 504. */
export const ERROR_STATUS = {
  VALIDATION_ERROR: 400,
  INVALID_SIGNATURE: 400,
  UNABLE_TO_DETERMINE_PLAN: 400,

  INVALID_JWT: 401,
  NO_USER: 401,
  INVALID_API_KEY: 401,
  EMAIL_NOT_FOUND: 401,
  INVALID_PASSWORD: 401,
  PASSWORD_CHANGE_REQUIRED: 401,
  ACCOUNT_LOCKED: 401,

  FORBIDDEN: 403,
  HTTPS_REQUIRED: 403,
  EMAIL_NOT_CONFIRMED: 403,
  SCOPE_MISSING: 403,
  ADDRESS_NOT_ALLOWED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  SECOND_FACTOR_WRONG: 403,
  SECOND_FACTOR_NOT_SET_UP: 403,
  SSO_REQUIRED: 403,
  FLAGGED_AS_SPAM: 403,

  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,

  EMAIL_TAKEN: 409,
  EMAIL_REQUIRED: 409,
  REAUTHENTICATION_REQUIRED: 409,
  SECOND_FACTOR_DUE: 409,
  CODE_WRONG: 409,
  NO_PASSWORD: 409,
  PASSKEY_REFUSED: 409,
  SOCIAL_STATE_MISMATCH: 409,
  SOCIAL_REFUSED: 409,
  SSO_NOT_SET_UP: 409,
  SSO_REFUSED: 409,
  SSO_ADDRESS_REFUSED: 409,
  SSO_NO_MEMBER: 409,
  SSO_NOT_TESTED: 409,
  SSO_ENFORCED: 409,
  DOMAIN_TAKEN: 409,
  DOMAIN_NOT_VERIFIED: 409,
  BREAK_GLASS_REQUIRED: 409,
  ALREADY_CONNECTED: 409,
  LAST_WAY_IN: 409,
  LAST_ADMIN: 409,
  ALREADY_MEMBER: 409,
  ALREADY_INVITED: 409,
  INVITATION_FOR_ANOTHER: 409,
  NAME_TAKEN: 409,
  GROUP_IN_USE: 409,
  OWN_SECOND_FACTOR_MISSING: 409,
  BORROWERS_OPEN: 409,
  INVALID_STATUS_TRANSITION: 409,
  LOAN_NUMBER_TAKEN: 409,
  LEGAL_HOLD: 409,
  HAS_REPORT: 409,
  NO_BANK_CONNECTION: 409,
  BANK_LOGIN_REQUIRED: 409,
  REPORT_NOT_READY: 409,
  REPORT_IN_PROGRESS: 409,
  REFRESH_NOT_POSSIBLE: 409,
  LOG_IN_TO_PAY: 409,
  NOT_THE_PAYER: 409,
  ALREADY_SUBSCRIBED: 409,
  NO_SUBSCRIPTION: 409,
  SAME_PLAN: 409,
  CARD_DECLINED: 409,
  PAYMENT_DUE: 409,
  SPEND_CAP_REACHED: 409,
  CONSENT_REQUIRED: 409,
  IDENTITY_REQUIRED: 409,
  BANKS_TO_RECONNECT: 409,
  DATA_WITHHELD: 409,
  NOT_SHAREABLE: 409,
  IN_PERSON_OFF: 409,
  TEXT_MESSAGES_OFF: 409,
  PHONE_REFUSED: 409,
  DOCUMENT_REQUIRED: 409,
  NOT_WAIVABLE: 409,
  OWN_EVIDENCE: 409,
  SECOND_PERSON_REQUIRED: 409,
  SECOND_PERSON_MISSING: 409,
  ALREADY_SIGNED: 409,
  STALE: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  LIMIT_REACHED: 409,
  STORAGE_FULL: 409,
  DUPLICATE_DOCUMENT: 409,
  NEED_RESOLVED: 409,
  REMINDED_RECENTLY: 409,
  ENDPOINT_DISABLED: 409,
  BACK_TEST_RUNNING: 409,
  EDITION_NOT_TESTED: 409,

  LINK_DEAD: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  VIRUS_FOUND: 422,
  PASSWORD_PROTECTED: 422,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,

  INTERNAL_ERROR: 500,
  PROVIDER_UNAVAILABLE: 502,
  OVERLOADED: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
/** NETWORK: no answer came. UNREADABLE: an answer that is not ours, such as a proxy's page. */
export type ApiErrorCode = ErrorCode | "NETWORK" | "UNREADABLE";

/** What a screen says for some codes; the others have the usual sentence. */
export type ErrorMessages<Message = string> = Readonly<Partial<Record<ApiErrorCode, Message>>>;

/** Refusals that end by themselves; each is sent with Retry-After. */
export const TEMPORARY_ERRORS: ReadonlySet<string> = new Set<ErrorCode>([
  "ACCOUNT_LOCKED",
  "TOO_MANY_REQUESTS",
  "OVERLOADED",
]);
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** What is wrong with one field. `field` is the dotted path in the input, empty for the whole. */
export interface FieldError {
  field: string;
  code: string;
}

/** What the refused request would make a second time. */
export interface Existing {
  name: string;
}

interface Detail {
  readonly errors?: readonly FieldError[];
  readonly existing?: Existing;
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** A refusal by a rule. Thrown anywhere on the server, made HTTP in one place. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly existing: Existing | undefined;
  /** Seconds, sent as Retry-After with TEMPORARY_ERRORS. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, detail: Detail = {}) {
    super(code, { cause: detail.cause });
    this.name = "AppError";
    this.code = code;
    this.errors = detail.errors;
    this.existing = detail.existing;
    this.retryAfter = detail.retryAfter;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Throws LIMIT_REACHED where `more` do not fit beside those `held`. Only a count under a lock is still true when they are written. */
export function requireWithinLimit(held: number, most: number, more = 1): void {
  if (held + more > most) throw new AppError("LIMIT_REACHED");
}
