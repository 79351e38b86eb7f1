import { AppError, type ErrorCode } from "#platform/contract/errors.ts";

const MEANINGS: Record<string, ErrorCode> = {
  PRODUCT_NOT_READY: "REPORT_NOT_READY",
  ITEM_LOGIN_REQUIRED: "BANK_LOGIN_REQUIRED",
  ITEM_NOT_FOUND: "NOT_FOUND",
  INVALID_ACCESS_TOKEN: "NOT_FOUND",
};

/** A public token that is unknown, used or expired is the caller's mistake. */
const BAD_PUBLIC_TOKEN = "INVALID_PUBLIC_TOKEN";

/** Why the provider refused, for people who look into it: its code, never its whole answer. */
export class ProviderRefusal extends Error {
  readonly providerCode: string;

  constructor(providerCode: string, cause: unknown) {
    super(`plaid: ${providerCode}`, { cause });
    this.name = "ProviderRefusal";
    this.providerCode = providerCode;
  }
}

export function toProviderFailure(error: unknown): AppError {
  return failureOf(errorCodeOf(error));
}

export function failureOf(providerCode: string): AppError {
  // The request holds our secret and the answer bank data: neither may travel with the error.
  const cause = new ProviderRefusal(providerCode, undefined);
  if (providerCode === BAD_PUBLIC_TOKEN)
    return new AppError("VALIDATION_ERROR", { errors: [{ field: "publicToken", code: "INVALID_VALUE" }], cause });
  return new AppError(MEANINGS[providerCode] ?? "PROVIDER_UNAVAILABLE", { cause });
}

/** The provider's own code behind a failure, for example ASSET_REPORT_GENERATION_FAILED; that of a network failure or a passed deadline is NETWORK. */
export function providerCodeOf(error: unknown): string | undefined {
  return error instanceof AppError && error.cause instanceof ProviderRefusal ? error.cause.providerCode : undefined;
}

function errorCodeOf(error: unknown): string {
  if (!isHttpFailure(error)) return "UNKNOWN";
  if (!error.response) return error.message.startsWith("maxContentLength") ? "TOO_LARGE" : "NETWORK";
  return errorCodeIn(error.response.data, error.response.status);
}

export function errorCodeIn(data: unknown, status: number): string {
  const body = parse(data);
  return typeof body?.error_code === "string" ? body.error_code : `HTTP_${status}`;
}

// The provider's package throws the errors of its HTTP client, which is not one of our dependencies.
function isHttpFailure(error: unknown): error is Error & { response?: { status: number; data: unknown } } {
  return error instanceof Error && "isAxiosError" in error;
}

// Asked for as bytes, an error's body comes as bytes too.
function parse(data: unknown): { error_code?: unknown } | undefined {
  if (!Buffer.isBuffer(data)) return typeof data === "object" && data !== null ? data : undefined;
  try {
    return JSON.parse(data.toString("utf8")) as { error_code?: unknown };
  } catch {
    return undefined;
  }
}
