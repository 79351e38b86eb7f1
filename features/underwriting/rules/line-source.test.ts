import { expect, test } from "vitest";
import { isFromOwner, printsSource } from "./line-source.ts";
import type { Line } from "./model.ts";
import { prepare } from "./prepare.ts";
import { bank, cashIn, checking, NORA, reportOf } from "./test-report.ts";

const CATEGORY = { categoryPrimary: "INCOME", categoryDetailed: "INCOME_SALARY" };

function lineOf(words: string, category: Partial<typeof CATEGORY> = {}): Line {
  const line = cashIn(words, 2_000_00, "2026-10-20", category);
  const report = reportOf([bank({ accounts: [checking({ cents: 9_000_00, everyday: false, lines: [line] })] })]);
  const inputs = { borrowers: [NORA], evidence: [], confirmations: [], leftOutAccounts: [] };
  return prepare(report, null, inputs).accounts[0]!.lines[0]!;
}

test.each([
  ["LARKMEAD FOODS INC", CATEGORY, true],
  ["AMAZON DES:PAYROLL", {}, true],
  ["NORA QUIST DES:PAYROLL", CATEGORY, false],
  ["DIRECT DEPOSIT", CATEGORY, true],
  ["TAX REFUND", {}, true],
  ["INTEREST PAID", {}, true],
  ["DEPOSIT", CATEGORY, false],
  ["ACH CREDIT", CATEGORY, false],
])("%s prints its source: %o %s", (words, category, expected) => {
  expect(printsSource(lineOf(words, category))).toBe(expected);
});

test("a payment between people is from an owner when it names one", () => {
  expect(isFromOwner(lineOf("ZELLE FROM NORA QUIST"))).toBe(true);
  expect(isFromOwner(lineOf("ZELLE FROM KARL QUIST"))).toBe(false);
  expect(isFromOwner(lineOf("FOREIGN REMITTANCE"))).toBe(false);
  const payroll = lineOf("ZELLE FROM NORA QUIST");
  expect(isFromOwner({ ...payroll, class: "payroll" })).toBe(false);
});
