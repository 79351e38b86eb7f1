// Owns what pages ask about asset reports and what they change.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  createLinkToken,
  exchangePublicToken,
  generateAssetReport,
  isInFlight,
  latestAssetReport,
  REPORT_READY,
  retrieveAssetReport,
} from "#features/asset-reports/contract.ts";
import { BORROWER_UPDATED, type Borrower } from "#features/borrowers/contract.ts";
import { asRead, ownBorrower, ownBorrowers } from "#features/borrowers/web/data.ts";
import { useChange } from "#kit/web/change.ts";
import { send } from "#kit/web/client.ts";
import { refreshOn } from "#kit/web/live.ts";
import { query } from "#kit/web/query.ts";
import { loadPlaidLink, openPlaidLink } from "./plaid-link.ts";

/** How often a page looks by itself while a report is made: the socket is quicker, but may be down. */
const LOOK_AGAIN_MS = 2_000;

const reportProgress = query(latestAssetReport);
const retrieved = query(retrieveAssetReport);

refreshOn(BORROWER_UPDATED, [reportProgress]);
refreshOn(REPORT_READY, [reportProgress]);

/** The borrower, followed closely while their report is made. */
export function followedBorrower(id: string) {
  return queryOptions({
    ...ownBorrower({ id }),
    refetchInterval: ({ state }) => (state.data?.reportState === "generating" ? LOOK_AGAIN_MS : false),
  });
}

/** How far the newest report is, followed closely until it is ready or failed. */
export function followedProgress(borrowerId: string) {
  return queryOptions({
    ...reportProgress({ id: borrowerId }),
    refetchInterval: ({ state: { data } }) => (data?.report && isInFlight(data.report) ? LOOK_AGAIN_MS : false),
  });
}

/** A report once read never changes: it is kept until the borrower's latest report is another. */
export function readingOf(borrowerId: string, reportId: string | null) {
  return queryOptions({
    ...retrieved({ id: borrowerId }),
    queryKey: [...retrieved.key, { id: borrowerId, reportId }] as const,
    staleTime: Infinity,
    gcTime: Infinity,
    enabled: reportId !== null,
    placeholderData: (shown) => shown, // the present report stays readable until the newer one is here
  });
}

export const useGenerateReport = () =>
  useChange(generateAssetReport, { refreshes: [reportProgress, ownBorrower, ownBorrowers] });

/**
 * Opens the bank dialog and keeps the connection that it makes; with an item's id it repairs that one.
 * Gives the borrower, or `null` when the person left the dialog. Fails with ApiError, LinkFailure or SCRIPT_BLOCKED.
 */
export function useConnectBank(borrowerId: string) {
  const cache = useQueryClient();
  return useMutation<Borrower | null, Error, { itemId?: string }>({
    async mutationFn({ itemId }) {
      const [{ linkToken }] = await Promise.all([
        send(createLinkToken, { borrowerId, ...(itemId !== undefined && { itemId }) }),
        loadPlaidLink(),
      ]);
      const shared = await openPlaidLink(linkToken);
      return shared && send(exchangePublicToken, { borrowerId, ...shared });
    },
    onSuccess(borrower) {
      if (borrower === null) return;
      void cache.invalidateQueries({ queryKey: ownBorrowers.key });
      for (const [key, data] of asRead(borrower)) cache.setQueryData(key, data);
    },
  });
}
