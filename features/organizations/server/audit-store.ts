// Owns the SQL of reading an organization's record of acts: one statement for each way to ask, prepared at its first use.
import { and, desc, eq, gte, lt, lte, or, sql, type SQL } from "drizzle-orm";
import { users } from "#features/identity/server/tables.ts";
import { AUDIT_PAGE_ROWS, type AuditAct, type listAudit } from "#features/organizations/contract.ts";
import type { Parsed } from "#kit/contract/call.ts";
import { orm, type Reads } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { arg, inScope } from "#kit/server/database/tables.ts";
import { auditRows } from "./tables.ts";

export type AuditPage = Parsed<typeof listAudit>;

const FILTERS = {
  before: lt(auditRows.seq, arg("before")),
  actorId: eq(auditRows.actorId, arg("actorId")),
  objectId: eq(auditRows.objectId, arg("objectId")),
  action: or(eq(auditRows.action, arg("action")), sql`starts_with(${auditRows.action}, ${arg("action")} || '.')`),
  from: gte(auditRows.at, arg("from")),
  to: lte(auditRows.at, arg("to")),
} satisfies Record<Exclude<keyof AuditPage, "limit">, SQL | undefined>;
type FilterName = keyof typeof FILTERS;
const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

/** Newest first. Who is no member any more keeps their name here; whoever never was one has none. */
export function readAudit(db: Reads, scope: Scope, page: AuditPage): Promise<AuditAct[]> {
  const asked = FILTER_NAMES.filter((name) => page[name] !== undefined);
  return db.run(scope, statementFor(asked), { ...page, limit: page.limit ?? AUDIT_PAGE_ROWS });
}

const built = new Map<string, ReturnType<typeof build>>();

function statementFor(asked: readonly FilterName[]): ReturnType<typeof build> {
  const name = ["audit", ...asked].join("_").toLowerCase();
  const known = built.get(name) ?? build(asked, name);
  built.set(name, known);
  return known;
}

function build(asked: readonly FilterName[], name: string) {
  return orm
    .select({
      seq: auditRows.seq,
      at: auditRows.at,
      actorId: auditRows.actorId,
      actorName: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`.as("actor_name"),
      action: auditRows.action,
      objectType: auditRows.objectType,
      objectId: auditRows.objectId,
      address: auditRows.address,
      detail: auditRows.detail,
    })
    .from(auditRows)
    .leftJoin(users, eq(users.id, auditRows.actorId))
    .where(and(inScope(auditRows), ...asked.map((filter) => FILTERS[filter])))
    .orderBy(desc(auditRows.seq))
    .limit(arg("limit"))
    .prepare(name);
}
