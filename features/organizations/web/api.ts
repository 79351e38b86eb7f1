import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { refreshSession } from "#features/auth/web/session/keep-session.ts";
import {
  exportAudit,
  listAudit,
  readOrganizationSettings,
  removeLogo,
  updateOrganization,
  uploadLogo,
  verifyOwnAudit,
  type OrganizationSettings,
} from "#features/organizations/contract.ts";
import type { Input } from "#platform/contract/call.ts";
import { fieldErrorsAt } from "#platform/web/http/api-error.ts";
import { useChange, query } from "#platform/web/http/query.ts";
import { downloadFile } from "#platform/web/http/download.ts";
import { send } from "#platform/web/http/client.ts";

export const organizationSettings = query(readOrganizationSettings);
const auditEvents = query(listAudit);

const shown = (settings: OrganizationSettings) => [[organizationSettings().queryKey, settings]] as const;

const atPolicy = fieldErrorsAt({
  OWN_SECOND_FACTOR_MISSING: "policy.requireSecondFactor",
  SECOND_PERSON_MISSING: "policy.secondPersonAccepts",
});

/** The new name is in the token, which the user menu and the memberships read. */
export const useUpdateOrganization = () =>
  useChange(updateOrganization, {
    refreshes: [auditEvents],
    puts: shown,
    through: (ask) => ask().catch(atPolicy),
    onReply: refreshSession,
  });
export const useUploadLogo = () => useChange(uploadLogo, { refreshes: [auditEvents], puts: shown });
export const useRemoveLogo = () => useChange(removeLogo, { refreshes: [auditEvents], puts: shown });
export const useVerifyAudit = () => useChange(verifyOwnAudit, { refreshes: [] });

export type AuditFilter = Omit<Input<typeof listAudit>, "limit" | "before">;

const PAGE_ROWS = 50;

/** One page at a time. Each starts after the last event of the previous one. */
export function useAuditEvents(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: [...auditEvents.key, "pages", filter],
    queryFn: ({ pageParam, signal }) =>
      send(listAudit, { ...filter, limit: PAGE_ROWS, ...(pageParam !== null && { before: pageParam }) }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < PAGE_ROWS ? undefined : page.at(-1)?.seq),
  });
}

export function useExportAudit() {
  return useMutation({ mutationFn: (input: Input<typeof exportAudit>) => downloadFile(exportAudit, input) });
}
