// Bank lines that once said less to the rules than they say to a person.
import { describe, expect, test } from "vitest";
import { all, cashIn, checking, classOf, evaluated, findings, loanWith, outcomes } from "./test-report.ts";

describe("an advance of a company that is not known", () => {
  const classOfDeposit = (words: string) => {
    const line = cashIn(words, 4_000_00, "2026-10-20");
    return classOf(evaluated({ accounts: [checking({ cents: 60_000_00, lines: [line] })] }), line);
  };

  test.each([
    "TILT ADVANCE",
    "TILT ADVANCE 8812",
    "KNOCK HOME SWAP ADVANCE",
    "KNOCK DES:HOME SWAP ADVANCE ID:8812",
    "HOMELIGHT TRADE IN ADVANCE",
  ])("%s is borrowed money", (words) => {
    expect(classOfDeposit(words)).toBe("loan_proceeds");
  });

  test.each([
    ["ADVANCE LOCAL DES:DIR DEP", "payroll"],
    ["UNITED ADVANCE DES:PAYROLL", "payroll"],
    ["SMITH ADVANCE AUTO PARTS", "other"],
    ["ACME CORP TRAVEL ADVANCE", "other"],
    ["ACME CORP DES:EXPENSE ADV", "other"],
    ["IRS TREAS 310 DES:CTC ADVANCE", "tax_refund"],
    ["LOAN REFUND", "refund_reversal"],
    ["STUDENT LOAN REFUND", "refund_reversal"],
  ])("%s is %s", (words, name) => {
    expect(classOfDeposit(words)).toBe(name);
  });

  test("does not close the loan", () => {
    const line = cashIn("KNOCK HOME SWAP ADVANCE", 4_000_00, "2026-10-20");
    const e = evaluated({ accounts: [checking({ cents: 28_000_00, lines: [line] })], loan: loanWith({}) });
    expect(outcomes(e)).toEqual(all("short"));
    expect(findings(e, "BORROWED_FUNDS_DEDUCTED")).not.toEqual([]);
  });
});
