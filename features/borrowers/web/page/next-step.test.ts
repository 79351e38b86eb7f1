import { expect, test } from "vitest";
import type { Borrower } from "#features/borrowers/contract.ts";
import { aBank, aBorrower, withReport } from "../test-borrower.ts";
import { nextStepOf } from "./next-step.ts";

test.each<[string, Borrower, string]>([
  ["new", aBorrower(), "Ask Dana for bank data"],
  ["invited", aBorrower({ status: "invited" }), "Waiting for Dana"],
  ["connected", aBorrower({ status: "bank-connected", items: [aBank()] }), "Make the report"],
  ["generating", withReport({ reportState: "generating" }), "The report is being made"],
  ["failed", withReport({ reportState: "failed" }), "The last report failed"],
  ["ready", withReport(), "The report is ready"],
  ["closed", withReport({ status: "closed" }), "Closed"],
])("%s", (_, borrower, title) => {
  expect(nextStepOf(borrower).title).toBe(title);
});

test("a broken connection is more pressing than a report that is ready", () => {
  const broken = withReport({ items: [aBank({ status: "login_required" })] });
  expect(nextStepOf(broken)).toMatchObject({
    title: "A bank asks for a new log-in",
    text: "First Platypus Bank gives no newer figures until Dana logs in there again. The borrower was mailed a repair link.",
  });
});

test("a closed borrower is restored to what the facts say", () => {
  const { act } = nextStepOf(aBorrower({ status: "closed", invitedAt: "2026-11-02T12:00:00Z" }));
  expect(act).toMatchObject({ kind: "status", to: "invited" });
});
