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
    PASSWORD_CHANGE_REQUIRED: "Set a new password to log in. We've emailed you a link.",
  },
  identity: {
    NO_PASSWORD:
      "Your account has no password. Log out, log in again with your provider, then make the change within 30 minutes.",
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
