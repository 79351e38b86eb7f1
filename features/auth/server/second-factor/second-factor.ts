import { createHmac, randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Context } from "#platform/server/context.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { SignedIn } from "#platform/server/actor.ts";
import { NO_ORGANIZATION } from "#platform/server/audit.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { EncryptedColumn } from "#platform/server/encryption/rotate-keys.ts";
import type { SecretLocation } from "#platform/server/encryption/cipher.ts";
import { emailSecurityNotice } from "../emails.ts";
import { recordOwnEvent } from "../accounts/accounts.ts";
import { endOtherSessions, requireLiveSession, requireRecentAuthentication } from "../sessions/sessions.ts";
import { eq } from "drizzle-orm";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { secondFactors } from "../schema.ts";
import type { SignInMethods } from "#features/auth/contract.ts";
import { readPasskeys } from "../passkeys/queries.ts";
import { readUser } from "../queries.ts";

const PERIOD_SECONDS = 30;
/** The code of the step before or after also counts, because clocks differ. */
const WINDOW_STEPS = 1;
const RECOVERY_CODES = 10;
/** Without 0, 1, i, l and o, which people confuse. */
const RECOVERY_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const RECOVERY_LENGTH = 10;

export const SECOND_FACTOR_ENCRYPTED: EncryptedColumn = {
  table: "second_factors",
  column: "secret",
  row: "user_id",
  ofNobody: true,
};

export type Proof = "none-set-up" | "missing" | "wrong" | "proven";

/** Checks a code and uses it up. The caller counts failures, because only the caller knows what is being guessed. */
export async function provesSecondFactor(
  { system, cipher }: Context,
  tx: Tx,
  userId: string,
  code: string | undefined,
): Promise<Proof> {
  const factor = await lockFactor(tx, system, userId);
  if (!factor?.enabledAt) return "none-set-up";
  if (code === undefined) return "missing";
  const secret = secretOf(cipher, factor);
  const change = usedStep(secret, code, factor.lastStep) ?? withoutRecoveryCode(factor.recoveryHashes, secret, code);
  if (change === null) return "wrong";
  await updateFactor(tx, system, userId, change);
  return "proven";
}

/** Returns a secret that counts only after one of its codes was entered. An active factor remains until then. */
export async function beginSecondFactor(ctx: Context, person: SignedIn) {
  requireRecentAuthentication(person);
  const secret = new Secret({ size: 20 });
  await ctx.db.transaction(ctx.system, async (tx) => {
    await requireLiveSession(ctx, tx, person);
    if ((await lockFactor(tx, ctx.system, person.userId))?.enabledAt) throw new AppError("STALE");
    await putFactor(
      tx,
      ctx.system,
      person.userId,
      ctx.cipher.encrypt(Buffer.from(secret.bytes), aadFor(person.userId)),
    );
  });
  const totp = new TOTP({ issuer: ctx.settings.productName, label: person.email, secret });
  return { secret: secret.base32, otpauthURL: totp.toString() };
}

/** Turns the factor on with one of its codes. Throws CODE_WRONG. */
export async function confirmSecondFactor(ctx: Context, person: SignedIn, { code }: { code: string }) {
  requireRecentAuthentication(person);
  return ctx.db.transaction(ctx.system, async (tx) => {
    await requireLiveSession(ctx, tx, person);
    const factor = await lockFactor(tx, ctx.system, person.userId);
    const secret = factor && !factor.enabledAt && secretOf(ctx.cipher, factor);
    const step = secret && usedStep(secret, code, factor.lastStep);
    if (!step) throw new AppError("CODE_WRONG");
    const { recoveryCodes, recoveryHashes } = makeRecoveryCodes(secret);
    const enabledAt = new Date().toISOString();
    await updateFactor(tx, ctx.system, person.userId, { ...step, enabledAt, recoveryHashes });
    // Devices that signed in without the factor must sign in again with it.
    await endOtherSessions(ctx, tx, person);
    await tell(ctx, tx, person, "second-factor-on");
    return { recoveryCodes };
  });
}

/** Throws NOT_FOUND while the factor is off. */
export async function renewRecoveryCodes(ctx: Context, person: SignedIn) {
  requireRecentAuthentication(person);
  return ctx.db.transaction(ctx.system, async (tx) => {
    const factor = await lockFactor(tx, ctx.system, person.userId);
    if (!factor?.enabledAt) throw new AppError("NOT_FOUND");
    const { recoveryCodes, recoveryHashes } = makeRecoveryCodes(secretOf(ctx.cipher, factor));
    await updateFactor(tx, ctx.system, person.userId, { recoveryHashes });
    await tell(ctx, tx, person, "recovery-codes-renewed");
    return { recoveryCodes };
  });
}

export async function disableSecondFactor(ctx: Context, person: SignedIn): Promise<void> {
  requireRecentAuthentication(person);
  await ctx.db.transaction(ctx.system, async (tx) => {
    const factor = await lockFactor(tx, ctx.system, person.userId);
    await deleteFactor(tx, ctx.system, person.userId);
    if (factor?.enabledAt) await tell(ctx, tx, person, "second-factor-off");
  });
}

type Notice = "second-factor-on" | "second-factor-off" | "recovery-codes-renewed";

async function tell({ jobs }: Context, tx: Tx, person: SignedIn, notice: Notice): Promise<void> {
  await recordOwnEvent(tx, person, `user.${notice}`);
  await jobs.send(tx, emailSecurityNotice, { userId: person.userId, notice });
}

function aadFor(userId: string): SecretLocation {
  return { table: "second_factors.secret", row: userId, organizationId: NO_ORGANIZATION };
}

function secretOf(cipher: Context["cipher"], { secret, userId }: FactorRow): Secret {
  const opened = cipher.decrypt(secret, aadFor(userId));
  return new Secret({ buffer: Uint8Array.from(opened).buffer });
}

/** The step of this code, if it is newer than the last one used. Only the server's clock counts. */
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
  return hashes.includes(hash) ? { recoveryHashes: hashes.filter((factor) => factor !== hash) } : null;
}

/** Keyed by the secret, which is stored encrypted, so that no code can be guessed from the database alone. */
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

// Second factors belong to users, not organizations, so these queries run in the system scope.
export type FactorRow = typeof secondFactors.$inferSelect;

export async function lockFactor(tx: Tx, _systemScope: SystemScope, userId: string): Promise<FactorRow | undefined> {
  const [row] = await tx.orm.select().from(secondFactors).where(eq(secondFactors.userId, userId)).for("update");
  return row;
}

/** The part without secrets. */
export async function readFactor(db: ReadDb, system: SystemScope, userId: string) {
  const [row] = await db.read(system, (query) =>
    query
      .select({ enabledAt: secondFactors.enabledAt, recoveryHashes: secondFactors.recoveryHashes })
      .from(secondFactors)
      .where(eq(secondFactors.userId, userId)),
  );
  return row;
}

/** Replaces an unfinished setup. */
export async function putFactor(tx: Tx, _systemScope: SystemScope, userId: string, secret: Buffer): Promise<void> {
  const fresh = { secret, enabledAt: null, lastStep: 0, recoveryHashes: [] };
  await tx.orm
    .insert(secondFactors)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: secondFactors.userId, set: fresh });
}

export async function updateFactor(
  tx: Tx,
  _systemScope: SystemScope,
  userId: string,
  change: Partial<Pick<FactorRow, "enabledAt" | "lastStep" | "recoveryHashes">>,
): Promise<void> {
  await tx.orm.update(secondFactors).set(change).where(eq(secondFactors.userId, userId));
}

export async function deleteFactor(tx: Tx, _systemScope: SystemScope, userId: string): Promise<void> {
  await tx.orm.delete(secondFactors).where(eq(secondFactors.userId, userId));
}

export async function readSignInMethods({ db, system }: Context, { userId }: SignedIn): Promise<SignInMethods> {
  const user = await readUser(db, system, userId);
  if (!user) throw new AppError("NO_USER");
  const factor = await readFactor(db, system, userId);
  const passkeys = await readPasskeys(db, system, userId);
  return {
    hasPassword: user.passwordHash !== null,
    hasPasskey: passkeys.length > 0,
    secondFactor: {
      enabledAt: factor?.enabledAt ?? null,
      recoveryCodesLeft: factor?.enabledAt ? factor.recoveryHashes.length : 0,
      isRequired: user.memberships.some(({ asksSecondFactor }) => asksSecondFactor),
    },
  };
}
