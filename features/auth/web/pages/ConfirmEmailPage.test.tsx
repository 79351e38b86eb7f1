import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readTestConfig, answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { ConfirmEmailPage } from "./ConfirmEmailPage.tsx";
import { endSession } from "../session/session.ts";

const OPEN = "POST /auth/confirm-email";
const RESET = "POST /auth/reset-password-complete";

beforeEach(() => readTestConfig());
afterEach(endSession);

test("the emailed link confirms the address, removes its token from the URL and leads on", async () => {
  const server = answerHttp({ [OPEN]: { email: "regina@example.com", passwordToken: null } });
  const { router } = await renderAt("/auth/confirm-email?token=mailed", <ConfirmEmailPage />);
  await waitFor(() => expect(router.state.location.href).toBe("/auth/email-confirmed"));
  expect(server.requests).toEqual([{ call: OPEN, body: { token: "mailed" } }]);
});

test("in a browser that did not register, a new password is required", async () => {
  const server = answerHttp({
    [OPEN]: { email: "regina@example.com", passwordToken: "next" },
    [RESET]: { email: "regina@example.com" },
  });
  const { router } = await renderAt("/auth/confirm-email?token=mailed", <ConfirmEmailPage />);
  await screen.findByRole("heading", { level: 1, name: "Choose a new password" });
  expect(router.state.location.href).toBe("/auth/confirm-email");
  await userEvent.type(screen.getByLabelText("New password"), "lantern ridge copper");
  await userEvent.click(screen.getByRole("button", { name: "Reset password" }));
  await screen.findByText(/You've been logged out/);
  expect(server.requests[1]?.body).toEqual({ token: "next", password: "lantern ridge copper" });
});

test.each(["?token=dead", ""])("a dead or missing token (%j) leads to the bad-link page", async (query) => {
  answerHttp({ [OPEN]: refusal(410, "LINK_DEAD") });
  const { router } = await renderAt(`/auth/confirm-email${query}`, <ConfirmEmailPage />);
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth/bad-link"));
});
