// Owns the SQL on people and their devices. A person belongs to no organization, so all of it runs across.
import { and, desc, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm";
import { DEVICE_LIFE_DAYS } from "#features/identity/contract.ts";
import { membershipsOfUser, onlyGroups, type MembershipJson } from "#features/organizations/server/store.ts";
import type { Place } from "#kit/server/actor.ts";
import { orm, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { AcrossScope } from "#kit/server/database/scope.ts";
import { arg, touched } from "#kit/server/database/tables.ts";
import { devices, mailTokens, secondFactors, users } from "./tables.ts";

/** A person as rules need one; the password hash is there to be checked, and never shown. */
export interface UserRow {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly emailConfirmed: boolean;
  /** `null`: not confirmed, or before this was kept. */
  readonly emailConfirmedAt: string | null;
  readonly hasSocialAuth: boolean;
  readonly profilePicURL: string | null;
  readonly passwordHash: string | null;
  readonly mustChangePassword: boolean;
  readonly hasSecondFactor: boolean;
  readonly tokensRevokedAt: string | null;
  readonly makerBrowserHash: Buffer | null;
  readonly createdAt: string;
  readonly memberships: MembershipJson[];
}

/** An account that was made by paying, before its password is set. */
export function hasNoWayIn({ passwordHash, hasSocialAuth }: UserRow): boolean {
  return passwordHash === null && !hasSocialAuth;
}

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
  passwordHash: users.passwordHash,
  mustChangePassword: users.mustChangePassword,
  hasSecondFactor: hasSecondFactor.as("has_second_factor"),
  tokensRevokedAt: users.tokensRevokedAt,
  makerBrowserHash: users.makerBrowserHash,
  createdAt: users.createdAt,
  memberships: membershipsOfUser.as("memberships"),
};

const byEmail = orm
  .select(userFields)
  .from(users)
  .where(and(eq(users.emailKey, arg("emailKey")), isNull(users.deletedAt)))
  .prepare("user_by_email");

const byId = orm
  .select(userFields)
  .from(users)
  .where(and(eq(users.id, arg("id")), isNull(users.deletedAt)))
  .prepare("user_by_id");

// Read at every signed-in request: rights are the database's, never the token's.
const session = orm
  .select({
    email: users.email,
    emailConfirmed: users.emailConfirmed,
    hasSocialAuth: users.hasSocialAuth,
    tokensRevokedAt: users.tokensRevokedAt,
    deviceUserId: devices.userId,
    deviceCreatedAt: devices.createdAt,
    deviceAuthenticatedAt: devices.authenticatedAt,
    deviceEndedAt: devices.endedAt,
    memberships: sql<Place[]>`(
      select coalesce(json_agg(json_build_object('id', m.id, 'organizationId', m.organization_id, 'role', m.role,
          'isSecondFactorMissing', m.role in ('root', 'admin') and o.require_second_factor and not ${hasSecondFactor},
          'onlyGroups', ${onlyGroups})
        order by m.created_at, m.id), '[]')
      from memberships m join organizations o on o.id = m.organization_id
      where m.user_id = users.id and m.status = 'active')`,
  })
  .from(users)
  .leftJoin(devices, eq(devices.id, arg("deviceId")))
  .where(and(eq(users.id, arg("userId")), isNull(users.deletedAt)))
  .prepare("session");

const knownBrowser = orm
  .select({ id: devices.id })
  .from(devices)
  .where(and(eq(devices.userId, arg("userId")), eq(devices.browserHash, arg("browserHash"))))
  .limit(1)
  .prepare("known_browser");

const passwordUnderLock = orm
  .select({ passwordHash: users.passwordHash, mustChangePassword: users.mustChangePassword })
  .from(users)
  .where(and(eq(users.id, arg("id")), isNull(users.deletedAt)))
  .for("update")
  .prepare("password_under_lock");

/** How an email is compared: in lower case, nothing else folded. */
export function emailKeyOf(email: string): string {
  return email.trim().toLowerCase();
}

export async function readUserByEmail(db: Reads, across: AcrossScope, email: string): Promise<UserRow | undefined> {
  const [row] = await db.run(across, byEmail, { emailKey: emailKeyOf(email) });
  return row;
}

export async function readUser(db: Reads, across: AcrossScope, id: string): Promise<UserRow | undefined> {
  const [row] = await db.run(across, byId, { id });
  return row;
}

export async function readSession(db: Reads, across: AcrossScope, userId: string, deviceId: string | undefined) {
  const [row] = await db.run(across, session, { userId, deviceId: deviceId ?? null });
  return row;
}

/** Whether the person has logged in from this browser before. */
export async function isKnownBrowser(db: Reads, across: AcrossScope, userId: string, browserHash: Buffer) {
  const rows = await db.run(across, knownBrowser, { userId, browserHash });
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
export async function insertUser(tx: Tx, _across: AcrossScope, user: NewUser): Promise<void> {
  const emailConfirmedAt = user.emailConfirmed ? sql`now()` : null;
  await tx.orm.insert(users).values({ ...user, emailConfirmedAt, emailKey: emailKeyOf(user.email) });
}

/** The address was shown to be theirs. */
export async function confirmAddress(tx: Tx, _across: AcrossScope, id: string): Promise<void> {
  await tx.orm
    .update(users)
    .set({ emailConfirmed: true, emailConfirmedAt: sql`now()`, ...touched(users) })
    .where(eq(users.id, id));
}

export async function updateUser(
  tx: Tx,
  _across: AcrossScope,
  id: string,
  change: Partial<Omit<typeof users.$inferInsert, "id" | "email" | "emailKey">>,
): Promise<void> {
  await tx.orm
    .update(users)
    .set({ ...change, ...touched(users) })
    .where(eq(users.id, id));
}

/** Notes that the person is being told that their address was tried; `false` when they were within the last day. */
export async function noteTold(tx: Tx, _across: AcrossScope, id: string): Promise<boolean> {
  const isDue = or(isNull(users.toldTakenAt), lt(users.toldTakenAt, sql`now() - interval '1 day'`));
  const told = await tx.orm
    .update(users)
    .set({ toldTakenAt: sql`now()` })
    .where(and(eq(users.id, id), isDue))
    .returning({ id: users.id });
  return told.length > 0;
}

/** Takes the note back, where the mail did not leave. */
export async function forgetTold(tx: Tx, _across: AcrossScope, id: string): Promise<void> {
  await tx.orm.update(users).set({ toldTakenAt: null }).where(eq(users.id, id));
}

/** The person under a lock: what is judged by it cannot change before the commit. */
export async function lockUser(tx: Tx, across: AcrossScope, id: string): Promise<UserRow | undefined> {
  await tx.orm.select({ id: users.id }).from(users).where(eq(users.id, id)).for("update");
  return readUser(tx, across, id);
}

/** The same for the password alone, in one statement; undefined when the person is gone. */
export async function lockPassword(tx: Tx, across: AcrossScope, id: string) {
  const [row] = await tx.run(across, passwordUnderLock, { id });
  return row;
}

export async function insertDevice(tx: Tx, _across: AcrossScope, device: typeof devices.$inferInsert): Promise<void> {
  await tx.orm.insert(devices).values(device);
}

export async function updateDevice(
  tx: Tx,
  _across: AcrossScope,
  id: string,
  change: Partial<Pick<typeof devices.$inferInsert, "authenticatedAt" | "lastUsedAt">>,
): Promise<void> {
  await tx.orm.update(devices).set(change).where(eq(devices.id, id));
}

export async function readDevice(tx: Tx, _across: AcrossScope, id: string) {
  const [row] = await tx.orm.select().from(devices).where(eq(devices.id, id));
  return row;
}

/** Whether there was such a live device of this person. */
export async function endDevice(tx: Tx, _across: AcrossScope, userId: string, id: string): Promise<boolean> {
  const ended = await tx.orm
    .update(devices)
    .set({ endedAt: sql`now()` })
    .where(and(eq(devices.id, id), eq(devices.userId, userId), isNull(devices.endedAt)))
    .returning({ id: devices.id });
  return ended.length > 0;
}

export async function endDevices(tx: Tx, _across: AcrossScope, userId: string, but: string | null): Promise<void> {
  const isMeant = but === null ? undefined : ne(devices.id, but);
  await tx.orm
    .update(devices)
    .set({ endedAt: sql`now()` })
    .where(and(eq(devices.userId, userId), isNull(devices.endedAt), isMeant));
}

/** From now on every browser is a stranger's, until the next log-in from it. */
export async function forgetBrowsers(tx: Tx, _across: AcrossScope, userId: string): Promise<void> {
  await tx.orm.update(devices).set({ browserHash: null }).where(eq(devices.userId, userId));
}

/** Live ones, the newest first. */
export function readDevices(db: Reads, across: AcrossScope, userId: string): Promise<(typeof devices.$inferSelect)[]> {
  return db.read(across, (query) =>
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

/** Live and ended ones. */
export function readAllDevices(
  db: Reads,
  across: AcrossScope,
  userId: string,
): Promise<(typeof devices.$inferSelect)[]> {
  return db.read(across, (query) =>
    query.select().from(devices).where(eq(devices.userId, userId)).orderBy(desc(devices.createdAt), desc(devices.id)),
  );
}

/** Everything by which a person could get in, gone for good. */
export async function deleteCredentials(tx: Tx, _across: AcrossScope, userId: string): Promise<void> {
  await tx.orm.delete(devices).where(eq(devices.userId, userId));
  await tx.orm.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await tx.orm.delete(mailTokens).where(eq(mailTokens.userId, userId));
}

/** Keeps the id, which the record of acts names, and nothing of the person; the address is free again. */
export async function anonymizeUser(tx: Tx, _across: AcrossScope, id: string): Promise<void> {
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
      passwordHash: null,
      makerBrowserHash: null,
      tokensRevokedAt: sql`now()`,
      deletedAt: sql`now()`,
      ...touched(users),
    })
    .where(eq(users.id, id));
}
