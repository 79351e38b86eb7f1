// Owns what pages ask about asset reports and what they change.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  compareAssetReports,
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
import { reportPrice } from "#features/report-prices/web/data.ts";
import { useChange } from "#kit/web/http/change.ts";
import { send } from "#kit/web/http/client.ts";
import { refreshOn } from "#kit/web/http/live.ts";
import { query } from "#kit/web/http/query.ts";
import { loadPlaidLink, openPlaidLink } from "./plaid-link.ts";

/** How often a page looks by itself while a report is made: the socket is quicker, but may be down. */
const LOOK_AGAIN_MS = 2_000;

const reportProgress = query(latestAssetReport);
const retrieved = query(retrieveAssetReport);

/** What is different since the report before. */
export const differenceOf = query(compareAssetReports);

// Loan, people and evidence change how a report is judged: it is asked for anew, which costs little where nothing did.
refreshOn(BORROWER_UPDATED, [reportProgress, retrieved, differenceOf]);
refreshOn(REPORT_READY, [reportProgress, reportPrice]);

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

/** A report once read is kept until it is judged anew, or the borrower's latest report is another. */
export function retrievedReportOf(borrowerId: string, reportId: string | null) {
  return queryOptions({
    ...retrieved({ id: borrowerId }),
    queryKey: [...retrieved.key, { id: borrowerId, reportId }] as const,
    staleTime: Infinity,
    gcTime: Infinity,
    enabled: reportId !== null,
    placeholderData: (shown) => shown, // the present report stays readable until the newer one is here
  });
}

/** What another report would cost; asked anew once the borrower's latest report is another. */
export function priceOf(borrowerId: string, reportId: string | null) {
  return queryOptions({
    ...reportPrice({ id: borrowerId }),
    queryKey: [...reportPrice.key, { id: borrowerId, reportId }] as const,
    placeholderData: (shown) => shown,
  });
}

export const useGenerateReport = () =>
  useChange(generateAssetReport, { refreshes: [reportProgress, reportPrice, ownBorrower, ownBorrowers] });

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
      if (shared === null) return null;
      return (await send(exchangePublicToken, { borrowerId, ...shared })) as Borrower; // the short form is for visits alone
    },
    onSuccess(borrower) {
      if (borrower === null) return;
      void cache.invalidateQueries({ queryKey: ownBorrowers.key });
      for (const [key, data] of asRead(borrower)) cache.setQueryData(key, data);
    },
  });
}
