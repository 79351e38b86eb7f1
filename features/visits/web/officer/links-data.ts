// Owns what an officer's page asks of the links to visits, and sends.
import { BORROWER_UPDATED } from "#features/borrowers/contract.ts";
import { ownBorrower, ownBorrowers } from "#features/borrowers/web/data.ts";
import { listVisitLinks, sendVisitLink } from "#features/visits/contract.ts";
import { useChange } from "#kit/web/http/change.ts";
import { refreshOn } from "#kit/web/http/live.ts";
import { query } from "#kit/web/http/query.ts";

export const visitLinks = query(listVisitLinks);

refreshOn(BORROWER_UPDATED, [visitLinks]);

export const useSendVisitLink = () =>
  useChange(sendVisitLink, {
    refreshes: [ownBorrower, ownBorrowers],
    puts: (links, { id }) => [[visitLinks({ id }).queryKey, links]],
  });
