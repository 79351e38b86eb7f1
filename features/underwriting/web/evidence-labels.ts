import type { Evidence, EvidenceState } from "#features/underwriting/contract.ts";
import type { Tone } from "#platform/web/parts/StatusPill.tsx";

export const STATE_LABELS: Readonly<Record<EvidenceState, { readonly label: string; readonly tone: Tone }>> = {
  proposed: { label: "To review", tone: "amber" },
  accepted: { label: "Accepted", tone: "green" },
  rejected: { label: "Rejected", tone: "red" },
};

/** The shortest reviewer's reason that counts in place of a document. */
export const REASON_LEAST = 10;

/**
 * The cents that it documents; for a gift that is not deposited yet, the amount of the letter. `undefined`: no amount.
 */
export function centsOf({ transactionId, kind, sourcedCents, amountCents }: Evidence): number | undefined {
  if (transactionId === null && kind === "gift") return amountCents;
  return sourcedCents === 0 ? undefined : sourcedCents;
}
