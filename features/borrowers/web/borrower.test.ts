import { describe, expect, test } from "vitest";
import { type Borrower, BORROWER_STATUSES, type BorrowerStatus } from "#features/borrowers/contract.ts";
import { canMove } from "#features/borrowers/rules/status.ts";
import { borrowerCan } from "./borrower-can.ts";
import { aBank, aBorrower, withReport } from "./test-borrower.ts";
import { freshnessOf } from "./freshness.ts";

describe("which status a borrower can become", () => {
  const to = (borrower: Borrower, status: BorrowerStatus) => borrowerCan.become(borrower, status);

  test("what the contract allows is allowed, and every refusal has a reason", () => {
    for (const borrower of [aBorrower(), withReport(), withReport({ status: "closed" })])
      for (const status of BORROWER_STATUSES) {
        const { yes, why = "" } = to(borrower, status);
        expect(yes).toBe(canMove(borrower, status));
        expect(why.length > 0).toBe(!yes);
      }
  });

  test.each<[string, Borrower, BorrowerStatus, string]>([
    ["a connected one is not new", aBorrower({ items: [aBank()], status: "bank-connected" }), "new", "just created"],
    ["nor invited", aBorrower({ items: [aBank()], status: "bank-connected" }), "invited", "bank is already connected"],
    ["nor ready without a report", aBorrower({ items: [aBank()] }), "report-ready", "No report"],
    ["an invited one has no bank", aBorrower({ status: "invited" }), "bank-connected", "No bank"],
    ["a ready one does not go back", withReport(), "bank-connected", "report is already ready"],
    ["a closed one becomes only what it was", withReport({ status: "closed" }), "new", "before closing"],
  ])("%s", (_, borrower, status, why) => {
    expect(to(borrower, status).why).toContain(why);
  });
});

describe("banks and reports", () => {
  test("a report needs a bank, an open borrower, and no other one in the making", () => {
    expect(borrowerCan.generateReport(aBorrower()).why).toContain("Connect one first");
    expect(borrowerCan.generateReport(withReport({ status: "closed" })).why).toContain("closed");
    expect(borrowerCan.generateReport(withReport({ reportState: "generating" })).why).toContain("Generating");
    expect(borrowerCan.generateReport(withReport()).yes).toBe(true);
  });

  test("a closed borrower connects no bank", () => {
    expect(borrowerCan.connectBank(aBorrower({ status: "closed" })).yes).toBe(false);
    expect(borrowerCan.connectBank(aBorrower()).yes).toBe(true);
  });

  test("a report is downloaded once there is one, of a closed borrower too", () => {
    expect(borrowerCan.downloadReport(aBorrower()).yes).toBe(false);
    expect(borrowerCan.downloadReport(withReport({ status: "closed" })).yes).toBe(true);
  });
});

describe("freshness", () => {
  const LATE_ON_NOVEMBER_20 = Date.UTC(2026, 10, 20, 23, 59);

  test.each([
    ["2027-03-20", "green", "Valid through Mar 20, 2027"],
    ["2026-12-05", "green", "Valid through Dec 5, 2026"],
    ["2026-12-04", "amber", "Valid through Dec 4, 2026, 14 days left"],
    ["2026-11-21", "amber", "Valid through Nov 21, 2026, 1 day left"],
    ["2026-11-20", "amber", "Valid through today"],
    ["2026-11-19", "red", "Expired Nov 19, 2026"],
  ])("good until %s is %s", (expiresOn, tone, words) => {
    expect(freshnessOf(expiresOn, LATE_ON_NOVEMBER_20)).toMatchObject({ tone, words });
  });
});
