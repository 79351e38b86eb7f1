import { and, asc, eq, sql } from "drizzle-orm";
import type { Decision } from "#features/underwriting/contract.ts";
import type { Actor } from "#platform/server/actor.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { underwritingDecisions } from "./schema.ts";

export type DecisionRow = typeof underwritingDecisions.$inferSelect;

const ofBorrower = prepared("underwriting_decisions_of_borrower", () =>
  orm
    .select()
    .from(underwritingDecisions)
    .where(and(tenantFilter(underwritingDecisions), eq(underwritingDecisions.borrowerId, param("borrowerId"))))
    .orderBy(asc(underwritingDecisions.decidedAt), asc(underwritingDecisions.id)),
);

const byId = prepared("underwriting_decision_by_id", () =>
  orm
    .select()
    .from(underwritingDecisions)
    .where(and(tenantFilter(underwritingDecisions), eq(underwritingDecisions.id, param("id")))),
);

/** The oldest first, undone ones included. */
export function readDecisionsOf(db: ReadDb, scope: Scope, borrowerId: string): Promise<DecisionRow[]> {
  return db.run(scope, ofBorrower, { borrowerId });
}

export async function readDecision(db: ReadDb, scope: Scope, id: string): Promise<DecisionRow | undefined> {
  const [row] = await db.run(scope, byId, { id });
  return row;
}

/** The decision this person made with the same idempotency key. */
export async function readDecisionByKey(
  db: ReadDb,
  scope: Scope,
  decidedBy: string,
  idempotencyKey: string,
): Promise<DecisionRow | undefined> {
  const isIt = and(
    eq(underwritingDecisions.decidedBy, decidedBy),
    eq(underwritingDecisions.idempotencyKey, idempotencyKey),
  );
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(underwritingDecisions)
      .where(and(tenantFilter(underwritingDecisions, scope), isIt)),
  );
  return row;
}

export async function insertDecision(
  tx: Tx,
  scope: Scope,
  decision: Omit<typeof underwritingDecisions.$inferInsert, "organizationId">,
): Promise<DecisionRow> {
  const [row] = await tx.orm
    .insert(underwritingDecisions)
    .values({ ...decision, organizationId: scope.organizationId })
    .returning();
  return row!; // an insert that does not throw returns its row
}

/** The caller holds the borrower's lock. */
export async function markUndone(
  tx: Tx,
  scope: Scope,
  id: string,
  { undoneBy, undoneRole, undoneName }: Pick<DecisionRow, "undoneBy" | "undoneRole" | "undoneName">,
): Promise<DecisionRow> {
  const [row] = await tx.orm
    .update(underwritingDecisions)
    .set({ undoneBy, undoneRole, undoneName, undoneAt: sql`now()` })
    .where(and(tenantFilter(underwritingDecisions, scope), eq(underwritingDecisions.id, id)))
    .returning();
  return row!; // the caller has read it under the lock
}

/** The caller holds the borrower's lock. */
export async function markAccepted(
  tx: Tx,
  scope: Scope,
  id: string,
  accepted: Pick<DecisionRow, "acceptedBy" | "acceptedRole" | "acceptedName">,
): Promise<DecisionRow> {
  const [row] = await tx.orm
    .update(underwritingDecisions)
    .set({ ...accepted, acceptedAt: sql`now()` })
    .where(and(tenantFilter(underwritingDecisions, scope), eq(underwritingDecisions.id, id)))
    .returning();
  return row!; // the caller has read it under the lock
}

/** It has no effect until a second person accepts it. */
export function isWaiting({
  needsSecondPerson,
  acceptedAt,
  undoneAt,
}: Pick<DecisionRow, "needsSecondPerson" | "acceptedAt" | "undoneAt">): boolean {
  return needsSecondPerson && acceptedAt === null && undoneAt === null;
}

/**
 * Removes an erased person's name from their decisions in every organization. Evaluations are the lender's record of a
 * credit decision and keep the name as long as the borrower's data.
 */
export async function forgetDecider(tx: Tx, _systemScope: SystemScope, userId: string): Promise<void> {
  const name = "Erased Person";
  await tx.orm
    .update(underwritingDecisions)
    .set({ decidedName: name })
    .where(eq(underwritingDecisions.decidedBy, userId));
  await tx.orm
    .update(underwritingDecisions)
    .set({ undoneName: name })
    .where(eq(underwritingDecisions.undoneBy, userId));
  await tx.orm
    .update(underwritingDecisions)
    .set({ acceptedName: name })
    .where(eq(underwritingDecisions.acceptedBy, userId));
}

export function toDecision(row: DecisionRow, { userId }: Pick<Actor, "userId">): Decision {
  const { id, borrowerId, kind, confirmation, subject, findingKey, programs, reason, documents } = row;
  const { loanBalanceCents, decidedAt, acceptedBy, acceptedRole, acceptedName, acceptedAt } = row;
  const { undoneBy, undoneRole, undoneName, undoneAt } = row;
  return {
    ...{ id, borrowerId, kind, confirmation, subject, findingKey, programs, reason, documents, loanBalanceCents },
    decidedBy: { id: row.decidedBy, name: row.decidedName, role: row.decidedRole },
    decidedAt,
    isWaiting: isWaiting(row),
    needsOther: isWaiting(row) && row.decidedBy === userId,
    acceptedBy: acceptedBy === null ? null : { id: acceptedBy, name: acceptedName ?? "", role: acceptedRole ?? "" },
    acceptedAt,
    undoneBy: undoneBy === null ? null : { id: undoneBy, name: undoneName ?? "", role: undoneRole ?? "" },
    undoneAt,
  };
}
