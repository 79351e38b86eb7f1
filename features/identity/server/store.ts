// Owns the SQL on people, devices and mailed links. A person belongs to no organization, so all of it runs across.
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { membershipsOfUser, type MembershipJson } from "#features/organizations/server/store.ts";
import { orm, type Reads, type Tx } from "#kit/server/database.ts";
import type { AcrossScope } from "#kit/server/scope.ts";
import { arg, touched } from "#kit/server/tables.ts";
import { devices, mailTokens, users } from "./tables.ts";

/** A person as rules need one; the password hash never leaves this feature. */
export interface UserRow {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly emailConfirmed: boolean;
  readonly hasSocialAuth: boolean;
  readonly profilePicURL: string | null;
  readonly passwordHash: string | null;
  readonly mustChangePassword: boolean;
  readonly failedLogins: number;
  readonly firstFailedAt: string | null;
  readonly lockCount: number;
  readonly lockedUntil: string | null;
  readonly tokensRevokedAt: string | null;
  readonly memberships: MembershipJson[];
}

const userFields = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  emailConfirmed: users.emailConfirmed,
  hasSocialAuth: users.hasSocialAuth,
  profilePicURL: users.profilePicURL,
  passwordHash: users.passwordHash,
  mustChangePassword: users.mustChangePassword,
  failedLogins: users.failedLogins,
  firstFailedAt: users.firstFailedAt,
  lockCount: users.lockCount,
  lockedUntil: users.lockedUntil,
  tokensRevokedAt: users.tokensRevokedAt,
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
    deviceEndedAt: devices.endedAt,
    memberships: sql<SessionMembership[]>`(
      select coalesce(json_agg(json_build_object('id', m.id, 'organizationId', m.organization_id, 'role', m.role)
        order by m.created_at, m.id), '[]')
      from memberships m where m.user_id = users.id and m.status = 'active')`,
  })
  .from(users)
  .leftJoin(devices, eq(devices.id, arg("deviceId")))
  .where(and(eq(users.id, arg("userId")), isNull(users.deletedAt)))
  .prepare("session");

type SessionMembership = Pick<MembershipJson, "id" | "organizationId" | "role">;

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

type NewUser = Pick<
  typeof users.$inferInsert,
  "id" | "firstName" | "lastName" | "email" | "passwordHash" | "emailConfirmed"
>;

/** Throws the unique violation `users_email_key` when the address is taken. */
export async function insertUser(tx: Tx, _across: AcrossScope, user: NewUser): Promise<void> {
  await tx.orm.insert(users).values({ ...user, emailKey: emailKeyOf(user.email) });
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

/** Locks the person's row, so that failures counted at once are all counted. */
export async function lockUser(tx: Tx, across: AcrossScope, id: string): Promise<UserRow | undefined> {
  await tx.orm.select({ id: users.id }).from(users).where(eq(users.id, id)).for("update");
  return readUser(tx, across, id);
}

export async function insertDevice(tx: Tx, _across: AcrossScope, device: typeof devices.$inferInsert): Promise<void> {
  await tx.orm.insert(devices).values(device);
}

export async function endDevice(tx: Tx, _across: AcrossScope, id: string): Promise<void> {
  await tx.orm
    .update(devices)
    .set({ endedAt: sql`now()` })
    .where(and(eq(devices.id, id), isNull(devices.endedAt)));
}

/** Keeps a new link's hash and ends the person's earlier links of the same purpose. */
export async function replaceMailToken(
  tx: Tx,
  _across: AcrossScope,
  token: typeof mailTokens.$inferInsert,
): Promise<void> {
  await tx.orm
    .update(mailTokens)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(mailTokens.userId, token.userId),
        eq(mailTokens.purpose, token.purpose),
        ne(mailTokens.hash, token.hash),
        isNull(mailTokens.endedAt),
      ),
    );
  await tx.orm.insert(mailTokens).values(token);
}

export async function readMailToken(tx: Tx, _across: AcrossScope, hash: Buffer) {
  const [row] = await tx.orm.select().from(mailTokens).where(eq(mailTokens.hash, hash)).for("update");
  return row;
}

export async function useMailToken(tx: Tx, _across: AcrossScope, hash: Buffer): Promise<void> {
  await tx.orm
    .update(mailTokens)
    .set({ usedAt: sql`now()` })
    .where(eq(mailTokens.hash, hash));
}
