// Owns what pages ask about borrowers and what they change.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  assignBorrower,
  assignBorrowers,
  BORROWER_UPDATED,
  changeBorrowerStatus,
  createBorrower,
  findOwnBorrower,
  listBorrowers,
  listOrganizationBorrowers,
  notifyLender,
  updateBorrower,
  updateLoan,
  type Borrower,
} from "#features/borrowers/contract.ts";
import { faultsAt } from "#kit/web/http/api-error.ts";
import { useChange } from "#kit/web/http/change.ts";
import { refreshOn, servedBy } from "#kit/web/http/live.ts";
import { query } from "#kit/web/http/query.ts";
import { sendWhole } from "#kit/web/http/send-whole.ts";

export const ownBorrowers = query(listBorrowers, sendWhole);
export const organizationBorrowers = query(listOrganizationBorrowers, sendWhole);
export const ownBorrower = query(findOwnBorrower);

const lists = [ownBorrowers, organizationBorrowers];

refreshOn(BORROWER_UPDATED, [...lists, ownBorrower]);

/** One borrower; from the list, where that was read already and without notes, until the whole answer is here. */
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

const atLoanNumber = faultsAt({ LOAN_NUMBER_TAKEN: "loanNumber" });
const details = { refreshes: lists, puts: asRead, through: <T>(ask: () => Promise<T>) => ask().catch(atLoanNumber) };

export const useCreateBorrower = () => useChange(createBorrower, details);
export const useUpdateBorrower = () => useChange(updateBorrower, details);
export const useChangeStatus = () => useChange(changeBorrowerStatus, { refreshes: lists, puts: asRead });
/** A ready report is judged anew by the terms: whatever shows of it is read again. */
export const useUpdateLoan = () => useChange(updateLoan, { refreshes: servedBy(BORROWER_UPDATED), puts: asRead });
export const useNotifyLender = () => useChange(notifyLender, { refreshes: [ownBorrower] });
export const useAssignBorrowers = () => useChange(assignBorrowers, { refreshes: [...lists, ownBorrower] });
export const useAssignBorrower = () => useChange(assignBorrower, { refreshes: lists, puts: asRead });

/** The borrower that a change returned is what every page shows from then on. */
export function asRead(borrower: Borrower) {
  const { queryKey } = ownBorrower({ id: borrower.id });
  // Laid over what is known: during a rollout an older server may not send every field yet.
  return [[queryKey, (known: Borrower | undefined) => ({ ...known, ...borrower })]] as const;
}
