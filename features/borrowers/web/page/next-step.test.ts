import { describe, expect, test } from "vitest";
import type { Borrower } from "#features/borrowers/contract.ts";
import { aBank, aBorrower, withReport } from "../test-borrower.ts";
import { nextStepOf, timelineOf } from "./next-step.ts";

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

describe("timeline", () => {
  const labels = (...facts: Parameters<typeof aBorrower>) =>
    timelineOf(aBorrower(...facts)).map(({ label, at }) => (at === null ? `${label} to come` : label));

  test("a new borrower has every step ahead", () => {
    expect(labels()).toEqual(["Created", "Invited to come", "Bank connected to come", "Report ready to come"]);
  });

  test("a skipped step is no longer shown as upcoming", () => {
    expect(labels({ connectedAt: "2026-11-02T12:00:00Z" })).toEqual([
      "Created",
      "Bank connected",
      "Report ready to come",
    ]);
  });

  test("events are in the order in which they happened", () => {
    const connectedAt = "2026-11-02T12:00:00Z";
    expect(labels({ connectedAt, invitedAt: "2026-11-03T12:00:00Z" })).toEqual([
      "Created",
      "Bank connected",
      "Invited",
      "Report ready to come",
    ]);
  });

  test("events from other features are in the same order", () => {
    const mark = { label: "Dana Reyes agreed", at: "2026-11-02T13:00:00Z" };
    const borrower = aBorrower({ invitedAt: "2026-11-02T12:00:00Z", connectedAt: "2026-11-02T14:00:00Z" });
    expect(timelineOf(borrower, [mark]).map(({ label }) => label)).toEqual([
      "Created",
      "Invited",
      "Dana Reyes agreed",
      "Bank connected",
      "Report ready",
    ]);
  });

  test("a closed borrower has no upcoming steps", () => {
    expect(labels({ closedAt: "2026-11-04T12:00:00Z" })).toEqual(["Created", "Closed"]);
  });
});
