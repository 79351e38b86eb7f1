import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  compareAssetReports,
  cancelPlannedRefresh,
  createAuditCopy,
  createCalendarFeed,
  createInvestorCopy,
  createLinkToken,
  createStatementReport,
  deleteCalendarFeed,
  disconnectBank,
  downloadAssetReport,
  downloadGovernancePacket,
  endInvestorCopy,
  exchangePublicToken,
  findGovernancePacket,
  generateAssetReport,
  isInFlight,
  latestAssetReport,
  listAuditCopies,
  listCalendarFeeds,
  listInvestorCopies,
  openAuditCopy,
  planRefresh,
  previewStatementFiles,
  readExpirations,
  removeWithheldBank,
  REPORT_READY,
  retrieveAssetReport,
  revokeAuditCopy,
  type DownloadFormat,
  type Expirations,
  type PersonIdentity,
} from "#features/asset-reports/contract.ts";
import { BORROWER_UPDATED, type Borrower } from "#features/borrowers/contract.ts";
import { asRead, ownBorrower, ownBorrowers } from "#features/borrowers/web/api.ts";
import { reportPrice } from "#features/billing/web/report-prices/report-price.ts";
import { useChange, query } from "#platform/web/http/query.ts";
import { ApiError } from "#platform/web/http/api-error.ts";
import { send } from "#platform/web/http/client.ts";
import { refreshOn, servedBy } from "#platform/web/http/live.ts";
import { loadPlaidLink, openPlaidLink } from "./plaid-link.ts";
import { useState } from "react";
import { downloadFile } from "#platform/web/http/download.ts";
import type { Input } from "#platform/contract/call.ts";

/** How often a page polls while a report is made. The socket is faster, but may be down. */
const LOOK_AGAIN_MS = 2_000;

const reportProgress = query(latestAssetReport);
const retrieved = query(retrieveAssetReport);

/** Who reads the borrower's reports at the provider. */
export const investorCopies = query(listInvestorCopies);

/** The differences from the previous report. */
export const differenceOf = query(compareAssetReports);

/** What runs out in a borrower's file, and the planned refresh. */
export const expirations = query(readExpirations);

export const calendarFeeds = query(listCalendarFeeds);

// Loan, people and evidence change a report's evaluation, so it is read again, which costs little if nothing changed.
refreshOn(BORROWER_UPDATED, [reportProgress, retrieved, differenceOf, investorCopies, expirations]);
refreshOn(REPORT_READY, [reportProgress, reportPrice]);

/** The borrower, polled closely while their report is made. */
export function followedBorrower(id: string) {
  return queryOptions({
    ...ownBorrower({ id }),
    refetchInterval: ({ state }) => (state.data?.reportState === "generating" ? LOOK_AGAIN_MS : false),
  });
}

/** The progress of the newest report, polled closely until it is ready or failed. */
export function followedProgress(borrowerId: string) {
  return queryOptions({
    ...reportProgress({ id: borrowerId }),
    refetchInterval: ({ state: { data } }) => (data?.report && isInFlight(data.report) ? LOOK_AGAIN_MS : false),
  });
}

/** A report that was read stays cached until it is evaluated again or the borrower has a newer one. */
export function retrievedReportOf(borrowerId: string, reportId: string | null) {
  return queryOptions({
    ...retrieved({ id: borrowerId }),
    queryKey: [...retrieved.key, { id: borrowerId, reportId }] as const,
    staleTime: Infinity,
    gcTime: Infinity,
    enabled: reportId !== null,
    placeholderData: (shown) => shown, // the current report stays readable until the newer one is loaded
  });
}

/** The price of another report. It is read again once the borrower has a newer report. */
export function priceOf(borrowerId: string, reportId: string | null) {
  return queryOptions({
    ...reportPrice({ id: borrowerId }),
    queryKey: [...reportPrice.key, { id: borrowerId, reportId }] as const,
    placeholderData: (shown) => shown,
  });
}

const putsExpirations = (reply: Expirations, { id }: { readonly id: string }) =>
  [[[...expirations.key, { id }], reply]] as const;

export const usePlanRefresh = () => useChange(planRefresh, { refreshes: [], puts: putsExpirations });
export const useCancelPlannedRefresh = () => useChange(cancelPlannedRefresh, { refreshes: [], puts: putsExpirations });
export const useCreateCalendarFeed = () => useChange(createCalendarFeed, { refreshes: [calendarFeeds] });
export const useDeleteCalendarFeed = () => useChange(deleteCalendarFeed, { refreshes: [calendarFeeds] });

export const useGenerateReport = () =>
  useChange(generateAssetReport, { refreshes: [reportProgress, reportPrice, ownBorrower, ownBorrowers] });

export const usePreviewStatementFiles = () => useChange(previewStatementFiles, { refreshes: [] });

export const useCreateStatementReport = () =>
  useChange(createStatementReport, { refreshes: [reportProgress, ownBorrower, ownBorrowers] });

export interface BankToConnect {
  /** The connection to repair. */
  readonly itemId?: string;
  /** The person on the loan who signs in; the borrower if absent. */
  readonly email?: string;
  /** Who they are, where the consumer reporting agency does not know them yet. */
  readonly identity?: PersonIdentity;
  /** The agency knows the person, and only their identity is corrected there: no bank is connected. */
  readonly isCorrection?: boolean;
  /** Called before the bank's dialog opens, which could not be reached behind another one. */
  readonly onOpen?: () => void;
}

/** Whether the person must first say who they are. */
export function isUnknownPerson(error: Error): boolean {
  return error instanceof ApiError && error.code === "IDENTITY_REQUIRED";
}

/**
 * Opens the bank dialog and stores the connection; with an item's id it repairs that one. Returns the borrower, or
 * `null` if the user left the dialog or only corrected an identity. Fails with ApiError, LinkFailure or SCRIPT_BLOCKED.
 */
export function useConnectBank(borrowerId: string) {
  const cache = useQueryClient();
  return useMutation<Borrower | null, Error, BankToConnect>({
    async mutationFn({ itemId, email, identity, isCorrection, onOpen }) {
      const whose = { borrowerId, ...(email !== undefined && { email }) };
      const [{ linkToken }] = await Promise.all([
        send(createLinkToken, { ...whose, ...(itemId !== undefined && { itemId }), ...(identity && { identity }) }),
        isCorrection || loadPlaidLink(),
      ]);
      onOpen?.();
      if (isCorrection) return null;
      const shared = await openPlaidLink(linkToken);
      if (shared === null) return null;
      return (await send(exchangePublicToken, { ...whose, ...shared })) as Borrower; // the short form is only for borrower sessions
    },
    onSuccess(borrower) {
      if (borrower === null) return;
      void cache.invalidateQueries({ queryKey: ownBorrowers.key });
      for (const [key, data] of asRead(borrower)) cache.setQueryData(key, data);
    },
  });
}

export const useRemoveWithheldBank = () =>
  useChange(removeWithheldBank, { refreshes: [retrieved, reportProgress, ownBorrower, ownBorrowers] });

/** `share` is 0 to 1, `null` while the length is not known. */
export function useDownload(borrowerId: string) {
  const [share, setShare] = useState<number | null>(null);
  const download = useMutation<string, Error, DownloadFormat>({
    mutationFn(format) {
      setShare(null);
      return downloadFile(
        downloadAssetReport,
        { id: borrowerId, format },
        { onProgress: ({ received, total }) => setShare(total ? received / total : null) },
      );
    },
  });
  return { ...download, share };
}

export const auditCopies = query(listAuditCopies);

export const useCreateAuditCopy = () => useChange(createAuditCopy, { refreshes: [auditCopies] });
export const useRevokeAuditCopy = () => useChange(revokeAuditCopy, { refreshes: [auditCopies] });
export const useOpenAuditCopy = () => useChange(openAuditCopy, { refreshes: [] });

export const useCreateInvestorCopy = () => useChange(createInvestorCopy, { refreshes: [investorCopies, retrieved] });
export const useEndInvestorCopy = () => useChange(endInvestorCopy, { refreshes: [investorCopies, retrieved] });

export const useDisconnectBank = () =>
  useChange(disconnectBank, { refreshes: servedBy(BORROWER_UPDATED), puts: asRead });

export const governancePacket = query(findGovernancePacket);

export function useDownloadPacket() {
  return useMutation({
    mutationFn: (input: Input<typeof downloadGovernancePacket>) => downloadFile(downloadGovernancePacket, input),
  });
}
