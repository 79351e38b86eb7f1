// Owns what visits add to the line of a borrower's life.
import { useQuery } from "@tanstack/react-query";
import { fullName } from "#features/borrowers/contract.ts";
import type { TimelineStep } from "#features/borrowers/web/page/timeline.ts";
import type { VisitLink } from "#features/visits/contract.ts";
import { visitLinks } from "./links-data.ts";

export function useVisitMarks(borrowerId: string): readonly TimelineStep[] {
  const { data: links = [] } = useQuery(visitLinks({ id: borrowerId }));
  return marksOf(links);
}

/** What each person did; that the first link was sent is told by the invitation itself. */
export function marksOf(links: readonly VisitLink[]): TimelineStep[] {
  return links
    .flatMap((link) => {
      const name = fullName(link);
      return [
        { label: `${name} opened the link`, at: link.openedAt },
        { label: `${name} agreed`, at: link.consentedAt },
        { label: `${name} took their consent back`, at: link.revokedAt },
      ];
    })
    .filter(({ at }) => at !== null);
}
