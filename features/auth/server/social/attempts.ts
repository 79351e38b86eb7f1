import { randomBytes } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { ATTEMPT_MINUTES, type ProviderName } from "#features/auth/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Visitor } from "#platform/server/actor.ts";
import { NO_ORGANIZATION } from "#platform/server/audit.ts";
import type { SecretLocation } from "#platform/server/encryption/cipher.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import type { Profile } from "#providers/oauth/provider.ts";
import * as queries from "./queries.ts";
import type { AttemptRow } from "./queries.ts";

/** Wrong codes and addresses after which an attempt ends. */
const TRIES = 5;

/** What the browser brings back from the provider. */
export interface Return {
  readonly provider: ProviderName;
  readonly code: string;
  readonly state?: string;
  /** Twitter's id of the attempt, used in place of the state. */
  readonly requestToken?: string;
}

/**
 * @param userId the user who wants to connect, or `null` for a sign-in or sign-up. Throws PROVIDER_UNAVAILABLE, also
 * when the provider is off.
 */
export async function startAttempt(
  ctx: Context,
  visitor: Visitor,
  provider: ProviderName,
  userId: string | null,
): Promise<{ authorizeURL: string; state: string; requestToken: string | null }> {
  const state = randomBytes(32).toString("base64url");
  const redirectURL = redirectOf(ctx, provider);
  const { authorizeURL, secret, requestToken } = await doorOf(ctx, provider).begin({ state, redirectURL });
  const stateHash = sha256(state);
  await ctx.db.transaction(ctx.system, async (tx) => {
    await queries.deleteOldAttempts(tx, ctx.system);
    await queries.insertAttempt(tx, ctx.system, {
      stateHash,
      provider,
      userId,
      browserHash: sha256(visitor.browser.remember()),
      requestTokenHash: requestToken === null ? null : sha256(requestToken),
      secret: secret === null ? null : ctx.cipher.encrypt(secret, aadFor("secret", stateHash)),
    });
  });
  return { authorizeURL, state, requestToken };
}

/** The attempt that this browser started at this provider. Throws SOCIAL_STATE_MISMATCH. */
export async function findAttempt(
  { db, system }: Context,
  { browser }: Visitor,
  { provider, state, requestToken }: Return,
): Promise<AttemptRow> {
  const key =
    requestToken === undefined ? { stateHash: sha256(state ?? "") } : { requestTokenHash: sha256(requestToken) };
  const attempt = await queries.readAttempt(db, system, key);
  const isOwn = browser.secret !== null && attempt?.browserHash.equals(sha256(browser.secret));
  if (!attempt || !isOwn || attempt.provider !== provider || !isOpen(attempt))
    throw new AppError("SOCIAL_STATE_MISMATCH");
  return attempt;
}

export function isOpen({ usedAt, failures, createdAt }: AttemptRow): boolean {
  return usedAt === null && failures < TRIES && Date.now() - Date.parse(createdAt) < ATTEMPT_MINUTES * 60_000;
}

/**
 * The profile that the provider vouches for. A code is exchanged once. The same request sent again with added input
 * continues with the stored profile. Throws SOCIAL_STATE_MISMATCH for another code, or while the first exchange is
 * running.
 */
export async function readProfile(ctx: Context, attempt: AttemptRow, { code, requestToken }: Return): Promise<Profile> {
  const { db, system, cipher } = ctx;
  const { stateHash, secret, provider } = attempt;
  const codeHash = sha256(code);
  if (attempt.codeHash?.equals(codeHash) && attempt.profile)
    return JSON.parse(cipher.decrypt(attempt.profile, aadFor("profile", stateHash)).toString("utf8")) as Profile;
  const isFirst = await db.transaction(system, (tx) => queries.claimCode(tx, system, stateHash, codeHash));
  if (!isFirst) throw new AppError("SOCIAL_STATE_MISMATCH");

  const profile = await doorOf(ctx, provider).profileOf({
    code,
    redirectURL: redirectOf(ctx, provider),
    secret: secret && cipher.decrypt(secret, aadFor("secret", stateHash)).toString("utf8"),
    requestToken: requestToken ?? null,
  });
  const sealed = cipher.encrypt(JSON.stringify(profile), aadFor("profile", stateHash));
  await db.transaction(system, (tx) => queries.updateAttempt(tx, system, stateHash, { profile: sealed }));
  return profile;
}

function doorOf({ providers: { oauth: providers } }: Context, provider: ProviderName) {
  const door = providers[provider];
  if (!door) throw new AppError("PROVIDER_UNAVAILABLE");
  return door;
}

function redirectOf({ settings: { publicUrl } }: Context, provider: ProviderName): string {
  return `${publicUrl}/auth/social?social=${provider}`;
}

// Key rotation skips these columns, because nothing reads them after ten minutes.
function aadFor(column: "secret" | "profile", stateHash: Buffer): SecretLocation {
  return { table: `social_attempts.${column}`, row: stateHash.toString("hex"), organizationId: NO_ORGANIZATION };
}
