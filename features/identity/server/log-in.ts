// Owns how a person proves who they are by password, and when an account closes itself against guessing.
import { randomUUID } from "node:crypto";
import { AppError, type ErrorCode } from "#kit/contract/errors.ts";
import type { Actor, Visitor } from "#kit/server/actor.ts";
import { appendAudit, NO_ORGANIZATION } from "#kit/server/audit.ts";
import type { Tx } from "#kit/server/database.ts";
import { toAuthUser } from "./auth-user.ts";
import type { IdentityDeps } from "./deps.ts";
import { endDevice, insertDevice, lockUser, readUser, readUserByEmail, updateUser, type UserRow } from "./store.ts";

/** Failures within the window that lock an account; each lock lasts twice the one before, a day at most. */
const FAILURES_TO_LOCK = 5;
const WINDOW_MINUTES = 15;
const LONGEST_LOCK_MINUTES = 24 * 60;

const MINUTE = 60_000;
const NO_FAILURES = { failedLogins: 0, firstFailedAt: null, lockCount: 0, lockedUntil: null };

export async function logInByPassword(
  deps: IdentityDeps,
  visitor: Visitor,
  { email, password }: { email: string; password: string },
): Promise<{ token: string }> {
  const found = await readUserByEmail(deps.db, deps.across, email);
  const matches = await deps.passwords.matches(found?.passwordHash ?? null, password);
  const unknown = deps.hideAccounts ? "INVALID_PASSWORD" : "EMAIL_NOT_FOUND";
  if (!found) throw new AppError(unknown);

  const rehashed =
    matches && deps.passwords.isOutdated(found.passwordHash ?? "") ? await deps.passwords.hash(password) : null;
  const outcome = await deps.db.transaction(deps.across, async (tx) => {
    const user = await lockUser(tx, deps.across, found.id);
    if (!user) return { refusal: unknown } as const; // deleted a moment ago
    const refusal = await judge(deps, tx, user, matches, visitor);
    if (refusal) return { refusal };
    const hasFailed = user.failedLogins > 0 || user.lockCount > 0 || user.lockedUntil !== null;
    if (hasFailed || rehashed)
      await updateUser(tx, deps.across, user.id, { ...NO_FAILURES, ...(rehashed && { passwordHash: rehashed }) });
    const deviceId = randomUUID();
    const { userAgent, address } = visitor;
    await insertDevice(tx, deps.across, { id: deviceId, userId: user.id, userAgent: userAgent.slice(0, 300), address });
    await record(tx, user, "user.logged-in", visitor);
    return { user, deviceId };
  });
  // Counted failures are committed above; only then is the refusal told.
  if ("refusal" in outcome) throw new AppError(outcome.refusal);
  return { token: await deps.tokens.issue(toAuthUser(outcome.user), outcome.deviceId) };
}

/** A new token with today's data for the same device. */
export async function refresh(deps: IdentityDeps, actor: Actor): Promise<{ token: string }> {
  const user = await readUser(deps.db, deps.across, actor.userId);
  if (!user) throw new AppError("NO_USER");
  const deviceId = actor.deviceId ?? (await adoptDevice(deps, actor));
  return { token: await deps.tokens.issue(toAuthUser(user), deviceId) };
}

/** Ends the device: every token of it is refused from the next request on. */
export async function logOut(deps: IdentityDeps, actor: Actor): Promise<void> {
  const { deviceId } = actor;
  if (deviceId) await deps.db.transaction(deps.across, (tx) => endDevice(tx, deps.across, deviceId));
}

async function judge(
  deps: IdentityDeps,
  tx: Tx,
  user: UserRow,
  matches: boolean,
  visitor: Visitor,
): Promise<ErrorCode | null> {
  const now = Date.now();
  // A lock also answers the right password, else it would tell which guess was right.
  if (user.lockedUntil && Date.parse(user.lockedUntil) > now) return "ACCOUNT_LOCKED";
  if (!matches) {
    const locked = await countFailure(deps, tx, user, now);
    if (locked) await record(tx, user, "user.locked", visitor);
    return locked ? "ACCOUNT_LOCKED" : "INVALID_PASSWORD";
  }
  return user.mustChangePassword ? "PASSWORD_CHANGE_REQUIRED" : null;
}

async function countFailure(deps: IdentityDeps, tx: Tx, user: UserRow, now: number): Promise<boolean> {
  const isSameRun = user.firstFailedAt !== null && now - Date.parse(user.firstFailedAt) < WINDOW_MINUTES * MINUTE;
  const failures = isSameRun ? user.failedLogins + 1 : 1;
  if (failures < FAILURES_TO_LOCK) {
    const firstFailedAt = isSameRun ? user.firstFailedAt : new Date(now).toISOString();
    await updateUser(tx, deps.across, user.id, { failedLogins: failures, firstFailedAt });
    return false;
  }
  const minutes = Math.min(WINDOW_MINUTES * 2 ** user.lockCount, LONGEST_LOCK_MINUTES);
  await updateUser(tx, deps.across, user.id, {
    failedLogins: 0,
    firstFailedAt: null,
    lockCount: user.lockCount + 1,
    lockedUntil: new Date(now + minutes * MINUTE).toISOString(),
  });
  return true;
}

async function adoptDevice(deps: IdentityDeps, actor: Actor): Promise<string> {
  const id = randomUUID();
  const { userId, address } = actor;
  await deps.db.transaction(deps.across, (tx) =>
    insertDevice(tx, deps.across, { id, userId, userAgent: "token minted outside", address }),
  );
  return id;
}

async function record(tx: Tx, user: UserRow, action: string, { address }: Visitor): Promise<void> {
  const organizationId = user.memberships[0]?.organizationId ?? NO_ORGANIZATION;
  await appendAudit(tx, organizationId, { actorId: user.id, action, objectType: "user", objectId: user.id, address });
}
