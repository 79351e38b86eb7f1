import type { Context } from "#platform/server/context.ts";
import { recordOwnEvent } from "#features/auth/server/accounts/accounts.ts";
import { lockUser, readUser, updateUser } from "#features/auth/server/queries.ts";
import type { OfficerContact } from "#features/account/contract.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { SignedIn } from "#platform/server/actor.ts";
import { randomUUID } from "node:crypto";
import { type Membership, ORGANIZATIONS_PER_PERSON } from "#features/directory/contract.ts";
import { toMembership } from "#features/auth/server/auth-user.ts";
import { insertOrganization } from "#features/directory/server/queries.ts";
import { appendAudit } from "#platform/server/audit.ts";

/** Throws NO_USER. */
export async function updateName(
  { db, system }: Context,
  person: SignedIn,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  await db.transaction(system, async (tx) => {
    // The lock prevents a name change from writing to an account that was just erased.
    if (!(await lockUser(tx, system, person.userId))) throw new AppError("NO_USER");
    await updateUser(tx, system, person.userId, { firstName, lastName });
    await recordOwnEvent(tx, person, "user.renamed");
  });
}

/** Throws NO_USER. */
export async function readContact({ db, system }: Context, { userId }: SignedIn): Promise<OfficerContact> {
  const user = await readUser(db, system, userId);
  if (!user) throw new AppError("NO_USER");
  return { nmlsId: user.nmlsId, phone: user.phone };
}

/** Throws NO_USER. */
export async function updateContact(
  { db, system }: Context,
  person: SignedIn,
  { nmlsId, phone }: OfficerContact,
): Promise<OfficerContact> {
  await db.transaction(system, async (tx) => {
    if (!(await lockUser(tx, system, person.userId))) throw new AppError("NO_USER");
    await updateUser(tx, system, person.userId, { nmlsId, phone });
    await recordOwnEvent(tx, person, "user.contact-changed");
  });
  return { nmlsId, phone };
}

/** Throws EMAIL_NOT_CONFIRMED, LIMIT_REACHED. */
export async function createOrganization(
  { db, system, settings: { bankDataProduct } }: Context,
  { userId, address, ownsEmail }: SignedIn,
  { name }: { name: string },
): Promise<Membership> {
  // Otherwise a later owner of the address would find members whom someone else invited.
  if (!ownsEmail) throw new AppError("EMAIL_NOT_CONFIRMED");
  const [id, membershipId] = [randomUUID(), randomUUID()];
  return db.transaction(system, async (tx) => {
    // The lock makes concurrent requests count each other's organizations.
    const founder = await lockUser(tx, system, userId);
    if (!founder) throw new AppError("NO_USER");
    requireWithinLimit(founder.memberships.length, ORGANIZATIONS_PER_PERSON);
    await insertOrganization(tx, system, { id, name, membershipId, userId, role: "admin", bankDataProduct });
    const act = { action: "organization.created", objectType: "organization", objectId: id };
    await appendAudit(tx, id, { ...act, actorId: userId, address });
    const member = await readUser(tx, system, userId);
    return toMembership(member!.memberships.find((membership) => membership.id === membershipId)!); // just inserted
  });
}
