import type { Context } from "#platform/server/context.ts";
import type { BankItem } from "#features/borrowers/contract.ts";
import { changeBorrower } from "#features/borrowers/server/borrowers.ts";
import { lockBorrower } from "#features/borrowers/server/store.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { providerCodeOf } from "#providers/plaid/errors.ts";
import { readReport } from "#features/underwriting/server/report-store.ts";
import { connectionBroken } from "../jobs.ts";
import { accessTokenOf } from "./connections.ts";
import { readItem, readItemsOf, updateItem } from "./item-store.ts";

/** Notifies the person who can repair the connection. With `version`, only if the connection has not changed since. */
export async function setItemStatus(
  { db, jobs }: Context,
  scope: Scope,
  { id, borrowerId, version }: { id: string; borrowerId: string; version?: number },
  status: BankItem["status"],
): Promise<void> {
  await db.transaction(scope, async (tx) => {
    await lockBorrower(tx, scope, borrowerId); // first, in the same lock order as connecting or repairing a bank
    const item = await readItem(tx, scope, id);
    if (!item || item.removedAt !== null || (version !== undefined && item.version !== version)) return;
    await updateItem(tx, scope, id, { status });
    await changeBorrower(tx, scope, borrowerId);
    if (status !== "ok")
      await jobs.send(tx, connectionBroken, { organizationId: scope.organizationId, itemId: id, status });
  });
}

/**
 * Job: finds the connection whose bank needed a new sign-in when a report failed, because the provider does not name
 * it.
 */
export async function checkItems(ctx: Context, scope: Scope, reportId: string): Promise<void> {
  const report = await readReport(ctx.db, scope, reportId);
  const items = report ? await readItemsOf(ctx.db, scope, report) : [];
  for (const item of items) {
    if (item.removedAt !== null || item.status === "login_required") continue;
    if (await isBroken(ctx, accessTokenOf(ctx, scope, item))) await setItemStatus(ctx, scope, item, "login_required");
  }
}

async function isBroken({ providers: { plaid } }: Context, accessToken: string): Promise<boolean> {
  try {
    await plaid.describeConnection(accessToken);
    return false;
  } catch (error) {
    if (providerCodeOf(error) === "ITEM_LOGIN_REQUIRED") return true;
    if (error instanceof AppError && error.code === "NOT_FOUND") return false; // it has ended in the meantime
    throw error; // the queue tries again
  }
}
