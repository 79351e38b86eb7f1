import { createHash } from "node:crypto";
import { dayIn } from "#platform/dates/zones.ts";
import type { Context } from "#platform/server/context.ts";
import {
  type CurrentPeriod,
  LINE_ITEM_COLUMNS,
  type LineItem,
  type LineItemPage,
  STATEMENT_COLUMNS,
  type Statement,
  type StatementPage,
  TYPE_LABELS,
} from "#features/billing/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { LINE_ITEM_COLUMN_TEXTS, STATEMENT_COLUMN_TEXTS } from "#features/billing/columns.ts";
import { readOrganization } from "#features/directory/server/queries.ts";
import { chosenColumns, exportList } from "#platform/server/list-export.ts";
import type { StoredFile, StreamedFile } from "#platform/server/http/file-reply.ts";
import { paidBeforeLabel } from "#features/billing/labels.ts";
import { toCsv } from "#platform/contract/csv.ts";
import { findCurrentPeriod } from "../months/months.ts";
import {
  readShownStatement,
  readStatementRows,
  readStatements,
  readUnbilledLines,
  wholeStatements,
  wholeUnbilledLines,
} from "./list-queries.ts";
import { readOrganizationOf } from "./statement-queries.ts";
import { writeStatement } from "./statement-document.ts";

const HEAD = ["Statement", "Date", "Type", "Description", "Quantity", "Unit amount", "Amount", "Borrower", "Report"];

function statementCsv({ number, timeZone, lineItems, amount, paidBefore, creditUsed, due }: Statement): string {
  const closing = (words: string, cents: number) => [number, "", words, "", "", "", plain(cents), "", ""];
  return toCsv([
    HEAD,
    ...lineItems.map((line) => [
      number,
      dayIn(line.occurredAt, timeZone),
      TYPE_LABELS[line.type],
      line.description,
      String(line.quantity),
      plain(line.unitAmount),
      plain(line.amount),
      line.borrowerId ?? "",
      line.assetReportId ?? "",
    ]),
    closing("Total", amount),
    ...(paidBefore === 0 ? [] : [closing(paidBeforeLabel(paidBefore), paidBefore)]),
    ...(creditUsed === 0 ? [] : [closing("Credit used", creditUsed)]),
    closing("Due", due),
  ]);
}

/** With a point and two decimals, which every spreadsheet reads as a number. */
function plain(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

type Format = "pdf" | "csv";

/** Statements of the organization, or of all organizations if the call's reach allows it. */
export function listStatements(ctx: Context, actor: Actor, page: StatementPage): Promise<Statement[]> {
  return readStatements(ctx.db, reached(ctx, actor), page);
}

export function listNonBilledLineItems(ctx: Context, actor: Actor, page: LineItemPage): Promise<LineItem[]> {
  return readUnbilledLines(ctx.db, reached(ctx, actor), page);
}

/** As `listStatements`, without the lines. */
export function exportStatements(
  ctx: Context,
  actor: Actor,
  { columns, lines: _lines, ...page }: StatementPage,
): Promise<StreamedFile> {
  return exportList(ctx, actor, {
    list: "statements",
    columns: STATEMENT_COLUMN_TEXTS,
    chosen: chosenColumns(columns, STATEMENT_COLUMNS),
    known: null,
    rows: wholeStatements(ctx.db, reached(ctx, actor), page),
  });
}

/** As `listNonBilledLineItems`. */
export async function exportNonBilledLineItems(
  ctx: Context,
  actor: Actor,
  { columns, ...page }: LineItemPage,
): Promise<StreamedFile> {
  const { timeZone } = await readOrganization(ctx.db, actor.scope);
  return exportList(ctx, actor, {
    list: "non-billed line items",
    columns: LINE_ITEM_COLUMN_TEXTS,
    chosen: chosenColumns(columns, LINE_ITEM_COLUMNS),
    known: { zone: timeZone },
    rows: wholeUnbilledLines(ctx.db, reached(ctx, actor), page),
  });
}

/** Throws NOT_FOUND. */
export async function findStatement(ctx: Context, actor: Actor, id: string): Promise<Statement> {
  const statement = await readShownStatement(ctx.db, await scopeFor(ctx, actor, id), id);
  if (!statement) throw new AppError("NOT_FOUND");
  return statement;
}

/**
 * Each download is recorded in the statement's organization, which is not always the one where root acts. Throws
 * NOT_FOUND.
 */
export async function downloadStatement(
  ctx: Context,
  actor: Actor,
  { id, format }: { id: string; format: Format },
): Promise<StoredFile> {
  const scope = await scopeFor(ctx, actor, id);
  const statement = await readShownStatement(ctx.db, scope, id);
  if (!statement) throw new AppError("NOT_FOUND");
  const file = await statementFile(statement, format, ctx.settings.productName);
  await ctx.db.transaction(scope, (tx) =>
    recordAuditEvent(
      tx,
      actor,
      {
        action: "statement.downloaded",
        objectType: "statement",
        objectId: id,
        detail: { number: statement.number, format },
      },
      scope.organizationId,
    ),
  );
  return file;
}

export function findPeriod({ db }: Context, actor: Actor): Promise<CurrentPeriod> {
  return findCurrentPeriod(db, actor.scope);
}

export async function findOwnBilling({ db }: Context, { scope }: Actor) {
  return {
    currentPeriod: await findCurrentPeriod(db, scope),
    lineItems: await readUnbilledLines(db, scope),
    statements: await readStatementRows(db, scope),
  };
}

function reached({ system }: Context, actor: Actor): Scope | SystemScope {
  return actor.reach === "all" ? system : actor.scope;
}

/**
 * A user with reach over every organization finds a statement in its organization. For all others only their own is
 * searched.
 */
async function scopeFor({ db, system }: Context, actor: Actor, id: string): Promise<Scope> {
  if (actor.reach !== "all") return actor.scope;
  const organizationId = await readOrganizationOf(db, system, id);
  if (organizationId === undefined) throw new AppError("NOT_FOUND");
  return system.within(organizationId);
}

// Built in memory as a whole, because its length and hash must be known before it is sent.
async function statementFile(statement: Statement, format: "pdf" | "csv", productName: string): Promise<StoredFile> {
  const whole = format === "csv" ? Buffer.from(statementCsv(statement)) : await pdfOf(statement, productName);
  return {
    name: `${statement.number}.${format}`,
    mediaType: format === "csv" ? "text/csv; charset=utf-8" : "application/pdf",
    bytes: whole.length,
    sha256: createHash("sha256").update(whole).digest("hex"),
    async *read({ start, end }) {
      yield whole.subarray(start, end + 1);
    },
  };
}

async function pdfOf(statement: Statement, productName: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeStatement(statement, productName)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
