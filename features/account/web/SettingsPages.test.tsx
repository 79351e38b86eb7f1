import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { activeMembership, endSession, useUser } from "#features/identity/web/session/session.ts";
import { FIRST_MEMBERSHIP, SECOND_MEMBERSHIP, signIn, tokenOf } from "#features/identity/web/session/test-sign-in.ts";
import { answerHttp, refusal } from "#kit/web/test-http.ts";
import { renderAt } from "#kit/web/test-router.tsx";
import { DetailsPage } from "./DetailsPage.tsx";
import { NamePage } from "./NamePage.tsx";

const REFRESH = "POST /auth/refresh-token";
const CREATE = "POST /account/organization";

afterEach(endSession);

const nothing = () => new Response(null, { status: 204 });

/** Stands for the menu. */
function Shown() {
  return <p data-testid="shown">{useUser()?.firstName}</p>;
}

test("S2.46 S7.9 a new name is saved, and shows at once by a fresh token", async () => {
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

test("a name that is empty is not sent", async () => {
  signIn();
  const server = answerHttp({});
  await renderAt("/account/settings/name", <NamePage />);
  await userEvent.clear(await screen.findByLabelText("Last name"));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Last name required");
  expect(server.requests).toEqual([]);
});

test("S2.47 details show the address and each membership with its role", async () => {
  signIn({ role: "admin", alsoAs: "observer", emailConfirmed: false });
  await renderAt("/account/settings/details", <DetailsPage />);
  const table = within(await screen.findByRole("table", { name: "Memberships" }));
  const rows = table.getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual(["Acme Lending Activeadmin–", "Beta Credit observer–"]);
  screen.getByText("regina@example.com");
  screen.getByText("Not confirmed");
});

test("an address that a provider did not vouch for is not confirmed yet, and its mail can be sent again", async () => {
  signIn({ emailConfirmed: false, hasSocialAuth: true });
  await renderAt("/account/settings/details", <DetailsPage />);
  await screen.findByText("Not confirmed");
  screen.getByRole("button", { name: "Send the mail again" });
});

test("S4.16 S9.22 another membership acts at once and is stored for this person", async () => {
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

test("an organization is created by its name, and is the one to work in then", async () => {
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

test("a refusal stays in the dialog with what was typed; Cancel closes it", async () => {
  signIn();
  answerHttp({ [CREATE]: refusal(409, "LIMIT_REACHED") });
  await renderAt("/account/settings/details", <DetailsPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Create an organization" }));
  await userEvent.type(await screen.findByLabelText("Name"), "One too many");
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  await screen.findByText(/A limit has been reached/);
  expect(screen.getByLabelText("Name")).toHaveProperty("value", "One too many");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("an unconfirmed person learns why they cannot create one yet", async () => {
  signIn({ emailConfirmed: false });
  await renderAt("/account/settings/details", <DetailsPage />);
  const button = await screen.findByRole("button", { name: "Create an organization" });
  expect(button.title).toContain("Confirm your email address");
});
