import type { Context } from "#platform/server/context.ts";
import { cleanUpFailures } from "./login-attempts/lockout.ts";
import { deleteOldLinks } from "./email-tokens/email-tokens.ts";

/** A used or expired link is reported as dead for this long. After that it is unknown. */
const LINKS_KEPT_DAYS = 30;

/** Safe to run in several processes at once. */
export async function cleanUpIdentity(ctx: Context): Promise<void> {
  const { db, system } = ctx;
  await cleanUpFailures(ctx);
  await db.transaction(system, (tx) => deleteOldLinks(tx, system, LINKS_KEPT_DAYS));
}
