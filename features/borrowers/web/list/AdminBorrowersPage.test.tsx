import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { aBorrower } from "../test-borrower.ts";
import { AdminBorrowersPage } from "./AdminBorrowersPage.tsx";

const AT = "/admin/borrowers/all";
const LIST = "GET /admin/borrower";
const ASSIGN = "POST /admin/borrower/assign-multiple";

test("an admin sees the borrowers of the whole organization", async () => {
  signIn({ role: "admin" });
  answerHttp({ [LIST]: [aBorrower({ id: "dana" })], "GET /account/member": [], "GET /account/group": [] });
  await renderAt(AT, <AdminBorrowersPage />);
  expect(await screen.findByRole("link", { name: "Dana Reyes" })).toHaveProperty(
    "pathname",
    "/account/borrowers/view/dana",
  );
});

test("a user who is not an admin gets /error/403", async () => {
  signIn({ role: "editor" });
  const server = answerHttp({ [LIST]: refusal(403, "FORBIDDEN"), "GET /account/member": [], "GET /account/group": [] });
  await renderAt(AT, <AdminBorrowersPage />);
  await screen.findByText("We couldn't load the borrowers");
  expect(server.visited).toEqual(["/error/403"]);
});

const eddie = { userId: "eddie", firstName: "Eddie", lastName: "Editor", role: "editor" };
const ada = { userId: "ada", firstName: "Ada", lastName: "Admin", role: "admin" };

async function apply(action: string): Promise<void> {
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Action" }), action);
  await userEvent.click(screen.getByRole("button", { name: "Apply" }));
}

async function assignAll(name: string): Promise<void> {
  await screen.findByRole("row", { name: /Dana Reyes/ });
  for (const box of screen.getAllByRole("checkbox", { name: "Select row" })) await userEvent.click(box);
  await screen.findByRole("option", { name });
  await apply(name);
}

test("an admin assigns several borrowers to a colleague, and undoes it", async () => {
  signIn({ role: "admin" });
  const dana = aBorrower({ id: "dana", assignedUserId: "ada" });
  const omar = aBorrower({ id: "omar", firstName: "Omar" });
  const server = answerHttp({
    [LIST]: [dana, omar],
    "GET /account/member": [ada, eddie],
    "GET /account/group": [],
    [ASSIGN]: [],
  });
  await renderAt(AT, <AdminBorrowersPage />);
  const row = await screen.findByRole("row", { name: /Dana Reyes/ });
  expect(await within(row).findByText("Ada Admin")).toBeDefined();

  for (const box of screen.getAllByRole("checkbox", { name: "Select row" })) await userEvent.click(box);
  await userEvent.click(screen.getByRole("button", { name: "Apply" }));
  expect(server.count(ASSIGN), "disabled until an action is chosen").toBe(0);
  await apply("Eddie Editor");
  await screen.findByText("2 borrowers assigned to Eddie Editor.");
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.queryByText(/assigned to/)).toBeNull());
  const [given, ...back] = server.requests.flatMap(({ call, body }) => (call === ASSIGN ? [body] : []));
  expect(given).toEqual({ ids: expect.arrayContaining(["dana", "omar"]), userId: "eddie" });
  expect(back).toEqual(
    expect.arrayContaining([
      { ids: ["dana"], userId: "ada" },
      { ids: ["omar"], userId: null },
    ]),
  );
});

test("an undo that fails halfway says so, keeps what is left, and can be pressed again", async () => {
  signIn({ role: "admin" });
  let isGone = true;
  const server = answerHttp({
    [LIST]: [
      aBorrower({ id: "dana", assignedUserId: "ada" }),
      aBorrower({ id: "omar", firstName: "Omar", assignedUserId: "left" }),
    ],
    "GET /account/member": [ada, eddie],
    "GET /account/group": [],
    [ASSIGN]: ({ body }) => ((body as { userId: string }).userId === "left" && isGone ? refusal(404, "NOT_FOUND") : []),
  });
  await renderAt(AT, <AdminBorrowersPage />);
  await assignAll("Eddie Editor");
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText("1 borrower assigned to Eddie Editor.");
  await screen.findByText(/^Omar Reyes: .* no longer in your organization/);

  isGone = false;
  const before = server.count(ASSIGN);
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.queryByText(/assigned to/i)).toBeNull());
  expect(screen.queryByRole("alert")).toBeNull();
  expect(server.count(ASSIGN)).toBe(before + 1);
  expect(server.requests.findLast(({ call }) => call === ASSIGN)?.body).toEqual({ ids: ["omar"], userId: "left" });
});

test("an assignee who left shows as a former colleague, and a failed list of colleagues can be loaded again", async () => {
  signIn({ role: "admin" });
  let isDown = true;
  answerHttp({
    [LIST]: [aBorrower({ id: "dana", assignedUserId: "left" })],
    "GET /account/group": [],
    "GET /account/member": () => (isDown ? refusal(429, "TOO_MANY_REQUESTS") : [eddie]),
  });
  await renderAt(AT, <AdminBorrowersPage />);
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select row" }));
  await screen.findByText("We couldn't load your colleagues and groups.");
  expect(screen.queryByText("A former colleague")).toBeNull();
  expect(screen.queryByRole("option", { name: "No one" })).toBeNull();
  expect(screen.getByRole("option", { name: "Close" })).toBeDefined();
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("option", { name: "Eddie Editor" });
  await screen.findByText("A former colleague");
});

test("root sees which borrowers belong to another organization, and why those cannot be assigned", async () => {
  const { organizationId } = signIn({ role: "root" }).memberships[0]!; // one is made
  const server = answerHttp({
    [LIST]: [
      { ...aBorrower({ id: "dana", assignedUserId: "left" }), organizationId },
      { ...aBorrower({ id: "omar", firstName: "Omar", assignedUserId: "otto" }), organizationId: "beta" },
    ],
    "GET /account/member": [eddie],
    "GET /account/group": [],
    [ASSIGN]: [],
  });
  await renderAt(AT, <AdminBorrowersPage />);
  await assignAll("Eddie Editor");
  screen.getByText("Another organization’s");
  screen.getByText("A former colleague");
  await screen.findByText("Omar Reyes: Belongs to another organization.");
  expect(server.requests.flatMap(({ call, body }) => (call === ASSIGN ? [body] : []))).toEqual([
    { ids: ["dana"], userId: "eddie" },
  ]);
});
