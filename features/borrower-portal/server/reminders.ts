import { normalizeEmail } from "#platform/text/text.ts";
import type { Context } from "#platform/server/context.ts";
import { announceBorrower, lockBorrowerFor, summarizeBorrower } from "#features/borrowers/server/borrowers.ts";
import { readLinks } from "#features/borrowers/server/link-queries.ts";
import { passDay, readReminder } from "#features/borrowers/server/need-queries.ts";
import { personWith } from "#features/borrowers/server/owner-queries.ts";
import { type BorrowerRow, lockBorrower } from "#features/borrowers/server/queries.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { type NeedsList, REMIND_AFTER_MINUTES } from "#features/borrower-portal/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { appendAudit, recordAuditEvent } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { requirePerson, sendLink } from "./links.ts";
import { needsOf, readWithdrawn, showNeeds } from "./needs.ts";
import { nextReminder, queueReminder } from "./reminder-times.ts";

/**
 * Job. Reminds a person of what they were asked for and have not done, at most once for each day of a run. The run ends
 * when nothing is left to do, a newer email asked, the borrower is closed, the person left the loan, or consent was
 * withdrawn. While reminders are off for the borrower, its days pass without an email.
 */
export async function remindOnDay(
  { db, jobs }: Context,
  scope: Scope,
  { reminderId, day }: { reminderId: string; day: number },
): Promise<void> {
  await db.transaction(scope, async (tx) => {
    const known = await readReminder(tx, scope, reminderId);
    const borrower = known && (await lockBorrower(tx, scope, known.borrowerId));
    const reminder = borrower && (await readReminder(tx, scope, reminderId)); // as it is under the lock
    const person = reminder && personWith(borrower, reminder.emailKey);
    if (!person || !(await isWaitedFor(tx, scope, borrower, reminder.emailKey))) return;
    if ((await readWithdrawn(tx, scope, borrower.id)).has(reminder.emailKey)) return;
    const { timeZone } = await readSettings(tx, scope);
    let next = nextReminder(reminder.askedAt, day, timeZone);
    // After an outage the days that have passed are one reminder.
    while (next && Date.parse(next.at) <= Date.now()) next = nextReminder(reminder.askedAt, next.day, timeZone);
    if (!(await passDay(tx, scope, { id: reminderId, day, nextAt: next?.at ?? null }))) return;
    if (next) await queueReminder(jobs, tx, scope, reminderId, next);
    if (borrower.remindersOff) return;
    await sendLink(jobs, tx, scope, { borrowerId: borrower.id, email: person.email, cause: "reminder" });
    await appendAudit(tx, scope.organizationId, {
      actorId: null,
      action: "needs.reminded",
      objectType: "borrower",
      objectId: borrower.id,
      address: null,
      detail: { day },
    });
    await announceBorrower(tx, scope, borrower);
  });
}

async function isWaitedFor(tx: Tx, scope: Scope, borrower: BorrowerRow, emailKey: string): Promise<boolean> {
  return (await askedOf(tx, scope, borrower, emailKey)).length > 0;
}

/** What the person was asked for and has not done; nothing where they may not be emailed. */
export async function askedOf(tx: Tx, scope: Scope, borrower: BorrowerRow, emailKey: string) {
  const person = personWith(borrower, emailKey);
  if (!person || borrower.status === "closed") return [];
  return (await needsOf(tx, scope, borrower, person)).filter(({ state }) => state === "asked");
}

/** Throws NEED_RESOLVED, REMINDED_RECENTLY, INVALID_STATUS_TRANSITION. */
export async function remindNow(
  { db, jobs }: Context,
  actor: Actor,
  { borrowerId, email }: { borrowerId: string; email: string },
): Promise<NeedsList> {
  const { scope } = actor;
  return db.transaction(scope, async (tx) => {
    const borrower = await lockBorrowerFor(tx, actor, borrowerId);
    const person = requirePerson(borrower, email);
    const emailKey = normalizeEmail(person.email);
    const isWithdrawn = (await readWithdrawn(tx, scope, borrowerId)).has(emailKey);
    if (isWithdrawn || !(await isWaitedFor(tx, scope, borrower, emailKey))) throw new AppError("NEED_RESOLVED");
    const last = (await readLinks(tx, scope, borrowerId)).findLast(
      (link) => link.emailKey === emailKey && link.sentBy === "email",
    );
    if (last && isRecent(last.createdAt)) throw new AppError("REMINDED_RECENTLY");
    await sendLink(jobs, tx, scope, { borrowerId, email: person.email, cause: "reminder" });
    await recordAuditEvent(tx, actor, { action: "needs.reminded", objectType: "borrower", objectId: borrowerId });
    await announceBorrower(tx, scope, borrower);
    return showNeeds(tx, scope, borrower);
  });
}

/** Whether another email would come too soon after this one. */
export function isRecent(at: string): boolean {
  return Date.now() - Date.parse(at) < REMIND_AFTER_MINUTES * 60_000;
}

/** Turns automatic reminders on or off for everyone on the loan. */
export async function setReminders(
  { db }: Context,
  actor: Actor,
  { borrowerId, isOn }: { borrowerId: string; isOn: boolean },
): Promise<NeedsList> {
  const { scope } = actor;
  return db.transaction(scope, async (tx) => {
    const before = await lockBorrowerFor(tx, actor, borrowerId);
    if (before.remindersOff !== isOn) return showNeeds(tx, scope, before);
    await summarizeBorrower(tx, scope, borrowerId, { remindersOff: !isOn });
    const action = isOn ? "needs.reminders-on" : "needs.reminders-off";
    await recordAuditEvent(tx, actor, { action, objectType: "borrower", objectId: borrowerId });
    return showNeeds(tx, scope, { ...before, remindersOff: !isOn });
  });
}
