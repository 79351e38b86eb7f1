// Owns forgetting what no longer counts: failures that nobody repeats, links long dead.
import type { IdentityDeps } from "./deps.ts";
import { sweepFailures } from "./guesses/lockout.ts";
import { deleteOldLinks } from "./mail-links/mail-link-store.ts";

/** A link is told to be dead for so long, where it was good; after that it is unknown. */
const LINKS_KEPT_DAYS = 30;

/** Safe to run in several processes at once. */
export async function sweepIdentity({ db, across }: Pick<IdentityDeps, "db" | "across">): Promise<void> {
  await sweepFailures({ db, across });
  await db.transaction(across, (tx) => deleteOldLinks(tx, across, LINKS_KEPT_DAYS));
}
