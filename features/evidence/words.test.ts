import { expect, test } from "vitest";
import type { EvidenceSource } from "#features/evidence/contract.ts";
import { letterWords } from "./words.ts";

const FULL = {
  kind: "gift",
  transactionId: null,
  sourcedCents: 500_000,
  amountCents: 500_000,
  donor: { name: "Marie Lovell", address: "1 Elm St", phone: "555 0100", relationship: "Mother" },
  noRepayment: true,
  transferEvidence: true,
} satisfies EvidenceSource;

test("it is told in plain words whether a letter is complete", () => {
  expect(letterWords(FULL)).toBe("The letter is complete");
  expect(letterWords({ ...FULL, donor: { name: "Marie Lovell" }, noRepayment: false })).toBe(
    "Missing: the donor's address, the donor's phone, the relationship, that nothing is to be repaid",
  );
});
