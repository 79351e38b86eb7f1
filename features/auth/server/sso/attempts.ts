import { randomBytes } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { ATTEMPT_MINUTES } from "#features/auth/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Visitor } from "#platform/server/actor.ts";
import type { SecretLocation } from "#platform/server/encryption/cipher.ts";
import type { EncryptedColumn } from "#platform/server/encryption/rotate-keys.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { normalizeEmail } from "#platform/text/text.ts";
import type { SsoProfile } from "#providers/identity-provider/provider.ts";
import type { OidcConnection } from "#providers/identity-provider/oidc.ts";
import type { SamlConnection } from "#providers/identity-provider/saml.ts";
import * as queries from "./queries.ts";
import type { SsoAttemptRow, SsoConnectionRow } from "./queries.ts";

/** Wrong second factors after which an attempt ends. */
const TRIES = 5;

export const SSO_ENCRYPTED: EncryptedColumn = { table: "sso_connections", column: "secret", row: "organization_id" };

/** Where the client secret of an organization's connection is bound to. */
export function aadForSecret(organizationId: string): SecretLocation {
  return { table: "sso_connections.secret", row: organizationId, organizationId };
}

/** In lower case. */
export function domainOf(email: string): string {
  return normalizeEmail(email).split("@").at(-1) ?? "";
}

/** Addresses of ours that an identity provider is set up with. Each organization has its own, so that none can pass for another. */
export function ssoAddresses(
  { settings: { publicUrl, backendUrl } }: Pick<Context, "settings">,
  organizationId: string,
) {
  const saml = `${backendUrl}/api/saml/${organizationId}`;
  return {
    redirectURL: `${publicUrl}/auth/sso/${organizationId}`,
    metadataURL: `${saml}/metadata`,
    acsURL: `${saml}/acs`,
  };
}

export async function findSso({ db, system }: Context, { email }: { email: string }) {
  const found = await queries.readOrganizationOfDomain(db, system, domainOf(email));
  return { isAvailable: found !== undefined, isEnforced: found?.isEnforced ?? false };
}

/** Throws SSO_NOT_SET_UP, PROVIDER_UNAVAILABLE. */
export async function startSso(ctx: Context, visitor: Visitor, { email }: { email: string }) {
  const found = await queries.readOrganizationOfDomain(ctx.db, ctx.system, domainOf(email));
  if (!found) throw new AppError("SSO_NOT_SET_UP");
  return startSsoAttempt(ctx, found.organizationId, { browserHash: sha256(visitor.browser.remember()) });
}

/**
 * @param owner who alone may finish it: the browser of a sign-in, or the admin who tests the connection. Throws
 * SSO_NOT_SET_UP, PROVIDER_UNAVAILABLE.
 */
export async function startSsoAttempt(
  ctx: Context,
  organizationId: string,
  owner: { readonly browserHash: Buffer } | { readonly userId: string },
): Promise<{ authorizeURL: string; state: string }> {
  const connection = await queries.readConnection(ctx.db, ctx.system, organizationId);
  if (!connection) throw new AppError("SSO_NOT_SET_UP");
  const state = randomBytes(32).toString("base64url");
  const { authorizeURL, secret } = await providerOf(ctx, connection).begin(state);
  const stateHash = sha256(state);
  await ctx.db.transaction(ctx.system, async (tx) => {
    await queries.deleteOldAttempts(tx, ctx.system);
    await queries.insertAttempt(tx, ctx.system, {
      organizationId,
      stateHash,
      ...owner,
      secret: ctx.cipher.encrypt(secret, aadFor("secret", organizationId, stateHash)),
    });
  });
  return { authorizeURL, state };
}

export function isOpen({ usedAt, failures, createdAt }: SsoAttemptRow): boolean {
  return usedAt === null && failures < TRIES && Date.now() - Date.parse(createdAt) < ATTEMPT_MINUTES * 60_000;
}

/** What the browser brings back. */
export interface SsoReturn {
  readonly organizationId: string;
  readonly code: string;
  readonly state: string;
  readonly iss?: string | undefined;
}

/**
 * The attempt at this organization's provider: one that this browser began, or a test, whose admin the caller checks.
 * Throws SSO_REFUSED.
 */
export async function findSsoAttempt(
  { db, system }: Context,
  { browser }: Pick<Visitor, "browser">,
  { organizationId, state }: SsoReturn,
): Promise<SsoAttemptRow> {
  const attempt = await queries.readAttempt(db, system, sha256(state));
  const isTest = attempt?.userId != null;
  const isOwn = isTest || (browser.secret !== null && attempt?.browserHash?.equals(sha256(browser.secret)));
  if (!attempt || !isOwn || attempt.organizationId !== organizationId.toLowerCase() || !isOpen(attempt))
    throw new AppError("SSO_REFUSED");
  return attempt;
}

/**
 * An OpenID code is exchanged once. The same request sent again with a second factor continues with the stored profile,
 * and a SAML response was read when it arrived. Throws SSO_REFUSED, PROVIDER_UNAVAILABLE.
 */
export async function readSsoProfile(
  ctx: Context,
  attempt: SsoAttemptRow,
  { code, state, iss }: SsoReturn,
): Promise<SsoProfile> {
  const { cipher } = ctx;
  const { organizationId, stateHash } = attempt;
  if (attempt.codeHash?.equals(sha256(code)) && attempt.profile)
    return JSON.parse(
      cipher.decrypt(attempt.profile, aadFor("profile", organizationId, stateHash)).toString("utf8"),
    ) as SsoProfile;
  const connection = await queries.readConnection(ctx.db, ctx.system, organizationId);
  if (connection?.kind !== "oidc") throw new AppError("SSO_REFUSED"); // a SAML response does not come from the browser's page
  const isFirst = await ctx.db.transaction(ctx.system, (tx) =>
    queries.claimAnswer(tx, ctx.system, stateHash, sha256(code)),
  );
  if (!isFirst) throw new AppError("SSO_REFUSED");
  const profile = await providerOf(ctx, connection).profileOf(attempt, state, code, iss);
  await ctx.db.transaction(ctx.system, (tx) =>
    queries.updateAttempt(tx, ctx.system, stateHash, { profile: encryptProfile(ctx, attempt, profile) }),
  );
  return profile;
}

/**
 * Reads a SAML response that a browser brings from the provider, before we know which browser it is: the cookie does not
 * come along from another site. Returns a code for `finishSso`, which checks the browser. One attempt takes one response,
 * so no response counts twice. Throws SSO_REFUSED.
 */
export async function receiveSamlResponse(
  ctx: Context,
  organizationId: string,
  { state, response }: { state: string; response: string },
): Promise<string> {
  const attempt = await queries.readAttempt(ctx.db, ctx.system, sha256(state));
  if (!attempt || attempt.organizationId !== organizationId.toLowerCase() || !isOpen(attempt))
    throw new AppError("SSO_REFUSED");
  const connection = await queries.readConnection(ctx.db, ctx.system, attempt.organizationId);
  if (connection?.kind !== "saml") throw new AppError("SSO_REFUSED");
  const profile = await providerOf(ctx, connection).profileOf(attempt, state, response);
  const code = randomBytes(32).toString("base64url");
  await ctx.db.transaction(ctx.system, async (tx) => {
    if (!(await queries.claimAnswer(tx, ctx.system, attempt.stateHash, sha256(code))))
      throw new AppError("SSO_REFUSED");
    await queries.updateAttempt(tx, ctx.system, attempt.stateHash, { profile: encryptProfile(ctx, attempt, profile) });
  });
  return code;
}

function encryptProfile(
  { cipher }: Context,
  { organizationId, stateHash }: SsoAttemptRow,
  profile: SsoProfile,
): Buffer {
  return cipher.encrypt(JSON.stringify(profile), aadFor("profile", organizationId, stateHash));
}

/** The provider of a connection, in one form for both protocols. */
function providerOf(ctx: Context, connection: SsoConnectionRow) {
  const { oidc, saml } = ctx.providers.identityProvider;
  const { organizationId, issuer } = connection;
  const { redirectURL, metadataURL, acsURL } = ssoAddresses(ctx, organizationId);
  const secretOf = ({ secret, stateHash }: SsoAttemptRow) =>
    ctx.cipher.decrypt(secret, aadFor("secret", organizationId, stateHash)).toString("utf8");
  if (connection.kind === "oidc") {
    const client: OidcConnection = {
      issuer,
      clientId: connection.clientId!, // the table holds each kind to its columns
      clientSecret: ctx.cipher.decrypt(connection.secret!, aadForSecret(organizationId)).toString("utf8"),
      redirectURL,
    };
    return {
      begin: (state: string) => oidc.begin(client, state),
      profileOf: (attempt: SsoAttemptRow, state: string, answer: string, iss?: string) =>
        oidc.profileOf(client, { state, secret: secretOf(attempt), answer, issuer: iss }),
    };
  }
  const service: SamlConnection = {
    issuer,
    ssoURL: connection.ssoURL!,
    certificate: connection.certificate!,
    audience: metadataURL,
    acsURL,
  };
  return {
    begin: (state: string) => saml.begin(service, state),
    profileOf: (attempt: SsoAttemptRow, state: string, answer: string) =>
      saml.profileOf(service, { state, secret: secretOf(attempt), answer }),
  };
}

// Key rotation skips these columns, because nothing reads them after ten minutes.
function aadFor(column: "secret" | "profile", organizationId: string, stateHash: Buffer): SecretLocation {
  return { table: `sso_attempts.${column}`, row: stateHash.toString("hex"), organizationId };
}
