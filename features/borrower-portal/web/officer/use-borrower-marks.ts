import { useQuery } from "@tanstack/react-query";
import { BORROWER_UPDATED, fullName } from "#features/borrowers/contract.ts";
import type { TimelineStep } from "#features/borrowers/web/page/next-step.ts";
import { listVisitLinks, sendVisitLink, type BorrowerLink } from "#features/borrower-portal/contract.ts";
import { ownBorrower, ownBorrowers } from "#features/borrowers/web/api.ts";
import { useChange, query } from "#platform/web/http/query.ts";
import { refreshOn } from "#platform/web/http/live.ts";

export const borrowerLinks = query(listVisitLinks);

refreshOn(BORROWER_UPDATED, [borrowerLinks]);

export const useSendBorrowerLink = () =>
  useChange(sendVisitLink, {
    refreshes: [ownBorrower, ownBorrowers],
    puts: (links, { id }) => [[borrowerLinks({ id }).queryKey, links]],
  });

export function useBorrowerMarks(borrowerId: string): readonly TimelineStep[] {
  const { data: links = [] } = useQuery(borrowerLinks({ id: borrowerId }));
  return marksOf(links);
}

/** What each person did. The first link is not included, because the invitation itself shows it. */
export function marksOf(links: readonly BorrowerLink[]): TimelineStep[] {
  return links
    .flatMap((link) => {
      const name = fullName(link);
      return [
        { label: `${name} opened the link`, at: link.openedAt },
        { label: `${name} agreed`, at: link.consentedAt },
        { label: `${name} withdrew consent`, at: link.revokedAt },
      ];
    })
    .filter(({ at }) => at !== null);
}
