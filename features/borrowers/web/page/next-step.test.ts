import { expect, test } from "vitest";
import type { Borrower } from "#features/borrowers/contract.ts";
import { aBank, aBorrower, withReport } from "../test-borrower.ts";
import { nextStepOf } from "./next-step.ts";

test.each<[string, Borrower, string]>([
  ["new", aBorrower(), "Invite Dana"],
  ["invited", aBorrower({ status: "invited" }), "Waiting for Dana"],
  ["connected", aBorrower({ status: "bank-connected", items: [aBank()] }), "Bank connected"],
  ["generating", withReport({ reportState: "generating" }), "Generating report"],
  ["failed", withReport({ reportState: "failed" }), "The last report failed"],
  ["ready", withReport(), "Report ready"],
  ["closed", withReport({ status: "closed" }), "Closed"],
])("%s", (_, borrower, title) => {
  expect(nextStepOf(borrower).title).toBe(title);
});

test("a broken connection is more pressing than a report that is ready", () => {
  const broken = withReport({ items: [aBank({ status: "login_required" })] });
  expect(nextStepOf(broken)).toMatchObject({
    title: "Reconnection needed",
    text: "First Platypus Bank needs a new sign-in before the report can be refreshed. If Dana connected it, we emailed them a link.",
  });
});

test("a closed borrower is restored to what the facts say", () => {
  const { act } = nextStepOf(aBorrower({ status: "closed", invitedAt: "2026-11-02T12:00:00Z" }));
  expect(act).toMatchObject({ kind: "status", to: "invited" });
});
