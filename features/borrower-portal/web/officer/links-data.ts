import { BORROWER_UPDATED } from "#features/borrowers/contract.ts";
import { ownBorrower, ownBorrowers } from "#features/borrowers/web/data.ts";
import { listVisitLinks, sendVisitLink } from "#features/borrower-portal/contract.ts";
import { useChange } from "#platform/web/http/change.ts";
import { refreshOn } from "#platform/web/http/live.ts";
import { query } from "#platform/web/http/query.ts";

export const borrowerLinks = query(listVisitLinks);

refreshOn(BORROWER_UPDATED, [borrowerLinks]);

export const useSendBorrowerLink = () =>
  useChange(sendVisitLink, {
    refreshes: [ownBorrower, ownBorrowers],
    puts: (links, { id }) => [[borrowerLinks({ id }).queryKey, links]],
  });
