// WebAuthn: a private key on the person's device signs a challenge of ours. The device asks for a fingerprint, face or
// PIN first (user verification), so one passkey proves two factors.
import { randomBytes, randomUUID } from "node:crypto";
import { millisecondsInMinute } from "date-fns/constants";
import {
  type Passkey,
  type PasskeyAssertion,
  type PasskeyCreation,
  type PasskeyRegistration,
  type PasskeyRequest,
  PASSKEY_MINUTES,
  PASSKEYS_PER_USER,
} from "#features/auth/contract.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { SignedIn, Visitor } from "#platform/server/actor.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { recordOwnEvent, recordUserEvent } from "../accounts/accounts.ts";
import { emailSecurityNotice } from "../emails.ts";
import { lockUser, mayOnlyUseSso, readUser, updateDevice, type UserRow } from "../queries.ts";
import { renewToken, requireLiveSession, requireRecentAuthentication, startSession } from "../sessions/sessions.ts";
import * as queries from "./queries.ts";
import type { PasskeyRow } from "./queries.ts";

/** With its decoders of certificates it would be a tenth of the server's start. */
const loadWebAuthn = () => import("@simplewebauthn/server");

/** COSE ids of EdDSA, ES256 and RS256: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

const TIMEOUT_MS = PASSKEY_MINUTES * millisecondsInMinute;

export async function listPasskeys({ db, system }: Context, { userId }: SignedIn): Promise<Passkey[]> {
  return (await queries.readPasskeys(db, system, userId)).map(toPasskey);
}

/** Throws REAUTHENTICATION_REQUIRED, LIMIT_REACHED. */
export async function beginPasskey(ctx: Context, person: SignedIn): Promise<PasskeyCreation> {
  requireRecentAuthentication(person);
  const user = await readUser(ctx.db, ctx.system, person.userId);
  if (!user) throw new AppError("NO_USER");
  const held = await queries.readPasskeys(ctx.db, ctx.system, person.userId);
  requireWithinLimit(held.length, PASSKEYS_PER_USER);
  return {
    rp: { id: relyingPartyOf(ctx).id, name: ctx.settings.productName },
    // The user's id is random, so the device stores nothing about the person but their name.
    user: {
      id: Buffer.from(person.userId).toString("base64url"),
      name: person.email,
      displayName: `${user.firstName} ${user.lastName}`.trim(),
    },
    challenge: await issueChallenge(ctx, person, person.userId),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" })),
    timeout: TIMEOUT_MS,
    excludeCredentials: held.map(({ credentialId }) => ({
      id: credentialId.toString("base64url"),
      type: "public-key",
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    attestation: "none",
  };
}

/** Throws REAUTHENTICATION_REQUIRED, PASSKEY_REFUSED, LIMIT_REACHED. */
export async function createPasskey(
  ctx: Context,
  person: SignedIn,
  { name, credential }: { name: string; credential: PasskeyRegistration },
): Promise<Passkey> {
  requireRecentAuthentication(person);
  const challenge = await takeChallenge(ctx, person, person.userId, credential.response.clientDataJSON);
  const { origin, id: rpId } = relyingPartyOf(ctx);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verified = await orRefuse(
    verifyRegistrationResponse({
      response: { ...wholeOf(credential), response: credential.response }, // transports are text to the library's types
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified.verified) throw new AppError("PASSKEY_REFUSED");
  const { credential: key, credentialBackedUp } = verified.registrationInfo;
  return ctx.db.transaction(ctx.system, async (tx) => {
    // The lock on the user keeps concurrent requests within the limit.
    await requireLiveSession(ctx, tx, person);
    requireWithinLimit((await queries.readPasskeys(tx, ctx.system, person.userId)).length, PASSKEYS_PER_USER);
    const passkey = await queries.insertPasskey(tx, ctx.system, {
      id: randomUUID(),
      userId: person.userId,
      credentialId: Buffer.from(key.id, "base64url"),
      publicKey: Buffer.from(key.publicKey),
      signCount: key.counter,
      transports: credential.response.transports,
      isSynced: credentialBackedUp,
      name,
    });
    if (!passkey) throw new AppError("PASSKEY_REFUSED");
    if (person.deviceId) await updateDevice(tx, ctx.system, person.deviceId, { withPasskey: true });
    await tell(ctx, tx, person, "passkey-added");
    return toPasskey(passkey);
  });
}

/** Throws NOT_FOUND. */
export async function renamePasskey(
  { db, system }: Context,
  person: SignedIn,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  return db.transaction(system, async (tx) => {
    const passkey = await queries.updatePasskey(tx, system, person.userId, id, { name });
    if (!passkey) throw new AppError("NOT_FOUND");
    await recordOwnEvent(tx, person, "user.passkey-renamed");
    return toPasskey(passkey);
  });
}

/** A password or a provider is always left to log in with. Throws REAUTHENTICATION_REQUIRED, NOT_FOUND. */
export async function deletePasskey(ctx: Context, person: SignedIn, { id }: { id: string }): Promise<void> {
  requireRecentAuthentication(person);
  await ctx.db.transaction(ctx.system, async (tx) => {
    await requireLiveSession(ctx, tx, person);
    if (!(await queries.deletePasskey(tx, ctx.system, person.userId, id))) throw new AppError("NOT_FOUND");
    await tell(ctx, tx, person, "passkey-removed");
  });
}

/** Asks for any passkey that the browser has for this site. */
export async function requestPasskey(ctx: Context, visitor: Visitor): Promise<PasskeyRequest> {
  return {
    rpId: relyingPartyOf(ctx).id,
    challenge: await issueChallenge(ctx, visitor, null),
    timeout: TIMEOUT_MS,
    userVerification: "required",
  };
}

/** Throws PASSKEY_REFUSED, SSO_REQUIRED. */
export async function logInWithPasskey(
  ctx: Context,
  visitor: Visitor,
  { credential }: { credential: PasskeyAssertion },
): Promise<{ token: string }> {
  const challenge = await takeChallenge(ctx, visitor, null, credential.response.clientDataJSON);
  return ctx.db.transaction(ctx.system, async (tx) => {
    const user = await provePasskey(ctx, tx, credential, challenge);
    if (mayOnlyUseSso(user)) throw new AppError("SSO_REQUIRED");
    await recordUserEvent(tx, user, "user.logged-in", visitor, { method: "passkey" });
    return { token: await startSession(ctx, tx, user, visitor, { withPasskey: true }) };
  });
}

/** Throws PASSKEY_REFUSED, also for another person's passkey. */
export async function reauthenticateWithPasskey(
  ctx: Context,
  person: SignedIn,
  { credential }: { credential: PasskeyAssertion },
): Promise<{ token: string }> {
  const challenge = await takeChallenge(ctx, person, null, credential.response.clientDataJSON);
  return ctx.db.transaction(ctx.system, async (tx) => {
    const user = await provePasskey(ctx, tx, credential, challenge);
    if (user.id !== person.userId) throw new AppError("PASSKEY_REFUSED");
    const authenticatedAt = new Date().toISOString();
    if (person.deviceId) await updateDevice(tx, ctx.system, person.deviceId, { authenticatedAt, withPasskey: true });
    await recordOwnEvent(tx, person, "user.reauthenticated");
    return renewToken(ctx, tx, person, authenticatedAt);
  });
}

/** The passkey's owner, locked, so that of two uses of one sign count only one succeeds. Throws PASSKEY_REFUSED. */
async function provePasskey(
  ctx: Context,
  tx: Tx,
  assertion: PasskeyAssertion,
  expectedChallenge: string,
): Promise<UserRow> {
  const credentialId = Buffer.from(assertion.id, "base64url");
  const found = await queries.readPasskey(tx, ctx.system, credentialId);
  const user = found && (await lockUser(tx, ctx.system, found.userId));
  const passkey = user && (await queries.readPasskey(tx, ctx.system, credentialId));
  if (!passkey) throw new AppError("PASSKEY_REFUSED");
  const { origin, id: rpId } = relyingPartyOf(ctx);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { verified, authenticationInfo } = await orRefuse(
    verifyAuthenticationResponse({
      response: wholeOf(assertion),
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id: assertion.id, publicKey: Uint8Array.from(passkey.publicKey), counter: passkey.signCount },
    }),
  );
  if (!verified) throw new AppError("PASSKEY_REFUSED");
  await queries.updatePasskey(tx, ctx.system, passkey.userId, passkey.id, {
    signCount: authenticationInfo.newCounter,
    isSynced: authenticationInfo.credentialBackedUp,
    lastUsedAt: new Date().toISOString(),
  });
  return user;
}

/** 32 random bytes in base64url, for this browser alone. @param userId whose passkey it adds. `null`: to log in */
async function issueChallenge({ db, system }: Context, { browser }: Visitor, userId: string | null): Promise<string> {
  const challenge = randomBytes(32).toString("base64url");
  await db.transaction(system, async (tx) => {
    await queries.deleteOldChallenges(tx, system);
    await queries.insertChallenge(tx, system, {
      challengeHash: sha256(challenge),
      browserHash: sha256(browser.remember()),
      userId,
    });
  });
  return challenge;
}

/** Used up before the answer is checked, so that each has one try. Throws PASSKEY_REFUSED. */
async function takeChallenge(
  { db, system }: Context,
  { browser }: Visitor,
  userId: string | null,
  clientDataJSON: string,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON);
  const taken = await db.transaction(system, (tx) => queries.takeChallenge(tx, system, sha256(challenge)));
  const isOwn = browser.secret !== null && taken?.browserHash.equals(sha256(browser.secret));
  if (!taken || !isOwn || taken.userId !== userId) throw new AppError("PASSKEY_REFUSED");
  return challenge;
}

function challengeIn(clientDataJSON: string): string {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8")) as {
      challenge?: unknown;
    } | null;
    if (typeof data?.challenge === "string") return data.challenge;
  } catch {
    // Not JSON: refused below, as any other wrong answer.
  }
  throw new AppError("PASSKEY_REFUSED");
}

/** The library throws for each wrong answer, and says why. */
async function orRefuse<T>(verification: Promise<T>): Promise<T> {
  try {
    return await verification;
  } catch (cause) {
    throw new AppError("PASSKEY_REFUSED", { cause });
  }
}

/** The parts of WebAuthn's JSON that we do not ask for. */
function wholeOf<C extends PasskeyAssertion | PasskeyRegistration>(credential: C) {
  return { ...credential, rawId: credential.id, clientExtensionResults: {} };
}

/** A passkey works on our own origin alone; its relying party is the host. */
function relyingPartyOf({ settings: { publicUrl } }: Context): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

async function tell(
  { jobs }: Context,
  tx: Tx,
  person: SignedIn,
  notice: "passkey-added" | "passkey-removed",
): Promise<void> {
  await recordOwnEvent(tx, person, `user.${notice}`);
  await jobs.send(tx, emailSecurityNotice, { userId: person.userId, notice });
}

function toPasskey({ id, name, isSynced, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return { id, name, isSynced, createdAt, lastUsedAt };
}
