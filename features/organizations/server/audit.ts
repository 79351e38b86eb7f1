import { and, desc, eq, gte, lt, lte, or, sql, type SQL } from "drizzle-orm";
import type { Context } from "#platform/server/context.ts";
import {
  AUDIT_PAGE_ROWS,
  type AuditEvent,
  type exportAudit as exportCall,
  type listAudit as listCall,
  type verifyOwnAudit as verifyCall,
} from "#features/organizations/contract.ts";
import type { Parsed, ReplyOf } from "#platform/contract/call.ts";
import { csvLines } from "#platform/contract/csv.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent, verifyChain } from "#platform/server/audit.ts";
import { users } from "#features/directory/server/schema.ts";
import { orm, type ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import type { StreamedFile } from "#platform/server/http/file-reply.ts";
import { auditRows } from "./schema.ts";

export function listAudit({ replica }: Context, { scope }: Actor, page: AuditPage): Promise<AuditEvent[]> {
  return readAudit(replica, scope, page);
}

export function verifyOwnAudit(
  { db, system }: Context,
  { organizationId }: Actor,
): Promise<ReplyOf<typeof verifyCall>> {
  return verifyChain(db, system, organizationId);
}

/** All matching events, newest first. The export is recorded before it begins and is not part of itself. */
export async function exportAudit(
  { db, replica }: Context,
  actor: Actor,
  { format, ...filter }: Parsed<typeof exportCall>,
): Promise<StreamedFile> {
  const { scope, organizationId } = actor;
  const [newest] = await readAudit(db, scope, { limit: 1 });
  const act = { action: "organization.activity-exported", objectType: "organization", objectId: organizationId };
  await db.transaction(scope, (tx) => recordAuditEvent(tx, actor, { ...act, detail: { format } }));
  const events = readWhole(replica, scope, filter, (newest?.seq ?? 0) + 1);
  const name = `activity-${new Date().toISOString().slice(0, 10)}.${format}`;
  return format === "csv"
    ? { name, mediaType: "text/csv; charset=utf-8", stream: () => toCsvText(events) }
    : { name, mediaType: "application/jsonl", stream: () => toJsonLines(events) };
}

type AuditPage = Parsed<typeof listCall>;
type AuditFilter = Omit<AuditPage, "limit" | "before">;

/** One page at a time, so that a long log is never held in memory. */
async function* readWhole(db: ReadDb, scope: Scope, filter: AuditFilter, before: number): AsyncGenerator<AuditEvent[]> {
  for (let from = before; ;) {
    const events = await readAudit(db, scope, { ...filter, before: from });
    if (events.length > 0) yield events;
    const last = events.at(-1);
    if (!last || events.length < AUDIT_PAGE_ROWS) return;
    from = last.seq;
  }
}

async function* toJsonLines(pages: AsyncIterable<AuditEvent[]>): AsyncGenerator<string> {
  for await (const events of pages) yield events.map((event) => `${JSON.stringify(event)}\n`).join("");
}

const HEAD = [
  ...["Event", "Time (UTC)", "Person", "Person ID", "Action", "Object", "Object name", "Loan number", "Object ID"],
  ...["Before", "After", "Network address", "Details"],
];

async function* toCsvText(pages: AsyncIterable<AuditEvent[]>): AsyncGenerator<string> {
  yield [...csvLines([HEAD])].join("");
  for await (const events of pages) {
    const [, ...lines] = csvLines(events.map(toCells)); // without another byte order mark
    yield lines.join("");
  }
}

function toCells(event: AuditEvent): string[] {
  const { seq, at, actorName, actorId, action, objectType, objectName, loanNumber, objectId, address, detail } = event;
  const { from, to, ...others } = detail;
  return [
    ...[String(seq), at, actorName ?? "", actorId ?? "", action, objectType, objectName ?? "", loanNumber ?? ""],
    ...[objectId ?? "", event.fromName ?? textOf(from), event.toName ?? textOf(to), address ?? ""],
    Object.keys(others).length === 0 ? "" : JSON.stringify(others),
  ];
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

const actorName = sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`;

// Names are looked up and not stored with the event, so that they go when the person or borrower is deleted.
const borrowerOf = (what: SQL) => sql`(select ${what} from borrowers b
  where b.organization_id = audit_rows.organization_id
  and b.id = case when audit_rows.object_type = 'borrower' then audit_rows.object_id
    else (audit_rows.detail ->> 'borrowerId')::uuid end)`;
const borrowerName = borrowerOf(sql`concat_ws(' ', b.first_name, b.middle_name, b.last_name, b.suffix)`);
const memberName = sql`(select u.first_name || ' ' || u.last_name from memberships m join users u on u.id = m.user_id
  where m.organization_id = audit_rows.organization_id
  and (m.id = audit_rows.object_id or m.user_id = audit_rows.object_id) limit 1)`;
const invitedName = sql`(select i.first_name || ' ' || i.last_name from invitations i
  where i.organization_id = audit_rows.organization_id and i.id = audit_rows.object_id)`;
const groupName = sql`(select g.name from groups g
  where g.organization_id = audit_rows.organization_id and g.id = audit_rows.object_id)`;
const postTitle = sql`(select p.title from posts p
  where p.organization_id = audit_rows.organization_id and p.id = audit_rows.object_id)`;
const objectName = sql<string | null>`coalesce(${borrowerName}, case audit_rows.object_type
  when 'member' then ${memberName}
  when 'invitation' then ${invitedName}
  when 'group' then coalesce(audit_rows.detail ->> 'name', ${groupName})
  when 'post' then coalesce(audit_rows.detail ->> 'title', ${postTitle})
  when 'statement' then audit_rows.detail ->> 'number'
  when 'api-key' then audit_rows.detail ->> 'name'
  when 'webhook' then audit_rows.detail ->> 'name'
  when 'overlay' then audit_rows.detail ->> 'name' end)`;
const loanNumber = sql<string | null>`${borrowerOf(sql`b.loan_number`)}`;

/** The name of a person that an assignment names by id. */
const assigned = (side: "from" | "to") => sql<string | null>`case when audit_rows.action = 'borrower.assigned' then (
  select u.first_name || ' ' || u.last_name from users u
  where u.id = (audit_rows.detail ->> ${sql.raw(`'${side}'`)})::uuid) end`;

/** Every word occurs somewhere: "dean created" finds what "borrower.created" did to Sam Dean. */
const hasWords = sql`not exists (
  select from jsonb_array_elements_text(${param("search")}::jsonb) word
  where strpos(lower(concat_ws(' ', ${actorName}, translate(audit_rows.action, '.-', '  '), ${objectName}, ${loanNumber})),
    word) = 0)`;

const FILTERS = {
  before: lt(auditRows.seq, param("before")),
  actorId: eq(auditRows.actorId, param("actorId")),
  objectId: or(
    eq(auditRows.objectId, param("objectId")),
    sql`audit_rows.detail ->> 'borrowerId' = ${param("objectId")}::text`,
  ),
  action: or(eq(auditRows.action, param("action")), sql`starts_with(${auditRows.action}, ${param("action")} || '.')`),
  search: hasWords,
  from: gte(auditRows.at, param("from")),
  to: lte(auditRows.at, param("to")),
} satisfies Record<Exclude<keyof AuditPage, "limit">, SQL | undefined>;
type FilterName = keyof typeof FILTERS;
const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

/** Newest first. Former members keep their name here. A user who was never a member is shown without one. */
export function readAudit(db: ReadDb, scope: Scope, page: AuditPage): Promise<AuditEvent[]> {
  const words = page.search?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  const asked = FILTER_NAMES.filter((name) => (name === "search" ? words.length > 0 : page[name] !== undefined));
  const values = { ...page, search: JSON.stringify(words), limit: page.limit ?? AUDIT_PAGE_ROWS };
  return db.run(scope, statementFor(asked), values);
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
      actorName: actorName.as("actor_name"),
      action: auditRows.action,
      objectType: auditRows.objectType,
      objectId: auditRows.objectId,
      objectName: objectName.as("object_name"),
      loanNumber: loanNumber.as("loan_number"),
      fromName: assigned("from").as("from_name"),
      toName: assigned("to").as("to_name"),
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
