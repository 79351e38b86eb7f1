import type { ErrorMessages } from "#platform/contract/errors.ts";

/** What the screens say when a call is refused, by call and error code. */
export const MESSAGES = {
  register: {
    INVITATION_FOR_ANOTHER: "The invitation is for another email. Use the one it was sent to, or continue without it.",
    LIMIT_REACHED: "A group in the invitation is full. Ask the person who invited you, or continue without it.",
    LINK_DEAD: "The invitation was revoked or has expired. Ask for a new one, or continue without it.",
  },
  logIn: {
    EMAIL_NOT_FOUND: "We couldn't find an account with that email. Check it or register.",
    INVALID_PASSWORD: "Incorrect email or password. If you're new here, first open the link in our email.",
    SSO_REQUIRED: "Your organization requires single sign-on. Continue with SSO.",
    PASSWORD_CHANGE_REQUIRED: "Set a new password to log in. We've emailed you a link.",
  },
  sso: {
    SSO_NOT_SET_UP: "No organization has set up single sign-on for this email. Check it, or use your password.",
    PROVIDER_UNAVAILABLE: "Your organization's sign-in page isn't responding. Try again in a minute.",
  },
  ssoReturn: {
    SSO_REFUSED: "The sign-in was canceled, has expired, or couldn't be verified. Start again.",
    SSO_ADDRESS_REFUSED: "Your organization's sign-in page named an email it isn't responsible for. Ask your admin.",
    SSO_NO_MEMBER: "Your access to this organization was removed. Ask your admin.",
    LIMIT_REACHED: "You've reached the limit of organizations. Leave one first.",
    PROVIDER_UNAVAILABLE: "Your organization's sign-in page isn't responding. Try again in a minute.",
  },
  identity: {
    NO_PASSWORD:
      "Your account has no password. Log out, log in again with your provider, then make the change within 30 minutes.",
  },
  passkey: {
    PASSKEY_REFUSED: "We couldn't verify this passkey. Try again, or log in another way.",
    LIMIT_REACHED: "You have 10 passkeys, the most there can be. Delete one to add another.",
  },
  socialStart: {
    PROVIDER_UNAVAILABLE: "This provider isn't responding. Try again in a minute, or log in another way.",
  },
  socialEmail: { EMAIL_TAKEN: "An account with this email already exists. Check the spelling" },
} as const satisfies Record<string, ErrorMessages>;

/** For a provider that is connected or disconnected, by its name. */
export function connectionMessages(provider: string): ErrorMessages {
  return {
    LAST_WAY_IN: `${provider} is your only way to log in. Set a password or connect another provider first.`,
    ALREADY_CONNECTED: `${provider} is already connected. Reload the page to see it.`,
    PROVIDER_UNAVAILABLE: `${provider} isn't responding. Try again in a minute.`,
  };
}
