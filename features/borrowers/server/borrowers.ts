import { randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import {
  type Borrower,
  BORROWER_COLUMNS,
  BORROWER_UPDATED,
  type BorrowerCounts,
  type BorrowerDetails,
  BorrowerName,
  type BorrowerPage,
  BorrowerSelf,
  type BorrowerStatus,
  fullName,
  type ListedBorrower,
  type Loan,
  type PlacedBorrower,
} from "#features/borrowers/contract.ts";
import { BORROWER_COLUMN_TEXTS, type MaybePlaced } from "#features/borrowers/columns.ts";
import { publishWebhooks } from "#features/developers/server/webhooks/publish.ts";
import { canMove } from "#features/borrowers/rules/status.ts";
import { readOrganization } from "#features/directory/server/queries.ts";
import { listColleagues } from "#features/organizations/contract.ts";
import { readColleagues } from "#features/organizations/server/members/queries.ts";
import { AppError } from "#platform/contract/errors.ts";
import { type Actor, type BorrowerSession, isBorrowerSession } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import { admits } from "#platform/contract/who.ts";
import type { StreamedFile } from "#platform/server/http/file-reply.ts";
import type { ListedRows } from "#platform/server/database/pages.ts";
import { chosenColumns, exportList } from "#platform/server/list-export.ts";
import { createOnce } from "#platform/server/idempotency.ts";
import { announce } from "#platform/server/live/live.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { publish } from "#platform/server/events.ts";
import { borrowerChanged, loanTermsChanged } from "./events.ts";
import { borrowerClosed } from "./jobs.ts";
import * as pages from "./list-queries.ts";
import * as queries from "./queries.ts";
import type { BorrowerRow } from "./queries.ts";
import { isSameEmail } from "#platform/text/text.ts";
import { isHeldBy } from "./owner-queries.ts";

/** Who may access borrowers: a member, or a person who signed in through an emailed link to one of them. */
export type Principal = Actor | BorrowerSession;

/**
 * The borrower, if the call lets this principal read it by id: their own, or any of the organization. Otherwise throws
 * NOT_FOUND.
 */
export async function findBorrower(db: ReadDb, actor: Principal, id: string): Promise<BorrowerRow> {
  const borrower = await queries.readBorrower(db, actor.scope, id);
  if (!borrower || !reaches(actor, borrower)) throw new AppError("NOT_FOUND");
  return borrower;
}

/** Like `findBorrower`, with a lock for a change. Throws STALE if the caller saw an older version. */
export async function lockBorrowerFor(tx: Tx, actor: Principal, id: string, version?: number): Promise<BorrowerRow> {
  const borrower = await queries.lockBorrower(tx, actor.scope, id);
  if (!borrower || !reaches(actor, borrower)) throw new AppError("NOT_FOUND");
  if (version !== undefined && version !== borrower.version) throw new AppError("STALE");
  return borrower;
}

export function listOwnBorrowers(ctx: Context, actor: Actor, page: BorrowerPage): Promise<ListedBorrower[]> {
  return pages.readOwnBorrowers(databaseFor(ctx, page), actor.scope, actor, page);
}

/** Pages after the first are those of the longest lists. */
function databaseFor({ db, replica }: Context, { after }: BorrowerPage): ReadDb {
  return after === undefined ? db : replica;
}

/** Borrowers of the organization, or of all organizations if the call's reach allows it. */
export function listOrganizationBorrowers(ctx: Context, actor: Actor, page: BorrowerPage): Promise<PlacedBorrower[]> {
  const db = databaseFor(ctx, page);
  return actor.reach === "all"
    ? pages.readAllBorrowers(db, ctx.system, page)
    : pages.readOrganizationBorrowers(db, actor.scope, page);
}

export async function exportOwnBorrowers(ctx: Context, actor: Actor, page: BorrowerPage): Promise<StreamedFile> {
  return exportBorrowers(ctx, actor, page, await pages.wholeOwnBorrowers(ctx.replica, actor.scope, actor, page));
}

/** As `listOrganizationBorrowers`. */
export async function exportOrganizationBorrowers(
  ctx: Context,
  actor: Actor,
  page: BorrowerPage,
): Promise<StreamedFile> {
  const rows =
    actor.reach === "all"
      ? await pages.wholeBorrowers(ctx.replica, ctx.system, page)
      : await pages.wholeOrganizationBorrowers(ctx.replica, actor.scope, page);
  return exportBorrowers(ctx, actor, page, rows);
}

async function exportBorrowers(
  ctx: Context,
  actor: Actor,
  { columns }: BorrowerPage,
  rows: ListedRows<MaybePlaced>,
): Promise<StreamedFile> {
  const { organizationId, scope } = actor;
  const { timeZone } = await readOrganization(ctx.db, scope);
  const maySeeOwners = admits(listColleagues.who, actor.role);
  const people = maySeeOwners ? await readColleagues(ctx.db, scope) : [];
  const names = new Map(people.map((one) => [one.userId, fullName(one)]));
  const all = BORROWER_COLUMNS.filter((name) => name !== "owner" || maySeeOwners);
  return exportList(ctx, actor, {
    list: "borrowers",
    columns: BORROWER_COLUMN_TEXTS,
    chosen: chosenColumns(columns, all),
    known: { zone: timeZone, owners: maySeeOwners ? { organizationId, names } : null },
    rows,
  });
}

export function countOwnBorrowers({ db }: Context, actor: Actor): Promise<BorrowerCounts> {
  return pages.countOwnBorrowers(db, actor.scope, actor);
}

/** As `listOrganizationBorrowers`. */
export function countOrganizationBorrowers({ db, system }: Context, actor: Actor): Promise<BorrowerCounts> {
  return actor.reach === "all"
    ? pages.countAllBorrowers(db, system)
    : pages.countOrganizationBorrowers(db, actor.scope);
}

type NewDetails = BorrowerDetails & { readonly invite?: boolean };

/**
 * The borrower belongs to the user who creates it. The same key again returns the first one. Throws
 * LOAN_NUMBER_TAKEN and, with an invitation, LIMIT_REACHED.
 */
export async function createBorrower(ctx: Context, actor: Actor, details: NewDetails): Promise<Borrower> {
  const findFirst = async (userId: string, key: string) => {
    const first = await queries.readBorrowerByKey(ctx.db, actor.scope, userId, key);
    // By now the user may no longer be allowed to see it.
    if (first && !reaches(actor, first)) throw new AppError("NOT_FOUND");
    return first;
  };
  return createOnce(actor, findFirst, () => insertNew(ctx, actor, details));
}

async function insertNew(ctx: Context, actor: Actor, { invite, ...details }: NewDetails): Promise<Borrower> {
  const { userId, idempotencyKey } = actor;
  return ctx.db.transaction(actor.scope, async (tx) => {
    const created = { ...details, id: randomUUID(), createdBy: userId, assignedUserId: userId, idempotencyKey };
    const borrower = await queries.insertBorrower(tx, actor.scope, created);
    await recordBorrower(ctx, tx, actor, "borrower.created", borrower);
    if (!invite) return borrower;
    const change = { status: "invited", ...marksOf("invited", borrower) } as const;
    const invited = await queries.updateBorrowerRow(tx, actor.scope, borrower.id, change);
    await recordBorrower(ctx, tx, actor, "borrower.status-changed", invited, {
      from: borrower.status,
      to: invited.status,
    });
    await publish(ctx, tx, borrowerChanged, { actor, change: "invited", before: borrower, after: invited });
    return invited;
  });
}

export async function updateBorrower(
  ctx: Context,
  actor: Actor,
  { id, version, ...details }: BorrowerDetails & { id: string; version: number },
): Promise<Borrower> {
  return ctx.db.transaction(actor.scope, async (tx) => {
    const before = await lockBorrowerFor(tx, actor, id, version);
    const borrower = await queries.updateBorrowerRow(tx, actor.scope, id, details);
    await publish(ctx, tx, borrowerChanged, { actor, change: "edited", before, after: borrower });
    await publish(ctx, tx, loanTermsChanged, { actor, borrowerId: id });
    // Record the event last: an append locks the organization's chain until the commit, and an evaluation takes a
    // while.
    await recordBorrower(ctx, tx, actor, "borrower.edited", borrower);
    return (await queries.readBorrower(tx, actor.scope, id))!; // it is locked
  });
}

/** Throws STALE. */
export async function updateLoan(
  ctx: Context,
  actor: Actor,
  { id, version, loan }: { id: string; version: number; loan: Loan },
): Promise<Borrower> {
  return ctx.db.transaction(actor.scope, async (tx) => {
    await lockBorrowerFor(tx, actor, id, version);
    const borrower = await queries.updateBorrowerRow(tx, actor.scope, id, { loan });
    await publish(ctx, tx, loanTermsChanged, { actor, borrowerId: id });
    await recordBorrower(ctx, tx, actor, "borrower.loan-changed", borrower);
    return (await queries.readBorrower(tx, actor.scope, id))!; // it is locked
  });
}

/** Throws INVALID_STATUS_TRANSITION, STALE, LIMIT_REACHED. */
export async function changeStatus(
  ctx: Context,
  actor: Actor,
  { id, status, version }: { id: string; status: BorrowerStatus; version?: number | undefined },
): Promise<Borrower> {
  return ctx.db.transaction(actor.scope, async (tx) => {
    const before = await lockBorrowerFor(tx, actor, id, version);
    if (!canMove(before, status)) throw new AppError("INVALID_STATUS_TRANSITION");
    if (before.status === status) return before;
    const borrower = await queries.updateBorrowerRow(tx, actor.scope, id, { status, ...marksOf(status, before) });
    await recordBorrower(ctx, tx, actor, "borrower.status-changed", borrower, { from: before.status, to: status });
    if (status === "invited" || status === "closed")
      await publish(ctx, tx, borrowerChanged, { actor, change: status, before, after: borrower });
    if (status === "closed")
      await ctx.jobs.send(tx, borrowerClosed, { organizationId: actor.organizationId, borrowerId: id });
    return borrower;
  });
}

/** A change that follows from an event, not from a form. Open pages are notified. */
export async function changeBorrower(
  tx: Tx,
  scope: Scope,
  id: string,
  change: queries.BorrowerChange = {},
): Promise<BorrowerRow> {
  const borrower = await queries.updateBorrowerRow(tx, scope, id, change);
  await announceBorrower(tx, scope, borrower);
  return borrower;
}

/**
 * Stores what lists show of the newest report or of the documents. The version does not change, so open forms do not become stale. Open
 * pages are notified.
 */
export async function summarizeBorrower(tx: Tx, scope: Scope, id: string, summary: queries.Summary): Promise<void> {
  await queries.updateSummary(tx, scope, id, summary);
  const borrower = await queries.readBorrower(tx, scope, id);
  if (borrower) await announceBorrower(tx, scope, borrower);
}

/** Notifies the pages of the borrower's owners when the transaction commits. */
export async function announceBorrower(tx: Tx, scope: Scope, borrower: BorrowerRow): Promise<void> {
  await announce(tx, {
    organizationId: scope.organizationId,
    to: ownersOf(borrower),
    event: { type: BORROWER_UPDATED, id: borrower.id, version: borrower.version },
  });
}

export function ownersOf({ createdBy, assignedUserId }: BorrowerRow): string[] {
  return [...new Set([createdBy, assignedUserId])].filter((userId) => userId !== null);
}

// For a borrower that the actor's scope includes. A borrower of another organization is not found in the first place.
export function reaches(principal: Principal, borrower: BorrowerRow): boolean {
  if (isBorrowerSession(principal)) return principal.subjectId === borrower.id;
  const { reach, userId, onlyGroups } = principal;
  if (reach === "own") return ownersOf(borrower).includes(userId) && isOpenTo(onlyGroups, borrower);
  return reach !== "none";
}

/** Whether a user restricted to these groups may see the borrower. Everyone may see a borrower without a group. */
function isOpenTo(onlyGroups: Actor["onlyGroups"], { groupIds }: Borrower): boolean {
  return onlyGroups === null || groupIds.length === 0 || groupIds.some((id) => onlyGroups.includes(id));
}

function marksOf(status: BorrowerStatus, { invitedAt }: Borrower): queries.BorrowerChange {
  const now = new Date().toISOString();
  if (status === "closed") return { closedAt: now };
  return { closedAt: null, ...(status === "invited" && { invitedAt: invitedAt ?? now }) };
}

/** Records what a user did with a borrower as `action`, and notifies open pages and webhook endpoints. */
export async function recordBorrower(
  ctx: Pick<Context, "jobs">,
  tx: Tx,
  actor: Actor,
  action: string,
  borrower: BorrowerRow,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const { id: borrowerId, loanNumber, status, version } = borrower;
  const type = action === "borrower.created" ? action : "borrower.updated";
  await publishWebhooks(ctx, tx, actor.scope, [{ type, data: { borrowerId, loanNumber, status, version } }]);
  await recordAuditEvent(tx, actor, { action, objectType: "borrower", objectId: borrowerId, detail });
  await announceBorrower(tx, actor.scope, borrower);
}

/**
 * The borrower as the lender sees it or, for the person whose own address is the borrower's, the parts a borrower may
 * see.
 */
export async function findBorrowerForReader(
  ctx: Context,
  actor: Principal,
  id: string,
): Promise<Borrower | BorrowerSelf | BorrowerName> {
  const { borrower, isSelf } = await findForReader(ctx, actor, id);
  return isSelf ? asSelf(borrower, actor) : borrower;
}

/**
 * The parts of a borrower that they may see themselves, or the parts for a co-borrower, who must not see the rest. Of
 * the connections each person on the loan sees only their own.
 */
export function asSelf(borrower: BorrowerRow, { email }: Pick<Principal, "email">): BorrowerSelf | BorrowerName {
  const seen = { ...borrower, items: borrower.items.filter((item) => isHeldBy(item, borrower, email)) };
  return isSameEmail(email, borrower.email) ? BorrowerSelf.parse(seen) : BorrowerName.parse(seen);
}

/** Finds a borrower for a person who may read it by their own email address, or as the lender. Throws NOT_FOUND. */
export async function findForReader(
  { db, system }: Context,
  actor: Principal,
  id: string,
): Promise<{ borrower: BorrowerRow; isSelf: boolean }> {
  if (isBorrowerSession(actor)) return { borrower: await findBorrower(db, actor, id), isSelf: true };
  const organizationId = await queries.readOrganizationOf(db, system, id);
  const borrower = organizationId && (await queries.readBorrower(db, system.within(organizationId), id));
  if (!borrower) throw new AppError("NOT_FOUND");
  const isNear = organizationId === actor.organizationId || actor.reach === "all";
  if (isNear && reaches(actor, borrower)) return { borrower, isSelf: false };
  if (actor.ownsEmail && isSameEmail(actor.email, borrower.email)) return { borrower, isSelf: true };
  throw new AppError("NOT_FOUND");
}
