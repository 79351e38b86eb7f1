// Owns the SQL on borrowers; every statement carries the organization of the scope it runs under.
import { and, eq, getTableColumns, ne, sql } from "drizzle-orm";
import type { BankItem, Borrower, BorrowerDetails, PlacedBorrower } from "#features/borrowers/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import { orm, violatedConstraint, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import { arg, inScope, touched } from "#kit/server/database/tables.ts";
import { borrowers } from "./tables.ts";

/** A borrower with what rules ask for and its own reply does not show. */
export interface BorrowerRow extends Borrower, PlacedBorrower {
  readonly createdBy: string;
  readonly items: HeldItem[];
}

/** A connection, and whose log-in it is; `null`: connected before that was kept. */
type HeldItem = BankItem & { readonly holderEmail: string | null };

// Names written out: in a statement of one table Drizzle would leave the table away.
const items = sql<HeldItem[]>`(
  select coalesce(json_agg(json_build_object(
      'id', i.id, 'institutionId', i.institution_id, 'institutionName', i.institution_name,
      'status', i.status, 'accounts', i.accounts, 'holderEmail', i.holder_email) order by i.created_at, i.id), '[]')
  from bank_items i
  where i.organization_id = borrowers.organization_id and i.borrower_id = borrowers.id and i.removed_at is null)`;

const {
  idempotencyKey: _asked,
  usableCents: _funds,
  openFindings: _open,
  freshUntil: _fresh,
  remindedUntil: _reminded,
  remindedDays: _before,
  ...columns
} = getTableColumns(borrowers);
export const fields = { ...columns, items: items.as("items") };

const byId = orm
  .select(fields)
  .from(borrowers)
  .where(and(inScope(borrowers), eq(borrowers.id, arg("id"))))
  .prepare("borrower_by_id");

const count = orm
  .select({ count: sql<number>`count(*)::int` })
  .from(borrowers)
  .where(inScope(borrowers))
  .prepare("borrowers_count");

const everywhereById = orm
  .select({ organizationId: borrowers.organizationId })
  .from(borrowers)
  .where(eq(borrowers.id, arg("id")))
  .prepare("borrower_everywhere_by_id");

export async function readBorrower(db: Reads, scope: Scope, id: string): Promise<BorrowerRow | undefined> {
  const [row] = await db.run(scope, byId, { id });
  return row && withConnection(row);
}

/** The organization of a borrower, before anybody's right to it is known. */
export async function readOrganizationOf(db: Reads, across: AcrossScope, id: string): Promise<string | undefined> {
  const [row] = await db.run(across, everywhereById, { id });
  return row?.organizationId;
}

export async function countBorrowers(db: Reads, scope: Scope): Promise<number> {
  const [row] = await db.run(scope, count);
  return row?.count ?? 0;
}

/** Whether the organization still works on anybody's loan. */
export async function hasOpenBorrower(db: Reads, scope: Scope): Promise<boolean> {
  const rows = await db.read(scope, (query) =>
    query
      .select({ id: borrowers.id })
      .from(borrowers)
      .where(and(inScope(borrowers, scope), ne(borrowers.status, "closed")))
      .limit(1),
  );
  return rows.length > 0;
}

/** What this person made under this key, if anything. */
export async function readBorrowerByKey(
  db: Reads,
  scope: Scope,
  createdBy: string,
  idempotencyKey: string,
): Promise<BorrowerRow | undefined> {
  const isIt = and(eq(borrowers.createdBy, createdBy), eq(borrowers.idempotencyKey, idempotencyKey));
  const [row] = await db.read(scope, (query) =>
    query
      .select(fields)
      .from(borrowers)
      .where(and(inScope(borrowers, scope), isIt)),
  );
  return row && withConnection(row);
}

export function isMadeAlready(error: unknown): boolean {
  return violatedConstraint(error) === "borrowers_idempotency";
}

type NewBorrower = BorrowerDetails & {
  id: string;
  createdBy: string;
  assignedUserId: string | null;
  idempotencyKey: string | null;
};

const insert = orm
  .insert(borrowers)
  .values({
    organizationId: arg("organizationId"),
    id: arg("id"),
    firstName: arg("firstName"),
    middleName: arg("middleName"),
    lastName: arg("lastName"),
    suffix: arg("suffix"),
    email: arg("email"),
    phone: arg("phone"),
    loanNumber: arg("loanNumber"),
    coBorrowers: arg("coBorrowers"),
    loan: arg("loan"),
    notes: arg("notes"),
    createdBy: arg("createdBy"),
    assignedUserId: arg("assignedUserId"),
    groupIds: [],
    idempotencyKey: arg("idempotencyKey"),
  })
  .returning(columns)
  .prepare("borrower_insert");

/** Throws LOAN_NUMBER_TAKEN. */
export async function insertBorrower(tx: Tx, scope: Scope, borrower: NewBorrower): Promise<BorrowerRow> {
  const [row] = await tx.run(scope, insert, { ...borrower }).catch(explainTaken);
  return withConnection({ ...row!, items: [] }); // an insert that does not throw returns its row
}

export type BorrowerChange = Partial<
  Omit<typeof borrowers.$inferInsert, "organizationId" | "id" | "createdBy" | "createdAt" | "updatedAt" | "version">
>;

/** Writes some fields of a borrower that is there; throws LOAN_NUMBER_TAKEN. */
export async function updateBorrowerRow(
  tx: Tx,
  scope: Scope,
  id: string,
  change: BorrowerChange,
): Promise<BorrowerRow> {
  await tx.orm
    .update(borrowers)
    .set({ ...change, ...touched(borrowers) })
    .where(and(inScope(borrowers, scope), eq(borrowers.id, id)))
    .catch(explainTaken);
  const row = await readBorrower(tx, scope, id);
  if (!row) throw new AppError("NOT_FOUND");
  return row;
}

export type Summary = Pick<typeof borrowers.$inferInsert, "summary" | "usableCents" | "openFindings" | "freshUntil">;

/** Neither version nor time of change move: it follows from what was written elsewhere. */
export async function updateSummary(tx: Tx, scope: Scope, id: string, summary: Summary): Promise<void> {
  await tx.orm
    .update(borrowers)
    .set(summary)
    .where(and(inScope(borrowers, scope), eq(borrowers.id, id)));
}

/** Locks the row until the transaction ends, so that two changes of one borrower come one after the other. */
export async function lockBorrower(tx: Tx, scope: Scope, id: string): Promise<BorrowerRow | undefined> {
  await tx.orm
    .select({ id: borrowers.id })
    .from(borrowers)
    .where(and(inScope(borrowers, scope), eq(borrowers.id, id)))
    .for("update");
  return readBorrower(tx, scope, id);
}

function explainTaken(error: unknown): never {
  throw violatedConstraint(error) === "borrowers_loan_number" ? new AppError("LOAN_NUMBER_TAKEN") : error;
}

export function withConnection<Row extends { readonly items: readonly BankItem[] }>(row: Row) {
  return { ...row, connectionState: connectionOf(row.items) };
}

/** The worst of the connections; none at all is `none`. */
function connectionOf(connected: readonly BankItem[]): Borrower["connectionState"] {
  if (connected.length === 0) return "none";
  if (connected.some(({ status }) => status === "login_required")) return "login_required";
  return connected.some(({ status }) => status === "expiring") ? "expiring" : "ok";
}
