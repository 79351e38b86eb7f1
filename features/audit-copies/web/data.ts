// Owns what pages ask about audit copies and what they change.
import { createAuditCopy, listAuditCopies, openAuditCopy, revokeAuditCopy } from "#features/audit-copies/contract.ts";
import { useChange } from "#kit/web/http/change.ts";
import { query } from "#kit/web/http/query.ts";

export const auditCopies = query(listAuditCopies);

export const useCreateAuditCopy = () => useChange(createAuditCopy, { refreshes: [auditCopies] });
export const useRevokeAuditCopy = () => useChange(revokeAuditCopy, { refreshes: [auditCopies] });
export const useOpenAuditCopy = () => useChange(openAuditCopy, { refreshes: [] });
