// Owns the audit row of what a person does with their own account: it stands in the chain of their only organization.
import type { SignedIn, Visitor } from "#kit/server/actor.ts";
import { appendAudit, NO_ORGANIZATION } from "#kit/server/audit.ts";
import type { Tx } from "#kit/server/database/database.ts";

interface Recorded {
  readonly id: string;
  readonly memberships: readonly { readonly organizationId: string }[];
}

/**
 * Of somebody in several organizations it stands in none: no admin reads what they did while they worked for another.
 * @param action `user.verb`, for example `user.logged-in`
 */
export async function recordAct(
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

/** The same for what somebody does while they are signed in. */
export function recordOwnAct(
  tx: Tx,
  person: SignedIn,
  action: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  return recordAct(tx, { ...person, id: person.userId }, action, person, detail);
}
