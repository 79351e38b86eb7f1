// Owns who a person is, and every call by which they prove it: passwords, mailed links, second factor, devices.
import * as z from "zod/mini";
import { Membership } from "#features/memberships/contract.ts";
import { call } from "#kit/contract/call.ts";
import { Email, Id, Name, verbatim, text, Timestamp } from "#kit/contract/fields.ts";

/** The signed-in person: the payload of the token, beside `iat` and `exp`. */
export const AuthUser = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  hasSocialAuth: z.boolean(),
  memberships: z.array(Membership),
  activeMembershipID: z.nullable(Id),
  profilePicURL: z.nullable(z.string()),
});
export type AuthUser = z.infer<typeof AuthUser>;

/** Length in code points after NFKC, as NIST SP 800-63B-4 counts; every character is accepted, spaces too. */
export const PASSWORD_MAX_LENGTH = 128;
export function passwordLength(password: string): number {
  // Bringing marks into order takes the square of their number: what is too long anyway is not begun.
  if (password.length > LONGEST_TYPED) return password.length;
  return [...password.normalize("NFKC")].length;
}

/** Before NFKC a code point may be four UTF-16 units, and more than that nobody types. */
const LONGEST_TYPED = PASSWORD_MAX_LENGTH * 4;

/** A password when it is set. The lower bound is the server's PASSWORD_MIN_LENGTH, told as TOO_SMALL. */
export const NewPassword = z.string().check(
  z.minLength(1),
  z.refine((password) => passwordLength(password) <= PASSWORD_MAX_LENGTH, "TOO_BIG"),
);

/** A password when it is checked: never told whether it would be allowed today. */
export const Password = verbatim(LONGEST_TYPED);

/** Six digits of an authenticator (RFC 6238), or one of the recovery codes; spaces and hyphens count for nothing. */
export const SecondFactorCode = z.pipe(
  z.pipe(
    z.string(),
    z.transform((code) => code.replaceAll(/[\s-]/g, "").toLowerCase()),
  ),
  z.string().check(z.regex(/^(?:\d{6}|[a-z0-9]{10})$/)),
);

/** After so long since the last proof of who they are, a person gives it again before they change how they get in. */
export const REAUTHENTICATE_AFTER_MINUTES = 30;

/** A device ends so long after its log-in, however often its token was refreshed. */
export const DEVICE_LIFE_DAYS = 30;

export const Token = z.object({ token: z.string() });
const MailToken = verbatim(100);

export const register = call({
  method: "POST",
  path: "/auth/register",
  summary: "Create an account",
  who: "anyone",
  body: z.object({
    firstName: Name,
    lastName: Name,
    email: Email,
    password: NewPassword,
    /** Of the mail: the new person joins the organization that sent it, and has none of their own. */
    invitationToken: z.optional(MailToken),
  }),
  reply: z.object({ email: z.string() }),
  status: 201,
  errors: ["EMAIL_TAKEN", "LINK_DEAD", "INVITATION_FOR_ANOTHER", "LIMIT_REACHED"],
  limits: { perMinute: 60 },
});

export const confirmEmail = call({
  method: "GET",
  path: "/auth/confirm-email/{token}",
  summary: "Confirm an email address without a browser",
  who: "anyone",
  params: z.object({ token: MailToken }),
  reply: z.object({ email: z.string() }),
  errors: ["LINK_DEAD"],
  limits: { perMinute: 60 },
});

export const openConfirmLink = call({
  method: "POST",
  path: "/auth/confirm-email",
  summary: "Confirm an email address from a browser",
  who: "anyone",
  body: z.object({ token: MailToken }),
  /** `passwordToken` sets the new password by reset-password-complete; `null` when none is due. */
  reply: z.object({ email: z.string(), passwordToken: z.nullable(z.string()) }),
  holdsSecret: true,
  errors: ["LINK_DEAD"],
  limits: { perMinute: 60 },
});

export const resendConfirmation = call({
  method: "POST",
  path: "/auth/resend-confirmation",
  summary: "Email the confirmation link again",
  who: "signed-in",
  reply: null,
  limits: { perMinute: 5 },
});

export const logIn = call({
  method: "POST",
  path: "/auth/login",
  summary: "Log in with email and password",
  who: "anyone",
  body: z.object({
    email: text(254),
    password: Password,
    code: z.optional(SecondFactorCode),
  }),
  reply: Token,
  holdsSecret: true,
  errors: [
    "EMAIL_NOT_FOUND",
    "INVALID_PASSWORD",
    "PASSWORD_CHANGE_REQUIRED",
    "ACCOUNT_LOCKED",
    "SECOND_FACTOR_REQUIRED",
    "SECOND_FACTOR_WRONG",
  ],
  limits: { perMinute: 120 },
});

export const resetPasswordInitiate = call({
  method: "POST",
  path: "/auth/reset-password-initiate",
  summary: "Email a link to set a new password",
  who: "anyone",
  body: z.object({ email: Email }),
  reply: z.object({ email: z.string() }),
  limits: { perMinute: 30 },
});

export const resetPasswordComplete = call({
  method: "POST",
  path: "/auth/reset-password-complete",
  summary: "Set a new password with an emailed token",
  who: "anyone",
  body: z.object({ token: MailToken, password: NewPassword }),
  reply: z.object({ email: z.string() }),
  errors: ["LINK_DEAD"],
  limits: { perMinute: 30 },
});

export const refreshToken = call({
  method: "POST",
  path: "/auth/refresh-token",
  summary: "Get a new token for the same device",
  who: "signed-in",
  anyMembership: true,
  reply: Token,
  holdsSecret: true,
});

export const logOut = call({
  method: "POST",
  path: "/auth/logout",
  summary: "Log out on this device",
  who: "signed-in",
  anyMembership: true,
  reply: null,
  clearsCache: true,
});

export const reauthenticate = call({
  method: "POST",
  path: "/auth/reauthenticate",
  summary: "Confirm your identity again",
  who: "signed-in",
  body: z.object({ password: Password, code: z.optional(SecondFactorCode) }),
  reply: Token,
  holdsSecret: true,
  errors: ["INVALID_PASSWORD", "ACCOUNT_LOCKED", "NO_PASSWORD", "SECOND_FACTOR_REQUIRED", "SECOND_FACTOR_WRONG"],
  limits: { perMinute: 30 },
});

export const changePassword = call({
  method: "POST",
  path: "/account/change-password",
  summary: "Change your password",
  who: "signed-in",
  body: z.object({ currentPassword: Password, password: NewPassword }),
  reply: Token,
  holdsSecret: true,
  errors: ["INVALID_PASSWORD", "ACCOUNT_LOCKED", "NO_PASSWORD", "REAUTHENTICATION_REQUIRED"],
  limits: { perMinute: 30 },
});

/** A log-in that still lives: a browser, told by what it says of itself. */
export const Device = z.object({
  id: Id,
  userAgent: z.string(),
  /** The address of the log-in. */
  address: z.string(),
  loggedInAt: Timestamp,
  /** Of the newest token. */
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
  isThis: z.boolean(),
});
export type Device = z.infer<typeof Device>;

export const listDevices = call({
  method: "GET",
  path: "/account/device",
  summary: "List your signed-in devices",
  who: "signed-in",
  reply: z.array(Device),
});

export const endDevice = call({
  method: "POST",
  path: "/account/device/end",
  summary: "Log out one of your devices",
  who: "signed-in",
  body: z.object({ id: Id }),
  reply: null,
});

export const endAllDevices = call({
  method: "POST",
  path: "/account/device/end-all",
  summary: "Log out everywhere",
  who: "signed-in",
  reply: null,
});

/** How a person gets in, beside devices and social connections. */
export const SignInMethods = z.object({
  hasPassword: z.boolean(),
  secondFactor: z.object({
    /** `null`: not set up. */
    enabledAt: z.nullable(Timestamp),
    recoveryCodesLeft: z.int(),
    /** An organization of theirs asks their role for one. */
    isRequired: z.boolean(),
  }),
});
export type SignInMethods = z.infer<typeof SignInMethods>;

export const readSignInMethods = call({
  method: "GET",
  path: "/account/sign-in-methods",
  summary: "Read how you can sign in",
  who: "signed-in",
  reply: SignInMethods,
});

export const beginSecondFactor = call({
  method: "POST",
  path: "/account/second-factor/begin",
  summary: "Start setting up a second factor",
  who: "signed-in",
  confirmed: true,
  /** The secret in base32, and the same as an `otpauth:` address for a QR code. */
  reply: z.object({ secret: z.string(), otpauthURL: z.string() }),
  holdsSecret: true,
  errors: ["REAUTHENTICATION_REQUIRED", "STALE"],
  limits: { perMinute: 30 },
});

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const confirmSecondFactor = call({
  method: "POST",
  path: "/account/second-factor/confirm",
  summary: "Turn on the second factor",
  who: "signed-in",
  confirmed: true,
  body: z.object({ code: SecondFactorCode }),
  reply: RecoveryCodes,
  holdsSecret: true,
  errors: ["REAUTHENTICATION_REQUIRED", "CODE_WRONG"],
  limits: { perMinute: 30 },
});

export const renewRecoveryCodes = call({
  method: "POST",
  path: "/account/second-factor/recovery-codes",
  summary: "Replace your recovery codes",
  who: "signed-in",
  reply: RecoveryCodes,
  holdsSecret: true,
  errors: ["REAUTHENTICATION_REQUIRED", "NOT_FOUND"],
  limits: { perMinute: 30 },
});

export const disableSecondFactor = call({
  method: "POST",
  path: "/account/second-factor/disable",
  summary: "Turn off the second factor",
  who: "signed-in",
  reply: null,
  errors: ["REAUTHENTICATION_REQUIRED"],
  limits: { perMinute: 30 },
});
