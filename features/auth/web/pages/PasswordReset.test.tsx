import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readTestConfig, answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { PasswordResetPage } from "./PasswordResetPage.tsx";
import { PasswordResetRequestPage } from "./PasswordResetRequestPage.tsx";
import { currentToken, endSession } from "../session/session.ts";
import { signIn } from "../session/test-sign-in.ts";

const ASK = "POST /auth/reset-password-initiate";
const RESET = "POST /auth/reset-password-complete";
const GOOD = "lantern ridge copper";

beforeEach(() => readTestConfig());
afterEach(endSession);

async function setPassword(): Promise<void> {
  await userEvent.type(await screen.findByLabelText("New password"), GOOD);
  await userEvent.click(screen.getByRole("button", { name: "Reset password" }));
}

test("a link is requested by address, and the reply reveals nothing about the account", async () => {
  const server = answerHttp({ [ASK]: { email: "regina@example.com" } });
  await renderAt("/auth/password-reset-request", <PasswordResetRequestPage />);
  await userEvent.type(await screen.findByLabelText("Email"), "regina@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Send reset link" }));
  expect((await screen.findByRole("status")).textContent).toContain("If regina@example.com has an account");
  expect(server.requests).toEqual([{ call: ASK, body: { email: "regina@example.com" } }]);
});

test("a new password is set with the emailed token, which leaves the URL at once", async () => {
  const server = answerHttp({ [RESET]: { email: "Regina@example.com" } });
  signIn();
  const { router } = await renderAt("/auth/password-reset?token=mailed", <PasswordResetPage />);
  // The page does not know whether it is the first password.
  await screen.findByRole("heading", { level: 1, name: "Set a password" });
  await waitFor(() => expect(router.state.location.href).toBe("/auth/password-reset"));
  await setPassword();
  await screen.findByText(/You've been logged out/);
  expect(server.requests[0]?.body).toEqual({ token: "mailed", password: GOOD });
  expect(currentToken(), "the account is out here too").toBeNull();
});

test("a password that is too short is not sent", async () => {
  const server = answerHttp({});
  await renderAt("/auth/password-reset?token=mailed", <PasswordResetPage />);
  await userEvent.type(await screen.findByLabelText("New password"), "lantern");
  await userEvent.click(screen.getByRole("button", { name: "Reset password" }));
  await screen.findByText("Too short. Use several words in a row");
  expect(server.requests).toEqual([]);
});

test("the address typed at the sign-in is filled in", async () => {
  await renderAt("/auth/password-reset-request", <PasswordResetRequestPage />, { typedEmail: "regina@example.com" });
  expect(await screen.findByLabelText("Email")).toHaveProperty("value", "regina@example.com");
});

test("another user who is signed in here stays signed in", async () => {
  answerHttp({ [RESET]: { email: "someone.else@example.com" } });
  signIn();
  await renderAt("/auth/password-reset?token=mailed", <PasswordResetPage />);
  await setPassword();
  await screen.findByText(/You've been logged out/);
  expect(currentToken()).not.toBeNull();
});

test.each(["TOO_SMALL", "TOO_COMMON", "TOO_PERSONAL"])(
  "a password that is %s is reported at its field",
  async (code) => {
    const fault = { message: "VALIDATION_ERROR", errors: [{ field: "password", code }] };
    answerHttp({ [RESET]: () => Response.json(fault, { status: 400 }) });
    await renderAt("/auth/password-reset?token=mailed", <PasswordResetPage />);
    await setPassword();
    await screen.findByText(/^(?:Too short|Too easy|This password is too common)/);
  },
);

test.each(["?token=dead", "", "?token="])("a dead or missing token (%j) leads to the bad-link page", async (query) => {
  answerHttp({ [RESET]: refusal(410, "LINK_DEAD") });
  const { router } = await renderAt(`/auth/password-reset${query}`, <PasswordResetPage />);
  if (query === "?token=dead") await setPassword();
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth/bad-link"));
});
