import type { ErrorMessages } from "#platform/contract/errors.ts";
import {
  BORROWER_LINKS_PER_DAY,
  GIFT_LETTERS_PER_BORROWER,
  REMIND_AFTER_MINUTES,
  REQUESTS_PER_BORROWER,
} from "./contract.ts";

const CLOSED_BORROWER = "This borrower is closed, so nothing was sent. Restore the borrower first.";

const REMINDED = `We emailed this person a few minutes ago. Try again in ${REMIND_AFTER_MINUTES} minutes.`;

/** What the officer's screens say when a call is refused, by call and error code. */
export const MESSAGES = {
  link: {
    LIMIT_REACHED: `Your organization has reached today's limit of ${BORROWER_LINKS_PER_DAY} links. Send this one tomorrow.`,
    INVALID_STATUS_TRANSITION: CLOSED_BORROWER,
  },
  needs: {
    NEED_RESOLVED: "Nothing is left to do about this anymore. The list shows the current state.",
    REMINDED_RECENTLY: REMINDED,
    LIMIT_REACHED: `Your organization has reached today's limit of ${BORROWER_LINKS_PER_DAY} links, or this borrower has ${REQUESTS_PER_BORROWER} requested documents.`,
    INVALID_STATUS_TRANSITION: CLOSED_BORROWER,
  },
  text: {
    LIMIT_REACHED: `Your organization has reached today's limit of ${BORROWER_LINKS_PER_DAY} links. Send this one tomorrow.`,
    INVALID_STATUS_TRANSITION: CLOSED_BORROWER,
    PROVIDER_UNAVAILABLE:
      "We couldn't send text messages right now, so nothing was sent. Copy or email the link instead, or try again in a few minutes.",
    PHONE_REFUSED:
      "This number can't receive text messages, so nothing was sent. Check the number, or copy or email the link.",
    TEXT_MESSAGES_OFF: "Text messages are turned off. Copy or email the link instead.",
  },
  gift: {
    LIMIT_REACHED: `Nothing was sent: this borrower has ${GIFT_LETTERS_PER_BORROWER} gift letters, or your organization has reached today's limit of ${BORROWER_LINKS_PER_DAY} links.`,
    REMINDED_RECENTLY: REMINDED,
    INVALID_STATUS_TRANSITION: "This link was revoked, or the borrower is closed. Ask the donor again.",
    ALREADY_SIGNED: "The donor has signed this letter. Reload to see it.",
  },
  consent: {
    INVALID_STATUS_TRANSITION: "This borrower is closed. Restore the borrower first.",
    IN_PERSON_OFF: "Your organization doesn't allow connecting in person. An admin can turn it on under Organization.",
    STALE: "The text has changed since you opened it. Close this and start again.",
  },
} as const satisfies Record<string, ErrorMessages>;

const CLOSED = "Your loan file is closed. If you didn't expect this, call your lender.";
const PROVIDER = "Nothing is lost. Try again in a few minutes.";
const TOO_MANY = "Too many attempts. Wait a minute, then try again.";
const NEWER = "The text or the question has changed. Review it on this page, then continue.";
const WRONG_FILE = "We can't read this type of file. Send a PDF or a photo (JPEG or PNG).";

/** What the borrower reads. */
export const BORROWER_MESSAGES = {
  NETWORK: "You're offline. Check your connection, then try again.",
  TOO_MANY_REQUESTS: TOO_MANY,
  OVERLOADED: TOO_MANY,
  STALE: NEWER,
  ALREADY_SIGNED: "This letter is signed already. Reload the page to see it.",
  LINK_DEAD: "This link has ended. Look for a newer email, or call the lender.",
  CONSENT_REQUIRED: NEWER,
  LIMIT_REACHED: "You've reached the limit for uploads. Call your lender.",
  PAYLOAD_TOO_LARGE: "This file is too large. Send one of up to 10\u00a0MB, or a photo with less detail.",
  UNSUPPORTED_MEDIA_TYPE: WRONG_FILE,
  VALIDATION_ERROR: "This file is empty. Choose it again, or take a new photo.",
  VIRUS_FOUND: "This file has a virus, so we didn't keep it. Send another copy, such as a new download from your bank.",
  PASSWORD_PROTECTED: "This PDF needs a password. Save or print it as a new PDF without a password, then send that.",
  DUPLICATE_DOCUMENT: "Your lender already has this file. You don't need to send it again.",
  INVALID_STATUS_TRANSITION: CLOSED,
  PROVIDER_UNAVAILABLE: PROVIDER,
} as const satisfies ErrorMessages;

export const ALREADY_SENT = (name: string) => `You already sent this file: ${name}. You don't need to send it again.`;

/** For any other error. */
export const UNKNOWN_ERROR = "Something went wrong on our side. Nothing is lost. Try again, or call your lender.";

export interface Refusal {
  readonly title: string;
  readonly text: string;
}

export const NOT_CONNECTED = "We couldn't connect your bank";
export const NOT_SENT = "We couldn't send that";

/** Why a bank cannot be connected now. */
export const CONNECT_REFUSALS = {
  PROVIDER_UNAVAILABLE: { title: "The bank connection isn't responding", text: PROVIDER },
  INVALID_STATUS_TRANSITION: { title: "Your lender doesn't need anything right now", text: CLOSED },
  LIMIT_REACHED: {
    title: NOT_CONNECTED,
    text: "You've reached the limit of connected banks. Tell your lender if one is missing.",
  },
} as const satisfies ErrorMessages<Refusal>;

/** Why the bank window did not open, when no call failed. */
export const WINDOW_BLOCKED: Refusal = {
  title: "The bank window didn't open",
  text: "Something on this device blocks it, often an ad blocker. Allow it for this page, or open the link from your email in another browser. Then try again.",
};

/** By the error code of Plaid Link. */
export function bankMessage(providerCode: string): string {
  switch (providerCode) {
    case "INVALID_CREDENTIALS":
      return "The bank didn't accept the username or password. Try the ones you use on the bank's own site.";
    case "ITEM_LOCKED":
      return "The bank has locked this login. Unlock it on the bank's own site, then try again.";
    default:
      return `The bank returned an error (${providerCode}). Try again, or connect another bank.`;
  }
}
