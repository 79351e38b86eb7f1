import { randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { ORGANIZATIONS_PER_PERSON, type Membership } from "#features/directory/contract.ts";
import { toMembership } from "#features/auth/server/auth-user.ts";
import { lockUser, readUser } from "#features/auth/server/store.ts";
import { insertOrganization } from "#features/directory/server/queries.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { SignedIn } from "#platform/server/actor.ts";
import { appendAudit } from "#platform/server/audit.ts";
import { requireWithinLimit } from "#platform/server/http/limit.ts";

/** Throws EMAIL_NOT_CONFIRMED, LIMIT_REACHED. */
export async function createOrganization(
  { db, system }: Context,
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
    await insertOrganization(tx, system, { id, name, membershipId, userId, role: "admin" });
    const act = { action: "organization.created", objectType: "organization", objectId: id };
    await appendAudit(tx, id, { ...act, actorId: userId, address });
    const member = await readUser(tx, system, userId);
    return toMembership(member!.memberships.find((membership) => membership.id === membershipId)!); // just inserted
  });
}
