import { useQuery } from "@tanstack/react-query";
import { fullName } from "#features/borrowers/contract.ts";
import type { TimelineStep } from "#features/borrowers/web/page/timeline.ts";
import type { BorrowerLink } from "#features/borrower-portal/contract.ts";
import { borrowerLinks } from "./links-data.ts";

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
