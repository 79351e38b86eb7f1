import type { ErrorMessages } from "#platform/contract/errors.ts";

/** What the screens say when a call is refused, by call and error code. */
export const MESSAGES = {
  connection: {
    SSO_ENFORCED: "Single sign-on is required. Stop requiring it first, or your colleagues would be locked out.",
    PROVIDER_UNAVAILABLE: "The identity provider isn't responding. Check the issuer, then try again.",
  },
  domain: {
    NAME_TAKEN: "You've already added this domain",
    LIMIT_REACHED: "Your organization has reached the limit of domains. Remove one you no longer need.",
    DOMAIN_NOT_VERIFIED: "We couldn't find the TXT record yet. DNS changes can take up to an hour. Try again later.",
    DOMAIN_TAKEN: "Another organization has verified this domain. Contact support if it's yours.",
    SSO_ENFORCED: "This is your only verified domain. Stop requiring single sign-on first.",
    PROVIDER_UNAVAILABLE: "The DNS isn't responding. Try again in a minute.",
  },
  mapping: {
    NOT_FOUND:
      "Your directory deleted this group, or the chosen group no longer exists. Reload to see the current ones.",
    LAST_ADMIN: "Your organization would be left without an admin. Make someone else an admin first.",
    BREAK_GLASS_REQUIRED: "The last break-glass admin would lose access. Choose another one first.",
    LIMIT_REACHED: "The chosen group can't take that many members.",
  },
  enforcement: {
    SSO_NOT_TESTED: "Test the connection first. Otherwise everyone could be locked out.",
    DOMAIN_NOT_VERIFIED: "Verify an email domain first.",
    BREAK_GLASS_REQUIRED: "Choose at least one admin with a password who can still log in without single sign-on.",
  },
} as const satisfies Record<string, ErrorMessages>;
