import { useQuery } from "@tanstack/react-query";
import type { TimelineStep } from "#features/borrowers/web/page/next-step.ts";
import type { BorrowerDocument } from "#features/underwriting/contract.ts";
import { documentsOf } from "../api.ts";

export function useDocumentMarks(borrowerId: string): readonly TimelineStep[] {
  const { data = [] } = useQuery(documentsOf({ borrowerId }));
  return marksOf(data);
}

/** When each person on the loan last sent documents, and when the last of all was accepted. */
export function marksOf(documents: readonly BorrowerDocument[]): TimelineStep[] {
  const sent = documents.filter(({ isFromBorrower }) => isFromBorrower);
  const lastBySender = new Map(sent.map(({ sentBy, createdAt }) => [sentBy ?? "The borrower", createdAt])); // oldest first
  const reviewed = sent.flatMap(({ state, reviewedAt }) => (state === "accepted" && reviewedAt ? [reviewedAt] : []));
  return [
    ...[...lastBySender].map(([name, at]) => ({ label: `${name} sent documents`, at })),
    ...(sent.length > 0 && reviewed.length === sent.length
      ? [{ label: "All documents accepted", at: reviewed.toSorted().at(-1)! }] // one at least
      : []),
  ];
}
