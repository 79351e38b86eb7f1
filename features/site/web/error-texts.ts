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
      title: "That request made no sense to us",
      text: "Something in it was missing or not in the form we expect. Nothing was changed. Go back and try once more.",
    },
    "401": {
      title: "You need to log in",
      text: "Your session has ended, or this page needs one. Log in, and you can go on.",
      way: { to: "/auth/login", label: "Log In" },
    },
    "403": {
      title: "Your role does not allow this",
      text: "You are logged in, but may not do this in the organization you are working in. Ask one of its admins.",
    },
    "403 SECOND_FACTOR_NOT_SET_UP": {
      title: "Your organization asks for a second factor",
      text: "Your role in it needs a code from your phone beside the password. Set it up in the settings: it takes a minute.",
      way: { to: "/account/settings/authorization", label: "Set up two-factor" },
    },
    "403 EMAIL_NOT_CONFIRMED": {
      title: "Confirm your email first",
      text: "Open the link in the mail that we sent you. In the settings it can be sent again.",
      way: { to: "/account/settings/details", label: "Go to the settings" },
    },
    "404": {
      title: "There is nothing here",
      text: "The page or record does not exist, was removed, or is not yours to see. Check the address.",
    },
    "500": {
      title: "Something broke on our side",
      text: "It was not you. Nothing was half saved. Try again in a minute, and tell support if it stays so.",
    },
    "503": {
      title: "Too much to do right now",
      text: "The server is busy or being restarted. Try again in a minute.",
    },
    "504": {
      title: "The answer took too long",
      text: "Something we depend on did not answer in time. Try again in a minute; nothing is lost.",
    },
  }),
);
