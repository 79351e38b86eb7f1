import { randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { insertOrganization } from "#features/directory/server/queries.ts";
import type { Visitor } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { sha256 } from "#platform/server/encryption/sha256.ts";
import { emailConfirmLink } from "../emails.ts";
import { insertUser, readUser, type UserRow } from "../store.ts";
import { recordUserEvent } from "./record.ts";

export type NewAccount = Pick<
  UserRow,
  "firstName" | "lastName" | "email" | "passwordHash" | "emailConfirmed" | "hasSocialAuth" | "profilePicURL"
>;

/**
 * In the inviting organization, or else in a new one. Throws the unique violation `users_email_key` when the address is
 * taken. Never changes an existing account.
 */
export async function insertAccount(
  ctx: Context,
  tx: Tx,
  visitor: Visitor,
  account: NewAccount,
  invitationToken?: string,
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
      name: `${account.firstName} ${account.lastName}`.trim(),
      membershipId: randomUUID(),
      userId,
      role: "registered",
    });
  const user = await readUser(tx, system, userId);
  if (!user) throw new Error("a person just inserted is gone");
  await recordUserEvent(tx, user, "user.registered", visitor);
  if (!account.emailConfirmed) await jobs.send(tx, emailConfirmLink, { userId });
  return user;
}
