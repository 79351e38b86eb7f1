import type { Context } from "#platform/server/context.ts";
import { deleteOldInvitations } from "./invitation-end-queries.ts";

/** An unanswered invitation is listed for this long, so that it can be sent again. */
const INVITATIONS_KEPT_DAYS = 90;

/** Safe to run in several processes at once. */
export async function cleanUpInvitations({ db, system }: Context): Promise<void> {
  await db.transaction(system, (tx) => deleteOldInvitations(tx, system, INVITATIONS_KEPT_DAYS));
}
