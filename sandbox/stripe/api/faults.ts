// Stripe's errors: an operation throws them, and the API's entry point turns them into `{error: {…}}`.
import type { CardError } from "../customers/customer-data.ts";

interface ErrorBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
  doc_url?: string;
  charge?: string;
  [expanded: string]: unknown;
}

export class StripeFault extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export function docUrl(code: string): string {
  return `https://docs.stripe.com/error-codes/${code.replaceAll("_", "-")}`;
}

export function invalid(message: string, { param, code }: { param?: string; code?: string } = {}): StripeFault {
  return new StripeFault(400, {
    type: "invalid_request_error",
    ...(code === undefined ? {} : { code, doc_url: docUrl(code) }),
    message,
    ...(param === undefined ? {} : { param }),
  });
}

/** 404 for an object that the path names, 400 for one that a parameter names. */
export function noSuch(noun: string, id: string, param = "id"): StripeFault {
  return new StripeFault(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    doc_url: docUrl("resource_missing"),
    message: `No such ${noun}: '${id}'`,
    param,
  });
}

/** The bank's refusal. */
export function declined(error: CardError, more: Record<string, unknown> = {}): StripeFault {
  return new StripeFault(402, { ...error, ...more });
}
