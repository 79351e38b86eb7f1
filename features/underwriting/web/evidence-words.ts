import { EVIDENCE_KINDS, type Evidence, type EvidenceState } from "#features/underwriting/contract.ts";
import { KIND_WORDS } from "#features/underwriting/labels.ts";
import type { Tone } from "#kit/web/parts/StatusPill.tsx";

export const KIND_OPTIONS = EVIDENCE_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }));

export const STATE_WORDS: Readonly<Record<EvidenceState, { readonly label: string; readonly tone: Tone }>> = {
  proposed: { label: "To review", tone: "amber" },
  accepted: { label: "Accepted", tone: "green" },
  rejected: { label: "Rejected", tone: "red" },
};

/** Cents that it explains of its deposit; of a gift that is still to come what the letter says, if it does. */
export function centsOf({ transactionId, sourcedCents, amountCents }: Evidence): number | undefined {
  return transactionId === null ? amountCents : sourcedCents;
}
