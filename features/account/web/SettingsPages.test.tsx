import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { activeMembership, endSession, useUser } from "#features/auth/web/session/session.ts";
import { FIRST_MEMBERSHIP, SECOND_MEMBERSHIP, signIn, tokenOf } from "#features/auth/web/session/test-sign-in.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { DetailsPage } from "./DetailsPage.tsx";
import { NamePage } from "./NamePage.tsx";

const REFRESH = "POST /auth/refresh-token";
const CREATE = "POST /account/organization";

afterEach(endSession);

const nothing = () => new Response(null, { status: 204 });

/** Replaces the menu. */
function Shown() {
  return <p data-testid="shown">{useUser()?.firstName}</p>;
}

test("a new name is saved and shown at once by a fresh token", async () => {
  signIn();
  const server = answerHttp({ "PUT /account/name": nothing, [REFRESH]: { token: tokenOf({ firstName: "Mia" }) } });
  await renderAt(
    "/account/settings/name",
    <>
      <Shown />
      <NamePage />
    </>,
  );
  const first = await screen.findByLabelText("First name");
  expect(first).toHaveProperty("value", "Regina");
  await userEvent.clear(first);
  await userEvent.type(first, "Mia");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByTestId("shown").textContent).toBe("Mia"));
  expect(server.requests.map(({ call }) => call)).toEqual(["PUT /account/name", REFRESH]);
  expect(server.requests[0]?.body).toEqual({ firstName: "Mia", lastName: "Registered" });
});

test("an empty name is not sent", async () => {
  signIn();
  const server = answerHttp({});
  await renderAt("/account/settings/name", <NamePage />);
  await userEvent.clear(await screen.findByLabelText("Last name"));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Last name required");
  expect(server.requests).toEqual([]);
});

test("the details show the address and each membership with its role", async () => {
  signIn({ role: "admin", alsoAs: "observer", emailConfirmed: false });
  await renderAt("/account/settings/details", <DetailsPage />);
  const table = within(await screen.findByRole("table", { name: "Memberships" }));
  const rows = table.getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual(["Acme Lending Activeadmin–", "Beta Credit observer–"]);
  screen.getByText("regina@example.com");
  screen.getByText("Not confirmed");
});

test("an address that the provider does not vouch for is unconfirmed, and its email can be sent again", async () => {
  signIn({ emailConfirmed: false, hasSocialAuth: true });
  await renderAt("/account/settings/details", <DetailsPage />);
  await screen.findByText("Not confirmed");
  screen.getByRole("button", { name: "Resend email" });
});

test("choosing another membership activates it at once and stores it for this user", async () => {
  const user = signIn({ role: "admin", alsoAs: "observer" });
  await renderAt("/account/settings/details", <DetailsPage />);
  const choice = await screen.findByRole("combobox", { name: "Active membership" });
  expect(choice).toHaveProperty("value", FIRST_MEMBERSHIP);
  await userEvent.selectOptions(choice, SECOND_MEMBERSHIP);
  expect(activeMembership()?.role.name).toBe("observer");
  expect(localStorage.getItem(`activeMembershipID-${user.id}`)).toBe(SECOND_MEMBERSHIP);
  expect(screen.getAllByRole("row").find((row) => row.textContent.includes("Active"))?.textContent).toContain("Beta");
});

test("with one membership there is nothing to choose", async () => {
  signIn();
  await renderAt("/account/settings/details", <DetailsPage />);
  await screen.findByRole("table");
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("a new organization is created by name and becomes the active one", async () => {
  signIn();
  const made = { id: SECOND_MEMBERSHIP, organization: { id: "o", name: "Beta Credit" } };
  const server = answerHttp({ [CREATE]: made, [REFRESH]: { token: tokenOf({ alsoAs: "admin" }) } });
  await renderAt("/account/settings/details", <DetailsPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Create an organization" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create an organization" }));
  await userEvent.type(dialog.getByLabelText("Name"), "Beta Credit");
  await userEvent.click(dialog.getByRole("button", { name: "Create" }));
  await waitFor(() => expect(activeMembership()?.role.name).toBe("admin"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.requests[0]).toEqual({ call: CREATE, body: { name: "Beta Credit" } });
});

test("a refusal stays in the dialog with the typed text, and Cancel closes it", async () => {
  signIn();
  answerHttp({ [CREATE]: refusal(409, "LIMIT_REACHED") });
  await renderAt("/account/settings/details", <DetailsPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Create an organization" }));
  await userEvent.type(await screen.findByLabelText("Name"), "One too many");
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  await screen.findByText(/You've reached a limit/);
  expect(screen.getByLabelText("Name")).toHaveProperty("value", "One too many");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a user with an unconfirmed address learns why they cannot create an organization yet", async () => {
  signIn({ emailConfirmed: false });
  await renderAt("/account/settings/details", <DetailsPage />);
  const button = await screen.findByRole("button", { name: "Create an organization" });
  expect(button.title).toContain("Confirm your email");
});
