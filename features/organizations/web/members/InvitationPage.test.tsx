import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RegisterPage } from "#features/auth/web/pages/RegisterPage.tsx";
import { forgetInvitation, heldInvitation, registeringFor } from "#features/auth/web/session/held-invitation.ts";
import { takeTarget } from "#features/auth/web/session/return-target.ts";
import { activeMembership, endSession } from "#features/auth/web/session/session.ts";
import { SECOND_MEMBERSHIP, signIn, tokenOf } from "#features/auth/web/session/test-sign-in.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { readTestConfig, answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
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

test("the token leaves the URL at once, and the page shows who invites to which role", async () => {
  const server = answerHttp({ [READ]: anInvitation() });
  const { router } = await renderAt(AT, <InvitationPage />);
  await waitFor(() => expect(router.state.location.href).toBe("/auth/invitation"));
  await screen.findByText(/Ada Admin invites you to join/);
  screen.getByText("Acme Lending");
  expect(server.requests[0]).toEqual({ call: READ, body: { token: "mailed" } });
});

test("a user with the invited address accepts, works in the new organization and goes to the start page", async () => {
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

test("a user with another address learns so and can sign out here", async () => {
  signIn();
  answerHttp({ [READ]: anInvitation({ email: "someone.else@example.com" }), "POST /auth/logout": new Response(null) });
  await renderAt(AT, <InvitationPage />);
  await screen.findByText(/You're logged in as regina@example.com/);
  expect(screen.queryByRole("button", { name: "Accept invitation" })).toBeNull();
  await press("Log Out");
  await screen.findByRole("button", { name: "Create account" });
  expect(heldInvitation()).toBe("mailed");
  endSession();
  expect(heldInvitation(), "any other log-out clears it").toBeNull();
});

test("an unconfirmed address must be confirmed first", async () => {
  signIn({ emailConfirmed: false, hasSocialAuth: true });
  answerHttp({ [READ]: anInvitation() });
  await renderAt(AT, <InvitationPage />);
  await screen.findByText(/Confirm first/);
  expect(screen.queryByRole("button", { name: "Accept invitation" })).toBeNull();
});

test("a signed-out user goes to the sign-in and returns with the link still known", async () => {
  answerHttp({ [READ]: anInvitation() });
  const { router } = await renderAt(AT, <InvitationPage />);
  await press("Log In");
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth/login"));
  expect(takeTarget()).toBe("/auth/invitation");
  expect(heldInvitation()).toBe("mailed");
});

test("a new user starts with name and address filled in and is confirmed", async () => {
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

test("a user whose invitation ended during registration learns so and can continue without it", async () => {
  const server = answerHttp({ [READ]: anInvitation(), [REGISTER]: refusal(410, "LINK_DEAD") });
  const { unmount } = await renderAt(AT, <InvitationPage />);
  await press("Create account");
  unmount();
  await renderAt("/auth/register", <RegisterPage />);
  await userEvent.type(await screen.findByLabelText("Password"), "lantern ridge copper");
  await press("Register");
  await screen.findByText(/The invitation was revoked or has expired/);
  await press("Continue without it");
  await press("Register");
  await waitFor(() => expect(server.count(REGISTER)).toBe(2));
  expect(server.requests.at(-1)?.body).not.toHaveProperty("invitationToken");
});

test("declining asks for a confirmation and is then shown", async () => {
  signIn();
  const server = answerHttp({ [READ]: anInvitation(), [DECLINE]: () => new Response(null, { status: 204 }) });
  await renderAt(AT, <InvitationPage />);
  await press("Decline");
  await waitFor(() => expect(confirmStore.get()).not.toBeNull());
  expect(server.count(DECLINE)).toBe(0);
  confirmStore.get()!.answer(true);
  await screen.findByText(/You declined/);
});

test.each([AT, "/auth/invitation", "/auth/invitation?token="])(
  "a dead or missing link (%s) is reported",
  async (at) => {
    answerHttp({ [READ]: refusal(410, "LINK_DEAD") });
    const { router } = await renderAt(at, <InvitationPage />);
    await waitFor(() => expect(router.state.location.pathname).toBe("/auth/bad-link"));
    expect(heldInvitation()).toBeNull();
  },
);
