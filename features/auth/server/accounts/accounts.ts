import { randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { insertOrganization } from "#features/directory/server/queries.ts";
import type { SignedIn, Visitor } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { emailConfirmLink } from "../emails.ts";
import { insertUser, readUser, type UserRow } from "../queries.ts";
import { appendAudit, NO_ORGANIZATION } from "#platform/server/audit.ts";

export type NewAccount = Pick<
  UserRow,
  "firstName" | "lastName" | "email" | "passwordHash" | "emailConfirmed" | "hasSocialAuth" | "profilePicURL"
>;

interface Founding {
  readonly invitationToken?: string | undefined;
  /** Names the new organization; the user's name by default. */
  readonly company?: string | null | undefined;
}

/**
 * In the inviting organization, or else in a new one. Throws the unique violation `users_email_key` when the address is
 * taken. Never changes an existing account.
 */
export async function insertAccount(
  ctx: Context,
  tx: Tx,
  visitor: Visitor,
  account: NewAccount,
  { invitationToken, company }: Founding = {},
): Promise<UserRow> {
  const { system, jobs, registration } = ctx;
  const userId = randomUUID();
  if (invitationToken !== undefined) await registration.lockInviting(ctx, tx, invitationToken);
  const makerBrowserHash = sha256(visitor.browser.remember());
  await insertUser(tx, system, { ...account, id: userId, makerBrowserHash });
  if (invitationToken !== undefined)
    await registration.join(ctx, tx, invitationToken, { userId, email: account.email, address: visitor.address });
  else
    await insertOrganization(tx, system, {
      id: randomUUID(),
      name: company ?? `${account.firstName} ${account.lastName}`.trim(),
      membershipId: randomUUID(),
      userId,
      role: "registered",
      bankDataProduct: ctx.settings.bankDataProduct,
    });
  const user = await readUser(tx, system, userId);
  if (!user) throw new Error("a person just inserted is gone");
  await recordUserEvent(tx, user, "user.registered", visitor);
  if (!account.emailConfirmed) await jobs.send(tx, emailConfirmLink, { userId });
  return user;
}

interface Recorded {
  readonly id: string;
  readonly memberships: readonly { readonly organizationId: string }[];
}

/**
 * For a user in several organizations the event belongs to none, so that no admin reads what a user did while they
 * worked for another organization.
 * @param action `user.verb`, for example `user.logged-in`
 */
export async function recordUserEvent(
  tx: Tx,
  user: Recorded,
  action: string,
  { address }: Pick<Visitor, "address">,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const [only, ...others] = user.memberships;
  const organizationId = only && others.length === 0 ? only.organizationId : NO_ORGANIZATION;
  const what = { action, objectType: "user", objectId: user.id };
  await appendAudit(tx, organizationId, { ...what, actorId: user.id, address, detail });
}

/** The same for an action of a signed-in user. */
export function recordOwnEvent(
  tx: Tx,
  person: SignedIn,
  action: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  return recordUserEvent(tx, { ...person, id: person.userId }, action, person, detail);
}

/**
 * Who may register with an emailed invitation, and what they join. Invitations belong to `organizations`, which depends
 * on `auth`; so `app/server/events.ts` names the policy.
 */
export interface RegistrationPolicy {
  /** Throws LINK_DEAD, INVITATION_FOR_ANOTHER. */
  requireInvited(ctx: Context, token: string, email: string): Promise<void>;
  /** Locks the inviting organization before any other row. Throws LINK_DEAD. */
  lockInviting(ctx: Context, tx: Tx, token: string): Promise<void>;
  /** Adds the new user to the inviting organization. Throws LINK_DEAD, INVITATION_FOR_ANOTHER, LIMIT_REACHED. */
  join(ctx: Context, tx: Tx, token: string, person: { userId: string; email: string; address: string }): Promise<void>;
}

declare module "#platform/server/context.ts" {
  interface Context {
    readonly registration: RegistrationPolicy;
  }
}
