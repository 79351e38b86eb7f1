import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import type { Borrower } from "#features/borrowers/contract.ts";
import { LIST_ROWS, PAGE_ROWS } from "#platform/contract/list-rows.ts";
import { aBorrower, withReport } from "../test-borrower.ts";
import { BorrowersPage } from "./BorrowersPage.tsx";
import { AdminBorrowersPage } from "./AdminBorrowersPage.tsx";

describe("BorrowersPage", () => {
  const AT = "/account/borrowers/all";
  const ann = { firstName: "Ann", lastName: "Lee", email: "ann@example.net" };
  const dana = aBorrower({ id: "dana", coBorrowers: [ann], loanNumber: "AC-1" });
  const omar = withReport({ id: "omar", firstName: "Omar", lastName: "Haddad", updatedAt: "2026-11-05T12:00:00Z" });

  beforeEach(() => void signIn());

  const names = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getByRole("link").textContent);

  test("lists borrowers, the last changed first, each a link to its page", async () => {
    answerHttp({ "GET /account/borrower": [dana, omar] });
    await renderAt(AT, <BorrowersPage />);
    expect(await screen.findByRole("link", { name: "Omar Haddad" })).toHaveProperty(
      "pathname",
      "/account/borrowers/view/omar",
    );
    expect(names()).toEqual(["Omar Haddad", "Dana Reyes with Ann Lee"]);
  });

  test("finds a borrower by a co-borrower's name and filters by status", async () => {
    answerHttp({ "GET /account/borrower": [dana, omar] });
    await renderAt(AT, <BorrowersPage />);
    await userEvent.type(await screen.findByRole("searchbox", { name: "Search" }), "lee");
    expect(names()).toEqual(["Dana Reyes with Ann Lee"]);
    await userEvent.clear(screen.getByRole("searchbox", { name: "Search" }));
    await userEvent.click(
      within(screen.getByRole("group", { name: "Status" })).getByRole("button", { name: "Report ready" }),
    );
    expect(names()).toEqual(["Omar Haddad"]);
  });

  test("sorts statuses in the order of the borrower's life, not alphabetically", async () => {
    const invited = aBorrower({ id: "ivy", firstName: "Ivy", status: "invited" });
    const connected = aBorrower({ id: "cy", firstName: "Cy", status: "bank-connected" });
    answerHttp({ "GET /account/borrower": [omar, connected, invited] });
    await renderAt(AT, <BorrowersPage />);
    await userEvent.click(await screen.findByRole("button", { name: "Status" }));
    expect(names()).toEqual(["Ivy Reyes", "Cy Reyes", "Omar Haddad"]);
  });

  test("selected borrowers are copied with the words on screen", async () => {
    const user = userEvent.setup();
    answerHttp({ "GET /account/borrower": [dana, omar] });
    await renderAt(AT, <BorrowersPage />);
    await user.click(await screen.findByRole("checkbox", { name: "Select all rows" }));
    await user.click(screen.getByRole("button", { name: "Copy" }));
    const [header, ...lines] = (await navigator.clipboard.readText()).split("\n");
    expect(header).toBe("Name\tStatus\tAnswer\tFunds\tFindings\tExpires next\tClosing\tLoan number\tLast change");
    expect(lines.map((line) => line.split("\t").filter((_, at) => [0, 1, 7].includes(at)))).toEqual([
      ["Omar Haddad", "Report ready", ""],
      ["Dana Reyes with Ann Lee", "New", "AC-1"],
    ]);
  });

  async function applyToAll(action: string): Promise<void> {
    await userEvent.click(await screen.findByRole("checkbox", { name: "Select all rows" }));
    await screen.findByRole("option", { name: action });
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Action" }), action);
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
  }

  const MOVE = "POST /account/change-borrower-status";
  const ASSIGN = "POST /account/assign-borrower";
  const asked = { "GET /account/member": [], "GET /account/group": [{ id: "west", name: "West" }] };

  test("several borrowers are invited after a question; who cannot be invited is named with the reason", async () => {
    const ivy = aBorrower({ id: "ivy", firstName: "Ivy", status: "invited" });
    const server = answerHttp({ ...asked, "GET /account/borrower": [dana, omar, ivy], [MOVE]: dana });
    await renderAt(AT, <BorrowersPage />);
    await applyToAll("Invite");
    const { title } = await waitFor(() => confirmStore.get()!); // until the question is open
    expect(title).toBe("Invite 1 borrower?");
    confirmStore.get()!.answer(true);
    await screen.findByText("1 borrower invited.");
    screen.getByText("Omar Haddad: A report is already ready");
    screen.getByText("Ivy Reyes: Already invited.");
    expect(server.requests.flatMap(({ call, body }) => (call === MOVE ? [body] : []))).toEqual([
      { id: "dana", status: "invited" },
    ]);
    expect(screen.queryByRole("button", { name: "Undo" }), "an email cannot be taken back").toBeNull();
  });

  test("several borrowers are closed and restored; a refusal stops no other", async () => {
    const server = answerHttp({
      ...asked,
      "GET /account/borrower": [dana, omar],
      [MOVE]: ({ body }) => ((body as { id: string }).id === "dana" ? refusal(409, "STALE") : omar),
    });
    await renderAt(AT, <BorrowersPage />);
    await applyToAll("Close");
    (await waitFor(() => confirmStore.get()!)).answer(true); // until the question is open
    await screen.findByText("1 borrower closed.");
    screen.getByText(/^Dana Reyes: Someone else just updated this borrower/);
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(screen.queryByText("1 borrower closed.")).toBeNull());
    expect(server.requests.findLast(({ call }) => call === MOVE)?.body).toEqual({ id: "omar", status: "report-ready" });
  });

  test("an editor moves several borrowers to a group, and undoes it to the groups of each", async () => {
    signIn({ role: "editor" });
    const server = answerHttp({
      ...asked,
      "GET /account/borrower": [dana, { ...omar, groupIds: ["east"] }],
      [ASSIGN]: dana,
    });
    await renderAt(AT, <BorrowersPage />);
    await applyToAll("West");
    await screen.findByText("2 borrowers moved to West.");
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(screen.queryByText("2 borrowers moved to West.")).toBeNull());
    expect(server.requests.flatMap(({ call, body }) => (call === ASSIGN ? [body] : []))).toEqual([
      { id: "dana", groupIds: ["west"] },
      { id: "omar", groupIds: ["west"] },
      { id: "dana", groupIds: [] },
      { id: "omar", groupIds: ["east"] },
    ]);
  });

  test("explains once what to do when there are no borrowers", async () => {
    answerHttp({ "GET /account/borrower": [] });
    await renderAt(AT, <BorrowersPage />);
    await screen.findByText("No borrowers yet");
    expect(screen.getAllByRole("link", { name: "Create Borrower" })).toHaveLength(1);
  });

  test("an observer's disabled button says why", async () => {
    signIn({ role: "observer" });
    answerHttp({ "GET /account/borrower": [dana] });
    await renderAt(AT, <BorrowersPage />);
    const button = await screen.findByRole("button", { name: "Create Borrower" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(button.title).toContain("Your role is read-only");
  });

  test("a list that failed to load can be loaded again", async () => {
    const server = answerHttp({ "GET /account/borrower": refusal(429, "TOO_MANY_REQUESTS") });
    await renderAt(AT, <BorrowersPage />);
    await screen.findByText("We couldn't load the borrowers");
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(server.count("GET /account/borrower")).toBe(2);
  });

  test("the list shows the report's result in words, and sorts by what expires next", async () => {
    const summary = {
      usableCents: 1_250_000,
      program: "fha",
      outcome: "open",
      blockers: 1,
      reviews: 2,
      infos: 0,
    } as const;
    const soon = withReport({
      id: "soon",
      firstName: "Sue",
      summary: { ...summary, freshUntil: "2020-01-31" },
      nextExpiryOn: "2020-01-31",
      nextExpiryKind: "data",
    });
    const late = withReport({
      id: "late",
      firstName: "Lou",
      summary: { ...summary, blockers: 0, freshUntil: "2999-03-31" },
      nextExpiryOn: "2999-01-31",
      nextExpiryKind: "freeRefresh",
    });
    answerHttp({ "GET /account/borrower": [late, soon, dana] });
    await renderAt(AT, <BorrowersPage />);
    const row = within(await screen.findByRole("row", { name: /Sue Reyes/ }));
    row.getByText("1 blocking, 2 to review");
    row.getByText("Expired Jan 31, 2020");
    row.getByText("FHA: Open conditions");
    row.getByText("$12,500");
    await userEvent.click(screen.getByRole("button", { name: "Expires next" }));
    expect(names().slice(0, 2)).toEqual(["Sue Reyes", "Lou Reyes"]);
  });
});

// A list longer than the page reads whole: from then on the server searches, sorts and pages it.
describe("remote borrowers", () => {
  const AT = "/account/borrowers/all";
  const some = (count: number, lastName: string): Borrower[] =>
    Array.from({ length: count }, (_, at) => aBorrower({ id: `${lastName}-${at}`, lastName }));

  const asked: Record<string, string>[] = [];
  beforeEach(() => {
    signIn();
    asked.length = 0;
  });

  const counts = { total: LIST_ROWS, work: { "needs-you": 1000, waiting: 12, expiring: 0, closing: 999 } };

  /** A server with more borrowers than the page reads whole: then a full page of them, then a short one. */
  function longList(area: "account" | "admin") {
    return answerHttp({
      [`GET /${area}/borrower-counts`]: counts,
      [`GET /${area}/borrower`]: (_request: unknown, query: URLSearchParams) => {
        if (query.has("limit")) asked.push(Object.fromEntries(query));
        return query.has("after") ? some(2, "Second") : some(PAGE_ROWS, query.get("search") ?? "First");
      },
    });
  }

  const lastAsked = () => asked.at(-1);

  // 500 rows take their time on a busy machine.
  const PATIENT = { timeout: 10_000 };
  const firstPage = () => screen.findByText(`1–${PAGE_ROWS}`, {}, PATIENT);

  test("a list that is too long is requested page by page, each page after the last row of the one before", async () => {
    const server = longList("account");
    await renderAt(AT, <BorrowersPage />);
    await firstPage();
    expect(server.count("GET /account/borrower"), "one page to see that there are more, one to show").toBe(2);
    expect(asked).toEqual([{ limit: String(PAGE_ROWS), sort: "updatedAt", direction: "descending" }]);
    const pages = within(screen.getByRole("navigation", { name: "Pagination" }));
    await userEvent.click(pages.getByRole("button", { name: "Next page" }));
    expect(await screen.findAllByText("Dana Second", {}, PATIENT)).toHaveLength(2);
    expect(lastAsked()).toMatchObject({ after: `First-${PAGE_ROWS - 1}` });
    expect(pages.getByRole("button", { name: "Next page" })).toHaveProperty("disabled", true);
  });

  test("search and sort go to the server in its own words", async () => {
    longList("admin");
    await renderAt("/admin/borrowers/all", <AdminBorrowersPage />);
    await firstPage();
    await userEvent.click(screen.getByRole("button", { name: "Status" }));
    await waitFor(() => expect(lastAsked()).toMatchObject({ sort: "status", direction: "ascending" }), PATIENT);
    await userEvent.click(screen.getByRole("searchbox", { name: "Search" }));
    await userEvent.paste(`  Reyes\tDana${"x".repeat(200)}`);
    await waitFor(() => expect(lastAsked()).toHaveProperty("search", `Reyes Dana${"x".repeat(90)}`), PATIENT);
    expect(lastAsked()).not.toHaveProperty("after");
  });

  test("filters go to the server, which counts the lists of the day", async () => {
    longList("account");
    await renderAt(AT, <BorrowersPage />);
    await firstPage();
    const today = within(screen.getByRole("group", { name: "Today" }));
    await today.findByRole("button", { name: /^Needs you\s*1,000\+$/ });
    today.getByRole("button", { name: /^Closing this week\s*999$/ });
    await userEvent.click(today.getByRole("button", { name: /^Waiting on borrower/ }));
    await userEvent.click(today.getByRole("button", { name: /^Expiring/ }));
    await userEvent.click(
      within(screen.getByRole("group", { name: "Status" })).getByRole("button", { name: "Invited" }),
    );
    await userEvent.click(screen.getByRole("button", { name: "Closing" }));
    await waitFor(
      () => expect(lastAsked()).toMatchObject({ work: "waiting,expiring", status: "invited", sort: "closing" }),
      PATIENT,
    );
  });

  test("a page that failed to load shows an error", async () => {
    answerHttp({
      "GET /account/borrower-counts": counts,
      "GET /account/borrower": (_request: unknown, query: URLSearchParams) =>
        query.has("limit") ? refusal(429, "TOO_MANY_REQUESTS") : some(PAGE_ROWS, "First"),
    });
    await renderAt(AT, <BorrowersPage />);
    expect(await screen.findByRole("alert", {}, PATIENT)).toBeDefined();
  });
});
