// Owns how a person founds one more organization, as its admin.
import { randomUUID } from "node:crypto";
import { ORGANIZATIONS_PER_PERSON } from "#features/account/contract.ts";
import { toMembership } from "#features/identity/server/auth-user.ts";
import { lockUser, readUser } from "#features/identity/server/store.ts";
import type { Membership } from "#features/memberships/contract.ts";
import { insertOrganization } from "#features/organizations/server/store.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { SignedIn } from "#kit/server/actor.ts";
import { appendAudit } from "#kit/server/audit.ts";
import { requireWithinLimit } from "#kit/server/http/limit.ts";
import type { AccountDeps } from "./deps.ts";

/** Throws EMAIL_NOT_CONFIRMED, LIMIT_REACHED. */
export async function createOrganization(
  { db, across }: AccountDeps,
  { userId, address, ownsEmail }: SignedIn,
  { name }: { name: string },
): Promise<Membership> {
  // A later owner of the address must not find the people whom the squatter invited.
  if (!ownsEmail) throw new AppError("EMAIL_NOT_CONFIRMED");
  const [id, membershipId] = [randomUUID(), randomUUID()];
  return db.transaction(across, async (tx) => {
    // Under a lock, so that those founded at once are all counted.
    const founder = await lockUser(tx, across, userId);
    if (!founder) throw new AppError("NO_USER");
    requireWithinLimit(founder.memberships.length, ORGANIZATIONS_PER_PERSON);
    await insertOrganization(tx, across, { id, name, membershipId, userId, role: "admin" });
    const act = { action: "organization.created", objectType: "organization", objectId: id };
    await appendAudit(tx, id, { ...act, actorId: userId, address });
    const member = await readUser(tx, across, userId);
    return toMembership(member!.memberships.find((membership) => membership.id === membershipId)!); // just inserted
  });
}
