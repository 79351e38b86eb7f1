import { and, eq, getTableColumns, ne, sql, type SQL } from "drizzle-orm";
import { BorrowerDetails, type BankItem, type Borrower, type PlacedBorrower } from "#features/borrowers/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import { orm, violatedConstraint, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import { param, paramsOf, tenantFilter, bumpVersion } from "#platform/server/database/tables.ts";
import { borrowers } from "./schema.ts";

/** A borrower with fields that the rules need and its own reply does not show. */
export interface BorrowerRow extends Borrower, PlacedBorrower {
  readonly createdBy: string;
  readonly items: HeldItem[];
  readonly remindersOff: boolean;
}

/** A connection with the email address of its holder. `null`: connected before the holder was stored. */
type HeldItem = BankItem & { readonly holderEmail: string | null };

// The SQL writes the column names in full, because Drizzle leaves out the table name in a statement with one table.
const items = sql<HeldItem[]>`(
  select coalesce(json_agg(json_build_object(
      'id', i.id, 'institutionId', i.institution_id, 'institutionName', i.institution_name,
      'status', i.status, 'accounts', i.accounts, 'holderEmail', i.holder_email) order by i.created_at, i.id), '[]')
  from bank_items i
  where i.organization_id = borrowers.organization_id and i.borrower_id = borrowers.id and i.removed_at is null)`;

/** One of the borrower's banks asks for a new sign-in. @param isEverywhere whether of all organizations */
export function isToRepair({ isEverywhere }: { readonly isEverywhere: boolean }): SQL {
  const isTheirs = isEverywhere ? sql`true` : sql`i.organization_id = ${param("organizationId")}`;
  // As an array, so that the few borrowers are found by their ids.
  return sql`id = any (array(
    select i.borrower_id from bank_items i where ${isTheirs} and i.status = 'login_required' and i.removed_at is null))`;
}

const {
  idempotencyKey: _asked,
  usableCents: _funds,
  openFindings: _open,
  freshUntil: _fresh,
  isNextExpiryKnown: _known,
  remindedUntil: _reminded,
  remindedDays: _before,
  ...columns
} = getTableColumns(borrowers);
export const fields = { ...columns, items: items.as("items") };

const byId = prepared("borrower_by_id", () =>
  orm
    .select(fields)
    .from(borrowers)
    .where(and(tenantFilter(borrowers), eq(borrowers.id, param("id")))),
);

const everywhereById = prepared("borrower_everywhere_by_id", () =>
  orm
    .select({ organizationId: borrowers.organizationId })
    .from(borrowers)
    .where(eq(borrowers.id, param("id"))),
);

export async function readBorrower(db: ReadDb, scope: Scope, id: string): Promise<BorrowerRow | undefined> {
  const [row] = await db.run(scope, byId, { id });
  return row && withConnection(row);
}

/** The organization of a borrower. Read before the caller's access to the borrower is known. */
export async function readOrganizationOf(db: ReadDb, system: SystemScope, id: string): Promise<string | undefined> {
  const [row] = await db.run(system, everywhereById, { id });
  return row?.organizationId;
}

/** Whether the organization has a borrower that is not closed. */
export async function hasOpenBorrower(db: ReadDb, scope: Scope): Promise<boolean> {
  const rows = await db.read(scope, (query) =>
    query
      .select({ id: borrowers.id })
      .from(borrowers)
      .where(and(tenantFilter(borrowers, scope), ne(borrowers.status, "closed")))
      .limit(1),
  );
  return rows.length > 0;
}

/** The borrower that this user created with this key, if any. */
export async function readBorrowerByKey(
  db: ReadDb,
  scope: Scope,
  createdBy: string,
  idempotencyKey: string,
): Promise<BorrowerRow | undefined> {
  const isIt = and(eq(borrowers.createdBy, createdBy), eq(borrowers.idempotencyKey, idempotencyKey));
  const [row] = await db.read(scope, (query) =>
    query
      .select(fields)
      .from(borrowers)
      .where(and(tenantFilter(borrowers, scope), isIt)),
  );
  return row && withConnection(row);
}

type NewBorrower = BorrowerDetails & {
  id: string;
  createdBy: string;
  assignedUserId: string | null;
  idempotencyKey: string | null;
};

const insert = prepared("borrower_insert", () =>
  orm
    .insert(borrowers)
    .values({
      ...paramsOf(BorrowerDetails.shape),
      organizationId: param("organizationId"),
      id: param("id"),
      createdBy: param("createdBy"),
      assignedUserId: param("assignedUserId"),
      groupIds: [],
      idempotencyKey: param("idempotencyKey"),
    })
    .returning(columns),
);

/** Throws LOAN_NUMBER_TAKEN. */
export async function insertBorrower(tx: Tx, scope: Scope, borrower: NewBorrower): Promise<BorrowerRow> {
  const [row] = await tx.run(scope, insert, { ...borrower }).catch(explainTaken);
  return withConnection({ ...row!, items: [] }); // an insert that does not throw returns its row
}

export type BorrowerChange = Partial<
  Omit<typeof borrowers.$inferInsert, "organizationId" | "id" | "createdBy" | "createdAt" | "updatedAt" | "version">
>;

/** Updates some fields of an existing borrower. Throws LOAN_NUMBER_TAKEN. */
export async function updateBorrowerRow(
  tx: Tx,
  scope: Scope,
  id: string,
  change: BorrowerChange,
): Promise<BorrowerRow> {
  await tx.orm
    .update(borrowers)
    .set({ ...change, ...bumpVersion(borrowers) })
    .where(and(tenantFilter(borrowers, scope), eq(borrowers.id, id)))
    .catch(explainTaken);
  const row = await readBorrower(tx, scope, id);
  if (!row) throw new AppError("NOT_FOUND");
  return row;
}

export type Summary = Pick<
  typeof borrowers.$inferInsert,
  | "summary"
  | "usableCents"
  | "openFindings"
  | "freshUntil"
  | "documentState"
  | "remindersOff"
  | "plannedRefreshOn"
  | "nextExpiryOn"
  | "nextExpiryKind"
  | "isNextExpiryKnown"
>;
/** Rows that belong to the borrower go with it. */
export async function deleteBorrowerRow(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm.delete(borrowers).where(and(tenantFilter(borrowers, scope), eq(borrowers.id, id)));
}

/** Does not change the version or the time of change, because the summary follows from another write. */
export async function updateSummary(tx: Tx, scope: Scope, id: string, summary: Summary): Promise<void> {
  await tx.orm
    .update(borrowers)
    .set(summary)
    .where(and(tenantFilter(borrowers, scope), eq(borrowers.id, id)));
}

/** Locks the row until the transaction ends, so that two changes of one borrower come one after the other. */
export async function lockBorrower(tx: Tx, scope: Scope, id: string): Promise<BorrowerRow | undefined> {
  await tx.orm
    .select({ id: borrowers.id })
    .from(borrowers)
    .where(and(tenantFilter(borrowers, scope), eq(borrowers.id, id)))
    .for("update");
  return readBorrower(tx, scope, id);
}

function explainTaken(error: unknown): never {
  throw violatedConstraint(error) === "borrowers_loan_number" ? new AppError("LOAN_NUMBER_TAKEN") : error;
}

export function withConnection<Row extends { readonly items: readonly BankItem[] }>(row: Row) {
  return { ...row, connectionState: connectionOf(row.items) };
}

/** The worst state of the connections; `none` if there is none. */
function connectionOf(connected: readonly BankItem[]): Borrower["connectionState"] {
  if (connected.length === 0) return "none";
  if (connected.some(({ status }) => status === "login_required")) return "login_required";
  return connected.some(({ status }) => status === "expiring") ? "expiring" : "ok";
}
