import type { ErrorMessages } from "#platform/contract/errors.ts";
import { ApiError, codeOf } from "./api-error.ts";

const MESSAGES: ErrorMessages = {
  NETWORK: "We can't reach the server. Check your connection, then try again.",
  VALIDATION_ERROR: "Some fields aren't valid. Check the marked fields.",
  INVALID_JWT: "Your session has ended. Log in again to continue.",
  FORBIDDEN: "Your role doesn't allow this. Ask an admin of your organization.",
  EMAIL_NOT_CONFIRMED: "Confirm your email first. Open the link we sent you.",
  NOT_FOUND: "We couldn't find it. It may have been deleted, or you may not have access.",
  STALE:
    "Someone else updated this. Your changes aren't saved. Reload to see their version, then make your changes again.",
  CONSENT_REQUIRED: "The borrower must give consent before a bank can be connected.",
  LIMIT_REACHED: "You've reached a limit. Remove items you no longer need, or try again tomorrow.",
  STORAGE_FULL:
    "Your organization's document storage is full. Remove documents you no longer need, or contact support.",
  PAYLOAD_TOO_LARGE: "This is too large to send. Shorten it and try again.",
  REAUTHENTICATION_REQUIRED: "Confirm your identity to make this change. Try again and enter your password.",
  INVALID_PASSWORD: "Incorrect password. Check it and try again.",
  CODE_WRONG: "Incorrect or expired code. Enter the current one from your authenticator app.",
  SECOND_FACTOR_WRONG: "Incorrect or expired code. Enter the current one from your authenticator app.",
  SECOND_FACTOR_NOT_SET_UP:
    "Your organization requires two-factor authentication. Set it up under Authorization first.",
  SSO_REQUIRED: "Your organization requires single sign-on. Log out, then log in with SSO.",
  NOT_THE_PAYER: "Your role can't pay for this organization. Ask an admin.",
  NO_SUBSCRIPTION: "This subscription has ended. Reload to see the current status.",
  ALREADY_SUBSCRIBED: "There's already a subscription. You weren't charged again.",
  SAME_PLAN: "You're already on this plan. Reload to see the current status.",
  PAYMENT_DUE: "A charge is unpaid. Update the card, then try again.",
  CARD_DECLINED: "The card was declined and nothing was changed. Use another card or contact your bank.",
  UNSUPPORTED_MEDIA_TYPE: "This file is damaged or its type isn't accepted. Choose another.",
  PROVIDER_UNAVAILABLE: "A service we depend on isn't responding. Nothing was lost. Try again in a minute.",
  OVERLOADED: "The server is busy. Try again in a minute.",
};
const ANY = "Something went wrong on our side and nothing was saved. Try again, or contact support.";

/** What the feature itself says for the error, if anything. */
export function messageOf<Message>(error: Error, messages: ErrorMessages<Message>): Message | undefined {
  const code = codeOf(error);
  return code && messages[code];
}

/** A sentence that says what to do: the feature's own, else the usual one. */
export function explain(error: Error, messages: ErrorMessages = {}): string {
  const own = messageOf(error, messages);
  if (own !== undefined) return own;
  if (!(error instanceof ApiError)) return ANY;
  if (error.code === "TOO_MANY_REQUESTS") return `Too many attempts. Try again in ${waitText(error.retryAfter ?? 60)}.`;
  if (error.code === "ACCOUNT_LOCKED") return lockedText(error.retryAfter ?? 900);
  return MESSAGES[error.code] ?? ANY;
}

/** Attempts lock an account for a day at most; a longer lock was set by a person. */
function lockedText(seconds: number): string {
  if (seconds > 86_400) return "Your account is locked. Reset your password to unlock it.";
  return `Your account is locked after too many attempts. Try again in ${waitText(seconds)} or reset your password.`;
}

function waitText(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
