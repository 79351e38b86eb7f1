import { randomUUID } from "node:crypto";
import { subDays } from "date-fns/subDays";
import { DIGEST_HOUR, NOTIFICATION_DAYS } from "#features/notifications/contract.ts";
import { addDays } from "#platform/dates/days.ts";
import { dayIn, instantOf } from "#platform/dates/zones.ts";
import type { Context } from "#platform/server/context.ts";
import { emailDigest } from "./jobs.ts";
import { claimDigests, deleteOlderThan, readWaitingOrganizations } from "./queries.ts";

/** Safe to run in several processes at once. An organization that fails does not block the others. */
export async function runNotificationSchedule(ctx: Context, now = new Date().toISOString()): Promise<void> {
  const { db, system, jobs, log } = ctx;
  await db.transaction(system, (tx) => deleteOlderThan(tx, system, subDays(now, NOTIFICATION_DAYS).toISOString()));
  for (const { id: organizationId, timeZone } of await readWaitingOrganizations(db, system)) {
    const scope = system.within(organizationId);
    try {
      await db.transaction(scope, async (tx) => {
        const digestId = randomUUID();
        for (const userId of await claimDigests(tx, scope, lastDigestAt(now, timeZone), digestId))
          await jobs.send(tx, emailDigest, { organizationId, userId, digestId });
      });
    } catch (err) {
      log.warn({ organizationId, err }, "daily emails were not queued");
    }
  }
}

/** The last time, ISO 8601, at which the zone's clocks showed the hour of the daily email. */
export function lastDigestAt(now: string, timeZone: string): string {
  const today = dayIn(now, timeZone);
  const hour = `T${String(DIGEST_HOUR).padStart(2, "0")}:00`;
  const at = instantOf(today + hour, timeZone);
  return at <= now ? at : instantOf(addDays(today, -1) + hour, timeZone);
}
