import { and, eq, or, sql, type SQL } from "drizzle-orm";
import { BORROWER_STATUSES, type BorrowerPage, type BorrowerSort } from "#features/borrowers/contract.ts";
import type { Actor } from "#platform/server/actor.ts";
import { orm, type ReadDb } from "#platform/server/database/database.ts";
import { contains, pagesOf, type Order } from "#platform/server/database/pages.ts";
import type { SystemScope, AnyScope, Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { fields, withConnection, type BorrowerRow } from "./queries.ts";
import { borrowers } from "./schema.ts";

type ListedRow = Omit<BorrowerRow, "notes">;
const { notes: _long, ...listedFields } = fields;

/** Borrowers created by or assigned to this user, within the groups the user is restricted to; newest first. */
export function readOwnBorrowers(
  db: ReadDb,
  scope: Scope,
  { userId, onlyGroups }: Pick<Actor, "userId" | "onlyGroups">,
  page: BorrowerPage,
): Promise<ListedRow[]> {
  return readPage(db, scope, "own", page, { userId, onlyGroups: onlyGroups && `{${onlyGroups.join(",")}}` });
}

export function readOrganizationBorrowers(db: ReadDb, scope: Scope, page: BorrowerPage): Promise<ListedRow[]> {
  return readPage(db, scope, "of_organization", page);
}

/** Borrowers of all organizations. For root only. */
export function readAllBorrowers(db: ReadDb, system: SystemScope, page: BorrowerPage): Promise<ListedRow[]> {
  return readPage(db, system, "everywhere", page);
}

const isOwn = or(eq(borrowers.createdBy, param("userId")), eq(borrowers.assignedUserId, param("userId")));
const heldTo = sql`${param("onlyGroups")}::uuid[]`;
const isOpen = sql`(${heldTo} is null or group_ids = '{}' or group_ids && ${heldTo})`;

const REACHES = {
  own: and(tenantFilter(borrowers), isOwn, isOpen),
  of_organization: tenantFilter(borrowers),
  everywhere: undefined,
};

/** The borrowers that this actor reaches, for a statement with its values in place. */
export function reachFilter({ reach, userId, onlyGroups }: Actor): SQL | undefined {
  if (reach !== "own") return undefined;
  const isAssigned = or(eq(borrowers.createdBy, userId), eq(borrowers.assignedUserId, userId));
  if (onlyGroups === null) return isAssigned;
  const held = `{${onlyGroups.join(",")}}`;
  return and(isAssigned, sql`(${borrowers.groupIds} = '{}' or ${borrowers.groupIds} && ${held}::uuid[])`);
}

// The bank's names in one text, as the row shows them: ", " between them, as `sort_text` writes it.
const BANK = sql.raw(`(
  select string_agg(i.sort_institution_name, E'\\x04\\x01' order by i.created_at, i.id) from bank_items i
  where i.organization_id = borrowers.organization_id and i.borrower_id = borrowers.id and i.removed_at is null)`);
const LIFE = BORROWER_STATUSES.map((status) => `'${status}'`).join(", ");

const ORDERS: Readonly<Record<BorrowerSort, Order>> = {
  name: { key: sql.raw("sort_name") },
  email: { key: sql.raw("sort_email") },
  loanNumber: { key: sql.raw("sort_loan_number"), isNullable: true },
  status: { key: sql.raw(`array_position(array[${LIFE}], status)`) },
  bank: { key: BANK, isNullable: true },
  funds: { key: sql.raw("usable_cents"), isNullable: true },
  findings: { key: sql.raw("open_findings"), isNullable: true },
  freshUntil: { key: sql.raw("fresh_until"), isNullable: true },
  reportReadyAt: { key: sql.raw("report_ready_at"), isNullable: true },
  updatedAt: { key: sql.raw("updated_at") },
  createdAt: { key: sql.raw("created_at") },
};

const NAME = sql.raw("concat_ws(' ', first_name, nullif(middle_name, ''), last_name, nullif(suffix, ''))");
const CO_BORROWER = sql.raw("concat_ws(' ', one ->> 'firstName', one ->> 'lastName', one ->> 'email')");
// The ways in which people type a US number, as `phoneWords` has them.
const PHONE = sql.raw(String.raw`phone || regexp_replace(phone, '^\+1(\d{3})(\d{3})(\d{4})$', ' (\1) \2-\3 \1-\2-\3')`);
const matches = or(
  contains(NAME),
  contains(sql.raw("email")),
  contains(PHONE),
  contains(sql.raw("loan_number")),
  sql`exists (select from jsonb_array_elements(co_borrowers) one where ${contains(CO_BORROWER)})`,
);

const readRows = pagesOf({
  table: "borrowers",
  reaches: REACHES,
  orders: ORDERS,
  matches,
  build: ({ where, orderBy, name }) =>
    orm
      .select(listedFields)
      .from(borrowers)
      .where(where)
      .orderBy(...orderBy)
      .limit(param("limit"))
      .prepare(name),
});

async function readPage(
  db: ReadDb,
  scope: AnyScope,
  reach: keyof typeof REACHES,
  page: BorrowerPage,
  values: { userId?: string; onlyGroups?: string | null } = {},
): Promise<ListedRow[]> {
  const rows = await readRows(db, scope, reach, page, values);
  return rows.map(withConnection);
}
