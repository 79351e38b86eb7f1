import { and, desc, eq, gte, lt, lte, or, sql, type SQL } from "drizzle-orm";
import type { Context } from "#platform/server/context.ts";
import {
  AUDIT_PAGE_ROWS,
  type AuditEvent,
  type listAudit as listCall,
  type verifyOwnAudit as verifyCall,
} from "#features/organizations/contract.ts";
import type { Parsed, ReplyOf } from "#platform/contract/call.ts";
import type { Actor } from "#platform/server/actor.ts";
import { verifyChain } from "#platform/server/audit.ts";
import { users } from "#features/directory/server/schema.ts";
import { orm, type ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { auditRows } from "./schema.ts";

export function listAudit({ db }: Context, { scope }: Actor, page: AuditPage): Promise<AuditEvent[]> {
  return readAudit(db, scope, page);
}

export function verifyOwnAudit(
  { db, system }: Context,
  { organizationId }: Actor,
): Promise<ReplyOf<typeof verifyCall>> {
  return verifyChain(db, system, organizationId);
}

type AuditPage = Parsed<typeof listCall>;

const FILTERS = {
  before: lt(auditRows.seq, param("before")),
  actorId: eq(auditRows.actorId, param("actorId")),
  objectId: eq(auditRows.objectId, param("objectId")),
  action: or(eq(auditRows.action, param("action")), sql`starts_with(${auditRows.action}, ${param("action")} || '.')`),
  from: gte(auditRows.at, param("from")),
  to: lte(auditRows.at, param("to")),
} satisfies Record<Exclude<keyof AuditPage, "limit">, SQL | undefined>;
type FilterName = keyof typeof FILTERS;
const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

/** Newest first. Former members keep their name here. A user who was never a member is shown without one. */
export function readAudit(db: ReadDb, scope: Scope, page: AuditPage): Promise<AuditEvent[]> {
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
    .where(and(tenantFilter(auditRows), ...asked.map((filter) => FILTERS[filter])))
    .orderBy(desc(auditRows.seq))
    .limit(param("limit"))
    .prepare(name);
}
