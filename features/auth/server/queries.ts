// Users belong to no organization, so these queries run in the system scope.
import { and, desc, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm";
import { normalizeEmail } from "#platform/text/text.ts";
import { DEVICE_LIFE_DAYS } from "#features/auth/contract.ts";
import { membershipsOfUser, onlyGroups, type MembershipJson } from "#features/directory/server/queries.ts";
import type { MembershipSummary } from "#platform/server/actor.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { param, bumpVersion } from "#platform/server/database/tables.ts";
import { users } from "#features/directory/server/schema.ts";
import { devices, emailTokens, passkeys, secondFactors, ssoAttempts, ssoIdentities } from "./schema.ts";

/** A user with the fields that rules need. The password hash is for checking and never shown. */
export interface UserRow {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly emailConfirmed: boolean;
  /** `null`: not confirmed, or confirmed before this was recorded. */
  readonly emailConfirmedAt: string | null;
  readonly hasSocialAuth: boolean;
  readonly profilePicURL: string | null;
  readonly nmlsId: string | null;
  readonly phone: string | null;
  readonly passwordHash: string | null;
  readonly mustChangePassword: boolean;
  readonly hasSecondFactor: boolean;
  readonly tokensRevokedAt: string | null;
  readonly makerBrowserHash: Buffer | null;
  readonly createdAt: string;
  readonly memberships: MembershipJson[];
}

/** An account created by a payment, before its password is set. */
export function hasNoWayIn({ passwordHash, hasSocialAuth }: UserRow): boolean {
  return passwordHash === null && !hasSocialAuth;
}

/** Whether every organization of the user lets them in through its identity provider alone. */
export function mayOnlyUseSso({ memberships }: UserRow): boolean {
  return memberships.length > 0 && memberships.every(({ asksSso }) => asksSso);
}

// Without one, a session that was proven by a passkey lacks the second factor too.
const hasPasskey = sql<boolean>`exists (select from ${passkeys} where ${passkeys.userId} = ${users.id})`;

const hasSecondFactor = sql<boolean>`exists (
  select from second_factors f where f.user_id = users.id and f.enabled_at is not null)`;

const userFields = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  emailConfirmed: users.emailConfirmed,
  emailConfirmedAt: users.emailConfirmedAt,
  hasSocialAuth: users.hasSocialAuth,
  profilePicURL: users.profilePicURL,
  nmlsId: users.nmlsId,
  phone: users.phone,
  passwordHash: users.passwordHash,
  mustChangePassword: users.mustChangePassword,
  hasSecondFactor: hasSecondFactor.as("has_second_factor"),
  tokensRevokedAt: users.tokensRevokedAt,
  makerBrowserHash: users.makerBrowserHash,
  createdAt: users.createdAt,
  memberships: membershipsOfUser.as("memberships"),
};

const byEmail = prepared("user_by_email", () =>
  orm
    .select(userFields)
    .from(users)
    .where(and(eq(users.emailKey, param("emailKey")), isNull(users.deletedAt))),
);

const byId = prepared("user_by_id", () =>
  orm
    .select(userFields)
    .from(users)
    .where(and(eq(users.id, param("id")), isNull(users.deletedAt))),
);

// Read at every signed-in request, because access comes from the database and never from the token.
const session = prepared("session", () =>
  orm
    .select({
      email: users.email,
      emailConfirmed: users.emailConfirmed,
      hasSocialAuth: users.hasSocialAuth,
      tokensRevokedAt: users.tokensRevokedAt,
      deviceUserId: devices.userId,
      deviceCreatedAt: devices.createdAt,
      deviceAuthenticatedAt: devices.authenticatedAt,
      deviceEndedAt: devices.endedAt,
      memberships: sql<MembershipSummary[]>`(
      select coalesce(json_agg(json_build_object('id', m.id, 'organizationId', m.organization_id, 'role', m.role,
          'isSecondFactorMissing', m.role in ('root', 'admin') and o.require_second_factor
            and not ${hasSecondFactor} and not (coalesce(${devices.withPasskey}, false) and ${hasPasskey})
            and ${devices.ssoOrganizationId} is distinct from m.organization_id,
          'isSsoMissing', o.enforce_sso and not m.is_break_glass
            and ${devices.ssoOrganizationId} is distinct from m.organization_id,
          'onlyGroups', ${onlyGroups})
        order by m.created_at, m.id), '[]')
      from memberships m join organizations o on o.id = m.organization_id
      where m.user_id = users.id and m.status = 'active')`,
    })
    .from(users)
    .leftJoin(devices, eq(devices.id, param("deviceId")))
    .where(and(eq(users.id, param("userId")), isNull(users.deletedAt))),
);

const knownBrowser = prepared("known_browser", () =>
  orm
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.userId, param("userId")), eq(devices.browserHash, param("browserHash"))))
    .limit(1),
);

const passwordUnderLock = prepared("password_under_lock", () =>
  orm
    .select({ passwordHash: users.passwordHash, mustChangePassword: users.mustChangePassword })
    .from(users)
    .where(and(eq(users.id, param("id")), isNull(users.deletedAt)))
    .for("update"),
);

export async function readUserByEmail(db: ReadDb, system: SystemScope, email: string): Promise<UserRow | undefined> {
  const [row] = await db.run(system, byEmail, { emailKey: normalizeEmail(email) });
  return row;
}

export async function readUser(db: ReadDb, system: SystemScope, id: string): Promise<UserRow | undefined> {
  const [row] = await db.run(system, byId, { id });
  return row;
}

export async function readSession(db: ReadDb, system: SystemScope, userId: string, deviceId: string | undefined) {
  const [row] = await db.run(system, session, { userId, deviceId: deviceId ?? null });
  return row;
}

/** Whether the user has signed in from this browser before. */
export async function isKnownBrowser(db: ReadDb, system: SystemScope, userId: string, browserHash: Buffer) {
  const rows = await db.run(system, knownBrowser, { userId, browserHash });
  return rows.length > 0;
}

type NewUser = Pick<
  typeof users.$inferInsert,
  | "id"
  | "firstName"
  | "lastName"
  | "email"
  | "passwordHash"
  | "emailConfirmed"
  | "hasSocialAuth"
  | "profilePicURL"
  | "makerBrowserHash"
>;

/** Throws the unique violation `users_email_key` when the address is taken. */
export async function insertUser(tx: Tx, _systemScope: SystemScope, user: NewUser): Promise<void> {
  const emailConfirmedAt = user.emailConfirmed ? sql`now()` : null;
  await tx.orm.insert(users).values({ ...user, emailConfirmedAt, emailKey: normalizeEmail(user.email) });
}

/** Records that the user has proved their address. */
export async function confirmAddress(tx: Tx, _systemScope: SystemScope, id: string): Promise<void> {
  await tx.orm
    .update(users)
    .set({ emailConfirmed: true, emailConfirmedAt: sql`now()`, ...bumpVersion(users) })
    .where(eq(users.id, id));
}

export async function updateUser(
  tx: Tx,
  _systemScope: SystemScope,
  id: string,
  change: Partial<Omit<typeof users.$inferInsert, "id" | "email" | "emailKey">>,
): Promise<void> {
  await tx.orm
    .update(users)
    .set({ ...change, ...bumpVersion(users) })
    .where(eq(users.id, id));
}

/**
 * Records that the user is being notified about attempts with their address. `false` when they were notified within the
 * last day.
 */
export async function noteTold(tx: Tx, _systemScope: SystemScope, id: string): Promise<boolean> {
  const isDue = or(isNull(users.toldTakenAt), lt(users.toldTakenAt, sql`now() - interval '1 day'`));
  const updated = await tx.orm
    .update(users)
    .set({ toldTakenAt: sql`now()` })
    .where(and(eq(users.id, id), isDue))
    .returning({ id: users.id });
  return updated.length > 0;
}

/** Removes the record when the email was not sent. */
export async function forgetTold(tx: Tx, _systemScope: SystemScope, id: string): Promise<void> {
  await tx.orm.update(users).set({ toldTakenAt: null }).where(eq(users.id, id));
}

/** Locks the user, so that nothing checked by it changes before the commit. */
export async function lockUser(tx: Tx, system: SystemScope, id: string): Promise<UserRow | undefined> {
  await tx.orm.select({ id: users.id }).from(users).where(eq(users.id, id)).for("update");
  return readUser(tx, system, id);
}

/** The same for the password alone, in one statement. Undefined when the user no longer exists. */
export async function lockPassword(tx: Tx, system: SystemScope, id: string) {
  const [row] = await tx.run(system, passwordUnderLock, { id });
  return row;
}

export async function insertDevice(
  tx: Tx,
  _systemScope: SystemScope,
  device: typeof devices.$inferInsert,
): Promise<void> {
  await tx.orm.insert(devices).values(device);
}

export async function updateDevice(
  tx: Tx,
  _systemScope: SystemScope,
  id: string,
  change: Partial<Pick<typeof devices.$inferInsert, "authenticatedAt" | "lastUsedAt" | "withPasskey">>,
): Promise<void> {
  await tx.orm.update(devices).set(change).where(eq(devices.id, id));
}

export async function readDevice(tx: Tx, _systemScope: SystemScope, id: string) {
  const [row] = await tx.orm.select().from(devices).where(eq(devices.id, id));
  return row;
}

/** Returns whether the user had such a live device. */
export async function endDevice(tx: Tx, _systemScope: SystemScope, userId: string, id: string): Promise<boolean> {
  const ended = await tx.orm
    .update(devices)
    .set({ endedAt: sql`now()` })
    .where(and(eq(devices.id, id), eq(devices.userId, userId), isNull(devices.endedAt)))
    .returning({ id: devices.id });
  return ended.length > 0;
}

export async function endDevices(tx: Tx, _systemScope: SystemScope, userId: string, but: string | null): Promise<void> {
  const isMeant = but === null ? undefined : ne(devices.id, but);
  await tx.orm
    .update(devices)
    .set({ endedAt: sql`now()` })
    .where(and(eq(devices.userId, userId), isNull(devices.endedAt), isMeant));
}

/** Every browser is unknown until the next sign-in from it. */
export async function forgetBrowsers(tx: Tx, _systemScope: SystemScope, userId: string): Promise<void> {
  await tx.orm.update(devices).set({ browserHash: null }).where(eq(devices.userId, userId));
}

/** Live devices, the newest first. */
export function readDevices(db: ReadDb, system: SystemScope, userId: string): Promise<(typeof devices.$inferSelect)[]> {
  return db.read(system, (query) =>
    query
      .select()
      .from(devices)
      .where(
        and(
          eq(devices.userId, userId),
          isNull(devices.endedAt),
          gt(devices.createdAt, sql`now() - make_interval(days => ${DEVICE_LIFE_DAYS})`),
        ),
      )
      .orderBy(desc(devices.lastUsedAt), desc(devices.id)),
  );
}

/** Live and ended devices. */
export function readAllDevices(
  db: ReadDb,
  system: SystemScope,
  userId: string,
): Promise<(typeof devices.$inferSelect)[]> {
  return db.read(system, (query) =>
    query.select().from(devices).where(eq(devices.userId, userId)).orderBy(desc(devices.createdAt), desc(devices.id)),
  );
}

/** Deletes everything that the user could sign in with. */
export async function deleteCredentials(tx: Tx, _systemScope: SystemScope, userId: string): Promise<void> {
  await tx.orm.delete(devices).where(eq(devices.userId, userId));
  await tx.orm.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await tx.orm.delete(passkeys).where(eq(passkeys.userId, userId));
  await tx.orm.delete(emailTokens).where(eq(emailTokens.userId, userId));
  await tx.orm.delete(ssoIdentities).where(eq(ssoIdentities.userId, userId));
  await tx.orm.delete(ssoAttempts).where(eq(ssoAttempts.userId, userId));
}

/** Keeps only the id, which the audit log names. The address becomes free. */
export async function anonymizeUser(tx: Tx, _systemScope: SystemScope, id: string): Promise<void> {
  const email = `erased-${id}@erased.invalid`;
  await tx.orm
    .update(users)
    .set({
      firstName: "Erased",
      lastName: "Person",
      email,
      emailKey: email,
      emailConfirmed: false,
      hasSocialAuth: false,
      profilePicURL: null,
      nmlsId: null,
      phone: null,
      passwordHash: null,
      makerBrowserHash: null,
      tokensRevokedAt: sql`now()`,
      deletedAt: sql`now()`,
      ...bumpVersion(users),
    })
    .where(eq(users.id, id));
}
