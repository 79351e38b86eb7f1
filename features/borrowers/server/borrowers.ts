import { randomUUID } from "node:crypto";
import {
  BORROWER_UPDATED,
  BORROWERS_PER_ORGANIZATION,
  type Borrower,
  type BorrowerDetails,
  type BorrowerPage,
  type BorrowerStatus,
  type ListedBorrower,
  type PlacedBorrower,
} from "#features/borrowers/contract.ts";
import { canMove } from "#features/borrowers/rules/status.ts";
import type { Loan } from "#features/loans/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import { isVisit, type Actor, type Visit } from "#kit/server/actor.ts";
import { auditAct } from "#kit/server/audit.ts";
import type { Database, Reads, Tx } from "#kit/server/database/database.ts";
import type { Jobs } from "#kit/server/jobs.ts";
import { announce } from "#kit/server/live/live.ts";
import { requireWithinLimit } from "#kit/server/http/limit.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import { borrowerClosed } from "./jobs.ts";
import * as pages from "./page-store.ts";
import * as store from "./store.ts";
import type { BorrowerRow } from "./store.ts";

export interface BorrowerDeps {
  readonly db: Database;
  readonly across: AcrossScope;
  readonly jobs: Jobs;
  /** Evaluates the borrower's newest report by the current loan and people; reports are built on borrowers, and handed in. */
  readonly evaluateAgain: (
    tx: Tx,
    scope: Scope,
    borrowerId: string,
    event: { cause: "loan"; by: Actor },
  ) => Promise<void>;
  readonly visits: LoanVisits;
}

/** What a change means to visits, which are built on borrowers, and handed in. The caller holds the borrower's lock. */
export interface LoanVisits {
  /** Mails everybody on the loan a link. Throws LIMIT_REACHED. */
  invite(tx: Tx, scope: Scope, borrower: BorrowerRow): Promise<void>;
  /** Ends the links of a closed borrower, and of whoever is not on the loan any more. */
  endLinks(tx: Tx, scope: Scope, borrower: BorrowerRow): Promise<void>;
  /** Ends what was shared by whoever is not on the loan any more. */
  leave(tx: Tx, actor: Actor, before: BorrowerRow, after: BorrowerRow): Promise<void>;
}

/** Who may reach borrowers: a member, or somebody on a visit to one of them. */
export type Asker = Actor | Visit;

/** The borrower if the call lets this person reach it by id: their own, or any of the organization's. Else NOT_FOUND. */
export async function findBorrower(db: Reads, actor: Asker, id: string): Promise<BorrowerRow> {
  const borrower = await store.readBorrower(db, actor.scope, id);
  if (!borrower || !reaches(actor, borrower)) throw new AppError("NOT_FOUND");
  return borrower;
}

/** The same under a lock, for a change; throws STALE when the caller saw an older version. */
export async function takeBorrower(tx: Tx, actor: Asker, id: string, version?: number): Promise<BorrowerRow> {
  const borrower = await store.lockBorrower(tx, actor.scope, id);
  if (!borrower || !reaches(actor, borrower)) throw new AppError("NOT_FOUND");
  if (version !== undefined && version !== borrower.version) throw new AppError("STALE");
  return borrower;
}

export function listOwnBorrowers({ db }: BorrowerDeps, actor: Actor, page: BorrowerPage): Promise<ListedBorrower[]> {
  return pages.readOwnBorrowers(db, actor.scope, actor, page);
}

/** Of the organization, or of all as far as the call reaches. */
export function listOrganizationBorrowers(
  { db, across }: BorrowerDeps,
  actor: Actor,
  page: BorrowerPage,
): Promise<PlacedBorrower[]> {
  return actor.reach === "all"
    ? pages.readAllBorrowers(db, across, page)
    : pages.readOrganizationBorrowers(db, actor.scope, page);
}

type NewDetails = BorrowerDetails & { readonly invite?: boolean };

/** Belongs to whoever creates it; the same key again returns the first. Throws LIMIT_REACHED, LOAN_NUMBER_TAKEN. */
export async function createBorrower(deps: BorrowerDeps, actor: Actor, details: NewDetails): Promise<Borrower> {
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

async function insertNew(
  { db, visits }: BorrowerDeps,
  actor: Actor,
  { invite, ...details }: NewDetails,
): Promise<Borrower> {
  const { userId, idempotencyKey } = actor;
  requireWithinLimit(await store.countBorrowers(db, actor.scope), BORROWERS_PER_ORGANIZATION);
  return db.transaction(actor.scope, async (tx) => {
    const created = { ...details, id: randomUUID(), createdBy: userId, assignedUserId: userId, idempotencyKey };
    const borrower = await store.insertBorrower(tx, actor.scope, created);
    await recordBorrower(tx, actor, "borrower.created", borrower);
    if (!invite) return borrower;
    const change = { status: "invited", ...marksOf("invited", borrower) } as const;
    const invited = await store.updateBorrowerRow(tx, actor.scope, borrower.id, change);
    await recordBorrower(tx, actor, "borrower.status-changed", invited, { from: borrower.status, to: invited.status });
    await visits.invite(tx, actor.scope, invited);
    return invited;
  });
}

export async function updateBorrower(
  { db, evaluateAgain, visits }: BorrowerDeps,
  actor: Actor,
  { id, version, ...details }: BorrowerDetails & { id: string; version: number },
): Promise<Borrower> {
  return db.transaction(actor.scope, async (tx) => {
    const before = await takeBorrower(tx, actor, id, version);
    const borrower = await store.updateBorrowerRow(tx, actor.scope, id, details);
    await visits.endLinks(tx, actor.scope, borrower);
    await visits.leave(tx, actor, before, borrower);
    await evaluateAgain(tx, actor.scope, id, { cause: "loan", by: actor });
    // Last: whoever appends holds the organization's chain until the commit, and an evaluation takes a while.
    await recordBorrower(tx, actor, "borrower.edited", borrower);
    return (await store.readBorrower(tx, actor.scope, id))!; // it is locked
  });
}

/** Throws STALE. */
export async function updateLoan(
  { db, evaluateAgain }: BorrowerDeps,
  actor: Actor,
  { id, version, loan }: { id: string; version: number; loan: Loan },
): Promise<Borrower> {
  return db.transaction(actor.scope, async (tx) => {
    await takeBorrower(tx, actor, id, version);
    const borrower = await store.updateBorrowerRow(tx, actor.scope, id, { loan });
    await evaluateAgain(tx, actor.scope, id, { cause: "loan", by: actor });
    await recordBorrower(tx, actor, "borrower.loan-changed", borrower);
    return (await store.readBorrower(tx, actor.scope, id))!; // it is locked
  });
}

/** Throws INVALID_STATUS_TRANSITION, STALE, LIMIT_REACHED. */
export async function changeStatus(
  { db, jobs, visits }: BorrowerDeps,
  actor: Actor,
  { id, status, version }: { id: string; status: BorrowerStatus; version?: number | undefined },
): Promise<Borrower> {
  return db.transaction(actor.scope, async (tx) => {
    const before = await takeBorrower(tx, actor, id, version);
    if (!canMove(before, status)) throw new AppError("INVALID_STATUS_TRANSITION");
    if (before.status === status) return before;
    const borrower = await store.updateBorrowerRow(tx, actor.scope, id, { status, ...marksOf(status, before) });
    await recordBorrower(tx, actor, "borrower.status-changed", borrower, { from: before.status, to: status });
    if (status === "invited") await visits.invite(tx, actor.scope, borrower);
    if (status === "closed") {
      await visits.endLinks(tx, actor.scope, borrower);
      await jobs.send(tx, borrowerClosed, { organizationId: actor.organizationId, borrowerId: id });
    }
    return borrower;
  });
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

/** What lists show of the newest report. Nobody's form is stale by it: the version stays. Open pages hear of it. */
export async function summarizeBorrower(tx: Tx, scope: Scope, id: string, summary: store.Summary): Promise<void> {
  await store.updateSummary(tx, scope, id, summary);
  const borrower = await store.readBorrower(tx, scope, id);
  if (borrower) await announceBorrower(tx, scope, borrower);
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
export function reaches(asker: Asker, borrower: BorrowerRow): boolean {
  if (isVisit(asker)) return asker.subjectId === borrower.id;
  const { reach, userId, onlyGroups } = asker;
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

/** Puts what somebody did with a borrower on record, as `action`, and tells open pages, both with the commit. */
export async function recordBorrower(
  tx: Tx,
  actor: Actor,
  action: string,
  borrower: BorrowerRow,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await auditAct(tx, actor, { action, objectType: "borrower", objectId: borrower.id, detail });
  await announceBorrower(tx, actor.scope, borrower);
}
