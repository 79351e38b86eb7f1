// Owns how the provider's answer becomes a report: read, written as a document, kept sealed, all or nothing.
import { createHash, randomUUID } from "node:crypto";
import { isInFlight, type Reading } from "#features/asset-reports/contract.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { announceBorrower } from "#features/borrowers/server/borrowers.ts";
import { readBorrower } from "#features/borrowers/server/store.ts";
import { readOrganization } from "#features/organizations/server/store.ts";
import type { Scope } from "#kit/server/scope.ts";
import { readPlaidReport } from "#providers/plaid-report.ts";
import type { AssetReportDeps } from "./deps.ts";
import { writeDocument } from "./document/write-document.ts";
import { expiresOn } from "./freshness.ts";
import { showReady } from "./report-outcome.ts";
import { placeOf } from "./sealed.ts";
import { insertContent, lockReport, updateReport, type ReportRow } from "./store.ts";

/** Run twice, by the webhook and the poll, the first to commit is kept. */
export async function finishReport(
  deps: AssetReportDeps,
  scope: Scope,
  report: ReportRow,
  json: Buffer,
): Promise<void> {
  await showStep(deps, scope, report, "received");
  const reading: Reading = readPlaidReport(json);
  const jsonSha256 = createHash("sha256").update(json).digest("hex");
  await showStep(deps, scope, report, "read");

  const readyAt = new Date().toISOString();
  const { file, pdf } = await writeFile(deps, scope, report, { reading, jsonSha256, readyAt });
  const isKept = await deps.db.transaction(scope, async (tx) => {
    const current = await lockReport(tx, scope, report.id);
    if (!current || !isInFlight(current)) return false; // the webhook and the poll met, and the other was faster
    const providerJson = deps.sealer.seal(json, placeOf("asset_report_contents.provider_json", report.id, scope));
    await insertContent(tx, scope, { reportId: report.id, providerJson, reading });
    const ready = await updateReport(tx, scope, report.id, {
      state: "ready",
      step: "ready",
      readyAt,
      jsonSha256,
      pdfFile: file,
      pdfSha256: pdf.sha256,
      pdfBytes: pdf.bytes,
      pdfKey: deps.sealer.seal(pdf.key, placeOf("asset_reports.pdf_key", report.id, scope)),
    });
    await showReady(tx, scope, ready);
    return true;
  });
  if (!isKept) await deps.files.remove(file);
}

// Under a name of its own: a second worker on the same report must not write over what the first has kept.
async function writeFile(
  deps: AssetReportDeps,
  scope: Scope,
  { id: reportId, borrowerId }: ReportRow,
  { reading, jsonSha256, readyAt }: { reading: Reading; jsonSha256: string; readyAt: string },
) {
  const borrower = await readBorrower(deps.db, scope, borrowerId);
  if (!borrower) throw new Error("a report whose borrower is gone");
  const organization = await readOrganization(deps.db, scope);
  const cover = {
    productName: deps.productName,
    organizationName: organization.name,
    borrowerName: fullName(borrower),
    coBorrowerNames: borrower.coBorrowers.map(fullName),
    loanNumber: borrower.loanNumber,
    reportId,
    jsonSha256,
    readyAt,
    expiresOn: expiresOn(reading.asOf),
    timeZone: organization.timeZone,
  };
  const file = `${randomUUID()}.pdf`;
  return { file, pdf: await deps.files.write(file, writeDocument({ reading, cover })) };
}

async function showStep(
  { db }: AssetReportDeps,
  scope: Scope,
  { id }: ReportRow,
  step: "received" | "read",
): Promise<void> {
  await db.transaction(scope, async (tx) => {
    const current = await lockReport(tx, scope, id);
    if (!current || !isInFlight(current)) return; // the other worker has finished it meanwhile
    const report = await updateReport(tx, scope, id, { step });
    const borrower = await readBorrower(tx, scope, report.borrowerId);
    if (borrower) await announceBorrower(tx, scope, borrower);
  });
}
