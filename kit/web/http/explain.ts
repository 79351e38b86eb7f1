// Owns what an error code says to people where the screen itself has no better words: what happened and what to do.
import { ApiError, type ApiErrorCode } from "./api-error.ts";

const SENTENCES: Partial<Record<ApiErrorCode, string>> = {
  NETWORK: "The server cannot be reached. Check your connection, then try again.",
  VALIDATION_ERROR: "Some of what was entered was not accepted. Check the marked fields.",
  INVALID_JWT: "Your session has ended. Log in again to go on.",
  FORBIDDEN: "Your role does not allow this. Ask an admin of your organization.",
  EMAIL_NOT_CONFIRMED: "Confirm your email address first: open the link in the mail we sent you.",
  NOT_FOUND: "It is not there, or not yours to see.",
  STALE:
    "Someone else changed this in the meantime. Reload the page to see their version, then make your change again.",
  CONSENT_REQUIRED: "First agree to what is shared, then connect the bank.",
  LIMIT_REACHED: "A limit has been reached. Remove what is no longer needed, or try again tomorrow.",
  STORAGE_FULL:
    "There is no more room for this organization's documents. Remove documents that are no longer needed, or ask support for more room.",
  PAYLOAD_TOO_LARGE: "That is too large to send. Shorten it and try again.",
  REAUTHENTICATION_REQUIRED: "Nothing was changed: this needs proof that it is you. Try again and enter your password.",
  INVALID_PASSWORD: "That is not your password. Check it and try again.",
  ACCOUNT_LOCKED:
    "This account is locked after too many wrong passwords or codes. Wait 15 minutes or more, or set a new password, which unlocks it.",
  CODE_WRONG: "That code is not right, or was used already. Enter the one that your authenticator shows now.",
  SECOND_FACTOR_WRONG: "That code is not right, or was used already. Enter the one that your authenticator shows now.",
  SECOND_FACTOR_NOT_SET_UP: "Your organization asks you for a second factor. Set it up under Authorization first.",
  NOT_THE_PAYER: "Your role does not let you pay for this organization. Ask one of its admins.",
  NO_SUBSCRIPTION: "There is no subscription any more. Reload the page to see how it stands.",
  ALREADY_SUBSCRIBED: "There is a subscription already. Nothing was charged again.",
  SAME_PLAN: "You are on this plan already. Reload the page to see how it stands.",
  PAYMENT_DUE: "A charge is still unpaid. Update the card first, then try again.",
  CARD_DECLINED: "The card was declined. Nothing was changed; use another card, or ask its bank.",
  UNSUPPORTED_MEDIA_TYPE: "This file is damaged, or of a kind that is not accepted. Choose another.",
  PROVIDER_UNAVAILABLE: "A service that this needs does not answer now. Nothing was lost; try again in a minute.",
  OVERLOADED: "The server has too much to do right now. Try again in a minute.",
};
const ANY = "Something went wrong on our side. Nothing was saved; try again, and tell support if it stays so.";

export function explain(error: Error): string {
  if (!(error instanceof ApiError)) return ANY;
  if (error.code === "TOO_MANY_REQUESTS") return `Too many attempts. Try again in ${waitText(error.retryAfter ?? 60)}.`;
  return SENTENCES[error.code] ?? ANY;
}

function waitText(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
