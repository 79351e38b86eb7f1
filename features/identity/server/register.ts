// Owns how an account begins: the person, an organization of their own, and the mail that confirms the address.
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { register } from "#features/identity/contract.ts";
import { insertOrganization } from "#features/organizations/server/store.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Actor, Visitor } from "#kit/server/actor.ts";
import { appendAudit } from "#kit/server/audit.ts";
import { violatedConstraint } from "#kit/server/database.ts";
import type { IdentityDeps } from "./deps.ts";
import { mailAccountExists, mailConfirmLink } from "./mails.ts";
import { requireGoodPassword } from "./passwords.ts";
import { insertUser, readUserByEmail } from "./store.ts";

/** Never touches an account that is there. A taken address is EMAIL_TAKEN, or a mail to its owner with hideAccounts. */
export async function registerUser(
  deps: IdentityDeps,
  visitor: Visitor,
  { firstName, lastName, email, password }: z.output<(typeof register)["body"]>,
): Promise<{ email: string }> {
  requireGoodPassword(password, deps.passwordMinLength, [firstName, lastName, email]);
  // Hashed before the look-up, so that a taken address takes as long as a free one.
  const passwordHash = await deps.passwords.hash(password);
  if (!(await readUserByEmail(deps.db, deps.across, email))) {
    try {
      await createAccount(deps, visitor, { firstName, lastName, email, passwordHash });
      return { email };
    } catch (error) {
      if (violatedConstraint(error) !== "users_email_key") throw error; // lost a race for the address
    }
  }
  if (!deps.hideAccounts) throw new AppError("EMAIL_TAKEN");
  await tellOwner(deps, email);
  return { email };
}

/** Mails the confirm link again, to the caller's own address. */
export async function resendConfirmation(deps: IdentityDeps, actor: Actor): Promise<void> {
  if (actor.emailConfirmed) return;
  await deps.db.transaction(deps.across, (tx) => deps.jobs.send(tx, mailConfirmLink, { userId: actor.userId }));
}

interface NewAccount {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly passwordHash: string;
}

async function createAccount(deps: IdentityDeps, visitor: Visitor, account: NewAccount): Promise<void> {
  const userId = randomUUID();
  const organizationId = randomUUID();
  await deps.db.transaction(deps.across, async (tx) => {
    await insertUser(tx, deps.across, { ...account, id: userId });
    await insertOrganization(tx, deps.across, {
      id: organizationId,
      name: `${account.firstName} ${account.lastName}`,
      membershipId: randomUUID(),
      userId,
      role: "registered",
    });
    await appendAudit(tx, organizationId, {
      actorId: userId,
      action: "user.registered",
      objectType: "user",
      objectId: userId,
      address: visitor.address,
    });
    await deps.jobs.send(tx, mailConfirmLink, { userId });
  });
}

async function tellOwner(deps: IdentityDeps, email: string): Promise<void> {
  const owner = await readUserByEmail(deps.db, deps.across, email);
  if (owner)
    await deps.db.transaction(deps.across, (tx) => deps.jobs.send(tx, mailAccountExists, { userId: owner.id }));
}
