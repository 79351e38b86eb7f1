import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RegisterPage } from "#features/auth/web/pages/RegisterPage.tsx";
import { forgetInvitation, enteringFor, heldInvitation } from "#features/auth/web/session/held-invitation.ts";
import { heldAddress, takeTarget } from "#features/auth/web/session/return-target.ts";
import { activeMembership, currentToken, endSession } from "#features/auth/web/session/session.ts";
import { SECOND_MEMBERSHIP, signIn, tokenOf } from "#features/auth/web/session/test-sign-in.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { readTestConfig, answerHttp, refusal } from "#platform/web/test-http.ts";
import { toastStore } from "#platform/web/parts/ToastArea.tsx";
import { renderAt } from "#platform/web/test-router.tsx";
import { InvitationPage } from "./InvitationPage.tsx";
import { anInvitation } from "./test-member.ts";

const AT = "/auth/invitation?token=mailed";
const READ = "POST /auth/invitation";
const ACCEPT = "POST /account/invitation/accept";
const DECLINE = "POST /auth/invitation/decline";
const LOG_IN = "POST /auth/login";
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

test("a user with the invited address accepts, works in the new organization and lands on its borrowers", async () => {
  signIn();
  const server = answerHttp({
    [READ]: anInvitation(),
    [ACCEPT]: { membershipId: SECOND_MEMBERSHIP, organizationName: "Beta Credit" },
    "POST /auth/refresh-token": { token: tokenOf({ alsoAs: "editor" }) },
  });
  const { router } = await renderAt(AT, <InvitationPage />);
  await press("Accept invitation");
  await waitFor(() => expect(router.state.location.pathname).toBe("/account/borrowers/all"));
  expect(toastStore.get().at(-1)?.header).toBe("Welcome to Acme Lending");
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

test("someone who logged in to accept is in without another click", async () => {
  const server = answerHttp({
    [READ]: anInvitation({ hasAccount: true }),
    [ACCEPT]: { membershipId: SECOND_MEMBERSHIP, organizationName: "Beta Credit" },
    "POST /auth/refresh-token": { token: tokenOf({ alsoAs: "editor" }) },
  });
  const { unmount } = await renderAt(AT, <InvitationPage />);
  await screen.findByText("You join as soon as you're logged in.");
  const buttons = screen.getAllByRole("button").map(({ textContent }) => textContent);
  expect(buttons, "with an account").toEqual(["Log In", "Create account"]);
  await press("Log In");
  unmount();
  signIn();
  const { router } = await renderAt("/auth/invitation", <InvitationPage />);
  await waitFor(() => expect(router.state.location.pathname).toBe("/account/borrowers/all"));
  expect(server.count(ACCEPT)).toBe(1);
});

test("someone who logged in to accept with another address accepts nothing", async () => {
  const server = answerHttp({ [READ]: anInvitation({ email: "someone.else@example.com" }) });
  const { unmount } = await renderAt(AT, <InvitationPage />);
  await press("Log In");
  unmount();
  signIn();
  await renderAt("/auth/invitation", <InvitationPage />);
  await screen.findByText(/You're logged in as regina@example.com/);
  expect(server.count(ACCEPT)).toBe(0);
});

test("a new user starts with name and address filled in, is logged in and lands on the borrowers", async () => {
  const server = answerHttp({
    [READ]: anInvitation(),
    [REGISTER]: { email: "Regina@Example.com" },
    [LOG_IN]: { token: tokenOf() },
  });
  const { router, unmount } = await renderAt(AT, <InvitationPage />);
  await press("Create account");
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth/register"));
  unmount();
  const register = await renderAt("/auth/register", <RegisterPage />);
  await screen.findByText(/you join Acme Lending/);
  expect(screen.getByLabelText("Email")).toHaveProperty("value", "Regina@Example.com");
  await userEvent.type(screen.getByLabelText("Password"), "lantern ridge copper");
  await press("Register");
  expect(screen.queryByLabelText(/Company/), "the organization has a name").toBeNull();
  await waitFor(() => expect(register.router.state.location.pathname).toBe("/account/borrowers/all"));
  expect(server.requests.at(-2)?.body).toMatchObject({ firstName: "Regina", invitationToken: "mailed" });
  expect(server.requests.at(-1)?.body).toEqual({ email: "Regina@Example.com", password: "lantern ridge copper" });
  expect(currentToken()).not.toBeNull();
  expect(toastStore.get().at(-1)?.header).toBe("Welcome to Acme Lending");
  expect([heldInvitation(), enteringFor(), takeTarget()]).toEqual([null, null, "/"]);
});

test("a new user who cannot be logged in at once logs in with the address filled in", async () => {
  answerHttp({
    [READ]: anInvitation(),
    [REGISTER]: { email: "Regina@Example.com" },
    [LOG_IN]: refusal(503, "OVERLOADED"),
  });
  const { unmount } = await renderAt(AT, <InvitationPage />);
  await press("Create account");
  unmount();
  const { router } = await renderAt("/auth/register", <RegisterPage />);
  await userEvent.type(await screen.findByLabelText("Password"), "lantern ridge copper");
  await press("Register");
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth/login"));
  expect(heldAddress()).toBe("Regina@Example.com");
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
