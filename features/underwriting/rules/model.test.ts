import { describe, expect, test } from "vitest";
import { isDeposit, isFree, isPayment, isWithin, type Line } from "./model.ts";
import { account, daysAgo, item, line, modelOf, report } from "./test-model.ts";
import { isFromOwner, printsSource } from "./line-source.ts";
import { prepare } from "./prepare.ts";
import { bank, cashIn, checking, NORA, reportOf } from "./test-report.ts";

describe("model", () => {
  function lineOf(cents: number, { pending = false, type = "depository", ago = 5 } = {}): Line {
    const transactions = [line(cents, daysAgo(ago), { pending })];
    return modelOf(report([item([account({ type, transactions })])])).accounts[0]!.lines[0]!;
  }

  describe("deposits and payments", () => {
    test("one cent in is a deposit, one cent out a payment, and nothing is neither", () => {
      expect([-1, 0, 1].map((cents) => isDeposit(lineOf(cents)))).toEqual([true, false, false]);
      expect([-1, 0, 1].map((cents) => isPayment(lineOf(cents)))).toEqual([false, false, true]);
    });

    test("pending lines and other kinds of accounts have neither", () => {
      for (const more of [{ pending: true }, { type: "investment" }, { type: "credit" }, { type: "loan" }]) {
        expect(isDeposit(lineOf(-100, more))).toBe(false);
        expect(isPayment(lineOf(100, more))).toBe(false);
      }
    });
  });

  test("the window has day n in it and not day n + 1, and no end", () => {
    expect([61, 60, 59, 0, -2].map((ago) => isWithin(lineOf(-100, { ago }), 60))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  test("a line is free unless it is a leg of a transfer or part of a net", () => {
    const one = lineOf(-100);
    const free = { transferOf: new Map(), netOf: new Map() };
    expect(isFree(free, one)).toBe(true);
    expect(isFree({ ...free, transferOf: new Map([[one, one]]) }, one)).toBe(false);
    expect(isFree({ ...free, netOf: new Map([[one, one]]) }, one)).toBe(false);
  });
});

describe("line source", () => {
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
});
