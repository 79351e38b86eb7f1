import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { isBorrowerSession, type Actor, type BorrowerSession } from "./actor.ts";
import type { Database, ReadDb, Tx } from "./database/database.ts";
import type { SystemScope } from "./database/scope.ts";

/** Events of no particular organization belong to the chain of the nil UUID. */
export const NO_ORGANIZATION = "00000000-0000-0000-0000-000000000000";

export interface AuditEntry {
  /** The person who acted; `null` when the product acts by itself. */
  readonly actorId: string | null;
  /** What: `noun.verb`, for example `borrower.status-changed`. */
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string | null;
  /** From where: the caller's address. */
  readonly address: string | null;
  /** What changed, without secrets and without bank data. */
  readonly detail?: Record<string, unknown>;
}

/**
 * The same for several organizations at once: each entry with its organization's id, those of one in the order given.
 * Organizations come in one order, so that two of these cannot wait for each other.
 */
export async function appendAudits(
  tx: Tx,
  entries: readonly (AuditEntry & { readonly organizationId: string })[],
): Promise<void> {
  await tx.execute(APPEND_AUDITS, [JSON.stringify(entries.map((entry, place) => ({ detail: {}, ...entry, place })))]);
}

const APPEND_AUDITS = `
  select append_audit("organizationId", "actorId", action, "objectType", "objectId", address, detail) from (
    select * from json_to_recordset($1::json) as e (place integer, "organizationId" uuid, "actorId" uuid, action text,
      "objectType" text, "objectId" uuid, address text, detail jsonb) order by "organizationId", place) entries`;

/** Appends in the caller's transaction, so that the row is saved only together with the change that it describes. */
export async function appendAudit(tx: Tx, organizationId: string, entry: AuditEntry): Promise<void> {
  const { actorId, action, objectType, objectId, address, detail = {} } = entry;
  await tx.execute("select append_audit($1::uuid, $2::uuid, $3::text, $4::text, $5::uuid, $6::text, $7::jsonb)", [
    organizationId,
    actorId,
    action,
    objectType,
    objectId,
    address,
    JSON.stringify(detail),
  ]);
}

/**
 * Records what a principal did, in their organization unless another is named. A borrower session and an API key have no
 * account: their id is recorded.
 */
export function recordAuditEvent(
  tx: Tx,
  principal: Actor | BorrowerSession,
  { detail, ...act }: Omit<AuditEntry, "actorId" | "address">,
  organizationId = principal.organizationId,
): Promise<void> {
  return appendAudit(tx, organizationId, { ...act, ...actorOf(principal, detail), address: principal.address });
}

function actorOf(
  principal: Actor | BorrowerSession,
  detail: AuditEntry["detail"],
): Pick<AuditEntry, "actorId" | "detail"> {
  if (isBorrowerSession(principal)) return { actorId: null, detail: { ...detail, visitId: principal.visitId } };
  if (principal.apiKey) return { actorId: null, detail: { ...detail, apiKey: principal.apiKey } };
  return { actorId: principal.userId, ...(detail && { detail }) };
}

/** A recorded event of a person. */
export interface AuditRecord {
  readonly organizationId: string;
  readonly at: string;
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string | null;
  readonly address: string | null;
  readonly detail: Record<string, unknown>;
}

/** The person's own acts, the oldest first in each organization, so many rows at a time. */
export async function* readAuditRecords(
  db: ReadDb,
  system: SystemScope,
  actorId: string,
  pageRows = 1_000,
): AsyncGenerator<AuditRecord[]> {
  for (let after = sql``; ;) {
    const from = after;
    const { rows } = await db.read(system, (orm) =>
      orm.execute<{ organizationId: string; seq: string; act: AuditRecord }>(sql`
        select organization_id as "organizationId", seq::text as seq, json_build_object(
            'organizationId', organization_id, 'at', to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'action', action, 'objectType', object_type, 'objectId', object_id, 'address', address, 'detail', detail) as act
        from audit_rows where actor_id = ${actorId}::uuid ${from}
        order by organization_id, seq limit ${pageRows}`),
    );
    if (rows.length > 0) yield rows.map(({ act }) => act);
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = sql`and (organization_id, seq) > (${last.organizationId}::uuid, ${last.seq}::bigint)`;
  }
}

export interface ChainError {
  readonly organizationId: string;
  readonly seq: number;
  readonly error: "gap" | "changed" | "head-differs";
}

export interface ChainReport {
  readonly chains: number;
  readonly rows: number;
  readonly errors: ChainError[];
  /** The newest hash of each chain: written down elsewhere, it proves later that nothing before it was rewritten. */
  readonly heads: { organizationId: string; seq: number; sha256: string }[];
}

interface Line {
  organization_id: string;
  seq: string;
  text: string;
  hash: Buffer;
}

/** Walks every chain from its first row, so many rows at a time; a changed row, a gap or a cut end shows. */
export async function verifyAudit(db: Database, system: SystemScope, pageRows = 5_000): Promise<ChainReport> {
  const errors: ChainError[] = [];
  const heads: ChainReport["heads"] = [];
  let rows = 0;
  let current: { organizationId: string; seq: number; hash: Buffer } | undefined;
  const close = () => {
    if (current)
      heads.push({ organizationId: current.organizationId, seq: current.seq, sha256: current.hash.toString("hex") });
  };

  for (let after: Line | undefined; ;) {
    const page = await nextLines(db, system, after, pageRows);
    for (const line of page) {
      if (current?.organizationId !== line.organization_id) {
        close();
        current = { organizationId: line.organization_id, seq: 0, hash: Buffer.alloc(0) };
      }
      const seq = Number(line.seq);
      const error = errorOf(line, seq, current);
      if (error) errors.push({ organizationId: line.organization_id, seq, error });
      current = { organizationId: line.organization_id, seq, hash: line.hash };
      rows++;
    }
    after = page.at(-1);
    if (page.length < pageRows) break;
  }
  close();
  for (const organizationId of await headsThatDiffer(db, system, heads)) {
    // A row may have been appended since the heads were read, so only a check of this chain alone is reliable.
    const { errors: found } = await verifyChain(db, system, organizationId, pageRows);
    errors.push(...found.filter(isAtHead).map((error) => ({ ...error, organizationId })));
  }
  return { chains: heads.length, rows, errors, heads };
}

export interface OneChainReport {
  readonly rows: number;
  readonly errors: Omit<ChainError, "organizationId">[];
  /** `null`: the chain is empty. */
  readonly head: { readonly seq: number; readonly sha256: string } | null;
}

/** The same for one chain, while rows are appended to it: each page is read together with the head of its moment. */
export async function verifyChain(
  db: Database,
  system: SystemScope,
  organizationId: string,
  pageRows = 5_000,
): Promise<OneChainReport> {
  const errors: OneChainReport["errors"] = [];
  let last: { seq: number; hash: Buffer } = { seq: 0, hash: Buffer.alloc(0) };
  let rows = 0;
  for (;;) {
    const { lines, head } = await nextOfChain(db, system, organizationId, last.seq, pageRows);
    for (const line of lines) {
      const seq = Number(line.seq);
      const error = errorOf(line, seq, last);
      if (error) errors.push({ seq, error });
      last = { seq, hash: line.hash };
      rows++;
    }
    if (lines.length === pageRows) continue;
    if (head.seq !== last.seq || !head.hash.equals(last.hash))
      errors.push({ seq: Math.max(head.seq, last.seq), error: "head-differs" });
    return { rows, errors, head: rows === 0 ? null : { seq: last.seq, sha256: last.hash.toString("hex") } };
  }
}

function isAtHead({ error }: Pick<ChainError, "error">): boolean {
  return error === "head-differs";
}

/** The next rows and the head as one statement sees them; no row and no head at all are the chain's beginning. */
async function nextOfChain(
  db: Database,
  system: SystemScope,
  organizationId: string,
  after: number,
  limit: number,
): Promise<{ lines: Omit<Line, "organization_id">[]; head: { seq: number; hash: Buffer } }> {
  const { rows } = await db.read(system, (orm) =>
    orm.execute(sql`select line.*, coalesce(head.seq, 0)::text as head_seq, coalesce(head.hash, '') as head_hash
      from (select) one
      left join audit_heads head on head.organization_id = ${organizationId}::uuid
      left join lateral (select a.seq::text as seq, audit_text(a) as text, a.hash from audit_rows a
        where a.organization_id = ${organizationId}::uuid and a.seq > ${after}::bigint order by a.seq limit ${limit}) line on true
      order by line.seq::bigint`),
  );
  const found = rows as unknown as (Line & { head_seq: string; head_hash: Buffer })[];
  const { head_seq, head_hash } = found[0]!; // what is joined to nothing is still one row
  return {
    lines: found.filter(({ seq }) => seq !== null).map((line) => ({ ...line, hash: Buffer.from(line.hash) })),
    head: { seq: Number(head_seq), hash: Buffer.from(head_hash) },
  };
}

function errorOf(
  line: Pick<Line, "text" | "hash">,
  seq: number,
  before: { seq: number; hash: Buffer },
): "gap" | "changed" | undefined {
  if (seq !== before.seq + 1) return "gap";
  const expected = createHash("sha256").update(before.hash).update(line.text, "utf8").digest();
  return expected.equals(line.hash) ? undefined : "changed";
}

async function nextLines(db: Database, system: SystemScope, after: Line | undefined, limit: number): Promise<Line[]> {
  const from = after
    ? sql`where (a.organization_id, a.seq) > (${after.organization_id}::uuid, ${after.seq}::bigint)`
    : sql``;
  const { rows } = await db.read(system, (orm) =>
    orm.execute(sql`select organization_id, seq::text as seq, audit_text(a) as text, hash from audit_rows a ${from}
      order by a.organization_id, a.seq limit ${limit}`),
  );
  return rows as unknown as Line[];
}

async function headsThatDiffer(db: Database, system: SystemScope, heads: ChainReport["heads"]): Promise<string[]> {
  const { rows } = await db.read(system, (orm) =>
    orm.execute(sql`select organization_id, seq::text as seq, hash from audit_heads`),
  );
  const walked = new Map(heads.map((head) => [head.organizationId, head]));
  return (rows as unknown as Omit<Line, "text">[]).flatMap(({ organization_id, seq, hash }) => {
    const head = walked.get(organization_id);
    return head?.seq === Number(seq) && head.sha256 === hash.toString("hex") ? [] : [organization_id];
  });
}
