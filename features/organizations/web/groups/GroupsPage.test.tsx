import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Group } from "#features/organizations/contract.ts";
import { endSession } from "#features/auth/web/session/session.ts";
import { signIn, tokenOf } from "#features/auth/web/session/test-sign-in.ts";
import { MembersPage } from "#features/organizations/web/members/MembersPage.tsx";
import { confirmStore } from "#platform/web/confirm.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { EditGroupPage } from "./EditGroupPage.tsx";
import { GroupsPage } from "./GroupsPage.tsx";

const AT = "/admin/groups";
// The route pattern is the URL here, so the group's id is the text "$id".
const EDIT = "/admin/groups/edit/$id";
const LIST = "GET /admin/group";
const ADD = "POST /admin/group";
const WRITE = "PUT /admin/group/$id";
const DELETE = "POST /admin/group/$id/delete";
const REFRESH = "POST /auth/refresh-token";
const [ADA, EDDIE] = ["0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f1b01", "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f1b02"];
const people = [
  { userId: ADA, firstName: "Ada", lastName: "Admin", role: "admin" },
  { userId: EDDIE, firstName: "Eddie", lastName: "Editor", role: "editor" },
];

const aGroup = (details: Partial<Group> = {}): Group => ({
  id: "$id",
  name: "Purchase desk",
  description: "",
  color: "blue",
  memberIds: [EDDIE],
  flags: { billing: false },
  createdAt: "2026-01-02T10:00:00.000Z",
  updatedAt: "2026-01-02T10:00:00.000Z",
  version: 3,
  ...details,
});
const fresh = { [REFRESH]: { token: tokenOf({ role: "admin" }) }, "GET /account/member": people };

beforeEach(() => void signIn({ role: "admin" }));
afterEach(endSession);

test("lists the groups and creates a new one by name alone", async () => {
  const stored = [aGroup({ flags: { billing: true } })];
  const server = answerHttp({
    [LIST]: () => stored,
    [ADD]: ({ body }) => {
      const added = aGroup({ ...(body as { name: string }), id: "new", memberIds: [] });
      stored.push(added);
      return added;
    },
  });
  await renderAt(AT, <GroupsPage />);
  expect((await screen.findByRole("listitem")).textContent).toMatch(/Purchase desk.*Billing.*1 person/);
  await userEvent.type(screen.getByLabelText("Name"), "Night shift");
  await userEvent.click(screen.getByRole("button", { name: "Add Group" }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
  expect(server.requests.find(({ call }) => call === ADD)?.body).toMatchObject({ name: "Night shift" });
  expect(screen.getByLabelText("Name")).toHaveProperty("value", "");
});

test("a user who looks at members sees at once that their groups changed", async () => {
  const server = answerHttp({ [LIST]: [], [ADD]: aGroup(), "GET /admin/user": [] });
  await renderAt(
    AT,
    <>
      <GroupsPage />
      <MembersPage />
    </>,
  );
  await screen.findByText("No groups yet");
  await userEvent.type(screen.getByLabelText("Name"), "Night shift");
  await userEvent.click(screen.getByRole("button", { name: "Add Group" }));
  await waitFor(() => expect(server.count("GET /admin/user")).toBe(2));
});

test("an empty list, a list that fails to load and a taken name say so", async () => {
  let isThere = false;
  answerHttp({
    [LIST]: () => (isThere ? [] : refusal(500, "INTERNAL_ERROR")),
    [ADD]: Response.json({ message: "NAME_TAKEN", errors: [{ field: "name", code: "NAME_TAKEN" }] }, { status: 409 }),
  });
  await renderAt(AT, <GroupsPage />);
  await screen.findByText("We couldn't load the groups");
  isThere = true;
  await userEvent.click(screen.getByRole("button", { name: /again/i }));
  await screen.findByText("No groups yet");
  await userEvent.type(screen.getByLabelText("Name"), "Purchase desk");
  await userEvent.click(screen.getByRole("button", { name: "Add Group" }));
  const reported = await screen.findByText("Another group has this name. Choose a different one");
  const name = screen.getByLabelText("Name");
  expect([name.getAttribute("aria-invalid"), name.getAttribute("aria-describedby")]).toEqual(["true", reported.id]);
});

test("a group is deleted after a confirmation", async () => {
  let stored = [aGroup()];
  const server = answerHttp({
    ...fresh,
    [LIST]: () => stored,
    [DELETE]: () => {
      stored = [];
      return new Response(null, { status: 204 });
    },
  });
  await renderAt(AT, <GroupsPage />);
  const ask = await screen.findByRole("button", { name: "Delete Purchase desk" });
  await userEvent.click(ask);
  await waitFor(() => confirmStore.get()!.answer(false)); // until the question is open
  await userEvent.click(ask);
  await waitFor(() => confirmStore.get()!.answer(true)); // until the question is open
  await screen.findByText("No groups yet");
  expect(server.count(DELETE)).toBe(1);
});

test("a group that borrowers need is not deleted, and the button says what to do first", async () => {
  answerHttp({ ...fresh, [LIST]: [aGroup()], [DELETE]: refusal(409, "GROUP_IN_USE") });
  await renderAt(AT, <GroupsPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Delete Purchase desk" }));
  await waitFor(() => confirmStore.get()!.answer(true)); // until the question is open
  await screen.findByText(/Move them to another group first/);
});

test("a group is changed: its name, members found by part of their name, and access to bills", async () => {
  const server = answerHttp({ ...fresh, [LIST]: [aGroup()], [WRITE]: aGroup() });
  const { router } = await renderAt(EDIT, <EditGroupPage />);
  const name = await screen.findByLabelText("Name");
  await userEvent.clear(name);
  await userEvent.type(name, "Sales desk");
  await userEvent.selectOptions(screen.getByLabelText("Color"), "Violet");
  await userEvent.type(screen.getByLabelText("Find people"), "ada{Enter}");
  expect(screen.queryByLabelText(/Eddie Editor/)).toBeNull();
  await userEvent.click(screen.getByLabelText(/Ada Admin/));
  screen.getByText("2 chosen");
  await userEvent.click(screen.getByLabelText("Billing"));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(router.state.location.pathname).toBe(AT));
  expect(server.requests.filter(({ call }) => call === WRITE).map(({ body }) => body)).toEqual([
    {
      name: "Sales desk",
      description: "",
      color: "violet",
      memberIds: [ADA, EDDIE],
      flags: { billing: true },
      version: 3,
    },
  ]);
});

test("another user's change is shown and merged with mine", async () => {
  const theirs = aGroup({ name: "Theirs", memberIds: [], version: 4 });
  let current = aGroup();
  const server = answerHttp({
    ...fresh,
    [LIST]: () => [current],
    [WRITE]: ({ body }) => {
      if ((body as { version: number }).version === 4) return theirs;
      current = theirs;
      return refusal(409, "STALE");
    },
  });
  await renderAt(EDIT, <EditGroupPage />);
  await userEvent.type(await screen.findByLabelText("Name"), "!");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Name: keeping yours; theirs is “Theirs”");
  screen.getByText("People: using theirs, “No one yet”");
  await userEvent.click(screen.getByRole("button", { name: "Review changes" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(server.count(WRITE)).toBe(2));
  expect(server.requests.findLast(({ call }) => call === WRITE)?.body).toMatchObject({
    name: "Purchase desk!",
    memberIds: [],
    version: 4,
  });
});

test("a group that no longer exists says so and leads back", async () => {
  answerHttp({ ...fresh, [LIST]: [] });
  await renderAt(EDIT, <EditGroupPage />);
  await screen.findByText("Group not found");
  screen.getByRole("link", { name: "See all groups" });
});
