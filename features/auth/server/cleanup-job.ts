import type { IdentityDeps } from "./deps.ts";
import { cleanUpFailures } from "./login-attempts/lockout.ts";
import { deleteOldLinks } from "./email-tokens/email-token-store.ts";

/** A used or expired link is reported as dead for this long. After that it is unknown. */
const LINKS_KEPT_DAYS = 30;

/** Safe to run in several processes at once. */
export async function cleanUpIdentity({ db, systemScope }: Pick<IdentityDeps, "db" | "systemScope">): Promise<void> {
  await cleanUpFailures({ db, systemScope });
  await db.transaction(systemScope, (tx) => deleteOldLinks(tx, systemScope, LINKS_KEPT_DAYS));
}
