import { addDays } from "#platform/dates/days.ts";
import { dayIn, instantOf } from "#platform/dates/zones.ts";
import { normalizeEmail } from "#platform/text/text.ts";
import { restartReminders } from "#features/borrowers/server/need-queries.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { REMINDER_DAYS, REMINDER_HOUR } from "#features/borrower-portal/contract.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { Jobs } from "#platform/server/jobs.ts";
import { remindLater } from "./jobs.ts";

/** The next reminder after this day of a run; `undefined`: that was the last one. */
export function nextReminder(
  askedAt: string,
  after: number,
  timeZone: string,
): { readonly day: number; readonly at: string } | undefined {
  const day = REMINDER_DAYS.find((each) => each > after);
  if (day === undefined) return undefined;
  return { day, at: instantOf(`${addDays(dayIn(askedAt, timeZone), day)}T${REMINDER_HOUR}:00`, timeZone) };
}

/** Starts a person's reminders over, as they are asked now. The caller holds the borrower's lock. */
export async function startReminders(
  jobs: Jobs,
  tx: Tx,
  scope: Scope,
  { borrowerId, email }: { borrowerId: string; email: string },
): Promise<void> {
  const { timeZone } = await readSettings(tx, scope);
  const askedAt = new Date().toISOString();
  const next = nextReminder(askedAt, 0, timeZone)!; // the first of three
  const reminder = { borrowerId, emailKey: normalizeEmail(email), askedAt, nextAt: next.at };
  const { id } = await restartReminders(tx, scope, reminder);
  await queueReminder(jobs, tx, scope, id, next);
}

export async function queueReminder(
  jobs: Jobs,
  tx: Tx,
  scope: Scope,
  reminderId: string,
  { day, at }: { readonly day: number; readonly at: string },
): Promise<void> {
  const delaySeconds = Math.max(1, Math.ceil((Date.parse(at) - Date.now()) / 1000));
  await jobs.send(tx, remindLater, { organizationId: scope.organizationId, reminderId, day }, { delaySeconds });
}
