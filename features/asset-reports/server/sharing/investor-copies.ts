import { randomUUID } from "node:crypto";
import type { InvestorCopy } from "#features/asset-reports/contract.ts";
import { lockBorrowerFor, findBorrower } from "#features/borrowers/server/borrowers.ts";
import { lockBorrower } from "#features/borrowers/server/queries.ts";
import type { Investor } from "#features/underwriting/contract.ts";
import { withheldItems } from "#features/underwriting/rules/parsed-report.ts";
import { withholdTransactions } from "#features/underwriting/rules/withheld.ts";
import { evaluateAgain } from "#features/underwriting/server/evaluate-newest.ts";
import {
  readNewestEvaluation,
  readParsedReport,
  type ReportRow,
} from "#features/underwriting/server/report-queries.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { isTakenBack } from "../connections/end-items.ts";
import { readItemsOf } from "../connections/item-queries.ts";
import { findEvaluatedReport } from "../download.ts";
import { readProviderJson } from "../queries.ts";
import { removeLater } from "../retention/remove-later.ts";
import { aadFor } from "../schema.ts";
import { endInvestorCopies } from "./end-investor-copies.ts";
import {
  getOrInsertCopy,
  type InvestorCopyRow,
  readActiveCopies,
  readInvestorCopies,
  storeToken,
} from "./investor-copy-queries.ts";
import { decryptCopyToken, encryptCopyToken } from "./investor-copy-tokens.ts";

/**
 * Shares the borrower's newest report with an investor; a report that is shared already stays so. The row comes before
 * the call, so a repeated one continues it. Throws NOT_FOUND, REPORT_NOT_READY, NOT_SHAREABLE, DATA_WITHHELD,
 * CONSENT_REQUIRED, INVALID_STATUS_TRANSITION for a closed borrower, PROVIDER_UNAVAILABLE, and STALE if the copy was
 * ended during the call.
 */
export async function createInvestorCopy(
  ctx: Context,
  actor: Actor,
  { borrowerId, investor }: { borrowerId: string; investor: Investor },
): Promise<InvestorCopy> {
  const { db, providers } = ctx;
  const { scope, userId } = actor;
  const { report } = await findEvaluatedReport(ctx, actor, borrowerId);
  const copy = await db.transaction(scope, async (tx) => {
    const borrower = await lockBorrowerFor(tx, actor, borrowerId);
    if (borrower.status === "closed") throw new AppError("INVALID_STATUS_TRANSITION");
    await requireShareable(tx, scope, report);
    const wanted = { id: randomUUID(), borrowerId, reportId: report.id, investor, createdBy: userId };
    return getOrInsertCopy(tx, scope, wanted);
  });
  if (copy.token === null) {
    const place = aadFor("asset_reports.provider_token", report.id, scope);
    const reportToken = ctx.cipher.decrypt(report.providerToken!, place).toString("utf8"); // required above
    const token = await providers.bankData.assets.createInvestorCopy(reportToken, investor);
    await db.transaction(scope, (tx) => finishCopy(ctx, tx, actor, { copy, token }));
  }
  const shared = (await listActive(ctx, scope, borrowerId)).find(({ id }) => id === copy.id);
  if (!shared) throw new AppError("STALE");
  return shared;
}

async function requireShareable(tx: Tx, scope: Scope, report: ReportRow): Promise<void> {
  const evaluation = await readNewestEvaluation(tx, scope, report.id);
  const parsedReport = await readParsedReport(tx, scope, report.id);
  if (!evaluation || !parsedReport) throw new AppError("REPORT_NOT_READY"); // deleted at this moment
  const isOfBanks = report.itemIds.length > 0 && report.product === "assets";
  if (!isOfBanks || report.providerToken === null) throw new AppError("NOT_SHAREABLE");
  // The investor would read what is no longer stored here.
  if (!(await readProviderJson(tx, scope, report.id))) throw new AppError("NOT_SHAREABLE");
  if (isTakenBack(await readItemsOf(tx, scope, report))) throw new AppError("CONSENT_REQUIRED");
  if (withheldItems(withholdTransactions(parsedReport, evaluation.inputs)).length > 0)
    throw new AppError("DATA_WITHHELD");
}

/** Stores the token, and evaluates the report again so that its files name the copy. */
async function finishCopy(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { copy, token }: { copy: InvestorCopyRow; token: string },
): Promise<void> {
  const { scope } = actor;
  const { id, borrowerId, investor } = copy;
  await lockBorrower(tx, scope, borrowerId);
  if (await storeToken(tx, scope, id, encryptCopyToken(ctx, scope, id, token))) {
    await evaluateAgain(ctx, tx, scope, borrowerId, { cause: "investor-copy", by: actor });
    return recordAuditEvent(tx, actor, {
      action: "investor-copy.created",
      objectType: "investor-copy",
      objectId: id,
      detail: { borrowerId, investor },
    });
  }
  // A simultaneous request was faster, or the copy ended: no row names this token. Whether Plaid answers the same token
  // again is not documented, so it is compared.
  const [current] = await readInvestorCopies(tx, scope, [id]);
  const isStored = current && decryptCopyToken(ctx, scope, current) === token;
  if (!isStored) await removeLater(ctx, tx, scope, { id: randomUUID(), kind: "investor-copy", secret: token });
}

/** The borrower's active copies, oldest first. Throws NOT_FOUND. */
export async function listInvestorCopies(ctx: Context, actor: Actor, borrowerId: string): Promise<InvestorCopy[]> {
  await findBorrower(ctx.db, actor, borrowerId);
  return listActive(ctx, actor.scope, borrowerId);
}

async function listActive(ctx: Context, scope: Scope, borrowerId: string): Promise<InvestorCopy[]> {
  const rows = await readActiveCopies(ctx.db, scope, borrowerId);
  return rows.map(({ copy, firstName, lastName }) => {
    const { id, reportId, investor, createdAt } = copy;
    return {
      id,
      borrowerId,
      reportId,
      investor,
      createdAt,
      token: decryptCopyToken(ctx, scope, copy)!, // the query finds none without
      createdBy: firstName === null ? null : `${firstName} ${lastName}`,
    };
  });
}

/** Ends it here and, through a job, at the provider. One that has ended stays so. Throws NOT_FOUND. */
export async function endInvestorCopy(ctx: Context, actor: Actor, { id }: { id: string }): Promise<void> {
  const { scope } = actor;
  const [copy] = await readInvestorCopies(ctx.db, scope, [id]);
  if (!copy) throw new AppError("NOT_FOUND");
  const { borrowerId } = copy;
  await ctx.db.transaction(scope, async (tx) => {
    await lockBorrowerFor(tx, actor, borrowerId);
    await endInvestorCopies(ctx, tx, scope, { borrowerId, id }, actor);
  });
}
