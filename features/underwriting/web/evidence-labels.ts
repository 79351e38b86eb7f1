import type { Evidence, EvidenceState } from "#features/underwriting/contract.ts";
import type { Tone } from "#kit/web/parts/StatusPill.tsx";

export const STATE_WORDS: Readonly<Record<EvidenceState, { readonly label: string; readonly tone: Tone }>> = {
  proposed: { label: "To review", tone: "amber" },
  accepted: { label: "Accepted", tone: "green" },
  rejected: { label: "Rejected", tone: "red" },
};

/** The least that a reviewer's reason must be to count in place of a document. */
export const REASON_LEAST = 10;

/** Cents that it documents; of a gift still to come what the letter says. `undefined`: no amount. */
export function centsOf({ transactionId, kind, sourcedCents, amountCents }: Evidence): number | undefined {
  if (transactionId === null && kind === "gift") return amountCents;
  return sourcedCents === 0 ? undefined : sourcedCents;
}
