import * as z from "zod/mini";
import { Membership, OrganizationName } from "#features/directory/contract.ts";
import { call } from "#platform/contract/call.ts";
import { base64Length, Email, Id, listOf, Name, text, Timestamp, verbatim } from "#platform/contract/fields.ts";

/** The signed-in user: the payload of the token, without `iat` and `exp`. */
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

/** Length in code points after NFKC, as NIST SP 800-63B-4 counts. Every character is accepted, including spaces. */
export const PASSWORD_MAX_LENGTH = 128;
export function passwordLength(password: string): number {
  // Ordering combining marks takes quadratic time, so input that is too long anyway is not normalized.
  if (password.length > LONGEST_TYPED) return password.length;
  return [...password.normalize("NFKC")].length;
}

/** Before NFKC a code point may be four UTF-16 units. No real password needs more. */
const LONGEST_TYPED = PASSWORD_MAX_LENGTH * 4;

/** A password being set. The server's PASSWORD_MIN_LENGTH is the lower bound, reported as TOO_SMALL. */
export const NewPassword = z.string().check(
  z.minLength(1),
  z.refine((password) => passwordLength(password) <= PASSWORD_MAX_LENGTH, "TOO_BIG"),
);

/** A password being checked. The reply never says whether it meets today's rules. */
export const Password = verbatim(LONGEST_TYPED);

/** Six digits of an authenticator app (RFC 6238) or a recovery code. Spaces and hyphens are ignored. */
export const SecondFactorCode = z.pipe(
  z.pipe(
    z.string(),
    z.transform((code) => code.replaceAll(/[\s-]/g, "").toLowerCase()),
  ),
  z.string().check(z.regex(/^(?:\d{6}|[a-z0-9]{10})$/)),
);

/** A sensitive change needs reauthentication this long after the last one. */
export const REAUTHENTICATE_AFTER_MINUTES = 30;

/** A device is signed out this long after its sign-in, however often its token was refreshed. */
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
    /** Names the organization of the new user; without it, it has the user's name. */
    company: z.optional(z.nullable(OrganizationName)),
    /** From the email: the new user joins the inviting organization and gets no organization of their own. */
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
  /** reset-password-complete takes `passwordToken` to set the new password. `null` when no new password is needed. */
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
  /** When the address is confirmed already, nothing is emailed. */
  reply: z.object({ isConfirmed: z.boolean() }),
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
    "SSO_REQUIRED",
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

/** A browser with an active session, named by what it reports about itself. */
export const Device = z.object({
  id: Id,
  userAgent: z.string(),
  /** The IP address at sign-in. */
  address: z.string(),
  loggedInAt: Timestamp,
  /** When the newest token was issued. */
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

/** How a user can sign in, besides social connections. */
export const SignInMethods = z.object({
  hasPassword: z.boolean(),
  hasPasskey: z.boolean(),
  secondFactor: z.object({
    /** `null`: not set up. */
    enabledAt: z.nullable(Timestamp),
    recoveryCodesLeft: z.int(),
    /** An organization of the user requires one for their role. */
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
  /** The secret in base32, and as an `otpauth:` address for a QR code. */
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

export const PASSKEYS_PER_USER = 10;

/** Time a person has to answer their device's question. */
export const PASSKEY_MINUTES = 5;

/** Bytes in base64url, as WebAuthn has them in JSON. */
function base64url(bytes: number) {
  return z.string().check(z.regex(/^[\w-]+$/), z.maxLength(base64Length(bytes)));
}

const Credential = { id: base64url(1_023), type: z.literal("public-key") };
const ClientData = { clientDataJSON: base64url(4_000) };

/** What `navigator.credentials.create` returns: the parts of WebAuthn's RegistrationResponseJSON that count here. */
export const PasskeyRegistration = z.object({
  ...Credential,
  response: z.object({
    ...ClientData,
    attestationObject: base64url(16_000),
    transports: listOf(text(30), 10),
  }),
});
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>;

/** What `navigator.credentials.get` returns: the parts of WebAuthn's AuthenticationResponseJSON that count here. */
export const PasskeyAssertion = z.object({
  ...Credential,
  response: z.object({
    ...ClientData,
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
  }),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

/** WebAuthn's PublicKeyCredentialCreationOptionsJSON. */
export const PasskeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
  /** In milliseconds. */
  timeout: z.int(),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal("public-key") })),
  authenticatorSelection: z.object({ residentKey: z.literal("required"), userVerification: z.literal("required") }),
  attestation: z.literal("none"),
});
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;

/** WebAuthn's PublicKeyCredentialRequestOptionsJSON. Without a list of credentials, the browser offers its own. */
export const PasskeyRequest = z.object({
  rpId: z.string(),
  challenge: z.string(),
  /** In milliseconds. */
  timeout: z.int(),
  userVerification: z.literal("required"),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

/** A key on the person's device, unlocked there by fingerprint, face or PIN. It replaces password and code. */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** A password manager copies it to the person's other devices. */
  isSynced: z.boolean(),
  createdAt: Timestamp,
  /** `null`: not yet. */
  lastUsedAt: z.nullable(Timestamp),
});
export type Passkey = z.infer<typeof Passkey>;

const PasskeyName = text(80);

export const listPasskeys = call({
  method: "GET",
  path: "/account/passkey",
  summary: "List your passkeys",
  who: "signed-in",
  reply: z.array(Passkey),
});

export const beginPasskey = call({
  method: "POST",
  path: "/account/passkey/begin",
  summary: "Start adding a passkey",
  who: "signed-in",
  confirmed: true,
  reply: PasskeyCreation,
  errors: ["REAUTHENTICATION_REQUIRED", "LIMIT_REACHED"],
  limits: { perMinute: 30 },
});

export const createPasskey = call({
  method: "POST",
  path: "/account/passkey",
  summary: "Add a passkey",
  who: "signed-in",
  confirmed: true,
  body: z.object({ name: PasskeyName, credential: PasskeyRegistration }),
  reply: Passkey,
  status: 201,
  errors: ["REAUTHENTICATION_REQUIRED", "PASSKEY_REFUSED", "LIMIT_REACHED"],
  limits: { perMinute: 30 },
});

export const renamePasskey = call({
  method: "PUT",
  path: "/account/passkey/{id}",
  summary: "Rename a passkey",
  who: "signed-in",
  params: z.object({ id: Id }),
  body: z.object({ name: PasskeyName }),
  reply: Passkey,
  errors: ["NOT_FOUND"],
});

export const deletePasskey = call({
  method: "DELETE",
  path: "/account/passkey/{id}",
  summary: "Delete a passkey",
  who: "signed-in",
  params: z.object({ id: Id }),
  reply: null,
  errors: ["REAUTHENTICATION_REQUIRED", "NOT_FOUND"],
});

export const requestPasskey = call({
  method: "POST",
  path: "/auth/passkey/request",
  summary: "Start logging in with a passkey, or confirming your identity with one",
  who: "anyone",
  reply: PasskeyRequest,
  limits: { perMinute: 60 },
});

export const logInWithPasskey = call({
  method: "POST",
  path: "/auth/passkey",
  summary: "Log in with a passkey",
  who: "anyone",
  body: z.object({ credential: PasskeyAssertion }),
  reply: Token,
  holdsSecret: true,
  errors: ["PASSKEY_REFUSED", "SSO_REQUIRED"],
  limits: { perMinute: 60 },
});

export const reauthenticateWithPasskey = call({
  method: "POST",
  path: "/auth/passkey/reauthenticate",
  summary: "Confirm your identity with a passkey",
  who: "signed-in",
  body: z.object({ credential: PasskeyAssertion }),
  reply: Token,
  holdsSecret: true,
  errors: ["PASSKEY_REFUSED"],
  limits: { perMinute: 30 },
});

export const PROVIDERS = ["facebook", "github", "google", "twitter"] as const;
export const ProviderName = z.enum(PROVIDERS);
export type ProviderName = z.infer<typeof ProviderName>;

/** Time a user has between the click and the return from the provider. */
export const ATTEMPT_MINUTES = 10;

/** The address that the browser opens, and the state (32 random bytes) that it stores and compares on return. */
export const SocialStart = z.object({ authorizeURL: z.string(), state: z.string() });

const State = verbatim(200);
const ProviderText = verbatim(2_000);
/** What the user adds when the provider's data is not enough. The browser then sends the call again. */
const Added = { email: z.optional(Email), secondFactorCode: z.optional(SecondFactorCode) };

const refusals = [
  "SOCIAL_STATE_MISMATCH",
  "SOCIAL_REFUSED",
  "EMAIL_REQUIRED",
  "EMAIL_TAKEN",
  "SECOND_FACTOR_DUE",
  "CODE_WRONG",
  "ACCOUNT_LOCKED",
  "ALREADY_CONNECTED",
  "REAUTHENTICATION_REQUIRED",
  "INVALID_JWT",
  "NO_USER",
  "PROVIDER_UNAVAILABLE",
  "SSO_REQUIRED",
] as const;

/** What the browser brings back from the provider. */
export const ProviderCode = z.object({ code: ProviderText, state: State, ...Added });

/**
 * Ends an attempt with the provider's code and returns a token: for a sign-in, a sign-up or, when the attempt started
 * in the settings, a connection to the user of the bearer token.
 */
const byCode = {
  method: "POST",
  who: "anyone",
  body: ProviderCode,
  reply: Token,
  holdsSecret: true,
  errors: refusals,
  limits: { perMinute: 60 },
} as const;

export const facebookAuth = call({
  ...byCode,
  path: "/social/facebook-auth",
  summary: "Finish signing in with Facebook",
});

export const githubAuth = call({
  ...byCode,
  path: "/social/github-auth",
  summary: "Finish signing in with GitHub",
});

export const googleAuth = call({
  ...byCode,
  path: "/social/google-auth",
  summary: "Finish signing in with Google",
});

export const twitterAuth = call({
  method: "POST",
  path: "/social/twitter-auth",
  summary: "Finish signing in with Twitter",
  who: "anyone",
  body: z.object({ oauth_verifier: ProviderText, oauth_token: ProviderText, ...Added }),
  reply: Token,
  holdsSecret: true,
  errors: refusals,
  limits: { perMinute: 60 },
});

export const startSocial = call({
  method: "POST",
  path: "/social/start",
  summary: "Start signing in with Facebook, GitHub or Google",
  who: "anyone",
  body: z.object({ provider: z.enum(["facebook", "github", "google"]) }),
  reply: SocialStart,
  holdsSecret: true,
  errors: ["PROVIDER_UNAVAILABLE"],
  limits: { perMinute: 60 },
});

export const twitterRequestToken = call({
  method: "GET",
  path: "/social/twitter-request-token",
  summary: "Start signing in with Twitter",
  who: "anyone",
  reply: z.extend(SocialStart, { requestToken: z.string() }),
  holdsSecret: true,
  errors: ["PROVIDER_UNAVAILABLE"],
  limits: { perMinute: 60 },
});

/** A provider that a user can sign in with from now on. */
export const Connection = z.object({
  provider: ProviderName,
  /** The user's name at the provider. */
  name: z.string(),
  connectedAt: Timestamp,
});
export type Connection = z.infer<typeof Connection>;

export const listConnections = call({
  method: "GET",
  path: "/account/connection",
  summary: "List your connected sign-in providers",
  who: "signed-in",
  reply: z.array(Connection),
});

export const startConnection = call({
  method: "POST",
  path: "/account/connection/start",
  summary: "Start connecting a sign-in provider to your account",
  who: "signed-in",
  confirmed: true,
  body: z.object({ provider: ProviderName }),
  reply: SocialStart,
  holdsSecret: true,
  errors: ["REAUTHENTICATION_REQUIRED", "ALREADY_CONNECTED", "PROVIDER_UNAVAILABLE"],
  limits: { perMinute: 60 },
});

export const endConnection = call({
  method: "POST",
  path: "/account/connection/end",
  summary: "Disconnect a sign-in provider",
  who: "signed-in",
  body: z.object({ provider: ProviderName }),
  reply: null,
  errors: ["REAUTHENTICATION_REQUIRED", "LAST_WAY_IN", "NOT_FOUND"],
});

/** Protocols of an organization's identity provider. */
export const SSO_KINDS = ["oidc", "saml"] as const;
export const SsoKind = z.enum(SSO_KINDS);
export type SsoKind = z.infer<typeof SsoKind>;

export const findSso = call({
  method: "POST",
  path: "/sso/find",
  summary: "Find out whether an email address signs in with single sign-on",
  who: "anyone",
  body: z.object({ email: Email }),
  /** `isEnforced`: its organization accepts nothing else. */
  reply: z.object({ isAvailable: z.boolean(), isEnforced: z.boolean() }),
  limits: { perMinute: 60 },
});

export const startSso = call({
  method: "POST",
  path: "/sso/start",
  summary: "Start signing in with single sign-on",
  who: "anyone",
  body: z.object({ email: Email }),
  reply: SocialStart,
  holdsSecret: true,
  errors: ["SSO_NOT_SET_UP", "PROVIDER_UNAVAILABLE"],
  limits: { perMinute: 60 },
});

/** Returns a token: of a new session, or of the admin's own when the attempt was a test of the connection. */
export const finishSso = call({
  method: "POST",
  path: "/sso/finish",
  summary: "Finish signing in with single sign-on",
  who: "anyone",
  body: z.object({
    /** Whose identity provider sent the browser back, by the address that it came to. */
    organizationId: Id,
    code: ProviderText,
    state: State,
    /** Where an OpenID provider says who it is (RFC 9207). */
    iss: z.optional(ProviderText),
    secondFactorCode: z.optional(SecondFactorCode),
  }),
  reply: Token,
  holdsSecret: true,
  errors: [
    "SSO_REFUSED",
    "SSO_ADDRESS_REFUSED",
    "SSO_NO_MEMBER",
    "SECOND_FACTOR_DUE",
    "CODE_WRONG",
    "ACCOUNT_LOCKED",
    "LIMIT_REACHED",
    "INVALID_JWT",
    "NO_USER",
    "PROVIDER_UNAVAILABLE",
  ],
  limits: { perMinute: 60 },
});
