import { LinkFailure } from "#features/asset-reports/web/plaid-link.ts";
import {
  ALREADY_SENT,
  bankMessage,
  BORROWER_MESSAGES,
  CONNECT_REFUSALS,
  NOT_CONNECTED,
  NOT_SENT,
  type Refusal,
  UNKNOWN_ERROR,
  WINDOW_BLOCKED,
} from "#features/borrower-portal/messages.ts";
import { ApiError } from "#platform/web/http/api-error.ts";
import { messageOf } from "#platform/web/http/explain.ts";

export function explainToBorrower(error: Error): string {
  return messageOf(error, BORROWER_MESSAGES) ?? UNKNOWN_ERROR;
}

export function connectRefusal(error: Error): Refusal {
  if (error instanceof LinkFailure) return { title: NOT_CONNECTED, text: bankMessage(error.providerCode) };
  if (!(error instanceof ApiError)) return WINDOW_BLOCKED;
  return messageOf<Refusal>(error, CONNECT_REFUSALS) ?? { title: NOT_CONNECTED, text: explainToBorrower(error) };
}

export function sendRefusal(error: Error): Refusal {
  if (error instanceof ApiError && error.existing) return { title: NOT_SENT, text: ALREADY_SENT(error.existing.name) };
  return { title: NOT_SENT, text: explainToBorrower(error) };
}
