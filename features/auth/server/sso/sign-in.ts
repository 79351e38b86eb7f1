import { randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { ORGANIZATIONS_PER_PERSON } from "#features/directory/contract.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { SignedIn, Visitor } from "#platform/server/actor.ts";
import { AppError } from "#platform/contract/errors.ts";
import { type Tx, violatedConstraint } from "#platform/server/database/database.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import type { SsoProfile } from "#providers/identity-provider/provider.ts";
import { settle } from "../login-attempts/judge.ts";
import { type GuessRefusal, judgeSecondFactor } from "../second-factor/judge-second-factor.ts";
import { authenticate } from "../sessions/authenticate.ts";
import { endAllSessions, renewToken, requireLiveSession, startSession } from "../sessions/sessions.ts";
import { disconnectAll } from "../social/connections.ts";
import { deleteFactor } from "../second-factor/second-factor.ts";
import { unlockAddress } from "../login-attempts/lockout.ts";
import { recordUserEvent } from "../accounts/accounts.ts";
import {
  confirmAddress,
  forgetBrowsers,
  insertUser,
  lockUser,
  readUser,
  readUserByEmail,
  updateUser,
  type UserRow,
} from "../queries.ts";
import { domainOf, findSsoAttempt, isOpen, readSsoProfile, type SsoReturn } from "./attempts.ts";
import * as queries from "./queries.ts";
import type { SsoAttemptRow } from "./queries.ts";

type Outcome = GuessRefusal | { readonly token: string };

/** Another request made the same account or connection first. A second run finds it. */
const RACES = new Set<string | undefined>(["users_email_key", "sso_identities_subject", "memberships_one_each"]);

/** Signs in, or completes the test of a connection. Throws the errors of the call. */
export async function finishSso(
  ctx: Context,
  visitor: Visitor,
  { secondFactorCode, ...back }: SsoReturn & { secondFactorCode?: string | undefined },
): Promise<{ token: string }> {
  const attempt = await findSsoAttempt(ctx, visitor, back);
  const tester = attempt.userId === null ? null : await requireTester(ctx, visitor, attempt.userId);
  const profile = await readSsoProfile(ctx, attempt, back);
  const decide = async (tx: Tx): Promise<Outcome> => {
    const open = await queries.lockAttempt(tx, ctx.system, attempt.stateHash);
    if (!open || !isOpen(open)) return { refusal: "SSO_REFUSED" };
    const outcome = tester
      ? await passTest(ctx, tx, tester, open)
      : await enter(ctx, tx, visitor, { organizationId: open.organizationId, profile, secondFactorCode });
    // Used up in the transaction that issues the token, so that only one of many concurrent requests succeeds.
    if ("token" in outcome) {
      const usedAt = new Date().toISOString();
      await queries.updateAttempt(tx, ctx.system, open.stateHash, { usedAt, profile: null });
    } else if (outcome.isGuess) {
      await queries.updateAttempt(tx, ctx.system, open.stateHash, { failures: open.failures + 1 });
    }
    return outcome;
  };
  try {
    return await settle(ctx, decide);
  } catch (error) {
    if (!RACES.has(violatedConstraint(error))) throw error;
    return settle(ctx, decide);
  }
}

/** The admin who returns must be the one who began. */
async function requireTester(ctx: Context, visitor: Visitor, userId: string): Promise<SignedIn> {
  if (visitor.bearer === null) throw new AppError("SSO_REFUSED");
  const person = await authenticate(ctx, visitor.bearer);
  if (person.userId !== userId) throw new AppError("SSO_REFUSED");
  return { ...visitor, ...person };
}

/** The provider has answered as it should; whom it named does not matter. */
async function passTest(
  ctx: Context,
  tx: Tx,
  tester: SignedIn,
  { organizationId }: SsoAttemptRow,
): Promise<{ token: string }> {
  await requireLiveSession(ctx, tx, tester);
  await queries.markTested(tx, ctx.system, organizationId);
  const act = { action: "sso.tested", objectType: "sso", objectId: null };
  await appendAudit(tx, organizationId, { ...act, actorId: tester.userId, address: tester.address });
  return renewToken(ctx, tx, tester);
}

interface Entering {
  readonly organizationId: string;
  readonly profile: SsoProfile;
  readonly secondFactorCode: string | undefined;
}

async function enter(ctx: Context, tx: Tx, visitor: Visitor, entering: Entering): Promise<Outcome> {
  const { system } = ctx;
  const { organizationId, profile, secondFactorCode } = entering;
  // Also of a person it named before: a provider speaks only for the domains of its organization.
  if (!(await queries.hasDomain(tx, system, organizationId, domainOf(profile.email))))
    return { refusal: "SSO_ADDRESS_REFUSED" };
  const found = await lockFoundUser(ctx, tx, entering);
  const membership = found && (await queries.readMembership(tx, system, organizationId, found.id));
  // Who was removed comes back by an invitation, or when the provider's directory says so.
  if (membership && membership.status !== "active") return { refusal: "SSO_NO_MEMBER" };
  const user = found ? await confirmedUser(ctx, tx, visitor, found) : await createUser(ctx, tx, visitor, profile);
  // The provider vouches to its organization alone, and the account may open others.
  const refused = user.hasSecondFactor ? await judgeSecondFactor(ctx, tx, visitor, user, secondFactorCode) : null;
  if (refused) return refused;
  if (!membership) {
    if (user.memberships.length >= ORGANIZATIONS_PER_PERSON) return { refusal: "LIMIT_REACHED" };
    await join(tx, system, { organizationId, userId: user.id, address: visitor.address });
  }
  const current = await readUser(tx, system, user.id);
  await queries.putIdentity(tx, system, { organizationId, userId: user.id, subject: profile.subject });
  const act = { action: "user.logged-in", objectType: "user", objectId: user.id };
  const detail = { provider: "single sign-on" };
  await appendAudit(tx, organizationId, { ...act, actorId: user.id, address: visitor.address, detail });
  return { token: await startSession(ctx, tx, current ?? user, visitor, { ssoOrganizationId: organizationId }) };
}

/** By the subject that the provider has named before, else by the address. */
async function lockFoundUser(
  { system }: Context,
  tx: Tx,
  { organizationId, profile }: Entering,
): Promise<UserRow | undefined> {
  const knownId = await queries.readUserIdOfSubject(tx, system, organizationId, profile.subject);
  const known = knownId === undefined ? undefined : await lockUser(tx, system, knownId);
  if (known && (await queries.hasDomain(tx, system, organizationId, domainOf(known.email)))) return known;
  const found = await readUserByEmail(tx, system, profile.email);
  return found && lockUser(tx, system, found.id);
}

/**
 * The user, whose address is confirmed from now on. An account whose address no one has confirmed may be a stranger's,
 * made to wait for the owner: everything that could sign in to it ends.
 */
export async function confirmedUser(
  ctx: Context,
  tx: Tx,
  visitor: Pick<Visitor, "address">,
  user: UserRow,
): Promise<UserRow> {
  const { system } = ctx;
  if (user.emailConfirmed) return user;
  await disconnectAll(tx, system, user.id);
  await deleteFactor(tx, system, user.id);
  await endAllSessions(ctx, tx, user.id);
  await forgetBrowsers(tx, system, user.id);
  await unlockAddress(tx, system, user.email);
  await updateUser(tx, system, user.id, { passwordHash: null, mustChangePassword: false });
  await confirmAddress(tx, system, user.id);
  await recordUserEvent(tx, user, "user.email-confirmed", visitor);
  return getUser(tx, system, user.id);
}

/** With a confirmed address and without a password or an organization. */
export async function createUser(
  { system }: Context,
  tx: Tx,
  visitor: Pick<Visitor, "address">,
  { email, firstName, lastName }: Pick<SsoProfile, "email" | "firstName" | "lastName">,
): Promise<UserRow> {
  const id = randomUUID();
  await insertUser(tx, system, {
    id,
    firstName: tidyName(firstName) || tidyName(email.split("@")[0] ?? "") || "Member",
    lastName: tidyName(lastName),
    email,
    passwordHash: null,
    emailConfirmed: true,
    hasSocialAuth: false,
    profilePicURL: null,
    makerBrowserHash: null,
  });
  const user = await getUser(tx, system, id);
  await recordUserEvent(tx, user, "user.registered", visitor);
  return user;
}

async function getUser(tx: Tx, system: SystemScope, id: string): Promise<UserRow> {
  const user = await readUser(tx, system, id);
  if (!user) throw new Error("a person under lock is gone");
  return user;
}

/** As the form of a name takes it: at most 100 characters, without control characters. */
export function tidyName(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cs}\s\u2028\u2029]+/gu, " ").trim();
  return [...plain].slice(0, 100).join("").trim();
}

/** With the role that the connection gives to newcomers. */
async function join(
  tx: Tx,
  system: SystemScope,
  { organizationId, userId, address }: { organizationId: string; userId: string; address: string },
): Promise<void> {
  const connection = await queries.readConnection(tx, system, organizationId);
  if (!connection) throw new AppError("SSO_REFUSED"); // removed since
  const role = connection.defaultRole;
  const id = await queries.insertMembership(tx, system, { organizationId, userId, role });
  const act = { action: "member.joined", objectType: "member", objectId: id };
  const detail = { role, groupIds: [], provider: "single sign-on" };
  await appendAudit(tx, organizationId, { ...act, actorId: userId, address, detail });
}
