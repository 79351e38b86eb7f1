import type { SignedIn, Visitor } from "#platform/server/actor.ts";
import { appendAudit, NO_ORGANIZATION } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";

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
