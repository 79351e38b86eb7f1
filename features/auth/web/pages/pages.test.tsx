import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { answerHttp, readTestConfig, refusal, type TestRequest } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { PasswordResetPage } from "./PasswordResetPage.tsx";
import { PasswordResetRequestPage } from "./PasswordResetRequestPage.tsx";
import { currentToken, endSession } from "../session/session.ts";
import { signIn, tokenOf } from "../session/test-sign-in.ts";
import { ConfirmEmailPage } from "./ConfirmEmailPage.tsx";
import { LogOutPage } from "./LogOutPage.tsx";
import { holdAddress, storeTarget } from "../session/return-target.ts";
import { LogInPage } from "./LogInPage.tsx";

describe("PasswordReset", () => {
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
      const error = { message: "VALIDATION_ERROR", errors: [{ field: "password", code }] };
      answerHttp({ [RESET]: () => Response.json(error, { status: 400 }) });
      await renderAt("/auth/password-reset?token=mailed", <PasswordResetPage />);
      await setPassword();
      await screen.findByText(/^(?:Too short|Too easy|This password is too common)/);
    },
  );

  test.each(["?token=dead", "", "?token="])(
    "a dead or missing token (%j) leads to the bad-link page",
    async (query) => {
      answerHttp({ [RESET]: refusal(410, "LINK_DEAD") });
      const { router } = await renderAt(`/auth/password-reset${query}`, <PasswordResetPage />);
      if (query === "?token=dead") await setPassword();
      await waitFor(() => expect(router.state.location.pathname).toBe("/auth/bad-link"));
    },
  );
});

describe("ConfirmEmailPage", () => {
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
});

describe("LogOutPage", () => {
  const LOG_OUT = "POST /auth/logout";

  afterEach(endSession);

  test("opening the page signs out here and on the server", async () => {
    signIn();
    const server = answerHttp({ [LOG_OUT]: () => new Response(null, { status: 204 }) });
    await renderAt("/auth/logout", <LogOutPage />);
    await screen.findByText("You're logged out on this browser.");
    expect(currentToken()).toBeNull();
    await waitFor(() => expect(server.count(LOG_OUT)).toBe(1));
  });

  test("a user who erased their account sees a confirmation, and no sign-out is sent", async () => {
    signIn();
    const server = answerHttp({});
    await renderAt("/auth/logout", <LogOutPage />, { isErased: true });
    await screen.findByRole("heading", { name: "Your account has been deleted" });
    expect(currentToken()).toBeNull();
    expect(server.requests).toEqual([]);
  });
});

describe("LogInPage", () => {
  const AT = "/auth/login";
  const LOG_IN = "POST /auth/login";

  afterEach(endSession);

  async function sendPassword(): Promise<void> {
    await userEvent.type(await screen.findByLabelText("Email"), "regina@example.com");
    await userEvent.type(screen.getByLabelText("Password"), "a good password");
    await press();
  }

  const press = () => userEvent.click(screen.getByRole("button", { name: "Log In" }));

  /** Requires the second factor 123 456. The server removes the space. */
  function answerLogIn({ body }: TestRequest): object {
    const { code } = body as { code?: string };
    if (code === undefined) return refusal(403, "SECOND_FACTOR_REQUIRED");
    return code === "123 456" ? { token: tokenOf() } : refusal(403, "SECOND_FACTOR_WRONG");
  }

  test("after signing in, the start page or the requested page with its query opens", async () => {
    answerHttp({ [LOG_IN]: () => ({ token: tokenOf() }) });
    const { router, unmount } = await renderAt(AT, <LogInPage />);
    await sendPassword();
    await waitFor(() => expect(router.state.location.href).toBe("/"));
    unmount();
    endSession();
    storeTarget("/account/borrowers/all?a=x&b=y");
    const again = await renderAt(AT, <LogInPage />);
    await sendPassword();
    await waitFor(() => expect(again.router.state.location.href).toBe("/account/borrowers/all?a=x&b=y"));
  });

  test("a reply without a token is reported, and nothing is stored", async () => {
    answerHttp({ [LOG_IN]: {} });
    await renderAt(AT, <LogInPage />);
    await sendPassword();
    await screen.findByText(/couldn't log you in/);
    expect(localStorage.getItem("token")).toBeNull();
  });

  test("each of the four refusals stays on the page with its own alert", async () => {
    const alerts = new Set<string | null>();
    for (const code of ["EMAIL_NOT_FOUND", "INVALID_PASSWORD", "PASSWORD_CHANGE_REQUIRED", "ACCOUNT_LOCKED"]) {
      const server = answerHttp({ [LOG_IN]: refusal(401, code) });
      const { unmount } = await renderAt(AT, <LogInPage />);
      await sendPassword();
      alerts.add((await screen.findByRole("alert")).textContent);
      expect(server.visited).toEqual([]);
      unmount();
    }
    expect(alerts.size).toBe(4);
  });

  const FIND_SSO = "POST /sso/find";

  test("an address that requires single sign-on leads to it, unless its owner prefers the password", async () => {
    const server = answerHttp({
      [FIND_SSO]: { isAvailable: true, isEnforced: true },
      [LOG_IN]: refusal(403, "SSO_REQUIRED"),
    });
    await renderAt(AT, <LogInPage />);
    await userEvent.type(await screen.findByLabelText("Email"), "regina@example.com");
    await userEvent.tab();
    await screen.findByRole("heading", { level: 1, name: "Log in with SSO" });
    expect(server.requests).toEqual([{ call: FIND_SSO, body: { email: "regina@example.com" } }]);
    await userEvent.click(screen.getByRole("button", { name: "Use a password instead" }));
    await userEvent.type(await screen.findByLabelText("Password"), "a good password");
    await press();
    await screen.findByText(/requires single sign-on/);
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("regina@example.com");
  });

  test("a refusal of the password for want of single sign-on leads to it", async () => {
    answerHttp({
      [FIND_SSO]: { isAvailable: false, isEnforced: false },
      [LOG_IN]: refusal(403, "SSO_REQUIRED"),
    });
    await renderAt(AT, <LogInPage />);
    await sendPassword();
    await screen.findByRole("heading", { level: 1, name: "Log in with SSO" });
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("regina@example.com");
  });

  test("when a second factor is due, its field has the focus and the same request is sent with the code", async () => {
    const server = answerHttp({ [LOG_IN]: answerLogIn });
    const { router } = await renderAt(AT, <LogInPage />);
    await sendPassword();
    const code = await screen.findByLabelText("Code");
    await waitFor(() => expect(document.activeElement).toBe(code));
    expect(screen.queryByRole("alert")).toBeNull();
    await userEvent.type(code, "123 456");
    await press();
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    expect(currentToken()).not.toBeNull();
    expect(server.requests.at(-1)?.body).toEqual({
      email: "regina@example.com",
      password: "a good password",
      code: "123 456",
    });
  });

  test("a wrong code is reported at its field, which stays", async () => {
    answerHttp({ [LOG_IN]: answerLogIn });
    await renderAt(AT, <LogInPage />);
    await sendPassword();
    await userEvent.type(await screen.findByLabelText("Code"), "abcde-fghij");
    await press();
    await screen.findByText(/^Incorrect or expired code\. Enter the current one/);
    expect(screen.getByLabelText("Code").getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByRole("alert"), "shown once").toBeNull();
    expect(localStorage.getItem("token")).toBeNull();
  });

  test("a malformed code is not sent", async () => {
    const server = answerHttp({ [LOG_IN]: answerLogIn });
    await renderAt(AT, <LogInPage />);
    await sendPassword();
    await userEvent.type(await screen.findByLabelText("Code"), "12345");
    await press();
    await screen.findByText(/Enter the 6 digits/);
    expect(server.count(LOG_IN)).toBe(1);
  });

  test.each([
    ["ended-session", "Your session ended. Log in to continue where you were."],
    ["private-page", "Log in to see this page."],
  ] as const)("a user sent here by %s sees why", async (logInFor, words) => {
    await renderAt(AT, <LogInPage />, { logInFor });
    await screen.findByText(words);
  });

  test("a signed-in user is led on, unless they were sent to sign in again", async () => {
    signIn();
    const { unmount } = await renderAt(AT, <LogInPage />);
    await screen.findByText(/You're logged in as regina@example\.com/);
    expect(screen.getByRole("link", { name: "Go to your borrowers" })).toHaveProperty(
      "pathname",
      "/account/borrowers/all",
    );
    unmount();
    storeTarget("/account/borrowers/all");
    await renderAt(AT, <LogInPage />);
    await screen.findByLabelText("Email");
    expect(screen.queryByText(/You're logged in as/)).toBeNull();
  });

  test("the link for a lost password passes the typed address on", async () => {
    const { router } = await renderAt(AT, <LogInPage />);
    await userEvent.type(await screen.findByLabelText("Email"), "regina@example.com");
    await userEvent.click(screen.getByRole("link", { name: "Forgot password?" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/auth/password-reset-request"));
    expect(router.state.location.state.typedEmail).toBe("regina@example.com");
  });

  test("an address typed elsewhere is filled in until a user signs in with it", async () => {
    answerHttp({ [LOG_IN]: () => ({ token: tokenOf() }) });
    holdAddress("regina@example.com");
    const { router, unmount } = await renderAt(AT, <LogInPage />);
    expect((await screen.findByLabelText<HTMLInputElement>("Email")).value).toBe("regina@example.com");
    await userEvent.type(screen.getByLabelText("Password"), "a good password");
    await press();
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    unmount();
    await renderAt(AT, <LogInPage />);
    expect((await screen.findByLabelText<HTMLInputElement>("Email")).value).toBe("");
  });
});
