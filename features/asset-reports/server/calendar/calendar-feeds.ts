import { randomBytes, randomUUID } from "node:crypto";
import { CALENDAR_BASE, type CalendarFeed, type CalendarKind } from "#features/asset-reports/contract.ts";
import { readNames } from "#features/directory/server/queries.ts";
import { lockOrganization } from "#features/organizations/server/settings-queries.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import {
  deleteFeed,
  findFeed,
  insertFeed,
  readExpiringBorrowers,
  readFeeds,
  recordRead,
} from "./calendar-feed-queries.ts";
import { writeCalendar } from "./write-calendar.ts";

/** The person's own and, for an admin, the organization's. */
export async function listCalendarFeeds({ db }: Context, actor: Actor): Promise<CalendarFeed[]> {
  const rows = await readFeeds(db, actor.scope, actor.userId);
  const shown = rows.filter(({ kind }) => kind === "own" || isAdmin(actor));
  const names = await readNames(
    db,
    actor.scope,
    shown.map(({ userId }) => userId),
  );
  return shown.map(({ kind, userId, createdAt, lastReadAt }) => ({
    ...{ kind, createdAt, lastReadAt },
    createdBy: kind === "own" ? null : (names.get(userId) ?? null),
  }));
}

/** Returns the address, which is never shown again; an earlier one stops working. Throws FORBIDDEN. */
export async function createCalendarFeed(
  { db, settings }: Context,
  actor: Actor,
  kind: CalendarKind,
): Promise<{ calendarURL: string }> {
  requireAdmin(actor, kind);
  const { scope, userId } = actor;
  const token = randomBytes(32).toString("base64url");
  await db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope); // of two at once, the later one's address works
    await deleteFeed(tx, scope, kind, userId);
    await insertFeed(tx, scope, { id: randomUUID(), kind, userId, tokenHash: sha256(token) });
    await record(tx, actor, "calendar-feed.created", kind);
  });
  return { calendarURL: `${settings.backendUrl}${CALENDAR_BASE}/${token}.ics` };
}

/** Without one nothing changes. Throws FORBIDDEN. */
export async function deleteCalendarFeed({ db }: Context, actor: Actor, kind: CalendarKind): Promise<void> {
  requireAdmin(actor, kind);
  await db.transaction(actor.scope, async (tx) => {
    if (await deleteFeed(tx, actor.scope, kind, actor.userId)) await record(tx, actor, "calendar-feed.deleted", kind);
  });
}

/** The calendar behind an address, as iCalendar. Throws NOT_FOUND. */
export async function openCalendar({ db, system, settings }: Context, token: string): Promise<string> {
  const feed = await findFeed(db, system, sha256(token));
  if (!feed) throw new AppError("NOT_FOUND");
  const scope = system.within(feed.organizationId);
  await db.transaction(scope, (tx) => recordRead(tx, scope, feed.id));
  return writeCalendar(await readExpiringBorrowers(db, scope, feed), settings);
}

function isAdmin({ role }: Actor): boolean {
  return role === "root" || role === "admin";
}

function requireAdmin(actor: Actor, kind: CalendarKind): void {
  if (kind === "organization" && !isAdmin(actor)) throw new AppError("FORBIDDEN");
}

function record(tx: Tx, actor: Actor, action: string, kind: CalendarKind): Promise<void> {
  const objectId = kind === "own" ? actor.userId : actor.organizationId;
  return recordAuditEvent(tx, actor, { action, objectType: "calendar-feed", objectId, detail: { kind } });
}
