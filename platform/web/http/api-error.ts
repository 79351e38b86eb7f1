import type { ApiErrorCode, ErrorCode, Existing, FieldError } from "#platform/contract/errors.ts";

interface Detail {
  readonly errors?: readonly FieldError[];
  readonly existing?: Existing | null;
  readonly retryAfter?: number | null;
  readonly requestId?: string | null;
  readonly cause?: unknown;
}

export class ApiError extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly errors: readonly FieldError[];
  /** What the refused request would make a second time. */
  readonly existing: Existing | null;
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | null;
  /** Names the request in the server's log. */
  readonly requestId: string | null;

  constructor(status: number, code: ApiErrorCode, detail: Detail = {}) {
    super(code, { cause: detail.cause });
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.errors = detail.errors ?? [];
    this.existing = detail.existing ?? null;
    this.retryAfter = detail.retryAfter ?? null;
    this.requestId = detail.requestId ?? null;
  }
}

/** The code of a refusal; `undefined` for any other failure, and for none. */
export function codeOf(error: unknown): ApiErrorCode | undefined {
  return error instanceof ApiError ? error.code : undefined;
}

/** Whether a list refused to go on after a row, because it is no longer in it: read it from its start. */
export function isInvalidCursor(error: unknown): boolean {
  return (
    error instanceof ApiError && error.errors.some(({ field, code }) => field === "after" && code === "INVALID_VALUE")
  );
}

/** Turns a refusal that one field caused into an error of that field, and throws everything else on. */
export function fieldErrorsAt(fields: Partial<Record<ApiErrorCode, string>>) {
  return (error: unknown): never => {
    const field = error instanceof ApiError ? fields[error.code] : undefined;
    if (!(error instanceof ApiError) || field === undefined) throw error;
    throw new ApiError(error.status, error.code, { errors: [{ field, code: error.code }], cause: error });
  };
}

/** The error that a refused reply stands for; reads its body. */
export async function errorOf(reply: Response): Promise<ApiError> {
  const body: unknown = await reply.json().catch(() => null);
  const retryAfter = Number.parseInt(reply.headers.get("retry-after") ?? "", 10);
  return new ApiError(reply.status, codeIn(body), {
    errors: fieldErrorsIn(body),
    existing: existingIn(body),
    retryAfter: Number.isNaN(retryAfter) ? null : retryAfter,
    requestId: reply.headers.get("x-request-id"),
  });
}

function codeIn(body: unknown): ApiErrorCode {
  if (typeof body !== "object" || body === null || !("message" in body)) return "UNREADABLE";
  return typeof body.message === "string" ? (body.message as ErrorCode) : "UNREADABLE"; // the server's closed list
}

function fieldErrorsIn(body: unknown): FieldError[] {
  if (typeof body !== "object" || body === null || !("errors" in body) || !Array.isArray(body.errors)) return [];
  return body.errors as FieldError[]; // same list, same origin
}

function existingIn(body: unknown): Existing | null {
  if (typeof body !== "object" || body === null || !("existing" in body)) return null;
  return body.existing as Existing; // same list, same origin
}
