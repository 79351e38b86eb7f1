import type { ErrorMessages } from "#platform/contract/errors.ts";

/** What the screens say when a call is refused, by call and error code. */
export const MESSAGES = {
  switchPlan: {
    STALE: "The amounts have changed. Review the new amounts, then confirm again.",
    CARD_DECLINED: "The card was declined and the plan wasn't switched. Update the card, then try again.",
  },
  updateCard: {
    CARD_DECLINED:
      "The card was saved, but the amount due could not be charged. Use another card or contact your bank.",
  },
  pay: {
    UNABLE_TO_DETERMINE_PLAN:
      "This plan isn't available right now. Nothing was charged. Choose the other plan, or try again later.",
    FLAGGED_AS_SPAM: "This submission was flagged as spam. If you belive this is an error, please contact us.",
    NOT_THE_PAYER: "Your role can't pay for this organization. Ask an admin to subscribe.",
    NETWORK: "We can't reach the server. Check your connection, then choose Pay again. You won't be charged twice.",
    PROVIDER_UNAVAILABLE: "The card provider isn't responding. Nothing was charged. Try again in a minute.",
  },
} as const satisfies Record<string, ErrorMessages>;

export const NO_BOT_CHECK =
  "The bot check didn't load, often because of an ad blocker. Nothing was charged. Allow it for this page, then pay again.";
