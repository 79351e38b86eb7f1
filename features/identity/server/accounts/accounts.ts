// Owns how an account begins, by whatever way in: the person, a place in an organization, the record of it.
import { randomUUID } from "node:crypto";
import { insertOrganization } from "#features/organizations/server/store.ts";
import type { Visitor } from "#kit/server/actor.ts";
import type { Tx } from "#kit/server/database/database.ts";
import { sha256 } from "#kit/server/sealing/sha256.ts";
import type { IdentityDeps } from "../deps.ts";
import { mailConfirmLink } from "../mails.ts";
import { recordAct } from "./record.ts";
import { insertUser, readUser, type UserRow } from "../store.ts";

export type NewAccount = Pick<
  UserRow,
  "firstName" | "lastName" | "email" | "passwordHash" | "emailConfirmed" | "hasSocialAuth" | "profilePicURL"
>;

/**
 * In the organization that invites them, else in one of their own. Throws the unique violation `users_email_key` when the
 * address is taken; an account that is there is never touched.
 */
export async function insertAccount(
  { across, jobs, invitations }: Pick<IdentityDeps, "across" | "jobs" | "invitations">,
  tx: Tx,
  visitor: Visitor,
  account: NewAccount,
  invitationToken?: string,
): Promise<UserRow> {
  const userId = randomUUID();
  if (invitationToken !== undefined) await invitations.hold(tx, invitationToken);
  const makerBrowserHash = sha256(visitor.browser.remember());
  await insertUser(tx, across, { ...account, id: userId, makerBrowserHash });
  if (invitationToken !== undefined)
    await invitations.join(tx, invitationToken, { userId, email: account.email, address: visitor.address });
  else
    await insertOrganization(tx, across, {
      id: randomUUID(),
      name: `${account.firstName} ${account.lastName}`.trim(),
      membershipId: randomUUID(),
      userId,
      role: "registered",
    });
  const user = await readUser(tx, across, userId);
  if (!user) throw new Error("a person just inserted is gone");
  await recordAct(tx, user, "user.registered", visitor);
  if (!account.emailConfirmed) await jobs.send(tx, mailConfirmLink, { userId });
  return user;
}
