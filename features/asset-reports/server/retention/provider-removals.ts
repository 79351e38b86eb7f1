import { and, eq, isNotNull } from "drizzle-orm";
import { assetReports } from "#features/underwriting/server/schema.ts";
import { removeFile } from "#features/underwriting/server/jobs.ts";
import { normalizeEmail } from "#platform/text/text.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import { readFilesOf } from "../files/file-queries.ts";
import { readBankUsers } from "../connections/bank-users.ts";
import { removeLater } from "./remove-later.ts";
import { removeInvestorCopies } from "../sharing/end-investor-copies.ts";
import { aadFor, bankItems, bankUsers, providerRemovals } from "../schema.ts";

/**
 * Queues the removal of what a borrower who is about to be deleted has at the provider and on disk. The tokens move to
 * rows of their own, because the borrower's rows are gone when the jobs run.
 */
export async function removeReportsAndBanks(
  ctx: Context,
  tx: Tx,
  { scope, borrowerId }: { scope: Scope; borrowerId: string },
): Promise<void> {
  const { cipher, jobs } = ctx;
  const items = await tx.orm
    .select({ id: bankItems.id, token: bankItems.accessToken })
    .from(bankItems)
    .where(and(tenantFilter(bankItems, scope), eq(bankItems.borrowerId, borrowerId)));
  for (const { id, token } of items) {
    const secret = cipher.decrypt(token, aadFor("bank_items.access_token", id, scope));
    await removeLater(ctx, tx, scope, { id, kind: "connection", secret });
  }
  const reports = await tx.orm
    .select({ id: assetReports.id, token: assetReports.providerToken })
    .from(assetReports)
    .where(
      and(
        tenantFilter(assetReports, scope),
        eq(assetReports.borrowerId, borrowerId),
        isNotNull(assetReports.providerToken),
        eq(assetReports.product, "assets"), // a consumer report ends with its people
      ),
    );
  for (const { id, token } of reports) {
    const secret = cipher.decrypt(token!, aadFor("asset_reports.provider_token", id, scope)); // the query finds no null
    await removeLater(ctx, tx, scope, { id, kind: "report", secret });
  }
  await removeInvestorCopies(ctx, tx, scope, { borrowerId });
  await endBankUsers(ctx, tx, scope, borrowerId);
  for (const file of await readFilesOf(tx, scope, borrowerId))
    await jobs.send(tx, removeFile, { organizationId: scope.organizationId, file });
}

/** Removes people here and, through jobs, at the provider; all of the borrower's if no one is named. */
export async function endBankUsers(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  email?: string,
): Promise<void> {
  const holder = email === undefined ? undefined : normalizeEmail(email);
  for (const { id, holderEmail, providerUserId } of await readBankUsers(tx, scope, borrowerId)) {
    if (holder !== undefined && holderEmail !== holder) continue;
    await tx.orm.delete(bankUsers).where(and(tenantFilter(bankUsers, scope), eq(bankUsers.id, id)));
    // Without an answer the provider may know the person all the same, by this id.
    await removeLater(ctx, tx, scope, { id, kind: "user", secret: providerUserId ?? "" });
  }
}

/** Job: running it again finds nothing, or a token that the provider no longer knows. */
export async function removeAtProviderNow(
  { db, cipher, providers: { bankData } }: Context,
  scope: Scope,
  removalId: string,
): Promise<void> {
  const isIt = and(tenantFilter(providerRemovals, scope), eq(providerRemovals.id, removalId));
  const [row] = await db.read(scope, (query) => query.select().from(providerRemovals).where(isIt));
  if (!row) return;
  const token = cipher.decrypt(row.token, aadFor("provider_removals.token", removalId, scope)).toString("utf8");
  const end = {
    connection: bankData.assets.endConnection,
    report: bankData.assets.endReport,
    user: token === "" ? () => bankData.consumer_report.endUserOf(removalId) : bankData.consumer_report.endUser,
    "investor-copy": bankData.assets.endInvestorCopy,
  }[row.kind];
  await end(token);
  await db.transaction(scope, (tx) => tx.orm.delete(providerRemovals).where(isIt));
}
