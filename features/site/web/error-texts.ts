export interface ErrorText {
  readonly title: string;
  readonly text: string;
  /** A link that helps more than the start page, if there is one. */
  readonly way?: { readonly to: string; readonly label: string };
}

/** By the code of the page, or by page code and error code when an error code has its own text. */
export const ERROR_TEXTS: ReadonlyMap<string, ErrorText> = new Map(
  Object.entries<ErrorText>({
    "400": {
      title: "We couldn't process this request",
      text: "Something was missing or not valid. Nothing was changed. Go back and try again.",
    },
    "401": {
      title: "You need to log in",
      text: "Your session has ended, or this page requires one. Log in to continue.",
      way: { to: "/auth/login", label: "Log In" },
    },
    "403": {
      title: "You don't have access",
      text: "Your role in this organization doesn't include this page. Ask an admin.",
    },
    "403 SECOND_FACTOR_NOT_SET_UP": {
      title: "Your organization requires two-factor authentication",
      text: "Your role requires a code from your phone in addition to the password. Setting it up takes a minute.",
      way: { to: "/account/settings/authorization", label: "Set up two-factor" },
    },
    "403 SSO_REQUIRED": {
      title: "Your organization requires single sign-on",
      text: "Log out, then log in with SSO to open this organization.",
      way: { to: "/auth/logout", label: "Log Out" },
    },
    "403 EMAIL_NOT_CONFIRMED": {
      title: "Confirm your email first",
      text: "Open the link in the email we sent you. You can resend it in the settings.",
      way: { to: "/account/settings/details", label: "Go to the settings" },
    },
    "404": {
      title: "Page not found",
      text: "It doesn't exist, was deleted, or you don't have access. Check the address.",
    },
    "500": {
      title: "Something went wrong on our side",
      text: "Nothing was partly saved. Try again in a minute. If it keeps happening, contact support.",
    },
    "503": {
      title: "The server is busy",
      text: "It's overloaded or restarting. Try again in a minute.",
    },
    "504": {
      title: "The request timed out",
      text: "A service we depend on didn't respond in time. Nothing was lost. Try again in a minute.",
    },
  }),
);

export const ACCOUNT_SETTINGS = { to: "/account/settings/profile", label: "Account Settings" };
