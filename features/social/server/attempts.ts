// Owns an attempt at a provider: begun by one browser, found again by it alone, good for ten minutes and one end.
import { randomBytes } from "node:crypto";
import { ATTEMPT_MINUTES, type ProviderName } from "#features/social/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Visitor } from "#kit/server/actor.ts";
import { NO_ORGANIZATION } from "#kit/server/audit.ts";
import type { SealedPlace } from "#kit/server/sealing/sealing.ts";
import { sha256 } from "#kit/server/sealing/sha256.ts";
import type { Profile } from "#providers/oauth-provider.ts";
import type { SocialDeps } from "./deps.ts";
import * as store from "./store.ts";
import type { AttemptRow } from "./store.ts";

/** Wrong codes and addresses after which an attempt is over. */
const TRIES = 5;

/** What the browser brought back from the provider. */
export interface Return {
  readonly provider: ProviderName;
  readonly code: string;
  readonly state?: string;
  /** Twitter's own name for the attempt, which stands for the state. */
  readonly requestToken?: string;
}

/** @param userId who wants to connect; `null`: a log-in or sign-up. Throws PROVIDER_UNAVAILABLE, also for one that is off. */
export async function startAttempt(
  deps: SocialDeps,
  visitor: Visitor,
  provider: ProviderName,
  userId: string | null,
): Promise<{ authorizeURL: string; state: string; requestToken: string | null }> {
  const state = randomBytes(32).toString("base64url");
  const redirectURL = redirectOf(deps, provider);
  const { authorizeURL, secret, requestToken } = await doorOf(deps, provider).begin({ state, redirectURL });
  const stateHash = sha256(state);
  await deps.db.transaction(deps.across, async (tx) => {
    await store.deleteOldAttempts(tx, deps.across);
    await store.insertAttempt(tx, deps.across, {
      stateHash,
      provider,
      userId,
      browserHash: sha256(visitor.browser.remember()),
      requestTokenHash: requestToken === null ? null : sha256(requestToken),
      secret: secret === null ? null : deps.sealer.seal(secret, placeOf("secret", stateHash)),
    });
  });
  return { authorizeURL, state, requestToken };
}

/** The attempt of this return, begun by this browser at this provider. Throws SOCIAL_STATE_MISMATCH. */
export async function findAttempt(
  { db, across }: SocialDeps,
  { browser }: Visitor,
  { provider, state, requestToken }: Return,
): Promise<AttemptRow> {
  const key =
    requestToken === undefined ? { stateHash: sha256(state ?? "") } : { requestTokenHash: sha256(requestToken) };
  const attempt = await store.readAttempt(db, across, key);
  const isOwn = browser.secret !== null && attempt?.browserHash.equals(sha256(browser.secret));
  if (!attempt || !isOwn || attempt.provider !== provider || !isOpen(attempt))
    throw new AppError("SOCIAL_STATE_MISMATCH");
  return attempt;
}

export function isOpen({ usedAt, failures, createdAt }: AttemptRow): boolean {
  return usedAt === null && failures < TRIES && Date.now() - Date.parse(createdAt) < ATTEMPT_MINUTES * 60_000;
}

/**
 * Whom the provider vouches for. A code is exchanged once; the same request again, with what was asked for added, goes
 * on with what was told then. Throws SOCIAL_STATE_MISMATCH for another code, or while the first exchange is under way.
 */
export async function readProfile(
  deps: SocialDeps,
  attempt: AttemptRow,
  { code, requestToken }: Return,
): Promise<Profile> {
  const { db, across, sealer } = deps;
  const { stateHash, secret, provider } = attempt;
  const codeHash = sha256(code);
  if (attempt.codeHash?.equals(codeHash) && attempt.profile)
    return JSON.parse(sealer.open(attempt.profile, placeOf("profile", stateHash)).toString("utf8")) as Profile;
  const isFirst = await db.transaction(across, (tx) => store.claimCode(tx, across, stateHash, codeHash));
  if (!isFirst) throw new AppError("SOCIAL_STATE_MISMATCH");

  const profile = await doorOf(deps, provider).profileOf({
    code,
    redirectURL: redirectOf(deps, provider),
    secret: secret && sealer.open(secret, placeOf("secret", stateHash)).toString("utf8"),
    requestToken: requestToken ?? null,
  });
  const sealed = sealer.seal(JSON.stringify(profile), placeOf("profile", stateHash));
  await db.transaction(across, (tx) => store.updateAttempt(tx, across, stateHash, { profile: sealed }));
  return profile;
}

function doorOf({ providers }: SocialDeps, provider: ProviderName) {
  const door = providers[provider];
  if (!door) throw new AppError("PROVIDER_UNAVAILABLE");
  return door;
}

function redirectOf({ publicUrl }: SocialDeps, provider: ProviderName): string {
  return `${publicUrl}/auth/social?social=${provider}`;
}

// Not among the columns that are wrapped by a new key: after ten minutes nothing opens them any more.
function placeOf(column: "secret" | "profile", stateHash: Buffer): SealedPlace {
  return { table: `social_attempts.${column}`, row: stateHash.toString("hex"), organizationId: NO_ORGANIZATION };
}
