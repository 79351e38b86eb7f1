// Copies of asset reports for third parties, such as the investors that buy mortgages.
import { PlaidFault } from "./errors.ts";
import { freddieReport } from "./freddie-report.ts";
import { operation, type Operation, type PlaidDeps } from "./operation.ts";
import { type AuditCopy, newAuditCopyToken, type Report } from "./plaid-data.ts";
import type { ReportReply } from "./report-body.ts";
import { findReport, jsonReply, readText } from "./reports.ts";

const FREDDIE_MAC = "freddie_mac";
/** Each account at Plaid has its own list; these two are in everyone's here. */
const AUDITORS = ["fannie_mae", FREDDIE_MAC];

interface OfCopy {
  audit_copy_token: string;
}

export const AUDIT_COPY_OPERATIONS: readonly Operation[] = [
  operation<{ asset_report_token: string; auditor_id?: string }>(
    "/asset_report/audit_copy/create",
    async (deps, { asset_report_token, auditor_id = null }) => {
      const { memory, config } = deps;
      if (auditor_id !== null && !AUDITORS.includes(auditor_id)) throw new PlaidFault("INVALID_FIELD", "auditor_id");
      const report = findReport(memory.data, asset_report_token);
      await readText(deps, report); // throws while it is not ready
      const token = newAuditCopyToken();
      const createdAt = config.now().toISOString();
      memory.data.auditCopies[token] = { token, reportId: report.id, auditorId: auditor_id, createdAt };
      memory.changed();
      return { audit_copy_token: token };
    },
  ),
  operation<OfCopy>("/asset_report/audit_copy/get", async (deps, body) =>
    jsonReply(await readText(deps, findCopied(deps, body).report)),
  ),
  operation<OfCopy>("/asset_report/audit_copy/remove", ({ memory }, { audit_copy_token }) => {
    if (memory.data.auditCopies[audit_copy_token] === undefined) throw new PlaidFault("INVALID_AUDIT_COPY_TOKEN");
    Reflect.deleteProperty(memory.data.auditCopies, audit_copy_token);
    memory.changed();
    return { removed: true };
  }),
  // Plaid lets only Freddie Mac call it, with keys of its own.
  operation<OfCopy>("/credit/asset_report/freddie_mac/get", async (deps, body) => {
    const { copy, report } = findCopied(deps, body);
    if (copy.auditorId !== FREDDIE_MAC) throw new PlaidFault("INVALID_AUDIT_COPY_TOKEN");
    return freddieReport(JSON.parse(await readText(deps, report)) as ReportReply, copy.token);
  }),
];

function findCopied({ memory: { data } }: PlaidDeps, body: OfCopy): { copy: AuditCopy; report: Report } {
  const copy = data.auditCopies[body.audit_copy_token];
  const report = Object.values(data.reports).find(({ id }) => id === copy?.reportId);
  if (copy === undefined || report === undefined) throw new PlaidFault("INVALID_AUDIT_COPY_TOKEN");
  return { copy, report };
}
