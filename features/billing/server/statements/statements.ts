// Owns who reads what is billed: statements, lines, the running month.
import type { CurrentPeriod, LineItem, LineItemPage, Statement, StatementPage } from "#features/billing/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Actor } from "#kit/server/actor.ts";
import { appendAudit } from "#kit/server/audit.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import type { StoredFile } from "#kit/server/http/file-reply.ts";
import { findCurrentPeriod } from "../months/current-period.ts";
import type { BillingDeps } from "../deps.ts";
import { readUnbilledLines, readShownStatement, readStatementRows, readStatements } from "./page-store.ts";
import { statementFile } from "./statement-file.ts";
import { readOrganizationOf } from "./statement-store.ts";

type Format = "pdf" | "csv";

/** Of the organization, or of all as far as the call reaches. */
export function listStatements(deps: BillingDeps, actor: Actor, page: StatementPage): Promise<Statement[]> {
  return readStatements(deps.db, reached(deps, actor), page);
}

export function listNonBilledLineItems(deps: BillingDeps, actor: Actor, page: LineItemPage): Promise<LineItem[]> {
  return readUnbilledLines(deps.db, reached(deps, actor), page);
}

/** Throws NOT_FOUND. */
export async function findStatement(deps: BillingDeps, actor: Actor, id: string): Promise<Statement> {
  const statement = await readShownStatement(deps.db, await scopeFor(deps, actor, id), id);
  if (!statement) throw new AppError("NOT_FOUND");
  return statement;
}

/** Each download is on record where the statement is, which is not always where root acts. Throws NOT_FOUND. */
export async function downloadStatement(
  deps: BillingDeps,
  actor: Actor,
  { id, format }: { id: string; format: Format },
): Promise<StoredFile> {
  const scope = await scopeFor(deps, actor, id);
  const statement = await readShownStatement(deps.db, scope, id);
  if (!statement) throw new AppError("NOT_FOUND");
  const file = await statementFile(statement, format, deps.productName);
  await deps.db.transaction(scope, (tx) =>
    appendAudit(tx, scope.organizationId, {
      actorId: actor.userId,
      address: actor.address,
      action: "statement.downloaded",
      objectType: "statement",
      objectId: id,
      detail: { number: statement.number, format },
    }),
  );
  return file;
}

export function findPeriod({ db }: BillingDeps, actor: Actor): Promise<CurrentPeriod> {
  return findCurrentPeriod(db, actor.scope);
}

export async function findOwnBilling({ db }: BillingDeps, { scope }: Actor) {
  return {
    currentPeriod: await findCurrentPeriod(db, scope),
    lineItems: await readUnbilledLines(db, scope),
    statements: await readStatementRows(db, scope),
  };
}

function reached({ across }: BillingDeps, actor: Actor): Scope | AcrossScope {
  return actor.reach === "all" ? across : actor.scope;
}

/** Whoever reaches every organization finds a statement where it is; else it is looked for in one's own alone. */
async function scopeFor({ db, across }: BillingDeps, actor: Actor, id: string): Promise<Scope> {
  if (actor.reach !== "all") return actor.scope;
  const organizationId = await readOrganizationOf(db, across, id);
  if (organizationId === undefined) throw new AppError("NOT_FOUND");
  return across.within(organizationId);
}
