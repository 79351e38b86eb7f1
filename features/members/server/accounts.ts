// Owns what an admin may do to how a member gets in. It touches their whole account, so who rules elsewhere is not theirs.
import { allowOneTry, holdFailures } from "#features/identity/server/guesses/lockout.ts";
import { mailResetLink } from "#features/identity/server/mails.ts";
import { endAllSessions } from "#features/identity/server/sessions/sessions.ts";
import { lockUser, updateUser, type UserRow } from "#features/identity/server/store.ts";
import type { MemberDetails } from "#features/members/contract.ts";
import { lockOrganization } from "#features/organizations/server/settings-store.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Actor } from "#kit/server/actor.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { MemberDeps } from "./deps.ts";
import { isMeant, readDetails } from "./members.ts";
import { recordIn, requireMayHandle, scopeOfPerson, takeOrganization } from "./rights.ts";
import { readMember } from "./store.ts";

interface ById {
  readonly id: string;
}

/**
 * Every device ends, and the next log-in needs a password that the mailed link sets; asked for already it changes
 * nothing, or nobody could keep the session they begin by it. Throws NOT_FOUND, FORBIDDEN.
 */
export function requirePasswordChange(deps: MemberDeps, actor: Actor, { id }: ById): Promise<MemberDetails> {
  const { across, jobs } = deps;
  return withAccount(deps, actor, id, "member.password-change-required", async (tx, user) => {
    if (user.mustChangePassword) return false;
    await updateUser(tx, across, user.id, { mustChangePassword: true });
    await endAllSessions({ across }, tx, user.id);
    await jobs.send(tx, mailResetLink, { userId: user.id });
    return true;
  });
}

/** What was counted stays: the next wrong try locks again, for longer. Throws NOT_FOUND, FORBIDDEN. */
export function unlockMember(deps: MemberDeps, actor: Actor, { id }: ById): Promise<MemberDetails> {
  return withAccount(deps, actor, id, "member.unlocked", (tx, user) => allowOneTry(tx, deps.across, user.email));
}

async function withAccount(
  deps: MemberDeps,
  actor: Actor,
  id: string,
  action: `member.${string}`,
  /** Whether it changed anything. */
  work: (tx: Tx, user: UserRow) => Promise<boolean>,
): Promise<MemberDetails> {
  const scope = await scopeOfPerson(deps, actor, id);
  const found = await readMember(deps.db, scope, id);
  if (!found) throw new AppError("NOT_FOUND");
  await deps.db.transaction(deps.across, async (tx) => {
    // The organization, what is counted against the address, the person, the members: in the order that all take them.
    await lockOrganization(tx, scope);
    await holdFailures(tx, deps.across, found.email);
    const user = await lockUser(tx, deps.across, found.userId);
    const members = await takeOrganization(tx, scope, actor);
    const member = members.find((one) => isMeant(one, id));
    if (!user || !member) throw new AppError("NOT_FOUND");
    requireMayHandle(actor, member.role, ...user.memberships.map(({ role }) => role));
    const rulesElsewhere = user.memberships.some(
      ({ organizationId, role }) => organizationId !== scope.organizationId && role === "admin",
    );
    if (rulesElsewhere && actor.role !== "root") throw new AppError("FORBIDDEN");
    if (await work(tx, user)) await recordIn(tx, scope, actor, action, member.id, { userId: user.id });
  });
  return readDetails(deps, scope, id);
}
