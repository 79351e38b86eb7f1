import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  assignBorrower,
  BORROWER_DELETED,
  BORROWER_UPDATED,
  changeBorrowerStatus,
  createBorrower,
  deleteBorrower,
  findOwnBorrower,
  listBorrowers,
  listOrganizationBorrowers,
  notifyLender,
  setLegalHold,
  updateBorrower,
  updateLoan,
  type Borrower,
} from "#features/borrowers/contract.ts";
import { fieldErrorsAt } from "#platform/web/http/api-error.ts";
import { useChange, query } from "#platform/web/http/query.ts";
import { refreshOn, servedBy } from "#platform/web/http/live.ts";
import { sendWhole } from "#platform/web/http/client.ts";

export const ownBorrowers = query(listBorrowers, sendWhole);
export const organizationBorrowers = query(listOrganizationBorrowers, sendWhole);
export const ownBorrower = query(findOwnBorrower);

export const borrowerLists = [ownBorrowers, organizationBorrowers];

refreshOn(BORROWER_UPDATED, [...borrowerLists, ownBorrower]);
refreshOn(BORROWER_DELETED, borrowerLists);

/** One borrower. Until the full answer arrives, uses the list's entry, which has no notes. */
export function useBorrower(id: string) {
  const cache = useQueryClient();
  return useQuery({
    ...ownBorrower({ id }),
    placeholderData: () => {
      const listed = cache.getQueryData(ownBorrowers().queryKey)?.find((borrower) => borrower.id === id);
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
export const useDeleteBorrower = () => useChange(deleteBorrower, { refreshes: borrowerLists });
export const useNotifyLender = () => useChange(notifyLender, { refreshes: [ownBorrower] });
export const useAssignBorrower = () => useChange(assignBorrower, { refreshes: borrowerLists, puts: asRead });

/** Every page shows the borrower that a change returned. */
export function asRead(borrower: Borrower) {
  const { queryKey } = ownBorrower({ id: borrower.id });
  // Merge it over the known borrower: during a rollout an older server may not send every field yet.
  return [[queryKey, (known: Borrower | undefined) => ({ ...known, ...borrower })]] as const;
}
