// Owns how a borrower's banks come and go: the dialog's token, the connection it makes, its repair and its end.
import { randomUUID } from "node:crypto";
import { BANKS_PER_BORROWER } from "#features/asset-reports/contract.ts";
import { fullName, type BankItem, type Borrower } from "#features/borrowers/contract.ts";
import { changeBorrower, findBorrower, takeBorrower } from "#features/borrowers/server/borrowers.ts";
import { requireOpen } from "#features/borrowers/server/lifecycle.ts";
import type { BorrowerRow } from "#features/borrowers/server/store.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Actor } from "#kit/server/actor.ts";
import { auditAct } from "#kit/server/audit.ts";
import type { Tx } from "#kit/server/database.ts";
import type { Scope } from "#kit/server/scope.ts";
import type { BankConnection, BankDetails, LinkPerson } from "#providers/plaid.ts";
import type { AssetReportDeps } from "./deps.ts";
import { removeAtProvider } from "./jobs.ts";
import { placeOf } from "./sealed.ts";
import { insertItem, readItems, updateItem, type BankItemRow } from "./store.ts";

/** With `itemId` the dialog repairs that connection. */
export async function createLinkToken(
  deps: AssetReportDeps,
  actor: Actor,
  { borrowerId, itemId }: { borrowerId: string; itemId?: string | undefined },
): Promise<{ linkToken: string; expiration: string }> {
  const borrower = await findBorrower(deps.db, actor, borrowerId);
  requireOpen(borrower);
  const items = await readItems(deps.db, actor.scope, borrowerId);
  if (!itemId && items.length >= BANKS_PER_BORROWER) throw new AppError("LIMIT_REACHED");
  const item = itemId && items.find(({ id }) => id === itemId);
  if (itemId && !item) throw new AppError("NOT_FOUND");
  return deps.plaid.createLinkToken(personOf(borrower), item ? accessTokenOf(deps, actor.scope, item) : undefined);
}

/**
 * Keeps what the dialog made. The same bank again replaces the older connection, which ends at the provider.
 * What the browser says of bank and accounts is a hint at most: both are read from the provider.
 */
export async function connectBank(
  deps: AssetReportDeps,
  actor: Actor,
  { borrowerId, publicToken }: { borrowerId: string; publicToken: string },
): Promise<Borrower> {
  requireOpen(await findBorrower(deps.db, actor, borrowerId));
  const connection = await deps.plaid.exchangePublicToken(publicToken);
  try {
    const details = await deps.plaid.describeConnection(connection.accessToken);
    return await keepConnection(deps, actor, borrowerId, connection, details);
  } catch (error) {
    // Refused after the exchange, only we could still end it: left alone it would stay open at the provider for ever.
    // A repair hands out the connection that we have already: that one stays.
    const held = await readItems(deps.db, actor.scope, borrowerId);
    const isHeld = held.some(({ providerItemId }) => providerItemId === connection.providerItemId);
    if (error instanceof AppError && !isHeld) await deps.plaid.removeConnection(connection.accessToken).catch(() => {});
    throw error;
  }
}

async function keepConnection(
  deps: AssetReportDeps,
  actor: Actor,
  borrowerId: string,
  connection: BankConnection,
  details: BankDetails,
): Promise<Borrower> {
  return deps.db.transaction(actor.scope, async (tx) => {
    const borrower = await takeBorrower(tx, actor, borrowerId);
    requireOpen(borrower);
    const id = await keepItem(deps, tx, actor.scope, borrower, connection, details);
    await auditAct(tx, actor, {
      action: "bank.connected",
      objectType: "borrower",
      objectId: borrowerId,
      detail: { itemId: id, institution: details.institutionName },
    });
    return markConnected(tx, actor.scope, borrower);
  });
}

async function keepItem(
  deps: AssetReportDeps,
  tx: Tx,
  scope: Scope,
  borrower: BorrowerRow,
  { accessToken, providerItemId }: BankConnection,
  details: BankDetails,
): Promise<string> {
  const items = await readItems(tx, scope, borrower.id);
  const known = items.find((item) => item.providerItemId === providerItemId);
  if (known) {
    await updateItem(tx, scope, known.id, { status: "ok", accounts: details.accounts });
    return known.id;
  }
  const older = items.filter((item) => details.institutionId !== null && item.institutionId === details.institutionId);
  for (const item of older) await endItem(deps, tx, scope, item);
  if (items.length - older.length >= BANKS_PER_BORROWER) throw new AppError("LIMIT_REACHED");
  const id = randomUUID();
  await insertItem(tx, scope, {
    id,
    borrowerId: borrower.id,
    providerItemId,
    ...details,
    accessToken: deps.sealer.seal(accessToken, placeOf("bank_items.access_token", id, scope)),
  });
  return id;
}

async function markConnected(tx: Tx, scope: Scope, before: BorrowerRow): Promise<Borrower> {
  const isFirst = before.status === "new" || before.status === "invited";
  return changeBorrower(tx, scope, before.id, {
    ...(isFirst && { status: "bank-connected" }),
    connectedAt: before.connectedAt ?? new Date().toISOString(),
  });
}

/** What the provider tells of a connection's health. */
export async function setItemStatus(
  { db }: AssetReportDeps,
  scope: Scope,
  { id, borrowerId }: { id: string; borrowerId: string },
  status: BankItem["status"],
): Promise<void> {
  await db.transaction(scope, async (tx) => {
    await updateItem(tx, scope, id, { status });
    await changeBorrower(tx, scope, borrowerId);
  });
}

/** Ends every connection of a closed borrower. Run again it finds none left. */
export async function endAllItems(deps: AssetReportDeps, scope: Scope, borrowerId: string): Promise<void> {
  await deps.db.transaction(scope, async (tx) => {
    const items = await readItems(tx, scope, borrowerId);
    for (const item of items) await endItem(deps, tx, scope, item);
    if (items.length > 0) await changeBorrower(tx, scope, borrowerId);
  });
}

async function endItem({ jobs }: AssetReportDeps, tx: Tx, scope: Scope, { id }: BankItemRow): Promise<void> {
  await updateItem(tx, scope, id, { removedAt: new Date().toISOString() });
  await jobs.send(tx, removeAtProvider, { organizationId: scope.organizationId, itemId: id });
}

export function accessTokenOf({ sealer }: AssetReportDeps, scope: Scope, { id, accessToken }: BankItemRow): string {
  return sealer.open(accessToken, placeOf("bank_items.access_token", id, scope)).toString("utf8");
}

export function personOf(borrower: Borrower): LinkPerson {
  const { id, firstName, lastName, email } = borrower;
  return { borrowerId: id, legalName: fullName(borrower), firstName, lastName, email };
}
