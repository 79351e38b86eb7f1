import { createAuditCopy, listAuditCopies, openAuditCopy, revokeAuditCopy } from "#features/asset-reports/contract.ts";
import { useChange } from "#platform/web/http/change.ts";
import { query } from "#platform/web/http/query.ts";

export const auditCopies = query(listAuditCopies);

export const useCreateAuditCopy = () => useChange(createAuditCopy, { refreshes: [auditCopies] });
export const useRevokeAuditCopy = () => useChange(revokeAuditCopy, { refreshes: [auditCopies] });
export const useOpenAuditCopy = () => useChange(openAuditCopy, { refreshes: [] });
