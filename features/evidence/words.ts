// Owns what evidence and the parts of a gift letter are called, on pages and in files alike; as the guides call them.
import type { EvidenceKind } from "#features/evidence/contract.ts";
import { missingParts, type GiftLetter, type LetterPart } from "./rules/gift-letter.ts";

export const KIND_WORDS: Readonly<Record<EvidenceKind, string>> = {
  gift: "Gift",
  sale_of_personal_asset: "Sale of a personal asset",
  transfer: "Transfer between own accounts",
  secured_loan: "Secured loan",
  income: "Income",
  other: "Other source",
};

const PART_WORDS: Readonly<Record<LetterPart, string>> = {
  "donor.name": "the donor's name",
  "donor.address": "the donor's address",
  "donor.phone": "the donor's phone",
  "donor.relationship": "the relationship",
  amount: "the amount",
  noRepayment: "that nothing is to be repaid",
  transferEvidence: "proof of the transfer",
};

/** `The letter is complete`, or what it lacks. */
export function letterWords(letter: GiftLetter): string {
  const missing = missingParts(letter).map((name) => PART_WORDS[name]);
  return missing.length === 0 ? "The letter is complete" : `Missing: ${missing.join(", ")}`;
}
