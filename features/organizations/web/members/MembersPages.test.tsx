import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { LIST_ROWS, PAGE_ROWS } from "#platform/contract/list-rows.ts";
import { ROLES } from "#platform/contract/who.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { AddMemberPage } from "./AddMemberPage.tsx";
import { MembersPage } from "./MembersPage.tsx";
import { aMember, anInvited } from "./test-member.ts";

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

test(
  "a list that is loaded in pages has no organization column when all rows have the same one",
  { timeout: 60_000 },
  async () => {
    const whole = Array.from({ length: LIST_ROWS }, (_, at) => aMember({ id: `${at}`, firstName: `Ines ${at}` }));
    const several = whole.with(1, aMember({ id: "1", organization: { id: "another", name: "Best Lending" } }));
    for (const [people, expected] of [
      [whole, 0],
      [several, 1],
    ] as const) {
      answerHttp({
        [LIST]: (_request, query) =>
          people.slice(query.has("after") ? Number(query.get("after")) + 1 : 0).slice(0, PAGE_ROWS),
      });
      const { unmount } = await renderAt("/admin/users", <MembersPage />);
      await screen.findByText(`1–${PAGE_ROWS}`, {}, { timeout: 25_000 }); // The test reads 10,000 rows first.
      expect(screen.queryAllByRole("columnheader", { name: "Organization" })).toHaveLength(expected);
      unmount();
    }
  },
);

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
