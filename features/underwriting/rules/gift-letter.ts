import type { EvidenceSource } from "#features/underwriting/contract.ts";

export type GiftLetter = Pick<EvidenceSource, "donor" | "amountCents" | "noRepayment" | "transferEvidence">;

const PARTS = {
  "donor.name": ({ donor }) => donor?.name,
  "donor.address": ({ donor }) => donor?.address,
  "donor.phone": ({ donor }) => donor?.phone,
  "donor.relationship": ({ donor }) => donor?.relationship,
  amount: ({ amountCents }) => amountCents,
  noRepayment: ({ noRepayment }) => noRepayment,
  transferEvidence: ({ transferEvidence }) => transferEvidence,
} as const satisfies Readonly<Record<string, (letter: GiftLetter) => unknown>>;

export type LetterPart = keyof typeof PARTS;

const NAMES = Object.keys(PARTS) as LetterPart[]; // its own keys

/** What a letter lacks, in the order of the letter; empty: it is complete. */
export function missingParts(letter: GiftLetter): LetterPart[] {
  return NAMES.filter((name) => !PARTS[name](letter));
}
