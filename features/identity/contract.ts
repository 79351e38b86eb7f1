// Owns who a person is, and every call to register, confirm, log in and out.
import { z } from "zod";
import { Membership } from "#features/organizations/contract.ts";
import { call } from "#kit/contract/call.ts";
import { Email, Id, Name } from "#kit/contract/fields.ts";

/** The signed-in person: the payload of the token, beside `iat` and `exp`. */
export const AuthUser = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  hasSocialAuth: z.boolean(),
  memberships: z.array(Membership),
  activeMembershipID: Id.nullable(),
  profilePicURL: z.string().nullable(),
});
export type AuthUser = z.infer<typeof AuthUser>;

/** Length in code points after NFKC, as NIST SP 800-63B-4 counts; every character is accepted, spaces too. */
export const PASSWORD_MAX_LENGTH = 128;
export function passwordLength(password: string): number {
  return [...password.normalize("NFKC")].length;
}

/** A password when it is set. The lower bound is the server's PASSWORD_MIN_LENGTH, told as TOO_SMALL. */
export const NewPassword = z
  .string()
  .min(1)
  .refine((password) => passwordLength(password) <= PASSWORD_MAX_LENGTH, "TOO_BIG");

/** A password when it is checked: never told whether it would be allowed today. */
const Password = z
  .string()
  .min(1)
  .max(PASSWORD_MAX_LENGTH * 4); // one code point may take 4 UTF-16 units after NFKC

const Token = z.object({ token: z.string() });
const MailToken = z.string().min(1).max(100);

export const register = call({
  method: "POST",
  path: "/auth/register",
  summary: "Create an account; a mail with a confirm link follows",
  who: "anyone",
  body: z.object({ firstName: Name, lastName: Name, email: Email, password: NewPassword }),
  reply: z.object({ email: z.string() }),
  status: 201,
  errors: ["EMAIL_TAKEN"],
  limits: { perMinute: 60 },
});

export const confirmEmail = call({
  method: "GET",
  path: "/auth/confirm-email/{token}",
  summary: "Confirm an email address by the mailed token; the same token again within its life says yes again",
  who: "anyone",
  params: z.object({ token: MailToken }),
  reply: z.object({ email: z.string() }),
  errors: ["LINK_DEAD"],
  limits: { perMinute: 60 },
});

export const resendConfirmation = call({
  method: "POST",
  path: "/auth/resend-confirmation",
  summary: "Mail the confirm link again; earlier ones end",
  who: "signed-in",
  reply: null,
  limits: { perMinute: 5 },
});

export const logIn = call({
  method: "POST",
  path: "/auth/login",
  summary: "Exchange email and password for a token",
  who: "anyone",
  body: z.object({ email: z.string().trim().min(1).max(254), password: Password }),
  reply: Token,
  errors: ["EMAIL_NOT_FOUND", "INVALID_PASSWORD", "PASSWORD_CHANGE_REQUIRED", "ACCOUNT_LOCKED"],
  limits: { perMinute: 120 },
});

export const refreshToken = call({
  method: "POST",
  path: "/auth/refresh-token",
  summary: "Get a new token with fresh data for the same device",
  who: "signed-in",
  reply: Token,
});

export const logOut = call({
  method: "POST",
  path: "/auth/logout",
  summary: "End this device: its tokens are refused from the next request on",
  who: "signed-in",
  reply: null,
});
