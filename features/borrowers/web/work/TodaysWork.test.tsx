import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import type { ReportSummary } from "#features/borrowers/contract.ts";
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

test("each list says who and why, the most urgent first", async () => {
  const invitedAt = "2026-11-24T15:00:00Z";
  answerHttp({
    "GET /account/borrower": [
      aBorrower({ id: "new", firstName: "Nora" }),
      aBorrower({ id: "invited", firstName: "Ivy", status: "invited", invitedAt }),
      withReport({ id: "ready", firstName: "Rex", summary, loan: { noteDate: "2026-11-30" } }),
      withReport({ id: "failed", firstName: "Fay", reportState: "failed", connectionState: "login_required" }),
      aBorrower({ id: "closed", firstName: "Cleo", status: "closed" }),
    ],
  });
  await renderAt("/", <TodaysWork />);
  await screen.findByRole("heading", { level: 1, name: "Today" });
  await screen.findByRole("region", { name: "Needs you 3" });
  expect(rowsOf("Needs you 3")).toEqual([
    "Fay ReyesReport failed",
    "Rex Reyes2 findings blocking",
    "Nora ReyesNot invited yet",
  ]);
  expect(rowsOf("Waiting on borrower 2")).toEqual(["Fay ReyesBank sign-in needed", "Ivy ReyesInvited 2 days ago"]);
  expect(rowsOf("Expiring 1")).toEqual(["Rex ReyesValid through Dec 1, 2026, 5 days left"]);
  expect(rowsOf("Closing this week 1")).toEqual(["Rex ReyesNov 30, 2026"]);
  expect(screen.getByRole("link", { name: "View all 5 borrowers" })).toHaveProperty(
    "pathname",
    "/account/borrowers/all",
  );
});

test("a long list shows five and leads to the rest, filtered", async () => {
  const many = Array.from({ length: 7 }, (_, at) => aBorrower({ id: `b${at}`, firstName: `Ann${at}` }));
  answerHttp({ "GET /account/borrower": many });
  await renderAt("/", <TodaysWork />);
  const more = await screen.findByRole("link", { name: "2 more in Needs you" });
  expect(more.getAttribute("href")).toBe("/account/borrowers/all?work=needs-you");
  expect(rowsOf("Needs you 7")).toHaveLength(5);
  expect(screen.getByText("No loan closes in the next 7 days.")).toBeTruthy();
});

test("without borrowers it offers the first, and a list that fails can be loaded again", async () => {
  answerHttp({ "GET /account/borrower": [] });
  await renderAt("/", <TodaysWork />);
  expect(await screen.findByRole("link", { name: "Create Borrower" })).toBeTruthy();
});
