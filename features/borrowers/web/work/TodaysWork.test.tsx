import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { WORK_COUNTED, type ListedBorrower, type ReportSummary, type Work } from "#features/borrowers/contract.ts";
import { answerHttp } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { aBorrower, withReport } from "../test-borrower.ts";
import { TodaysWork } from "./TodaysWork.tsx";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-26T15:00:00Z"), toFake: ["Date"] });
  signIn();
});
afterEach(() => void vi.useRealTimers());

const summary: ReportSummary = {
  usableCents: 5_000_000,
  program: "fannie",
  outcome: "open",
  blockers: 2,
  reviews: 1,
  infos: 0,
  freshUntil: "2026-12-01",
};

const rowsOf = (list: string) =>
  within(screen.getByRole("region", { name: list }))
    .queryAllByRole("listitem")
    .map((row) => row.textContent);

/** A server whose lists of the day have these borrowers, and so many in all. */
function answerToday(lists: Partial<Record<Work, ListedBorrower[]>>, counts: Partial<Record<Work, number>> = {}) {
  const none = { "needs-you": 0, waiting: 0, expiring: 0, closing: 0 };
  const listed = Object.fromEntries(Object.entries(lists).map(([work, borrowers]) => [work, borrowers.length]));
  const total = Object.keys(lists).length === 0 ? 0 : 8;
  return answerHttp({
    "GET /account/borrower-counts": { total, work: { ...none, ...listed, ...counts } },
    "GET /account/borrower": (_request, query) => {
      expect(query.get("limit")).toBe("5");
      return lists[query.get("work") as Work] ?? [];
    },
  });
}

test("each list says who and why", async () => {
  const invitedAt = "2026-11-24T15:00:00Z";
  const ends = { nextExpiryOn: "2026-12-01", nextExpiryKind: "access" } as const;
  const rex = withReport({ id: "ready", firstName: "Rex", summary, loan: { noteDate: "2026-11-30" }, ...ends });
  const fay = withReport({ id: "failed", firstName: "Fay", reportState: "failed", connectionState: "login_required" });
  answerToday({
    "needs-you": [fay, rex, aBorrower({ id: "new", firstName: "Nora" })],
    waiting: [aBorrower({ id: "invited", firstName: "Ivy", status: "invited", invitedAt }), fay],
    expiring: [rex],
    closing: [rex],
  });
  await renderAt("/", <TodaysWork />);
  await screen.findByRole("region", { name: "Needs you 3" });
  expect(rowsOf("Needs you 3")).toEqual([
    "Fay ReyesReport failed",
    "Rex Reyes2 findings blocking",
    "Nora ReyesNot invited yet",
  ]);
  expect(rowsOf("Waiting on borrower 2")).toEqual(["Ivy ReyesInvited 2 days ago", "Fay ReyesBank sign-in needed"]);
  expect(rowsOf("Expiring 1")).toEqual(["Rex ReyesBank access · Valid through Dec 1, 2026, 5 days left"]);
  expect(rowsOf("Closing this week 1")).toEqual(["Rex ReyesNov 30, 2026"]);
  expect(screen.getByRole("link", { name: "View all 8 borrowers" })).toHaveProperty(
    "pathname",
    "/account/borrowers/all",
  );
});

test("a list that has more leads to the rest, filtered", async () => {
  const five = Array.from({ length: 5 }, (_, at) => aBorrower({ id: `b${at}`, firstName: `Ann${at}` }));
  answerToday({ "needs-you": five, waiting: five }, { "needs-you": 7, waiting: WORK_COUNTED });
  await renderAt("/", <TodaysWork />);
  const more = await screen.findByRole("link", { name: "2 more in Needs you" });
  expect(more.getAttribute("href")).toBe("/account/borrowers/all?work=needs-you");
  expect(rowsOf("Needs you 7")).toHaveLength(5);
  expect(rowsOf("Waiting on borrower 1,000+")).toHaveLength(5);
  expect(screen.getByRole("link", { name: "More in Waiting on borrower" })).toBeTruthy();
  expect(screen.getByText("No loan closes in the next 7 days.")).toBeTruthy();
});

test("without borrowers it offers the first", async () => {
  answerToday({});
  await renderAt("/", <TodaysWork />);
  expect(await screen.findByRole("link", { name: "Create Borrower" })).toBeTruthy();
});
