// These actions affect the whole account, so they are refused for a user who administers another organization.
import type { Context } from "#platform/server/context.ts";
import { allowOneTry, holdFailures } from "#features/auth/server/login-attempts/lockout.ts";
import { emailResetLink } from "#features/auth/server/emails.ts";
import { endAllSessions } from "#features/auth/server/sessions/sessions.ts";
import { lockUser, updateUser, type UserRow } from "#features/auth/server/queries.ts";
import type { MemberDetails } from "#features/organizations/contract.ts";
import { lockOrganization } from "#features/organizations/server/settings-queries.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { isMeant, readDetails } from "./members.ts";
import { recordIn, requireMayHandle, scopeOfPerson, lockOrganizationMembers } from "./rights.ts";
import { readMember } from "./queries.ts";

interface ById {
  readonly id: string;
}

/**
 * Ends every device. The next sign-in needs a password set by the emailed link. A repeated request changes nothing,
 * because otherwise the session that the user starts by the link would end again. Throws NOT_FOUND, FORBIDDEN.
 */
export function requirePasswordChange(ctx: Context, actor: Actor, { id }: ById): Promise<MemberDetails> {
  const { system, jobs } = ctx;
  return withAccount(ctx, actor, id, "member.password-change-required", async (tx, user) => {
    if (user.mustChangePassword) return false;
    await updateUser(tx, system, user.id, { mustChangePassword: true });
    await endAllSessions(ctx, tx, user.id);
    await jobs.send(tx, emailResetLink, { userId: user.id });
    return true;
  });
}

/**
 * The failure count stays: the next wrong password locks the account again, for longer. Throws NOT_FOUND, FORBIDDEN.
 */
export function unlockMember(ctx: Context, actor: Actor, { id }: ById): Promise<MemberDetails> {
  return withAccount(ctx, actor, id, "member.unlocked", (tx, user) => allowOneTry(tx, ctx.system, user.email));
}

async function withAccount(
  ctx: Context,
  actor: Actor,
  id: string,
  action: `member.${string}`,
  /** Returns whether it changed anything. */
  work: (tx: Tx, user: UserRow) => Promise<boolean>,
): Promise<MemberDetails> {
  const scope = await scopeOfPerson(ctx, actor, id);
  const found = await readMember(ctx.db, scope, id);
  if (!found) throw new AppError("NOT_FOUND");
  await ctx.db.transaction(ctx.system, async (tx) => {
    // The same lock order as everywhere: organization, failed sign-ins for the address, user, members.
    await lockOrganization(tx, scope);
    await holdFailures(tx, ctx.system, found.email);
    const user = await lockUser(tx, ctx.system, found.userId);
    const members = await lockOrganizationMembers(tx, scope, actor);
    const member = members.find((one) => isMeant(one, id));
    if (!user || !member) throw new AppError("NOT_FOUND");
    requireMayHandle(actor, member.role, ...user.memberships.map(({ role }) => role));
    const rulesElsewhere = user.memberships.some(
      ({ organizationId, role }) => organizationId !== scope.organizationId && role === "admin",
    );
    if (rulesElsewhere && actor.role !== "root") throw new AppError("FORBIDDEN");
    if (await work(tx, user)) await recordIn(tx, scope, actor, action, member.id, { userId: user.id });
  });
  return readDetails(ctx, scope, id);
}
