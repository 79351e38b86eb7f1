import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RegisterPage } from "#features/identity/web/pages/RegisterPage.tsx";
import { forgetInvitation, heldInvitation, registeringFor } from "#features/identity/web/session/held-invitation.ts";
import { takeTarget } from "#features/identity/web/session/return-target.ts";
import { activeMembership, endSession } from "#features/identity/web/session/session.ts";
import { SECOND_MEMBERSHIP, signIn, tokenOf } from "#features/identity/web/session/test-sign-in.ts";
import { confirmStore } from "#kit/web/confirm.ts";
import { readTestConfig } from "#kit/web/test-config.ts";
import { answerHttp, refusal } from "#kit/web/test-http.ts";
import { renderAt } from "#kit/web/test-router.tsx";
import { InvitationPage } from "./InvitationPage.tsx";
import { anInvitation } from "./test-member.ts";

const AT = "/auth/invitation?token=mailed";
const READ = "POST /auth/invitation";
const ACCEPT = "POST /account/invitation/accept";
const DECLINE = "POST /auth/invitation/decline";
const REGISTER = "POST /auth/register";

beforeEach(() => readTestConfig());
afterEach(() => {
  endSession();
  forgetInvitation();
});

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

test("J9 the token leaves the address at once; who invites to what as what is shown", async () => {
  const server = answerHttp({ [READ]: anInvitation() });
  const { router } = await renderAt(AT, <InvitationPage />);
  await waitFor(() => expect(router.state.location.href).toBe("/auth/invitation"));
  await screen.findByText(/Ada Admin invites you to join/);
  screen.getByText("Acme Lending");
  expect(server.requests[0]).toEqual({ call: READ, body: { token: "mailed" } });
});

test("the same address accepts, works in the new organization from then on, and goes to the start", async () => {
  signIn();
  const server = answerHttp({
    [READ]: anInvitation(),
    [ACCEPT]: { membershipId: SECOND_MEMBERSHIP, organizationName: "Beta Credit" },
    "POST /auth/refresh-token": { token: tokenOf({ alsoAs: "editor" }) },
  });
  const { router } = await renderAt(AT, <InvitationPage />);
  await press("Accept invitation");
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  await waitFor(() => expect(activeMembership()?.id).toBe(SECOND_MEMBERSHIP));
  expect(server.requests.find(({ call }) => call === ACCEPT)?.body).toEqual({ token: "mailed" });
  expect(heldInvitation()).toBeNull();
});

test("another person is told so, and can log out here", async () => {
  signIn();
  answerHttp({ [READ]: anInvitation({ email: "someone.else@example.com" }), "POST /auth/logout": new Response(null) });
  await renderAt(AT, <InvitationPage />);
  await screen.findByText(/You are logged in as regina@example.com/);
  expect(screen.queryByRole("button", { name: "Accept invitation" })).toBeNull();
  await press("Log Out");
  await screen.findByRole("button", { name: "Create account" });
  expect(heldInvitation()).toBe("mailed");
  endSession();
  expect(heldInvitation(), "any other log-out leaves it to nobody").toBeNull();
});

test("an address that is not confirmed yet is asked for that first", async () => {
  signIn({ emailConfirmed: false, hasSocialAuth: true });
  answerHttp({ [READ]: anInvitation() });
  await renderAt(AT, <InvitationPage />);
  await screen.findByText(/Confirm first/);
  expect(screen.queryByRole("button", { name: "Accept invitation" })).toBeNull();
});

test("who is not logged in goes to the log-in, and comes back with the link still known", async () => {
  answerHttp({ [READ]: anInvitation() });
  const { router } = await renderAt(AT, <InvitationPage />);
  await press("Log In");
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth/login"));
  expect(takeTarget()).toBe("/auth/invitation");
  expect(heldInvitation()).toBe("mailed");
});

test("who makes an account begins with name and address, and is confirmed by it", async () => {
  const server = answerHttp({ [READ]: anInvitation(), [REGISTER]: { email: "Regina@Example.com" } });
  const { router, unmount } = await renderAt(AT, <InvitationPage />);
  await press("Create account");
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth/register"));
  unmount();
  const register = await renderAt("/auth/register", <RegisterPage />);
  await screen.findByText(/you join Acme Lending/);
  expect(screen.getByLabelText("Email")).toHaveProperty("value", "Regina@Example.com");
  await userEvent.type(screen.getByLabelText("Password"), "lantern ridge copper");
  await press("Register");
  await waitFor(() => expect(register.router.state.location.pathname).toBe("/auth/email-confirmed"));
  expect(server.requests.at(-1)?.body).toMatchObject({ firstName: "Regina", invitationToken: "mailed" });
  expect([heldInvitation(), registeringFor(), takeTarget()]).toEqual([null, null, "/"]);
});

test("an invitation that ended while somebody registered is told, and they can go on without it", async () => {
  const server = answerHttp({ [READ]: anInvitation(), [REGISTER]: refusal(410, "LINK_DEAD") });
  const { unmount } = await renderAt(AT, <InvitationPage />);
  await press("Create account");
  unmount();
  await renderAt("/auth/register", <RegisterPage />);
  await userEvent.type(await screen.findByLabelText("Password"), "lantern ridge copper");
  await press("Register");
  await screen.findByText(/The invitation has ended/);
  await press("Continue without it");
  await press("Register");
  await waitFor(() => expect(server.count(REGISTER)).toBe(2));
  expect(server.requests.at(-1)?.body).not.toHaveProperty("invitationToken");
});

test("to decline is asked again, and told", async () => {
  signIn();
  const server = answerHttp({ [READ]: anInvitation(), [DECLINE]: () => new Response(null, { status: 204 }) });
  await renderAt(AT, <InvitationPage />);
  await press("Decline");
  await waitFor(() => expect(confirmStore.get()).not.toBeNull());
  expect(server.count(DECLINE)).toBe(0);
  confirmStore.get()!.answer(true);
  await screen.findByText(/You said no/);
});

test.each([AT, "/auth/invitation", "/auth/invitation?token="])("a dead or missing link (%s) is told", async (at) => {
  answerHttp({ [READ]: refusal(410, "LINK_DEAD") });
  const { router } = await renderAt(at, <InvitationPage />);
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth/bad-link"));
  expect(heldInvitation()).toBeNull();
});
