import { expect, test } from "vitest";
import type { EvidenceSource } from "#features/underwriting/contract.ts";
import { account, judged } from "#features/underwriting/rules-edition-1/test-case.ts";
import { missingParts, type LetterPart } from "./gift-letter.ts";

const FULL = {
  kind: "gift",
  transactionId: null,
  sourcedCents: 500_000,
  amountCents: 500_000,
  donor: { name: "Marie Lovell", address: "1 Elm St", phone: "555 0100", relationship: "Mother" },
  noRepayment: true,
  transferEvidence: true,
} satisfies EvidenceSource;

test.each<[string, Partial<EvidenceSource>, LetterPart[]]>([
  ["nothing", {}, []],
  ["a part of the donor", { donor: { name: "Marie Lovell" } }, ["donor.address", "donor.phone", "donor.relationship"]],
  ["the donor", { donor: {} }, ["donor.name", "donor.address", "donor.phone", "donor.relationship"]],
  ["the amount", { amountCents: undefined }, ["amount"]],
  ["its papers", { noRepayment: false, transferEvidence: false }, ["noRepayment", "transferEvidence"]],
])("a letter that lacks %s is told so in the very words of the rule", (_, more, missing) => {
  const letter = { ...FULL, ...more };
  const [gift] = judged([account()], { evidence: [letter] }).figures.gifts.gifts;
  expect(missingParts(letter)).toEqual(missing);
  expect(gift?.missing).toEqual(missing);
});
