import { and, getTableColumns, inArray } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { lineItems } from "#features/billing/server/schema.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { findBorrower } from "#features/borrowers/server/borrowers.ts";
import {
  borrowerLinks,
  consents,
  giftLetters,
  needReminders,
  needs,
  visitCodes,
} from "#features/borrowers/server/schema.ts";
import { notifications } from "#features/notifications/server/schema.ts";
import { readAudit } from "#features/organizations/server/audit.ts";
import { AUDIT_PAGE_ROWS } from "#features/organizations/contract.ts";
import { readDocumentsOf } from "#features/underwriting/server/document-queries.ts";
import {
  aadForKey,
  assetReportContents,
  assetReports,
  evaluations,
  evidence,
  findingComments,
  investorCopies,
  underwritingDecisions,
} from "#features/underwriting/server/schema.ts";
import { utcToday } from "#platform/dates/days.ts";
import type { Context } from "#platform/server/context.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import { fileNamePart, type StreamedFile } from "#platform/server/http/file-reply.ts";
import { auditCopies, auditCopyViews, bankItems, bankUsers, plannedRefreshes } from "./schema.ts";

/** Everything that is stored about a borrower, for a person's request to know. Throws NOT_FOUND. */
export async function exportBorrower(ctx: Context, actor: Actor, id: string): Promise<StreamedFile> {
  const { scope } = actor;
  const borrower = await findBorrower(ctx.db, actor, id);
  await ctx.db.transaction(scope, (tx) =>
    recordAuditEvent(tx, actor, { action: "borrower.data-exported", objectType: "borrower", objectId: id }),
  );
  const day = utcToday();
  return {
    name: `borrower-${fileNamePart(fullName(borrower), "export")}-${day}.json`,
    mediaType: "application/json",
    async *stream() {
      yield `{\n"borrower": ${JSON.stringify(borrower)}`;
      for (const [name, table] of Object.entries(OF_BORROWER))
        yield `,\n"${name}": ${JSON.stringify(await rowsOf(ctx.db, scope, table, table.borrowerId, [id]))}`;
      yield* copiesOf(ctx.db, scope, id);
      yield* reportsOf(ctx.db, scope, id);
      yield* documentsOf(ctx, scope, id);
      yield* activityOf(ctx.db, scope, id);
      yield "\n}\n";
    },
  };
}

/** Tables with few rows of a borrower. */
const OF_BORROWER = {
  bankConnections: bankItems,
  personsAtConsumerReportingAgency: bankUsers,
  consents,
  links: borrowerLinks,
  needs,
  reminders: needReminders,
  linkCodes: visitCodes,
  giftLetters,
  evidence,
  investorCopies,
  plannedRefreshes,
  decisions: underwritingDecisions,
  comments: findingComments,
  notifications,
  charges: lineItems,
};

type TenantTable = PgTable & { readonly organizationId: PgColumn };

/** Secrets, their hashes, and names that only this server understands. */
const LEFT_OUT: ReadonlySet<string> = new Set(["passCodeHash", "idempotencyKey"]);

/** The rows with all columns but the secret ones, which are stored as bytes. */
async function rowsOf(db: ReadDb, scope: Scope, table: TenantTable, column: PgColumn, ids: readonly string[]) {
  const columns = Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(
      ([name, column]) => column.getSQLType() !== "bytea" && !LEFT_OUT.has(name),
    ),
  );
  return db.read(scope, (query) =>
    query
      .select(columns)
      .from(table)
      .where(and(tenantFilter(table, scope), inArray(column, [...ids]))),
  );
}

async function* copiesOf(db: ReadDb, scope: Scope, borrowerId: string): AsyncGenerator<string> {
  const copies = await rowsOf(db, scope, auditCopies, auditCopies.borrowerId, [borrowerId]);
  const ids = copies.map(({ id }) => String(id));
  const views = await rowsOf(db, scope, auditCopyViews, auditCopyViews.copyId, ids);
  yield `,\n"auditCopies": ${JSON.stringify(copies)},\n"auditCopyViews": ${JSON.stringify(views)}`;
}

/** One at a time: a report may have many thousand transactions. */
async function* reportsOf(db: ReadDb, scope: Scope, borrowerId: string): AsyncGenerator<string> {
  yield ',\n"reports": [';
  let separator = "\n";
  for (const report of await rowsOf(db, scope, assetReports, assetReports.borrowerId, [borrowerId])) {
    const ids = [String(report["id"])];
    const [content] = await rowsOf(db, scope, assetReportContents, assetReportContents.reportId, ids);
    const evaluated = await rowsOf(db, scope, evaluations, evaluations.reportId, ids);
    yield separator + JSON.stringify({ ...report, content: content?.["parsedReport"] ?? null, evaluations: evaluated });
    separator = ",\n";
  }
  yield "]";
}

async function* documentsOf(ctx: Context, scope: Scope, borrowerId: string): AsyncGenerator<string> {
  yield ',\n"documents": [';
  let separator = "\n";
  for (const row of await readDocumentsOf(ctx.db, scope, borrowerId)) {
    const { fileKey: _secret, file: _stored, ...about } = row;
    yield `${separator}${JSON.stringify(about).slice(0, -1)},"contentBase64":"`;
    const key = ctx.cipher.decrypt(row.fileKey, aadForKey(row.id, scope));
    yield* toBase64(ctx.files.read(row.file, { key, bytes: row.bytes }, { start: 0, end: row.bytes - 1 }));
    yield '"}';
    separator = ",\n";
  }
  yield "]";
}

/** Part by part: base64 turns each three bytes into four characters. */
async function* toBase64(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let left = Buffer.alloc(0);
  for await (const part of parts) {
    const all = Buffer.concat([left, part]);
    const end = all.length - (all.length % 3);
    yield all.toString("base64", 0, end);
    left = all.subarray(end);
  }
  yield left.toString("base64");
}

async function* activityOf(db: ReadDb, scope: Scope, borrowerId: string): AsyncGenerator<string> {
  yield ',\n"activity": [';
  let separator = "\n";
  for (let before: number | undefined; ;) {
    const events = await readAudit(db, scope, { objectId: borrowerId, ...(before && { before }) });
    for (const event of events) {
      yield separator + JSON.stringify(event);
      separator = ",\n";
    }
    before = events.at(-1)?.seq;
    if (events.length < AUDIT_PAGE_ROWS) break;
  }
  yield "]";
}
