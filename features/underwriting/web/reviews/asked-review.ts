import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Evidence } from "#features/underwriting/contract.ts";

/** Where a review opens: the report's page, with what is reviewed named in the address. */
export function reviewSearch(id: string): { review: string } {
  return { review: id };
}

/** The id of the evidence or decision that the address asks to review. */
export function useAskedReviewId(): string | null {
  const { review }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  return typeof review === "string" ? review : null;
}

/** Opens the evidence that the address asks for, once. */
export function useAskedReview(evidence: readonly Evidence[] | undefined, onOpen: (one: Evidence) => void): void {
  const asked = useAskedReviewId();
  const opened = useRef<string | null>(null);
  useEffect(() => {
    const found = evidence?.find(({ id }) => id === asked);
    if (!found || opened.current === asked) return;
    opened.current = asked;
    onOpen(found);
  }, [asked, evidence, onOpen]);
}
