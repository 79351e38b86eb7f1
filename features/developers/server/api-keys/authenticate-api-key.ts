import { BlockList, isIP } from "node:net";
import { API_KEY_PREFIX } from "#platform/contract/who.ts";
import { AppError } from "#platform/contract/errors.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import type { ApiKeyHolder } from "#platform/server/http/authenticate-request.ts";
import { findHolder, recordUse, type HolderRow } from "./queries.ts";

/** A key that is in use is written once in so long. */
const USE_RECORDED_EVERY_MS = 60_000;
/** 32 random bytes in base64url. */
const SECRET = new RegExp(`^${API_KEY_PREFIX}[\\w-]{43}$`);

/** Throws INVALID_API_KEY, ADDRESS_NOT_ALLOWED. */
export async function authenticateApiKey(ctx: Context, secret: string, address: string): Promise<ApiKeyHolder> {
  const row = SECRET.test(secret) ? await findHolder(ctx.db, ctx.system, sha256(secret)) : undefined;
  if (!row) throw new AppError("INVALID_API_KEY");
  if (!isAllowed(row.addresses, address)) throw new AppError("ADDRESS_NOT_ALLOWED");
  if (isUseDue(row, address)) await noteUse(ctx, row, address);
  const { keyId, keyName, scopes, membershipId, organizationId, role, userId, email } = row;
  return {
    userId,
    email,
    emailConfirmed: true, // required of the admin who created the key
    ownsEmail: false, // of no borrower's page, whose ever address the admin has
    authenticatedAt: new Date(0).toISOString(), // no key changes how a person signs in
    hasNewerAuthentication: false,
    apiKey: { id: keyId, name: keyName },
    scopes,
    membership: {
      id: membershipId,
      organizationId,
      role,
      isSecondFactorMissing: false,
      isSsoMissing: false,
      onlyGroups: null,
    },
  };
}

/** @param networks addresses and CIDR networks, as the contract checks them */
export function isAllowed(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const network of networks) {
    const [start = "", bits] = network.split("/");
    if (bits === undefined) list.addAddress(start, familyOf(start));
    else list.addSubnet(start, Number(bits), familyOf(start));
  }
  return list.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}

function isUseDue({ lastUsedAt, lastUsedAddress }: HolderRow, address: string): boolean {
  if (lastUsedAt === null || lastUsedAddress !== address) return true;
  return Date.now() - Date.parse(lastUsedAt) > USE_RECORDED_EVERY_MS;
}

async function noteUse({ db, system }: Context, { organizationId, keyId, keyName }: HolderRow, address: string) {
  const scope = system.within(organizationId);
  await db.transaction(scope, async (tx) => {
    if (!(await recordUse(tx, scope, keyId, address))) return;
    const apiKey = { id: keyId, name: keyName };
    const act = { action: "api-key.used", objectType: "api-key", objectId: keyId };
    await appendAudit(tx, organizationId, { ...act, actorId: null, address, detail: { apiKey } });
  });
}
