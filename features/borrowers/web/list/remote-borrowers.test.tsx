// A list longer than the page reads whole: from then on the server searches, sorts and pages it.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { Borrower } from "#features/borrowers/contract.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { LIST_ROWS, PAGE_ROWS } from "#platform/contract/list-rows.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { aBorrower } from "../test-borrower.ts";
import { AdminBorrowersPage } from "./AdminBorrowersPage.tsx";
import { BorrowersPage } from "./BorrowersPage.tsx";

const AT = "/account/borrowers/all";
const some = (count: number, lastName: string): Borrower[] =>
  Array.from({ length: count }, (_, at) => aBorrower({ id: `${lastName}-${at}`, lastName }));

const asked: Record<string, string>[] = [];
beforeEach(() => {
  signIn();
  asked.length = 0;
});

const whole = some(LIST_ROWS, "Whole");
/** A page of all borrowers, with the query of a full read. */
const pageOf = (query: URLSearchParams) => {
  const start = whole.findIndex(({ id }) => id === query.get("after")) + 1;
  return whole.slice(start, start + PAGE_ROWS);
};

/** A server with more borrowers than the page reads whole: then a full page of them, then a short one. */
function longList(path: string) {
  answerHttp({
    [path]: (_request: unknown, query: URLSearchParams) => {
      if (!query.has("limit")) return pageOf(query);
      asked.push(Object.fromEntries(query));
      return query.has("after") ? some(2, "Second") : some(PAGE_ROWS, query.get("search") ?? "First");
    },
  });
}

const lastAsked = () => asked.at(-1);

// The long list is made into rows first, which takes its time on a busy machine.
const PATIENT = { timeout: 10_000 };
const firstPage = () => screen.findByText(`1–${PAGE_ROWS}`, {}, PATIENT);

test("a list that is too long is requested page by page, each page after the last row of the one before", async () => {
  longList("GET /account/borrower");
  await renderAt(AT, <BorrowersPage />);
  await firstPage();
  expect(asked).toEqual([{ limit: String(PAGE_ROWS), sort: "updatedAt", direction: "descending" }]);
  const pages = within(screen.getByRole("navigation", { name: "Pagination" }));
  await userEvent.click(pages.getByRole("button", { name: "Next page" }));
  expect(await screen.findAllByText("Dana Second", {}, PATIENT)).toHaveLength(2);
  expect(lastAsked()).toMatchObject({ after: `First-${PAGE_ROWS - 1}` });
  expect(pages.getByRole("button", { name: "Next page" })).toHaveProperty("disabled", true);
});

test("search and sort go to the server in its own words", async () => {
  longList("GET /admin/borrower");
  await renderAt("/admin/borrowers/all", <AdminBorrowersPage />);
  await firstPage();
  await userEvent.click(screen.getByRole("button", { name: "Status" }));
  await waitFor(() => expect(lastAsked()).toMatchObject({ sort: "status", direction: "ascending" }), PATIENT);
  await userEvent.click(screen.getByRole("searchbox", { name: "Search" }));
  await userEvent.paste(`  Reyes\tDana${"x".repeat(200)}`);
  await waitFor(() => expect(lastAsked()).toHaveProperty("search", `Reyes Dana${"x".repeat(90)}`), PATIENT);
  expect(lastAsked()).not.toHaveProperty("after");
});

test("a page that failed to load shows an error", async () => {
  answerHttp({
    "GET /account/borrower": (_request: unknown, query: URLSearchParams) =>
      !query.has("limit") ? pageOf(query) : refusal(429, "TOO_MANY_REQUESTS"),
  });
  await renderAt(AT, <BorrowersPage />);
  expect(await screen.findByRole("alert", {}, PATIENT)).toBeDefined();
});
