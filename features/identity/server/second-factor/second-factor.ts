// Owns the second factor: a time-based code (RFC 6238), each good once, and recovery codes for a lost phone.
import { createHmac, randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { AppError } from "#kit/contract/errors.ts";
import type { SignedIn } from "#kit/server/actor.ts";
import { NO_ORGANIZATION } from "#kit/server/audit.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { SealedColumn } from "#kit/server/sealing/rewrap.ts";
import type { SealedPlace } from "#kit/server/sealing/sealing.ts";
import type { IdentityDeps } from "../deps.ts";
import { mailSecurityNotice } from "../mails.ts";
import { recordOwnAct } from "../accounts/record.ts";
import * as store from "./second-factor-store.ts";
import type { FactorRow } from "./second-factor-store.ts";
import { endOtherSessions, requireLiveSession, requireRecentAuthentication } from "../sessions/sessions.ts";

const PERIOD_SECONDS = 30;
/** A code of the step before or after counts too: clocks differ. */
const WINDOW_STEPS = 1;
const RECOVERY_CODES = 10;
/** Without 0, 1, i, l and o, which people mistake. */
const RECOVERY_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const RECOVERY_LENGTH = 10;

export const SECOND_FACTOR_SEALED: SealedColumn = {
  table: "second_factors",
  column: "secret",
  row: "user_id",
  ofNobody: true,
};

export type Proof = "none-set-up" | "missing" | "wrong" | "proven";
type FactorDeps = Pick<IdentityDeps, "across" | "sealer">;

/** Judges a code and uses it up. Counting failures is the caller's, who knows what is being guessed. */
export async function provesSecondFactor(
  { across, sealer }: FactorDeps,
  tx: Tx,
  userId: string,
  code: string | undefined,
): Promise<Proof> {
  const kept = await store.lockFactor(tx, across, userId);
  if (!kept?.enabledAt) return "none-set-up";
  if (code === undefined) return "missing";
  const secret = secretOf(sealer, kept);
  const change = usedStep(secret, code, kept.lastStep) ?? withoutRecoveryCode(kept.recoveryHashes, secret, code);
  if (change === null) return "wrong";
  await store.updateFactor(tx, across, userId, change);
  return "proven";
}

/** A secret that counts once a code of it was shown; one that is on already stays until then. */
export async function beginSecondFactor(deps: IdentityDeps, person: SignedIn) {
  requireRecentAuthentication(person);
  const secret = new Secret({ size: 20 });
  await deps.db.transaction(deps.across, async (tx) => {
    await requireLiveSession(deps, tx, person);
    if ((await store.lockFactor(tx, deps.across, person.userId))?.enabledAt) throw new AppError("STALE");
    await store.putFactor(
      tx,
      deps.across,
      person.userId,
      deps.sealer.seal(Buffer.from(secret.bytes), placeOf(person.userId)),
    );
  });
  const totp = new TOTP({ issuer: deps.productName, label: person.email, secret });
  return { secret: secret.base32, otpauthURL: totp.toString() };
}

/** Turns it on by a code of it. Throws CODE_WRONG. */
export async function confirmSecondFactor(deps: IdentityDeps, person: SignedIn, { code }: { code: string }) {
  requireRecentAuthentication(person);
  return deps.db.transaction(deps.across, async (tx) => {
    await requireLiveSession(deps, tx, person);
    const kept = await store.lockFactor(tx, deps.across, person.userId);
    const secret = kept && !kept.enabledAt && secretOf(deps.sealer, kept);
    const step = secret && usedStep(secret, code, kept.lastStep);
    if (!step) throw new AppError("CODE_WRONG");
    const { recoveryCodes, recoveryHashes } = makeRecoveryCodes(secret);
    const enabledAt = new Date().toISOString();
    await store.updateFactor(tx, deps.across, person.userId, { ...step, enabledAt, recoveryHashes });
    // Whoever came in without the factor comes in again with it.
    await endOtherSessions(deps, tx, person);
    await tell(deps, tx, person, "second-factor-on");
    return { recoveryCodes };
  });
}

/** Throws NOT_FOUND while it is not on. */
export async function renewRecoveryCodes(deps: IdentityDeps, person: SignedIn) {
  requireRecentAuthentication(person);
  return deps.db.transaction(deps.across, async (tx) => {
    const kept = await store.lockFactor(tx, deps.across, person.userId);
    if (!kept?.enabledAt) throw new AppError("NOT_FOUND");
    const { recoveryCodes, recoveryHashes } = makeRecoveryCodes(secretOf(deps.sealer, kept));
    await store.updateFactor(tx, deps.across, person.userId, { recoveryHashes });
    await tell(deps, tx, person, "recovery-codes-renewed");
    return { recoveryCodes };
  });
}

export async function disableSecondFactor(deps: IdentityDeps, person: SignedIn): Promise<void> {
  requireRecentAuthentication(person);
  await deps.db.transaction(deps.across, async (tx) => {
    const kept = await store.lockFactor(tx, deps.across, person.userId);
    await store.deleteFactor(tx, deps.across, person.userId);
    if (kept?.enabledAt) await tell(deps, tx, person, "second-factor-off");
  });
}

type Notice = "second-factor-on" | "second-factor-off" | "recovery-codes-renewed";

async function tell({ jobs }: IdentityDeps, tx: Tx, person: SignedIn, notice: Notice): Promise<void> {
  await recordOwnAct(tx, person, `user.${notice}`);
  await jobs.send(tx, mailSecurityNotice, { userId: person.userId, notice });
}

function placeOf(userId: string): SealedPlace {
  return { table: "second_factors.secret", row: userId, organizationId: NO_ORGANIZATION };
}

function secretOf(sealer: IdentityDeps["sealer"], { secret, userId }: FactorRow): Secret {
  const opened = sealer.open(secret, placeOf(userId));
  return new Secret({ buffer: Uint8Array.from(opened).buffer });
}

/** The step whose code this is, if it is newer than the last one used. The server's clock alone counts. */
function usedStep(secret: Secret, code: string, lastStep: number): { lastStep: number } | null {
  const now = Date.now();
  const delta = new TOTP({ secret, period: PERIOD_SECONDS }).validate({
    token: code,
    timestamp: now,
    window: WINDOW_STEPS,
  });
  const step = Math.floor(now / 1000 / PERIOD_SECONDS) + (delta ?? 0);
  return delta !== null && step > lastStep ? { lastStep: step } : null;
}

function withoutRecoveryCode(
  hashes: readonly string[],
  secret: Secret,
  code: string,
): { recoveryHashes: string[] } | null {
  const hash = recoveryHash(secret, code);
  return hashes.includes(hash) ? { recoveryHashes: hashes.filter((kept) => kept !== hash) } : null;
}

/** Keyed by the secret, which rests sealed: from the database alone no code can be guessed. */
function recoveryHash(secret: Secret, code: string): string {
  return createHmac("sha256", secret.bytes).update(code).digest("hex");
}

function makeRecoveryCodes(secret: Secret): { recoveryCodes: string[]; recoveryHashes: string[] } {
  const letter = () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)];
  const codes = Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: RECOVERY_LENGTH }, letter).join(""));
  return {
    recoveryCodes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
    recoveryHashes: codes.map((code) => recoveryHash(secret, code)),
  };
}
