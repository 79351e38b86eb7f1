import * as z from "zod/mini";
import { SocialStart, SsoKind } from "#features/auth/contract.ts";
import { call } from "#platform/contract/call.ts";
import { Id, listOf, text, Timestamp, verbatim, webAddress } from "#platform/contract/fields.ts";

export const SSO_DOMAINS_PER_ORGANIZATION = 20;

/** Roles that a newcomer may get without an admin's decision. */
export const NEWCOMER_ROLES = ["registered", "editor", "observer", "inactive"] as const;
export const NewcomerRole = z.enum(NEWCOMER_ROLES);

/** Roles that a group of the directory may give. */
export const MAPPED_ROLES = ["admin", "editor", "observer", "registered"] as const;
export const MappedRole = z.enum(MAPPED_ROLES);
export type MappedRole = z.infer<typeof MappedRole>;

export const SCIM_GROUPS_PER_ORGANIZATION = 1_000;

/** A group that the identity provider's directory has sent. */
export const ScimGroup = z.object({
  id: Id,
  displayName: z.string(),
  memberCount: z.number(),
  /** `null`: it gives no role. */
  role: z.nullable(MappedRole),
  /** The group that its members join. `null`: none. */
  groupId: z.nullable(Id),
});
export type ScimGroup = z.infer<typeof ScimGroup>;

/** A name with a dot, in lower case: `example.com`. */
export const DomainName = z.pipe(
  z.pipe(
    text(253),
    z.transform((name) => name.toLowerCase()),
  ),
  z.string().check(z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/)),
);

/**
 * An http address, trimmed and otherwise unchanged, because an issuer is compared by its characters. The server accepts
 * https alone unless its settings allow private issuers.
 */
const ProviderURL = webAddress(1_000);

export const SsoConnection = z.object({
  kind: SsoKind,
  /** OpenID: the issuer's address. SAML: the provider's entity id. */
  issuer: z.string(),
  clientId: z.nullable(z.string()),
  ssoURL: z.nullable(z.string()),
  certificate: z.nullable(z.string()),
  certificateEndsAt: z.nullable(Timestamp),
  defaultRole: NewcomerRole,
  /** When an admin last signed in with it. `null`: not since it was changed. */
  testedAt: z.nullable(Timestamp),
});
export type SsoConnection = z.infer<typeof SsoConnection>;

export const SsoDomain = z.object({
  id: Id,
  domain: z.string(),
  /** The TXT record that verifies it. */
  recordName: z.string(),
  recordValue: z.string(),
  verifiedAt: z.nullable(Timestamp),
});
export type SsoDomain = z.infer<typeof SsoDomain>;

export const SsoSettings = z.object({
  connection: z.nullable(SsoConnection),
  domains: z.array(SsoDomain),
  /** Members sign in through the identity provider alone, except break-glass admins. */
  isEnforced: z.boolean(),
  admins: z.array(z.object({ userId: Id, name: z.string(), email: z.string(), isBreakGlass: z.boolean() })),
  /** What the identity provider asks for. */
  addresses: z.object({ redirectURL: z.string(), metadataURL: z.string(), acsURL: z.string(), scimURL: z.string() }),
  /** By name. */
  scimGroups: z.array(ScimGroup),
});
export type SsoSettings = z.infer<typeof SsoSettings>;

const ADMINS = { who: ["root", "admin"], reach: { root: "organization", admin: "organization" } } as const;

export const readSso = call({
  method: "GET",
  path: "/admin/sso",
  summary: "Read the organization's single sign-on settings",
  ...ADMINS,
  reply: SsoSettings,
});

export const OidcDetails = z.object({
  issuer: ProviderURL,
  clientId: text(200),
  /** Without it the stored one stays. */
  clientSecret: z.optional(verbatim(500)),
  defaultRole: NewcomerRole,
});

export const saveOidcConnection = call({
  method: "PUT",
  path: "/admin/sso/oidc",
  summary: "Connect an OpenID identity provider",
  ...ADMINS,
  confirmed: true,
  body: OidcDetails,
  reply: SsoSettings,
  errors: ["REAUTHENTICATION_REQUIRED"],
});

export const SamlDetails = z.object({
  issuer: text(1_000),
  ssoURL: ProviderURL,
  /** PEM, X.509. */
  certificate: text(20_000, { multiline: true }),
  defaultRole: NewcomerRole,
});

export const saveSamlConnection = call({
  method: "PUT",
  path: "/admin/sso/saml",
  summary: "Connect a SAML identity provider",
  ...ADMINS,
  confirmed: true,
  body: SamlDetails,
  reply: SsoSettings,
  errors: ["REAUTHENTICATION_REQUIRED"],
});

export const removeSsoConnection = call({
  method: "POST",
  path: "/admin/sso/remove-connection",
  summary: "Disconnect the identity provider",
  ...ADMINS,
  confirmed: true,
  reply: SsoSettings,
  errors: ["REAUTHENTICATION_REQUIRED", "SSO_ENFORCED"],
});

export const testSso = call({
  method: "POST",
  path: "/admin/sso/test",
  summary: "Start a test sign-in at the identity provider",
  ...ADMINS,
  confirmed: true,
  reply: SocialStart,
  holdsSecret: true,
  errors: ["SSO_NOT_SET_UP", "PROVIDER_UNAVAILABLE"],
  limits: { perMinute: 60 },
});

export const addSsoDomain = call({
  method: "POST",
  path: "/admin/sso/domain",
  summary: "Add an email domain to verify",
  ...ADMINS,
  confirmed: true,
  body: z.object({ domain: DomainName }),
  reply: SsoSettings,
  errors: ["NAME_TAKEN", "LIMIT_REACHED"],
});

export const verifySsoDomain = call({
  method: "POST",
  path: "/admin/sso/domain/{id}/verify",
  summary: "Look up the TXT record of an email domain",
  ...ADMINS,
  confirmed: true,
  params: z.object({ id: Id }),
  reply: SsoSettings,
  errors: ["NOT_FOUND", "DOMAIN_NOT_VERIFIED", "DOMAIN_TAKEN", "PROVIDER_UNAVAILABLE"],
  limits: { perMinute: 30 },
});

export const removeSsoDomain = call({
  method: "POST",
  path: "/admin/sso/domain/{id}/remove",
  summary: "Remove an email domain",
  ...ADMINS,
  confirmed: true,
  params: z.object({ id: Id }),
  reply: SsoSettings,
  errors: ["NOT_FOUND", "REAUTHENTICATION_REQUIRED", "SSO_ENFORCED"],
});

export const enforceSso = call({
  method: "PUT",
  path: "/admin/sso/enforcement",
  summary: "Require single sign-on, or stop requiring it",
  ...ADMINS,
  confirmed: true,
  /** `breakGlassIds`: user ids of the admins who may sign in without the identity provider. */
  body: z.object({ isEnforced: z.boolean(), breakGlassIds: listOf(Id, 10) }),
  reply: SsoSettings,
  errors: ["REAUTHENTICATION_REQUIRED", "SSO_NOT_TESTED", "DOMAIN_NOT_VERIFIED", "BREAK_GLASS_REQUIRED"],
});

export const mapScimGroup = call({
  method: "PUT",
  path: "/admin/sso/scim-group/{id}",
  summary: "Choose what members of a directory group may do",
  ...ADMINS,
  confirmed: true,
  params: z.object({ id: Id }),
  body: z.object({ role: z.nullable(MappedRole), groupId: z.nullable(Id) }),
  reply: SsoSettings,
  errors: ["NOT_FOUND", "REAUTHENTICATION_REQUIRED", "LAST_ADMIN", "BREAK_GLASS_REQUIRED", "LIMIT_REACHED"],
});
