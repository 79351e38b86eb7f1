// Owns the rules on borrowers: who finds which, and what may be done with one.
import { randomUUID } from "node:crypto";
import { areGroups } from "#features/groups/server/are-groups.ts";
import { isMember } from "#features/members/server/store.ts";
import {
  BORROWER_UPDATED,
  BORROWERS_PER_ORGANIZATION,
  BorrowerSelf,
  canMove,
  type Borrower,
  type BorrowerDetails,
  type BorrowerPage,
  type BorrowerStatus,
} from "#features/borrowers/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Actor } from "#kit/server/actor.ts";
import { auditAct } from "#kit/server/audit.ts";
import type { Database, Reads, Tx } from "#kit/server/database.ts";
import type { Jobs } from "#kit/server/jobs.ts";
import { announce } from "#kit/server/live.ts";
import type { AcrossScope, Scope } from "#kit/server/scope.ts";
import { borrowerClosed } from "./jobs.ts";
import * as pages from "./page-store.ts";
import * as store from "./store.ts";
import type { BorrowerRow } from "./store.ts";

export interface BorrowerDeps {
  readonly db: Database;
  readonly across: AcrossScope;
  readonly jobs: Jobs;
}

/** The borrower if the call lets this person reach it by id: their own, or any of the organization's. Else NOT_FOUND. */
export async function findBorrower(db: Reads, actor: Actor, id: string): Promise<BorrowerRow> {
  const borrower = await store.readBorrower(db, actor.scope, id);
  if (!borrower || !reaches(actor, borrower)) throw new AppError("NOT_FOUND");
  return borrower;
}

/** The same under a lock, for a change; throws STALE when the caller saw an older version. */
export async function takeBorrower(tx: Tx, actor: Actor, id: string, version?: number): Promise<BorrowerRow> {
  const borrower = await store.lockBorrower(tx, actor.scope, id);
  if (!borrower || !reaches(actor, borrower)) throw new AppError("NOT_FOUND");
  if (version !== undefined && version !== borrower.version) throw new AppError("STALE");
  return borrower;
}

export function listOwnBorrowers({ db }: BorrowerDeps, actor: Actor, page: BorrowerPage): Promise<Borrower[]> {
  return pages.readOwnBorrowers(db, actor.scope, actor, page);
}

/** Of the organization, or of all as far as the call reaches. */
export function listOrganizationBorrowers(
  { db, across }: BorrowerDeps,
  actor: Actor,
  page: BorrowerPage,
): Promise<BorrowerRow[]> {
  return actor.reach === "all"
    ? pages.readAllBorrowers(db, across, page)
    : pages.readOrganizationBorrowers(db, actor.scope, page);
}

/** As the lender sees it, or, for the person whose own address is the borrower's, as the borrower may. */
export async function findBorrowerForReader(
  { db, across }: BorrowerDeps,
  actor: Actor,
  id: string,
): Promise<Borrower | BorrowerSelf> {
  const organizationId = await store.readOrganizationOf(db, across, id);
  const borrower = organizationId && (await store.readBorrower(db, across.within(organizationId), id));
  if (!borrower) throw new AppError("NOT_FOUND");
  const isNear = organizationId === actor.organizationId || actor.reach === "all";
  if (isNear && reaches(actor, borrower)) return borrower;
  if (actor.ownsEmail && actor.email.toLowerCase() === borrower.email.toLowerCase())
    return BorrowerSelf.parse(borrower);
  throw new AppError("NOT_FOUND");
}

/** Belongs to whoever creates it; the same key again returns the first. Throws LIMIT_REACHED, LOAN_NUMBER_TAKEN. */
export async function createBorrower(deps: BorrowerDeps, actor: Actor, details: BorrowerDetails): Promise<Borrower> {
  const { idempotencyKey: key } = actor;
  const made = async () => {
    const first = key && (await store.readBorrowerByKey(deps.db, actor.scope, actor.userId, key));
    // It may be somebody else's to see by now.
    if (first && !reaches(actor, first)) throw new AppError("NOT_FOUND");
    return first;
  };
  try {
    return (await made()) || (await insertNew(deps, actor, details));
  } catch (error) {
    // Two first calls at once: one was written, and both return it.
    const first = store.isMadeAlready(error) && (await made());
    if (first) return first;
    throw error;
  }
}

async function insertNew({ db }: BorrowerDeps, actor: Actor, details: BorrowerDetails): Promise<Borrower> {
  const { userId, idempotencyKey } = actor;
  if ((await store.countBorrowers(db, actor.scope)) >= BORROWERS_PER_ORGANIZATION) throw new AppError("LIMIT_REACHED");
  return db.transaction(actor.scope, async (tx) => {
    const created = { ...details, id: randomUUID(), createdBy: userId, assignedUserId: userId, idempotencyKey };
    const borrower = await store.insertBorrower(tx, actor.scope, created);
    await record(tx, actor, "borrower.created", borrower);
    return borrower;
  });
}

export async function updateBorrower(
  { db }: BorrowerDeps,
  actor: Actor,
  { id, version, ...details }: BorrowerDetails & { id: string; version: number },
): Promise<Borrower> {
  return db.transaction(actor.scope, async (tx) => {
    await takeBorrower(tx, actor, id, version);
    const borrower = await store.updateBorrowerRow(tx, actor.scope, id, details);
    await record(tx, actor, "borrower.edited", borrower);
    return borrower;
  });
}

export async function changeStatus(
  { db, jobs }: BorrowerDeps,
  actor: Actor,
  { id, status, version }: { id: string; status: BorrowerStatus; version?: number | undefined },
): Promise<Borrower> {
  return db.transaction(actor.scope, async (tx) => {
    const before = await takeBorrower(tx, actor, id, version);
    if (!canMove(before, status)) throw new AppError("INVALID_STATUS_TRANSITION");
    if (before.status === status) return before;
    const borrower = await store.updateBorrowerRow(tx, actor.scope, id, { status, ...marksOf(status, before) });
    await record(tx, actor, "borrower.status-changed", borrower, { from: before.status, to: status });
    if (status === "closed")
      await jobs.send(tx, borrowerClosed, { organizationId: actor.organizationId, borrowerId: id });
    return borrower;
  });
}

/** Whose work a borrower is to be; what is left out stays. */
interface Assignment {
  /** An active member of the organization; `null`: nobody. */
  readonly userId?: string | null | undefined;
  readonly groupIds?: readonly string[] | undefined;
}

export async function assignBorrower(
  { db }: BorrowerDeps,
  actor: Actor,
  { id, version, ...assignment }: Assignment & { id: string; version?: number | undefined },
): Promise<Borrower> {
  return db.transaction(actor.scope, async (tx) => {
    const before = await takeBorrower(tx, actor, id, version);
    await requireKnown(tx, actor.scope, assignment);
    requireMayMove(actor, before, assignment);
    return assign(tx, actor, before, assignment);
  });
}

/** All of them, or none where one is not found. */
export async function assignBorrowers(
  { db }: BorrowerDeps,
  actor: Actor,
  { ids, userId }: { ids: readonly string[]; userId: string | null },
): Promise<Borrower[]> {
  return db.transaction(actor.scope, async (tx) => {
    await requireKnown(tx, actor.scope, { userId });
    const assigned: Borrower[] = [];
    // In one order, so that two who assign the same borrowers at once wait for each other and never deadlock.
    for (const id of new Set(ids.map((id) => id.toLowerCase()).toSorted()))
      assigned.push(await assign(tx, actor, await takeBorrower(tx, actor, id), { userId }));
    return assigned;
  });
}

async function assign(
  tx: Tx,
  actor: Actor,
  before: BorrowerRow,
  { userId = before.assignedUserId, groupIds = before.groupIds }: Assignment,
): Promise<Borrower> {
  const change = { assignedUserId: userId, groupIds: [...new Set(groupIds)] };
  const borrower = await store.updateBorrowerRow(tx, actor.scope, before.id, change);
  const detail = { from: before.assignedUserId, to: userId, groups: change.groupIds };
  await record(tx, actor, "borrower.assigned", borrower, detail);
  // Who no longer looks after it hears of it too.
  if (before.assignedUserId !== userId)
    await announceBorrower(tx, actor.scope, { ...before, version: borrower.version });
  return borrower;
}

/** Whoever is held to their groups moves a borrower among those alone, and opens it to nobody else. */
function requireMayMove({ onlyGroups }: Actor, before: BorrowerRow, { groupIds }: Assignment): void {
  if (onlyGroups === null || groupIds === undefined) return;
  const moved = [
    ...before.groupIds.filter((id) => !groupIds.includes(id)),
    ...groupIds.filter((id) => !before.groupIds.includes(id)),
  ];
  if (!moved.every((id) => onlyGroups.includes(id))) throw new AppError("NOT_FOUND");
  if (before.groupIds.length > 0 && groupIds.length === 0)
    throw new AppError("VALIDATION_ERROR", { errors: [{ field: "groupIds", code: "REQUIRED" }] });
}

async function requireKnown(tx: Tx, scope: Scope, { userId, groupIds }: Assignment): Promise<void> {
  if (userId && !(await isMember(tx, scope, userId))) throw new AppError("NOT_FOUND");
  if (groupIds && !(await areGroups(tx, scope, groupIds))) throw new AppError("NOT_FOUND");
}

/** A change that follows from what happened, not from a form; open pages hear of it. */
export async function changeBorrower(
  tx: Tx,
  scope: Scope,
  id: string,
  change: store.BorrowerChange = {},
): Promise<BorrowerRow> {
  const borrower = await store.updateBorrowerRow(tx, scope, id, change);
  await announceBorrower(tx, scope, borrower);
  return borrower;
}

/** Tells the pages of those whose borrower it is, with the commit. */
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

// Of a borrower that the actor's scope shows: another organization's is not found in the first place.
function reaches({ reach, userId, onlyGroups }: Actor, borrower: BorrowerRow): boolean {
  if (reach === "own") return ownersOf(borrower).includes(userId) && isOpenTo(onlyGroups, borrower);
  return reach !== "none";
}

/** Whether somebody held to these groups sees the borrower; one of no group is everybody's. */
function isOpenTo(onlyGroups: Actor["onlyGroups"], { groupIds }: Borrower): boolean {
  return onlyGroups === null || groupIds.length === 0 || groupIds.some((id) => onlyGroups.includes(id));
}

function marksOf(status: BorrowerStatus, { invitedAt }: Borrower): store.BorrowerChange {
  const now = new Date().toISOString();
  if (status === "closed") return { closedAt: now };
  return { closedAt: null, ...(status === "invited" && { invitedAt: invitedAt ?? now }) };
}

async function record(
  tx: Tx,
  actor: Actor,
  action: string,
  borrower: BorrowerRow,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await auditAct(tx, actor, { action, objectType: "borrower", objectId: borrower.id, detail });
  await announceBorrower(tx, actor.scope, borrower);
}
