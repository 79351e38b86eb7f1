// Owns the SQL of lists of borrowers: one statement for each way to ask, built at its first use and prepared from then on.
import { and, desc, eq, or, sql, type SQL } from "drizzle-orm";
import { BORROWER_STATUSES, type BorrowerPage, type BorrowerSort } from "#features/borrowers/contract.ts";
import { LIST_ROWS } from "#kit/contract/list-rows.ts";
import type { SortDirection } from "#kit/contract/paging.ts";
import { orm, type Reads } from "#kit/server/database.ts";
import type { AcrossScope, AnyScope, Scope } from "#kit/server/scope.ts";
import { arg, inScope } from "#kit/server/tables.ts";
import { fields, toBorrower, type BorrowerRow } from "./store.ts";
import { borrowers } from "./tables.ts";

/** Created by or assigned to this person, newest first. */
export function readOwnBorrowers(db: Reads, scope: Scope, userId: string, page: BorrowerPage): Promise<BorrowerRow[]> {
  return readPage(db, scope, "own", page, { userId });
}

export function readOrganizationBorrowers(db: Reads, scope: Scope, page: BorrowerPage): Promise<BorrowerRow[]> {
  return readPage(db, scope, "of_organization", page);
}

/** Of all organizations: for root alone. */
export function readAllBorrowers(db: Reads, across: AcrossScope, page: BorrowerPage): Promise<BorrowerRow[]> {
  return readPage(db, across, "everywhere", page);
}

const isOwn = or(eq(borrowers.createdBy, arg("userId")), eq(borrowers.assignedUserId, arg("userId")));

/** Whose a list is: the first lock of its statement, for the rows and for the row that gives the place. */
const REACHES = { own: and(inScope(borrowers), isOwn), of_organization: inScope(borrowers), everywhere: undefined };
type ReachName = keyof typeof REACHES;

interface Order {
  /** Names of columns alone, so that it reads as well in a statement within the statement. */
  readonly key: SQL;
  /** Rows without a value come last, in both directions. */
  readonly isNullable?: boolean;
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
  reportReadyAt: { key: sql.raw("report_ready_at"), isNullable: true },
  updatedAt: { key: sql.raw("updated_at") },
  createdAt: { key: sql.raw("created_at") },
};

interface Asked {
  readonly reach: ReachName;
  readonly sort: BorrowerSort | undefined;
  readonly direction: SortDirection;
  readonly isSearched: boolean;
  readonly isLater: boolean;
}

async function readPage(
  db: Reads,
  scope: AnyScope,
  reach: ReachName,
  { limit = LIST_ROWS, after, search = "", sort, direction = "ascending" }: BorrowerPage,
  values: { userId?: string } = {},
): Promise<BorrowerRow[]> {
  const statement = statementFor({ reach, sort, direction, isSearched: search !== "", isLater: after !== undefined });
  const rows = await db.run(scope, statement, { ...values, limit, after, search });
  return rows.map(toBorrower);
}

const WORD = { ascending: "asc", descending: "desc" } as const;

// PostgreSQL tells statements apart by 63 characters of their names.
const built = new Map<string, ReturnType<typeof build>>();

function statementFor(asked: Asked): ReturnType<typeof build> {
  const { reach, sort, direction, isSearched, isLater } = asked;
  const by = sort && `by_${sort}_${WORD[direction]}`;
  const name = ["borrowers", reach, by, isSearched && "searched", isLater && "later"].filter(Boolean).join("_");
  const known = built.get(name) ?? build(asked, name);
  built.set(name, known);
  return known;
}

function build({ reach, sort, direction, isSearched, isLater }: Asked, name: string) {
  const whose = REACHES[reach];
  const order = sort && ORDERS[sort];
  return orm
    .select(fields)
    .from(borrowers)
    .where(and(whose, isSearched ? matches : undefined, isLater ? isAfter(whose, order, direction) : undefined))
    .orderBy(...(order ? [inDirection(order, direction)] : []), desc(borrowers.createdAt), desc(borrowers.id))
    .limit(arg("limit"))
    .prepare(name);
}

const NAME = sql.raw("concat_ws(' ', first_name, nullif(middle_name, ''), last_name, nullif(suffix, ''))");
const CO_BORROWER = sql.raw("concat_ws(' ', one ->> 'firstName', one ->> 'lastName')");
const contains = (text: SQL) => sql`strpos(lower(${text}), lower(${arg("search")})) > 0`;
const matches = or(
  contains(NAME),
  contains(sql.raw("email")),
  contains(sql.raw("loan_number")),
  sql`exists (select from jsonb_array_elements(co_borrowers) one where ${contains(CO_BORROWER)})`,
);

function inDirection({ key, isNullable }: Order, direction: SortDirection): SQL {
  return sql`${key} ${sql.raw(WORD[direction])}${sql.raw(isNullable ? " nulls last" : "")}`;
}

// The row named `after` gives the place, where the list holds it: another's tells nothing, not even where it stands.
function isAfter(whose: SQL | undefined, order: Order | undefined, direction: SortDirection): SQL {
  const place = (value: SQL) =>
    sql`(select ${value} from borrowers where ${and(whose, eq(borrowers.id, arg("after")))})`;
  // Rows that are equal stand newest first in both directions, as they do in the browser.
  const isOlder = sql`(created_at, id) < ${place(sql.raw("created_at, id"))}`;
  if (!order) return isOlder;
  const { key, isNullable } = order;
  const there = place(key);
  // Said first and apart, it is what an index can begin at.
  const isThereOrFurther = sql`${key} ${sql.raw(direction === "ascending" ? ">=" : "<=")} ${there}`;
  const orMissing = isNullable ? sql` or ${key} is null` : sql``;
  return sql`(${isThereOrFurther}${orMissing}) and (${key} is distinct from ${there} or ${isOlder})`;
}
