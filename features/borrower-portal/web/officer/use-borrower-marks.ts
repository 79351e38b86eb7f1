import { useQuery } from "@tanstack/react-query";
import { type Consent, fullName } from "#features/borrowers/contract.ts";
import type { TimelineStep } from "#features/borrowers/web/page/next-step.ts";
import type { BorrowerLink } from "#features/borrower-portal/contract.ts";
import { borrowerLinks } from "./api.ts";

export function useBorrowerMarks(borrowerId: string): readonly TimelineStep[] {
  const { data: links = [] } = useQuery(borrowerLinks({ id: borrowerId }));
  return marksOf(links);
}

/** What each person did, over all their links. The invitation itself shows that a link was sent. */
export function marksOf(links: readonly BorrowerLink[]): TimelineStep[] {
  return links.flatMap((link) => {
    const name = fullName(link);
    return [
      ...link.asks.map(({ cause, at }) => ({
        label: cause === "ask" ? `Asked ${name} by email` : `Reminded ${name} by email`,
        at,
      })),
      ...link.openings.map((at) => ({ label: `${name} opened the link`, at })),
      ...link.consents.flatMap((consent) => [
        { label: consentMark(name, consent), at: consent.at },
        ...(consent.withdrawnAt === null ? [] : [{ label: `${name} withdrew consent`, at: consent.withdrawnAt }]),
      ]),
    ];
  });
}

function consentMark(name: string, { method, recordedBy }: Consent): string {
  const officer = recordedBy ?? "A former member";
  switch (method) {
    case "online":
      return `${name} agreed`;
    case "in_person":
      return `${name} agreed in person, recorded by ${officer}`;
    case "signed_form":
      return `${officer} uploaded ${name}'s signed authorization`;
    case "attested":
      return `${officer} attested to ${name}'s signed authorization`;
  }
}
