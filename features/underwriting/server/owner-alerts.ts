import { readOwners } from "#features/borrowers/server/owner-queries.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import { EXPLAINED_EVERY_MINUTES } from "#features/underwriting/contract.ts";
import type { BorrowerSession } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { announce } from "#platform/server/live/live.ts";

interface Alert {
  /** The type of the live event. */
  readonly event: string;
  /** Queues the email to one of the owners; absent: an earlier one has just been sent. */
  readonly email?: ((userId: string) => Promise<void>) | undefined;
}

/** Alerts the borrower's owners to what the borrower sent: live on open pages, and by email. */
export async function alertOwners(
  tx: Tx,
  { scope, organizationId }: BorrowerSession,
  borrower: BorrowerRow,
  { event, email }: Alert,
): Promise<void> {
  const owners = (await readOwners(tx, scope, borrower)).map(({ userId }) => userId);
  if (email) for (const userId of owners) await email(userId);
  await announce(tx, {
    organizationId,
    to: owners,
    event: { type: event, id: borrower.id, version: borrower.version },
  });
}

/** Whether it was so recently that another alert would be too many. */
export function isRecent(at: string, minutes = EXPLAINED_EVERY_MINUTES): boolean {
  return Date.now() - Date.parse(at) < minutes * 60_000;
}
