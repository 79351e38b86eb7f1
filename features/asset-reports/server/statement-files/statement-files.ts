import { createHash, randomUUID } from "node:crypto";
import { requireOpen } from "#features/borrowers/rules/status.ts";
import { findBorrower, lockBorrowerFor } from "#features/borrowers/server/borrowers.ts";
import {
  type AssetReportState,
  isInFlight,
  REPORTS_PER_DAY,
  type StatementFileInput,
  type StatementPreview,
} from "#features/asset-reports/contract.ts";
import { ParsedReport, withheldItems } from "#features/underwriting/rules/parsed-report.ts";
import { withholdTransactions } from "#features/underwriting/rules/withheld.ts";
import { partiesOf } from "#features/underwriting/server/evaluate-report.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import { requireNoVirus } from "#features/underwriting/server/documents.ts";
import { evaluateNewest } from "#features/underwriting/server/evaluate-newest.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import { utcToday } from "#platform/dates/days.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import { countReportsToday, insertContent, insertReport, readNewestReport, readReportByKey } from "../queries.ts";
import { readReport } from "#features/underwriting/server/report-queries.ts";
import { failReport, isOverdue, recordReady, showReady } from "../report-outcome.ts";
import { aadFor } from "../schema.ts";
import { buildReport } from "./build-report.ts";
import { readColumns, rememberColumns } from "./columns-queries.ts";
import { type KnownToReader, readStatementFiles } from "./read-files.ts";

interface Asked {
  readonly borrowerId: string;
  readonly files: readonly StatementFileInput[];
}

/** What a report of these files would contain, and what is missing. Nothing is stored. */
export async function previewStatementFiles(
  { db }: Context,
  actor: Actor,
  { borrowerId, files }: Asked,
): Promise<StatementPreview> {
  const borrower = await findBorrower(db, actor, borrowerId);
  return readStatementFiles(files, await knownTo(db, actor, borrower)).preview;
}

async function knownTo(db: ReadDb, { scope }: Actor, borrower: BorrowerRow): Promise<KnownToReader> {
  const known = { borrowers: partiesOf(borrower), confirmations: [] };
  const today = utcToday();
  return {
    remembered: await readColumns(db, scope),
    today,
    // Of a bank connection, such transactions are withheld; of files, none need to be stored at all.
    isStrangers: (account) => {
      const report = buildReport([account], { reportId: "", generatedAt: today });
      return withheldItems(withholdTransactions(report, known)).length > 0;
    },
  };
}

/**
 * A report of the files as they were uploaded, which are stored encrypted in place of a provider's data. It costs
 * nothing, because no report was ordered from a provider. Throws VALIDATION_ERROR for files that the preview refuses.
 */
export async function createStatementReport(
  ctx: Context,
  actor: Actor,
  { borrowerId, files }: Asked,
): Promise<{ assetReportId: string; state: AssetReportState }> {
  const { scope, userId, idempotencyKey } = actor;
  const known = await knownTo(ctx.db, actor, await findBorrower(ctx.db, actor, borrowerId));
  const { preview, accounts } = readStatementFiles(files, known);
  if (!preview.isComplete)
    throw new AppError("VALIDATION_ERROR", { errors: [{ field: "files", code: "INVALID_VALUE" }] });
  const hashed = files.map(({ name, content }) => ({ name, sha256: sha256(Buffer.from(content, "base64")) }));
  for (const [at, { content }] of files.entries())
    await requireNoVirus(
      ctx,
      actor,
      { borrowerId, sha256: hashed[at]!.sha256 },
      { bytes: Buffer.from(content, "base64") },
    ); // one for each file

  const id = randomUUID();
  const readyAt = new Date().toISOString();
  const parsedReport = ParsedReport.parse(buildReport(accounts, { reportId: id, generatedAt: readyAt }));
  const source = Buffer.from(
    JSON.stringify({
      source: "files",
      uploadedBy: userId,
      uploadedAt: readyAt,
      files: files.map((file, at) => ({ ...file, sha256: hashed[at]!.sha256 })), // one for each file
    }),
  );
  return ctx.db.transaction(scope, async (tx) => {
    const before = await lockBorrowerFor(tx, actor, borrowerId);
    const first = idempotencyKey !== null && (await readReportByKey(tx, scope, userId, idempotencyKey));
    if (first) return { assetReportId: first.id, state: first.state };
    requireOpen(before);
    await requireNoneInFlight(ctx, tx, scope, borrowerId);
    requireWithinLimit(await countReportsToday(tx, scope, borrowerId), REPORTS_PER_DAY);
    await insertReport(tx, scope, {
      ...{ id, borrowerId, readyAt, itemIds: [], requestedBy: userId, providerReportId: id, price: 0 },
      idempotencyKey,
      ...{ state: "ready", step: "ready", daysRequested: parsedReport.daysRequested, jsonSha256: sha256(source) },
    });
    const providerJson = ctx.cipher.encrypt(source, aadFor("asset_report_contents.provider_json", id, scope));
    await insertContent(tx, scope, { reportId: id, providerJson, parsedReport });
    const report = (await readReport(tx, scope, id))!; // inserted above
    const borrower = await showReady(ctx, tx, scope, report, before);
    for (const { columns, institution } of preview.files)
      if (columns !== null && institution !== null) await rememberColumns(tx, scope, userId, { columns, institution });
    const evaluation = await evaluateNewest(
      ctx,
      tx,
      scope,
      { borrower, reportId: id, parsedReport },
      { cause: "report", by: actor },
    );
    const event = { action: "report.requested", objectType: "asset-report", objectId: id };
    await recordAuditEvent(tx, actor, { ...event, detail: { borrowerId, cause: "files", files: hashed } });
    await recordReady(tx, scope, report, evaluation);
    return { assetReportId: id, state: "ready" };
  });
}

/** Under the borrower's lock: a report of files would hide the one that is under way, which is paid for. */
async function requireNoneInFlight(ctx: Context, tx: Tx, scope: Scope, borrowerId: string): Promise<void> {
  const newest = await readNewestReport(tx, scope, borrowerId);
  if (!newest || !isInFlight(newest)) return;
  if (!isOverdue(newest)) throw new AppError("REPORT_IN_PROGRESS");
  // Its job failed for the last time, so nothing else will end it.
  await failReport(ctx, tx, scope, newest.id, "TIMEOUT");
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
