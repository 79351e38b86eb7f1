import { expect, test } from "vitest";
import type { ListedBorrower, ReportSummary } from "#features/borrowers/contract.ts";
import { needOf, workOf } from "./work.ts";

const TODAY = "2026-11-26";
type Facts = Parameters<typeof workOf>[0];

const borrower = (facts: Partial<Facts> = {}): Facts => ({
  status: "report-ready",
  reportState: "ready",
  connectionState: "ok",
  documentState: "none",
  summary: summary(),
  loan: {},
  nextExpiryOn: null,
  ...facts,
});

const summary = (facts: Partial<ReportSummary> = {}): ReportSummary => ({
  usableCents: 5_000_000,
  program: "fannie",
  outcome: "enough",
  blockers: 0,
  reviews: 0,
  infos: 2,
  freshUntil: "2027-03-01",
  ...facts,
});

test.each<[string, Partial<ListedBorrower>, ReturnType<typeof needOf>]>([
  ["nothing when only information is left", {}, null],
  ["an invitation to a new borrower", { status: "new", summary: null }, "invite"],
  ["nothing while the borrower has the invitation", { status: "invited", summary: null }, null],
  ["a first report", { status: "bank-connected", reportState: "none", summary: null }, "generate"],
  [
    "nothing while the report is generated",
    { status: "bank-connected", reportState: "generating", summary: null },
    null,
  ],
  [
    "a failed report before its findings",
    { reportState: "failed", summary: summary({ blockers: 1 }) },
    "report-failed",
  ],
  [
    "documents to review before findings",
    { documentState: "received", summary: summary({ blockers: 2 }) },
    "documents",
  ],
  ["documents of an invited borrower", { status: "invited", documentState: "received", summary: null }, "documents"],
  ["findings that block", { summary: summary({ blockers: 2 }) }, "conditions"],
  ["findings to review", { summary: summary({ reviews: 1 }) }, "conditions"],
  ["nothing of a closed borrower", { status: "closed", summary: summary({ blockers: 2 }) }, null],
])("the officer's next action is %s", (_, facts, need) => {
  expect(needOf(borrower(facts))).toBe(need);
});

test.each<[string | null, boolean]>([
  [null, false],
  ["2026-11-20", true],
  ["2026-11-26", true],
  ["2026-12-10", true],
  ["2026-12-11", false],
])("a file in which something expires on %s expires soon: %s", (nextExpiryOn, isSoon) => {
  expect(workOf(borrower({ nextExpiryOn }), TODAY).includes("expiring")).toBe(isSoon);
});

test.each<[Facts["loan"], boolean]>([
  [{}, false],
  [{ noteDate: "2026-11-25" }, false],
  [{ noteDate: "2026-11-26" }, true],
  [{ noteDate: "2026-12-03" }, true],
  [{ noteDate: "2026-12-04" }, false],
  [{ disbursementDate: "2026-12-01" }, true],
  [{ noteDate: "2026-12-20", disbursementDate: "2026-12-01" }, false],
])("a loan with %j closes this week: %s", (loan, isClosing) => {
  expect(workOf(borrower({ loan }), TODAY).includes("closing")).toBe(isClosing);
});

test("the borrower is waited for after an invitation and when a bank needs a new sign-in", () => {
  expect(workOf(borrower({ status: "invited", summary: null }), TODAY)).toEqual(["waiting"]);
  expect(workOf(borrower({ connectionState: "login_required" }), TODAY)).toEqual(["waiting"]);
  expect(workOf(borrower(), TODAY)).toEqual([]);
});

test("a closed borrower is in no list", () => {
  const all = { status: "closed", connectionState: "login_required", loan: { noteDate: TODAY } } as const;
  expect(workOf(borrower({ ...all, nextExpiryOn: TODAY, summary: summary({ blockers: 1 }) }), TODAY)).toEqual([]);
});
