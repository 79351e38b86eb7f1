// Owns what the browser asks about the organization: its settings, its logo, its record of acts.
import { useInfiniteQuery } from "@tanstack/react-query";
import { refreshSession } from "#features/identity/web/session/refresh-session.ts";
import {
  listAudit,
  readOrganizationSettings,
  removeLogo,
  updateOrganization,
  uploadLogo,
  verifyOwnAudit,
  type OrganizationSettings,
} from "#features/organizations/contract.ts";
import type { Input } from "#kit/contract/call.ts";
import { faultsAt } from "#kit/web/http/api-error.ts";
import { useChange } from "#kit/web/http/change.ts";
import { send } from "#kit/web/http/client.ts";
import { query } from "#kit/web/http/query.ts";

export const organizationSettings = query(readOrganizationSettings);
const acts = query(listAudit);

const shown = (settings: OrganizationSettings) => [[organizationSettings().queryKey, settings]] as const;

const atSecondFactor = faultsAt({ OWN_SECOND_FACTOR_MISSING: "policy.requireSecondFactor" });

/** The new name stands in the token, and by it in the user menu and among the memberships. */
export const useUpdateOrganization = () =>
  useChange(updateOrganization, {
    refreshes: [acts],
    puts: shown,
    through: (ask) => ask().catch(atSecondFactor),
    onReply: refreshSession,
  });
export const useUploadLogo = () => useChange(uploadLogo, { refreshes: [acts], puts: shown });
export const useRemoveLogo = () => useChange(removeLogo, { refreshes: [acts], puts: shown });
export const useVerifyAudit = () => useChange(verifyOwnAudit, { refreshes: [] });

export type AuditFilter = Omit<Input<typeof listAudit>, "limit" | "before">;

const PAGE_ROWS = 50;

/** A page at a time, each found by the act that ended the one before. */
export function useActs(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: [...acts.key, "pages", filter],
    queryFn: ({ pageParam, signal }) =>
      send(listAudit, { ...filter, limit: PAGE_ROWS, ...(pageParam !== null && { before: pageParam }) }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < PAGE_ROWS ? undefined : page.at(-1)?.seq),
  });
}
