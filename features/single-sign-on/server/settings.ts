import { randomBytes, randomUUID, X509Certificate } from "node:crypto";
import type * as z from "zod/mini";
import { hasNoWayIn, readUser } from "#features/auth/server/queries.ts";
import { requireRecentAuthentication } from "#features/auth/server/sessions/sessions.ts";
import { aadForSecret, ssoAddresses, startSsoAttempt } from "#features/auth/server/sso/attempts.ts";
import { lockOrganizationMembers } from "#features/organizations/server/members/rights.ts";
import { lockOrganization } from "#features/organizations/server/settings-queries.ts";
import {
  NewcomerRole,
  type OidcDetails,
  type SamlDetails,
  type SsoConnection,
  type SsoDomain,
  type SsoSettings,
  SSO_DOMAINS_PER_ORGANIZATION,
} from "#features/single-sign-on/contract.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import { type Tx, violatedConstraint } from "#platform/server/database/database.ts";
import * as queries from "./queries.ts";
import { readMappings } from "./scim/queries.ts";
import { SCIM_BASE } from "./scim/scim-endpoints.ts";

export async function readSso(ctx: Context, { scope }: Actor): Promise<SsoSettings> {
  const { db } = ctx;
  const connection = await queries.readConnection(db, scope);
  const domains = await queries.readDomains(db, scope);
  const admins = await queries.readAdmins(db, scope);
  return {
    connection: connection ? toConnection(connection) : null,
    domains: domains.map(toDomain),
    isEnforced: admins.some(({ isEnforced }) => isEnforced),
    admins: admins.map(({ isEnforced: _, name, ...admin }) => ({ ...admin, name: name.trim() })),
    addresses: { ...ssoAddresses(ctx, scope.organizationId), scimURL: ctx.settings.backendUrl + SCIM_BASE },
    scimGroups: await readMappings(db, scope),
  };
}

function toConnection(row: queries.ConnectionRow): SsoConnection {
  const { kind, issuer, clientId, ssoURL, certificate, testedAt } = row;
  const certificateEndsAt = certificate && new X509Certificate(certificate).validToDate.toISOString();
  const defaultRole = NewcomerRole.parse(row.defaultRole);
  return { kind, issuer, clientId, ssoURL, certificate, certificateEndsAt, testedAt, defaultRole };
}

function toDomain({ id, domain, token, verifiedAt }: queries.DomainRow): SsoDomain {
  return { id, domain, recordName: `_keyturn.${domain}`, recordValue: recordOf(token), verifiedAt };
}

function recordOf(token: string): string {
  return `keyturn-verification=${token}`;
}

/** Throws REAUTHENTICATION_REQUIRED; VALIDATION_ERROR where no secret is stored and none is given. */
export async function saveOidcConnection(
  ctx: Context,
  actor: Actor,
  { issuer, clientId, clientSecret, defaultRole }: z.output<typeof OidcDetails>,
): Promise<SsoSettings> {
  requireRecentAuthentication(actor);
  const { scope, organizationId } = actor;
  await ctx.db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope);
    const before = await queries.readConnection(tx, scope);
    // A stored secret is never sent to another issuer.
    const stored = before?.kind === "oidc" && before.issuer === issuer ? before.secret : null;
    const secret = clientSecret === undefined ? stored : ctx.cipher.encrypt(clientSecret, aadForSecret(organizationId));
    if (!secret) throw new AppError("VALIDATION_ERROR", { errors: [{ field: "clientSecret", code: "REQUIRED" }] });
    if (before?.issuer !== issuer) await queries.deleteIdentities(tx, scope);
    const details = { kind: "oidc", issuer, clientId, secret, ssoURL: null, certificate: null, defaultRole } as const;
    await queries.putConnection(tx, scope, details);
    await record(tx, actor, "sso.connected", { kind: "oidc", issuer });
  });
  return readSso(ctx, actor);
}

/** Throws REAUTHENTICATION_REQUIRED; VALIDATION_ERROR for a certificate that is none. */
export async function saveSamlConnection(
  ctx: Context,
  actor: Actor,
  { issuer, ssoURL, certificate, defaultRole }: z.output<typeof SamlDetails>,
): Promise<SsoSettings> {
  requireRecentAuthentication(actor);
  const { scope } = actor;
  const details = { kind: "saml", issuer, ssoURL, clientId: null, secret: null, defaultRole } as const;
  const pem = readCertificate(certificate);
  await ctx.db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope);
    const before = await queries.readConnection(tx, scope);
    if (before?.issuer !== issuer) await queries.deleteIdentities(tx, scope);
    await queries.putConnection(tx, scope, { ...details, certificate: pem });
    await record(tx, actor, "sso.connected", { kind: "saml", issuer });
  });
  return readSso(ctx, actor);
}

/** PEM, of an RSA key. Providers show a certificate with or without the lines around it. */
function readCertificate(given: string): string {
  const base64 = given.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, "");
  try {
    const certificate = new X509Certificate(Buffer.from(base64, "base64"));
    if (certificate.publicKey.asymmetricKeyType === "rsa") return certificate.toString();
  } catch {
    // reported below
  }
  throw new AppError("VALIDATION_ERROR", { errors: [{ field: "certificate", code: "INVALID_FORMAT" }] });
}

/** Throws REAUTHENTICATION_REQUIRED, SSO_ENFORCED. */
export async function removeSsoConnection(ctx: Context, actor: Actor): Promise<SsoSettings> {
  requireRecentAuthentication(actor);
  const { scope } = actor;
  await ctx.db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope);
    if (await isEnforced(tx, actor)) throw new AppError("SSO_ENFORCED");
    await queries.deleteConnection(tx, scope);
    await record(tx, actor, "sso.disconnected");
  });
  return readSso(ctx, actor);
}

async function isEnforced(tx: Tx, { scope }: Actor): Promise<boolean> {
  const admins = await queries.readAdmins(tx, scope);
  return admins.some((admin) => admin.isEnforced);
}

/** Throws SSO_NOT_SET_UP, PROVIDER_UNAVAILABLE. */
export function testSso(
  ctx: Context,
  { organizationId, userId }: Actor,
): Promise<{ authorizeURL: string; state: string }> {
  return startSsoAttempt(ctx, organizationId, { userId });
}

/** Throws NAME_TAKEN, LIMIT_REACHED. */
export async function addSsoDomain(ctx: Context, actor: Actor, { domain }: { domain: string }): Promise<SsoSettings> {
  const { scope } = actor;
  await ctx.db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope);
    const domains = await queries.readDomains(tx, scope);
    if (domains.some((one) => one.domain === domain))
      throw new AppError("NAME_TAKEN", { errors: [{ field: "domain", code: "NAME_TAKEN" }] });
    requireWithinLimit(domains.length, SSO_DOMAINS_PER_ORGANIZATION);
    const token = randomBytes(24).toString("base64url");
    await queries.insertDomain(tx, scope, { id: randomUUID(), domain, token });
    await record(tx, actor, "sso.domain-added", { domain });
  });
  return readSso(ctx, actor);
}

/** Throws NOT_FOUND, DOMAIN_NOT_VERIFIED, DOMAIN_TAKEN, PROVIDER_UNAVAILABLE. */
export async function verifySsoDomain(ctx: Context, actor: Actor, { id }: { id: string }): Promise<SsoSettings> {
  const { scope } = actor;
  const found = (await queries.readDomains(ctx.db, scope)).find((one) => one.id === id.toLowerCase());
  if (!found) throw new AppError("NOT_FOUND");
  const { recordName, recordValue, domain } = toDomain(found);
  const records = await ctx.providers.readTxtRecords(recordName);
  if (!records.some((text) => text.trim() === recordValue)) throw new AppError("DOMAIN_NOT_VERIFIED");
  try {
    await ctx.db.transaction(scope, async (tx) => {
      await queries.markVerified(tx, scope, found.id);
      await record(tx, actor, "sso.domain-verified", { domain });
    });
  } catch (error) {
    if (violatedConstraint(error) === "sso_domains_verified") throw new AppError("DOMAIN_TAKEN");
    throw error;
  }
  return readSso(ctx, actor);
}

/** Throws NOT_FOUND, REAUTHENTICATION_REQUIRED, SSO_ENFORCED. */
export async function removeSsoDomain(ctx: Context, actor: Actor, { id }: { id: string }): Promise<SsoSettings> {
  requireRecentAuthentication(actor);
  const { scope } = actor;
  await ctx.db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope);
    const found = (await queries.readDomains(tx, scope)).find((one) => one.id === id.toLowerCase());
    if (!found) throw new AppError("NOT_FOUND");
    await queries.deleteDomain(tx, scope, found.id);
    if ((await isEnforced(tx, actor)) && !(await queries.hasVerifiedDomain(tx, scope)))
      throw new AppError("SSO_ENFORCED");
    await record(tx, actor, "sso.domain-removed", { domain: found.domain });
  });
  return readSso(ctx, actor);
}

/** Throws REAUTHENTICATION_REQUIRED, SSO_NOT_TESTED, DOMAIN_NOT_VERIFIED, BREAK_GLASS_REQUIRED. */
export async function enforceSso(
  ctx: Context,
  actor: Actor,
  { isEnforced: isWanted, breakGlassIds }: { isEnforced: boolean; breakGlassIds: readonly string[] },
): Promise<SsoSettings> {
  requireRecentAuthentication(actor);
  const { scope } = actor;
  const chosen = [...new Set(breakGlassIds.map((userId) => userId.toLowerCase()))];
  const haveWaysIn = await haveOtherWaysIn(ctx, chosen);
  await ctx.db.transaction(scope, async (tx) => {
    const members = await lockOrganizationMembers(tx, scope, actor);
    if (isWanted) {
      const connection = await queries.readConnection(tx, scope);
      if (!connection?.testedAt) throw new AppError("SSO_NOT_TESTED");
      if (!(await queries.hasVerifiedDomain(tx, scope))) throw new AppError("DOMAIN_NOT_VERIFIED");
      const admins = members.filter(({ role }) => role === "admin" || role === "root");
      if (!haveWaysIn || chosen.length === 0 || !chosen.every((id) => admins.some(({ userId }) => userId === id)))
        throw new AppError("BREAK_GLASS_REQUIRED");
    }
    const breakGlass = isWanted ? chosen : [];
    await queries.writeEnforcement(tx, scope, { isEnforced: isWanted, breakGlassIds: breakGlass });
    await record(tx, actor, isWanted ? "sso.enforced" : "sso.not-enforced", { breakGlass });
  });
  return readSso(ctx, actor);
}

/** Who never set a password would be locked out with the others. */
async function haveOtherWaysIn({ db, system }: Context, userIds: readonly string[]): Promise<boolean> {
  for (const id of userIds) {
    const user = await readUser(db, system, id);
    if (!user || hasNoWayIn(user)) return false;
  }
  return true;
}

function record(tx: Tx, actor: Actor, action: `sso.${string}`, detail: Record<string, unknown> = {}): Promise<void> {
  return recordAuditEvent(tx, actor, { action, objectType: "sso", objectId: null, detail });
}
