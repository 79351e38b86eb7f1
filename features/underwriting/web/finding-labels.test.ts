import { expect, test } from "vitest";
import type { Finding } from "#features/underwriting/rules/evaluation.ts";
import { cashOut, checking, evaluated, findings, loanWith, READ_AT } from "#features/underwriting/rules/test-report.ts";
import { evidenceFor } from "./finding-labels.ts";

const wire = cashOut("WIRE TRANSFER OUT STEWART TITLE GUARANTY", 8_900_00, "2026-10-22");
const banked = checking({ cents: 40_000_00, lines: [wire] });
const places = (code: string, emd: number) => {
  const [finding] = findings(evaluated({ accounts: [banked], loan: loanWith({ emd }) }), code);
  const { byLine, others } = evidenceFor(finding as Finding, [{ line: wire, account: banked.at(READ_AT) }], new Map());
  return { lines: [...byLine.keys()], others: others.map(({ target }) => target.transactionId) };
};

test("a missing receipt for earnest money is not attached to the payments that were found", () => {
  expect(places("EMD_DIFFERS", 9_500_00)).toEqual({ lines: [], others: [null] });
});
