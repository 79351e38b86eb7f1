import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { lockUser, readUser, readUserByEmail, updateUser as updateAccount } from "#features/auth/server/queries.ts";
import { endAllSessions } from "#features/auth/server/sessions/sessions.ts";
import { domainOf } from "#features/auth/server/sso/attempts.ts";
import * as sso from "#features/auth/server/sso/queries.ts";
import { confirmedUser, createUser as createAccount, tidyName } from "#features/auth/server/sso/sign-in.ts";
import { ORGANIZATIONS_PER_PERSON } from "#features/directory/contract.ts";
import { endMembership } from "#features/organizations/server/members/members.ts";
import { replaceGroups, updateMemberRow } from "#features/organizations/server/members/queries.ts";
import { lockOrganizationMembers } from "#features/organizations/server/members/rights.ts";
import { lockOrganization } from "#features/organizations/server/settings-queries.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import { type Tx, violatedConstraint } from "#platform/server/database/database.ts";
import { normalizeEmail } from "#platform/text/text.ts";
import { readMapped } from "./mapped-roles.ts";
import * as queries from "./queries.ts";
import type { ScimUserRow } from "./queries.ts";
import type { UserChange } from "./read-changes.ts";
import { ScimError } from "./scim-error.ts";

export function listUsers({ db }: Context, { scope }: Actor, page: queries.Page) {
  return queries.readUsers(db, scope, page);
}

/** Throws NOT_FOUND. */
export async function findUser({ db }: Context, { scope }: Actor, id: string): Promise<ScimUserRow> {
  const user = await queries.readUser(db, scope, id);
  if (!user) throw new AppError("NOT_FOUND");
  return user;
}

/** Another request made the same account or membership first. */
const RACES = new Set<string | undefined>(["users_email_key", "memberships_one_each"]);

/**
 * Makes an account, or links the one with the address, which has to be in a verified domain. A removed member comes back.
 * Throws ScimError, LIMIT_REACHED, FORBIDDEN.
 */
export async function createUser(ctx: Context, actor: Actor, input: UserChange): Promise<ScimUserRow> {
  const { db, system } = ctx;
  const { scope, organizationId } = actor;
  const { userName, externalId = null, isActive = true } = input;
  if (userName === undefined) throw new ScimError(400, "invalidValue", "userName is required.");
  const email = await readOwnAddress(ctx, actor, input);
  const make = async (tx: Tx): Promise<string> => {
    // The same lock order as everywhere: organization, user, members.
    await lockOrganization(tx, scope);
    const found = await readUserByEmail(tx, system, email);
    const locked = found && (await lockUser(tx, system, found.id));
    await lockOrganizationMembers(tx, scope, actor);
    const isTaken = await queries.hasUserName(tx, scope, userName);
    const there = locked && (await sso.readMembership(tx, system, organizationId, locked.id));
    if (isTaken || there?.status === "active")
      throw new ScimError(409, "uniqueness", "There is already a user with this userName or address.");
    const account = locked
      ? await confirmedUser(ctx, tx, actor, locked)
      : await createAccount(ctx, tx, actor, { email, ...namesOf(input, email) });
    if (isActive && account.memberships.length >= ORGANIZATIONS_PER_PERSON) throw new AppError("LIMIT_REACHED");
    const id = there?.id ?? randomUUID();
    const { role } = await readMapped(tx, actor, id);
    const status = isActive ? "active" : "removed";
    if (there) await updateMemberRow(tx, scope, id, { role, status });
    else await queries.insertMembership(tx, system, { organizationId, id, userId: account.id, role, status });
    await queries.putUser(tx, scope, { membershipId: id, userName, externalId });
    if (isActive) await recordJoined(tx, actor, id, role, []);
    return id;
  };
  try {
    return await findUser(ctx, actor, await db.transaction(system, make));
  } catch (error) {
    if (!RACES.has(violatedConstraint(error))) throw error;
    return findUser(ctx, actor, await db.transaction(system, make));
  }
}

/** The primary email or the user name, whichever is an address in a verified domain. */
async function readOwnAddress(ctx: Context, { organizationId }: Actor, input: UserChange): Promise<string> {
  for (const text of [input.email, input.userName]) {
    const email = z.email().safeParse(normalizeEmail(text ?? "")).data;
    if (email !== undefined && (await sso.hasDomain(ctx.db, ctx.system, organizationId, domainOf(email)))) return email;
  }
  throw new ScimError(400, "invalidValue", "Neither userName nor the email is in a verified domain.");
}

function namesOf({ firstName = "", lastName = "", displayName = "" }: UserChange, email: string) {
  if (tidyName(firstName) || tidyName(lastName)) return { firstName, lastName };
  const [first = "", ...others] = tidyName(displayName).split(" ");
  return { firstName: first || (email.split("@")[0] ?? ""), lastName: others.join(" ") };
}

/**
 * The account's own address never changes: with it, a directory could take over an account that opens other
 * organizations. Throws NOT_FOUND, ScimError, LAST_ADMIN, BREAK_GLASS_REQUIRED, LIMIT_REACHED, FORBIDDEN.
 */
export async function updateUser(ctx: Context, actor: Actor, id: string, change: UserChange): Promise<ScimUserRow> {
  const { db, system } = ctx;
  const { scope } = actor;
  const account = await readUser(db, system, (await findUser(ctx, actor, id)).userId);
  await db.transaction(scope, async (tx) => {
    const members = await lockOrganizationMembers(tx, scope, actor);
    const user = await queries.readUser(tx, scope, id);
    if (!user) throw new AppError("NOT_FOUND");
    const { userName = user.userName, externalId = user.externalId, isActive = user.isActive } = change;
    if (!user.isLinked || userName !== user.userName || externalId !== user.externalId)
      await queries.putUser(tx, scope, { membershipId: user.id, userName, externalId });
    if (!user.isLinked) await record(tx, actor, "member.linked", user);
    if (isActive === user.isActive) return;
    if (isActive) await restore(tx, actor, user, account?.memberships.length ?? 0);
    else {
      const member = members.find((one) => one.id === user.id)!; // active, and locked
      await endMembership(ctx, tx, scope, actor, { members, member });
    }
  });
  const user = await findUser(ctx, actor, id);
  await changeAccount(ctx, actor, user, change);
  return findUser(ctx, actor, id);
}

/** The membership ends, and the directory no longer knows the person. Throws as `updateUser`. */
export async function deleteUser(ctx: Context, actor: Actor, id: string): Promise<void> {
  const user = await updateUser(ctx, actor, id, { isActive: false });
  await ctx.db.transaction(actor.scope, async (tx) => {
    await lockOrganization(tx, actor.scope);
    await queries.deleteUser(tx, actor.scope, user.id);
    await record(tx, actor, "member.unlinked", user);
  });
}

async function restore(tx: Tx, actor: Actor, user: ScimUserRow, memberships: number): Promise<void> {
  const { scope } = actor;
  if (!user.hasDomain) throw new ScimError(400, "invalidValue", "The person's address is in no verified domain.");
  if (memberships >= ORGANIZATIONS_PER_PERSON) throw new AppError("LIMIT_REACHED");
  const { role, groupIds } = await readMapped(tx, actor, user.id);
  await updateMemberRow(tx, scope, user.id, { role, status: "active" });
  await replaceGroups(tx, scope, user.id, groupIds);
  await recordJoined(tx, actor, user.id, role, groupIds);
}

/** What concerns the whole account, unless it opens another organization too. */
async function changeAccount(ctx: Context, actor: Actor, user: ScimUserRow, change: UserChange): Promise<void> {
  const { db, system } = ctx;
  const firstName = change.firstName === undefined ? user.firstName : tidyName(change.firstName) || user.firstName;
  const lastName = change.lastName === undefined ? user.lastName : tidyName(change.lastName);
  const isRenamed = firstName !== user.firstName || lastName !== user.lastName;
  const isEnding = change.isActive === false;
  if (!isRenamed && !isEnding) return;
  await db.transaction(system, async (tx) => {
    const account = await lockUser(tx, system, user.userId);
    const others = account?.memberships.filter(({ organizationId }) => organizationId !== actor.organizationId);
    if (!account || others!.length > 0 || !user.hasDomain) return;
    // The membership has ended already; this also ends what the person left signed in.
    if (isEnding) await endAllSessions(ctx, tx, account.id);
    if (isRenamed) {
      await updateAccount(tx, system, account.id, { firstName, lastName });
      await record(tx, actor, "member.renamed", user);
    }
  });
}

function recordJoined(tx: Tx, actor: Actor, id: string, role: string, groupIds: readonly string[]): Promise<void> {
  const detail = { role, groupIds, provider: "SCIM" };
  return recordAuditEvent(tx, actor, { action: "member.joined", objectType: "member", objectId: id, detail });
}

function record(tx: Tx, actor: Actor, action: `member.${string}`, { id, userId }: ScimUserRow): Promise<void> {
  return recordAuditEvent(tx, actor, { action, objectType: "member", objectId: id, detail: { userId } });
}
