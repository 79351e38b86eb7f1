import { and, asc, eq, inArray, isNull, ne } from "drizzle-orm";
import { fullName } from "#features/borrowers/contract.ts";
import { readNames } from "#features/directory/server/queries.ts";
import { reachFilter } from "#features/borrowers/server/list-queries.ts";
import { borrowers } from "#features/borrowers/server/schema.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { type Review, REVIEWS_LISTED } from "#features/underwriting/contract.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { Context } from "#platform/server/context.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import { isMadeBy } from "./evidence.ts";
import { evidence, evidenceDocuments, underwritingDecisions } from "./schema.ts";

/** Of the borrowers that this person may see and that are not closed, the oldest first. */
export async function listReviews({ db }: Context, actor: Actor): Promise<Review[]> {
  const proposed = await readProposed(db, actor);
  const waiting = await readWaiting(db, actor);
  const names = await readNames(
    db,
    actor.scope,
    [...proposed, ...waiting].map(({ by }) => by),
  );
  const documents = await readMakers(
    db,
    actor,
    proposed.map(({ id }) => id),
  );
  const { secondPersonAccepts } = await readSettings(db, actor.scope);
  const byName = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? null });
  const reviews = [
    ...proposed.map((row): Review => ({
      ...borrowerOf(row),
      ...{ id: row.id, what: "evidence", kind: row.kind, confirmation: null, amountCents: amountOf(row) },
      ...{ transactionId: row.transactionId, findingKey: null, addedBy: byName(row.by) },
      since: row.changedAt ?? row.createdAt,
      needsOther: secondPersonAccepts && isMadeBy(actor, row, documents),
    })),
    ...waiting.map((row): Review => ({
      ...borrowerOf(row),
      ...{ id: row.id, what: row.kind, kind: null, confirmation: row.confirmation, amountCents: null },
      ...{ transactionId: row.subject.transactionId ?? null, findingKey: row.findingKey, addedBy: byName(row.by) },
      since: row.decidedAt,
      needsOther: row.by === actor.userId,
    })),
  ];
  return reviews.sort((a, b) => (a.since < b.since ? -1 : 1)).slice(0, REVIEWS_LISTED);
}

const BORROWER = {
  borrowerId: borrowers.id,
  firstName: borrowers.firstName,
  middleName: borrowers.middleName,
  lastName: borrowers.lastName,
  suffix: borrowers.suffix,
  loanNumber: borrowers.loanNumber,
};

function readProposed(db: ReadDb, actor: Actor) {
  return db.read(actor.scope, (query) =>
    query
      .select({
        ...BORROWER,
        id: evidence.id,
        kind: evidence.kind,
        transactionId: evidence.transactionId,
        sourcedCents: evidence.sourcedCents,
        amountCents: evidence.amountCents,
        by: evidence.createdBy,
        createdBy: evidence.createdBy,
        changedBy: evidence.changedBy,
        letter: evidence.letter,
        changedAt: evidence.changedAt,
        createdAt: evidence.createdAt,
      })
      .from(evidence)
      .innerJoin(
        borrowers,
        and(eq(borrowers.organizationId, evidence.organizationId), eq(borrowers.id, evidence.borrowerId)),
      )
      .where(and(tenantFilter(evidence, actor.scope), eq(evidence.state, "proposed"), isSeen(actor)))
      .orderBy(asc(evidence.createdAt), asc(evidence.id))
      .limit(REVIEWS_LISTED),
  );
}

function readWaiting(db: ReadDb, actor: Actor) {
  const decision = underwritingDecisions;
  return db.read(actor.scope, (query) =>
    query
      .select({
        ...BORROWER,
        id: decision.id,
        kind: decision.kind,
        confirmation: decision.confirmation,
        subject: decision.subject,
        findingKey: decision.findingKey,
        by: decision.decidedBy,
        decidedAt: decision.decidedAt,
      })
      .from(decision)
      .innerJoin(
        borrowers,
        and(eq(borrowers.organizationId, decision.organizationId), eq(borrowers.id, decision.borrowerId)),
      )
      .where(
        and(
          tenantFilter(decision, actor.scope),
          eq(decision.needsSecondPerson, true),
          isNull(decision.acceptedAt),
          isNull(decision.undoneAt),
          isSeen(actor),
        ),
      )
      .orderBy(asc(decision.decidedAt), asc(decision.id))
      .limit(REVIEWS_LISTED),
  );
}

function isSeen(actor: Actor) {
  return and(tenantFilter(borrowers, actor.scope), ne(borrowers.status, "closed"), reachFilter(actor));
}

function readMakers(db: ReadDb, { scope }: Actor, ids: readonly string[]) {
  return db.read(scope, (query) =>
    query
      .select({ evidenceId: evidenceDocuments.evidenceId, createdBy: evidenceDocuments.createdBy })
      .from(evidenceDocuments)
      .where(and(tenantFilter(evidenceDocuments, scope), inArray(evidenceDocuments.evidenceId, [...ids]))),
  );
}

type OfBorrower = Pick<Review, "borrowerId" | "loanNumber"> & Parameters<typeof fullName>[0];

function borrowerOf({ borrowerId, loanNumber, ...name }: OfBorrower) {
  return { borrowerId, loanNumber, borrowerName: fullName(name) };
}

function amountOf(row: {
  transactionId: string | null;
  kind: string;
  sourcedCents: number;
  amountCents: number | null;
}) {
  if (row.kind === "gift" && row.transactionId === null) return row.amountCents;
  return row.sourcedCents === 0 ? null : row.sourcedCents;
}
