import { widgetTexts } from "#platform/text/widget-texts.ts";
import { LinkFailure } from "#features/asset-reports/web/plaid-link.ts";
import type { Refusal } from "#features/borrower-portal/messages.ts";
import { ApiError } from "#platform/web/http/api-error.ts";
import { messageOf } from "#platform/web/http/explain.ts";
import { currentTexts } from "./language.ts";

export function explainToBorrower(error: Error): string {
  const { messages, unknownError } = currentTexts();
  if (error instanceof ApiError && error.errors.length > 0) return widgetTexts().checkFields; // the fields say what is wrong
  return messageOf(error, messages) ?? unknownError;
}

export function connectRefusal(error: Error): Refusal {
  const { bank, notConnected, refusals, windowBlocked } = currentTexts();
  if (error instanceof LinkFailure) return { title: notConnected, text: bank(error.providerCode) };
  if (!(error instanceof ApiError)) return windowBlocked;
  return messageOf<Refusal>(error, refusals) ?? { title: notConnected, text: explainToBorrower(error) };
}

export function sendRefusal(error: Error): Refusal {
  const { alreadySent, notSent } = currentTexts();
  if (error instanceof ApiError && error.existing) return { title: notSent, text: alreadySent(error.existing.name) };
  return { title: notSent, text: explainToBorrower(error) };
}
