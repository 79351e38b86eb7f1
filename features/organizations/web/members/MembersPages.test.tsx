import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { LIST_ROWS, PAGE_ROWS } from "#platform/contract/list-rows.ts";
import { ROLES } from "#platform/contract/who.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { GroupsPage } from "#features/organizations/web/groups/GroupsPage.tsx";
import type { MemberDetails } from "#features/organizations/contract.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { AddMemberPage } from "./AddMemberPage.tsx";
import { MembersPage } from "./MembersPage.tsx";
import { aMember, anInvited } from "./test-member.ts";
import { EditMemberPage } from "./EditMemberPage.tsx";

describe("MembersPages", () => {
  const LIST = "GET /admin/user";
  const INVITE = "POST /admin/user";
  const GROUPS = "GET /account/group";
  const NIGHT = { id: "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f3a01", name: "Night shift", color: "gray" };

  beforeEach(() => void signIn({ role: "admin" }));

  test("members are listed with role, groups and status, and expired invitations are marked", async () => {
    answerHttp({
      [LIST]: [
        aMember({ id: "one", groups: [NIGHT] }),
        anInvited({ id: "two", firstName: "Paul" }),
        anInvited({ id: "three", firstName: "Otto", expiresAt: "2020-01-01T00:00:00.000Z" }),
      ],
    });
    await renderAt("/admin/users", <MembersPage />);
    const row = (name: string) => within(screen.getByRole("row", { name: new RegExp(name) }));
    await screen.findByRole("link", { name: "Ines Duarte" });
    expect(screen.getByRole("link", { name: "Ines Duarte" }).getAttribute("href")).toBe("/admin/users/edit/one");
    row("Ines").getByText("Active");
    row("Ines").getByText("Night shift");
    row("Paul").getByText("Pending");
    row("Otto").getByText("Expired");
    expect(screen.queryByRole("columnheader", { name: "Organization" }), "all are of one").toBeNull();
    expect(screen.getByRole("link", { name: "Add User" }).getAttribute("href")).toBe("/admin/users/add");
  });

  test.each([
    ["admin", 0],
    ["root", 1],
  ] as const)("a long list has an organization column for who sees several: %s", async (role, expected) => {
    signIn({ role });
    const people = Array.from({ length: LIST_ROWS }, (_, at) => aMember({ id: `${at}`, firstName: `Ines ${at}` }));
    answerHttp({
      [LIST]: (_request, query) =>
        people.slice(query.has("after") ? Number(query.get("after")) + 1 : 0).slice(0, PAGE_ROWS),
    });
    await renderAt("/admin/users", <MembersPage />);
    await screen.findByText(`1–${PAGE_ROWS}`, {}, { timeout: 25_000 }); // 5,000 rows are read first
    expect(screen.queryAllByRole("columnheader", { name: "Organization" })).toHaveLength(expected);
  });

  test("a name, an address, a role and groups invite a person, and the list opens", async () => {
    const server = answerHttp({ [INVITE]: anInvited(), [GROUPS]: [NIGHT] });
    const { router } = await renderAt("/admin/users/add", <AddMemberPage />);
    await userEvent.type(await screen.findByLabelText("First name"), "Ines");
    await userEvent.type(screen.getByLabelText("Last name"), "Duarte");
    await userEvent.type(screen.getByLabelText("Email"), "ines@example.com");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Role" }), "observer");
    screen.getByText(/Read-only access/);
    await userEvent.click(await screen.findByRole("checkbox", { name: "Night shift" }));
    await userEvent.click(screen.getByRole("button", { name: "Add User" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin/users"));
    expect(server.requests.find(({ call }) => call === INVITE)?.body).toEqual({
      firstName: "Ines",
      lastName: "Duarte",
      email: "ines@example.com",
      role: "observer",
      groupIds: [NIGHT.id],
    });
  });

  test("there are seven roles, and an admin cannot grant root", async () => {
    answerHttp({ [GROUPS]: [] });
    await renderAt("/admin/users/add", <AddMemberPage />);
    const options = within(await screen.findByRole("combobox", { name: "Role" })).getAllByRole("option");
    expect(options.map((option) => (option as HTMLOptionElement).value)).toEqual(ROLES);
    expect(
      options.filter((option) => (option as HTMLOptionElement).disabled).map(({ textContent }) => textContent),
    ).toEqual(["Root"]);
  });

  test.each([
    ["ALREADY_MEMBER", /is already in the organization/, "at the address"],
    ["ALREADY_INVITED", /already has an invitation/, "at the address"],
    ["LIMIT_REACHED", /This invitation can't be sent now/, "of the form"],
  ])("a refusal with %s is shown in words, and the input stays", async (code, words, where) => {
    answerHttp({ [INVITE]: refusal(409, code), [GROUPS]: [] });
    await renderAt("/admin/users/add", <AddMemberPage />);
    const email = await screen.findByLabelText("Email");
    await userEvent.type(email, "ines@example.com");
    await userEvent.type(screen.getByLabelText("First name"), "Ines");
    await userEvent.type(screen.getByLabelText("Last name"), "Duarte");
    await userEvent.click(screen.getByRole("button", { name: "Add User" }));
    const reported = await screen.findByText(words);
    expect(screen.getByLabelText("First name")).toHaveProperty("value", "Ines");
    const isAtAddress = where === "at the address";
    expect(email.getAttribute("aria-invalid")).toBe(isAtAddress ? "true" : null);
    expect(email.getAttribute("aria-describedby")).toBe(isAtAddress ? reported.id : null);
    expect(document.activeElement === email).toBe(isAtAddress);
  });

  test("an admin with an unconfirmed address learns why they cannot invite yet", async () => {
    signIn({ role: "admin", emailConfirmed: false });
    answerHttp({ [LIST]: [aMember()] });
    await renderAt("/admin/users", <MembersPage />);
    expect((await screen.findByRole("button", { name: "Add User" })).title).toContain("Confirm your email");
  });
});

describe("EditMemberPage", () => {
  // The route pattern is the URL here, so the member's id is the text "$id".
  const AT = "/admin/users/edit/$id";
  const READ = "GET /admin/user/$id";
  const WRITE = "PUT /admin/user/$id";
  const act = (verb: string) => `POST /admin/user/$id/${verb}`;
  const NIGHT = "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f3a01";
  const GROUPS = { "GET /account/group": [{ id: NIGHT, name: "Night shift", color: "gray" }] };

  beforeEach(() => void signIn({ role: "admin" }));

  const show = (member: MemberDetails, answers: Parameters<typeof answerHttp>[0] = {}) => {
    const server = answerHttp({ [READ]: { ...member, id: "$id" }, ...GROUPS, ...answers });
    return renderAt(AT, <EditMemberPage />).then((shown) => ({ ...shown, server }));
  };
  const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
  const sayYes = async () => {
    await waitFor(() => expect(confirmStore.get()).not.toBeNull());
    confirmStore.get()!.answer(true);
  };

  test("a new role and groups are saved under the version that was shown", async () => {
    const { server } = await show(aMember(), { [WRITE]: aMember({ id: "$id", role: "observer", version: 2 }) });
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Role" }), "observer");
    await userEvent.click(await screen.findByRole("checkbox", { name: "Night shift" }));
    await press("Save");
    await waitFor(() => expect(server.count(WRITE)).toBe(1));
    const sent = server.requests.find(({ call }) => call === WRITE);
    expect(sent?.body).toEqual({ role: "observer", groupIds: [NIGHT], version: 1 });
  });

  test("another user's change is shown, merged with mine and saved as the next version", async () => {
    const night = { id: NIGHT, name: "Night shift" };
    const theirs = aMember({ id: "$id", role: "guest", groups: [night], version: 2 });
    let current = aMember({ id: "$id" });
    const { server } = await show(current, {
      [READ]: () => current,
      [WRITE]: ({ body }) => {
        if ((body as { version: number }).version === 2) return { ...theirs, role: "observer", version: 3 };
        current = theirs;
        return refusal(409, "STALE");
      },
    });
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Role" }), "observer");
    await press("Save");
    await screen.findByText("Role: keeping yours; theirs is “Guest”");
    screen.getByText("Groups: using theirs, “Night shift”");
    expect(screen.getByRole("combobox", { name: "Role" })).toHaveProperty("value", "observer");
    await press("Review changes");
    expect(screen.getByRole("checkbox", { name: "Night shift" })).toHaveProperty("checked", true);
    await press("Save");
    await waitFor(() => expect(server.count(WRITE)).toBe(2));
    const sent = server.requests.findLast(({ call }) => call === WRITE);
    expect(sent?.body).toEqual({ role: "observer", groupIds: [NIGHT], version: 2 });
  });

  test("a new version with the same role and groups keeps the selection and asks nothing", async () => {
    const { server } = await show(anInvited(), {
      [act("resend")]: anInvited({ id: "$id", version: 2 }),
      [WRITE]: anInvited({ id: "$id", role: "observer", version: 3 }),
    });
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Role" }), "observer");
    await press("Resend");
    await waitFor(() => expect(server.count(act("resend"))).toBe(1));
    expect(screen.getByRole("combobox", { name: "Role" })).toHaveProperty("value", "observer");
    await press("Save");
    await waitFor(() => expect(server.count(WRITE)).toBe(1));
    expect(server.requests.find(({ call }) => call === WRITE)?.body).toMatchObject({ role: "observer", version: 2 });
  });

  test("the last admin learns what to do first and keeps their selection", async () => {
    await show(aMember({ role: "admin" }), { [WRITE]: refusal(409, "LAST_ADMIN") });
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Role" }), "editor");
    await press("Save");
    await screen.findByText(/Make someone else an admin first/);
    expect(screen.getByRole("combobox", { name: "Role" })).toHaveProperty("value", "editor");
  });

  test("a user who looks at groups sees at once that their members changed", async () => {
    const server = answerHttp({
      [READ]: aMember({ id: "$id" }),
      "GET /admin/group": [],
      [WRITE]: aMember({ id: "$id", role: "guest", version: 2 }),
      ...GROUPS,
    });
    await renderAt(
      AT,
      <>
        <EditMemberPage />
        <GroupsPage />
      </>,
    );
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Role" }), "guest");
    await press("Save");
    await waitFor(() => expect(server.count("GET /admin/group")).toBe(2));
  });

  test("groups that failed to load can be requested again", async () => {
    let isThere = false;
    await show(aMember(), {
      "GET /account/group": () => (isThere ? GROUPS["GET /account/group"] : refusal(500, "INTERNAL_ERROR")),
    });
    await screen.findByText("We couldn't load the groups");
    isThere = true;
    await press("Try again");
    await screen.findByRole("checkbox", { name: "Night shift" });
  });

  test("an admin sees a root user and cannot change them", async () => {
    await show(aMember({ role: "root" }));
    await screen.findByText(/Only another root can change/);
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Remove from organization" })).toBeNull();
  });

  test("a member is removed after a confirmation, and the list opens", async () => {
    const { server, router } = await show(aMember(), { [act("remove")]: () => new Response(null, { status: 204 }) });
    await press("Remove from organization");
    expect(server.count(act("remove"))).toBe(0);
    await sayYes();
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin/users"));
  });

  test("a user who removes themselves goes to the sign-out page, despite unsaved changes", async () => {
    const { id } = signIn({ role: "admin" });
    const { router } = await show(aMember({ userId: id }), {
      [act("remove")]: () => new Response(null, { status: 204 }),
    });
    await userEvent.click(await screen.findByRole("checkbox", { name: "Night shift" }));
    await press("Remove from organization");
    await sayYes();
    await waitFor(() => expect(router.state.location.pathname).toBe("/auth/logout"));
  });

  test("a new password is required after a confirmation, and a locked member can be unlocked", async () => {
    const locked = aMember({ id: "$id", lockedUntil: "2126-01-01T00:00:00.000Z" });
    await show(locked, {
      [act("require-password-change")]: { ...locked, mustChangePassword: true },
      [act("unlock")]: { ...locked, lockedUntil: null, mustChangePassword: true },
    });
    await press("Require password change");
    await sayYes();
    await screen.findByText(/A new password is required/);
    await press("Unlock");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Unlock" })).toBeNull());
  });

  test("an expired invitation is shown as expired, sent again and revoked", async () => {
    const old = anInvited({ id: "$id", expiresAt: "2020-01-01T00:00:00.000Z" });
    const { router } = await show(old, {
      [act("resend")]: anInvited({ id: "$id" }),
      [act("revoke")]: () => new Response(null, { status: 204 }),
    });
    await screen.findByText("Expired");
    await press("Resend");
    await screen.findByText("Pending");
    expect(screen.queryByRole("button", { name: "Require password change" })).toBeNull();
    await press("Revoke");
    await sayYes();
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin/users"));
  });
});
