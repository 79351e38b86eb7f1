// Owns forgetting invitations that nobody answers any more.
import type { MemberDeps } from "./deps.ts";
import { deleteOldInvitations } from "./invitation-end-store.ts";

/** One that was never answered is listed for so long, to be mailed again. */
const INVITATIONS_KEPT_DAYS = 90;

/** Safe to run in several processes at once. */
export async function sweepInvitations({ db, across }: Pick<MemberDeps, "db" | "across">): Promise<void> {
  await db.transaction(across, (tx) => deleteOldInvitations(tx, across, INVITATIONS_KEPT_DAYS));
}
