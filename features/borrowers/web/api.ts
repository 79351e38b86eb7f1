import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  assignBorrower,
  BORROWER_DELETED,
  BORROWER_UPDATED,
  changeBorrowerStatus,
  countBorrowers,
  countOrganizationBorrowers,
  createBorrower,
  deleteBorrower,
  findOwnBorrower,
  listBorrowers,
  listOrganizationBorrowers,
  notifyLender,
  setLegalHold,
  updateBorrower,
  updateLoan,
  WORK,
  type Borrower,
  type BorrowerCounts,
  type ListedBorrower,
  type Work,
} from "#features/borrowers/contract.ts";
import { LIST_ROWS } from "#platform/contract/list-rows.ts";
import { fieldErrorsAt } from "#platform/web/http/api-error.ts";
import { useChange, query, wholeQuery } from "#platform/web/http/query.ts";
import { refreshOn, servedBy } from "#platform/web/http/live.ts";
import { send, type SendOptions } from "#platform/web/http/client.ts";

export const ownBorrowers = query(listBorrowers);
export const allOwnBorrowers = wholeQuery(listBorrowers, isLongIn(countBorrowers));
export const ownBorrowerCounts = query(countBorrowers);
export const organizationBorrowers = query(listOrganizationBorrowers);
export const allOrganizationBorrowers = wholeQuery(listOrganizationBorrowers, isLongIn(countOrganizationBorrowers));
export const organizationBorrowerCounts = query(countOrganizationBorrowers);
export const ownBorrower = query(findOwnBorrower);

export const borrowerLists = [ownBorrowers, ownBorrowerCounts, organizationBorrowers, organizationBorrowerCounts];

function isLongIn(counts: typeof countBorrowers | typeof countOrganizationBorrowers) {
  return async (options: SendOptions) => (await send(counts, {}, options)).total >= LIST_ROWS;
}

refreshOn(BORROWER_UPDATED, [...borrowerLists, ownBorrower]);
refreshOn(BORROWER_DELETED, borrowerLists);

/** Rows of each list of the day; the borrowers list has all. */
const SHOWN_TODAY = 5;
/** What puts the most urgent first. */
const URGENCY = {
  "needs-you": "urgency",
  waiting: "waitingSince",
  expiring: "nextExpiry",
  closing: "closing",
} as const;

export interface Today {
  readonly counts: BorrowerCounts;
  /** The most urgent of each. */
  readonly lists: readonly { readonly work: Work; readonly borrowers: readonly ListedBorrower[] }[];
}

/** The user's lists of the day. */
export function today() {
  return queryOptions({
    queryKey: [...ownBorrowers.key, "today"] as const,
    async queryFn({ signal }): Promise<Today> {
      const listed = WORK.map(async (work) => {
        const mostUrgent = { work, sort: URGENCY[work], limit: SHOWN_TODAY };
        return { work, borrowers: await send(listBorrowers, mostUrgent, { signal }) };
      });
      const [counts, lists] = await Promise.all([send(countBorrowers, {}, { signal }), Promise.all(listed)]);
      return { counts, lists };
    },
  });
}

/** One borrower. Until the full answer arrives, uses the list's entry, which has no notes. */
export function useBorrower(id: string) {
  const cache = useQueryClient();
  return useQuery({
    ...ownBorrower({ id }),
    placeholderData: () => {
      const listed = cache.getQueryData(allOwnBorrowers().queryKey)?.find((borrower) => borrower.id === id);
      return listed && { ...listed, notes: "" };
    },
  });
}

const atLoanNumber = fieldErrorsAt({ LOAN_NUMBER_TAKEN: "loanNumber" });
const details = {
  refreshes: borrowerLists,
  puts: asRead,
  through: <T>(ask: () => Promise<T>) => ask().catch(atLoanNumber),
};

export const useCreateBorrower = () => useChange(createBorrower, details);
export const useUpdateBorrower = () => useChange(updateBorrower, details);
export const useChangeStatus = () => useChange(changeBorrowerStatus, { refreshes: borrowerLists, puts: asRead });
/** A change of the terms evaluates a ready report again, so everything that shows the report is read again. */
export const useUpdateLoan = () => useChange(updateLoan, { refreshes: servedBy(BORROWER_UPDATED), puts: asRead });
export const useSetLegalHold = () => useChange(setLegalHold, { refreshes: borrowerLists, puts: asRead });
/** `onReply` runs even if the page has closed: another tab's change may have made it find out that the borrower is gone. */
export const useDeleteBorrower = (onReply: () => void) =>
  useChange(deleteBorrower, { refreshes: borrowerLists, onReply });
export const useNotifyLender = () => useChange(notifyLender, { refreshes: [ownBorrower] });
export const useAssignBorrower = () => useChange(assignBorrower, { refreshes: borrowerLists, puts: asRead });

/** Every page shows the borrower that a change returned. */
export function asRead(borrower: Borrower) {
  const { queryKey } = ownBorrower({ id: borrower.id });
  // Merge it over the known borrower: during a rollout an older server may not send every field yet.
  return [[queryKey, (known: Borrower | undefined) => ({ ...known, ...borrower })]] as const;
}
