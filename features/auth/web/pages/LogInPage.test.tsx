import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { answerHttp, refusal, type TestRequest } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { holdAddress, storeTarget } from "../session/return-target.ts";
import { LogInPage } from "./LogInPage.tsx";
import { currentToken, endSession } from "../session/session.ts";
import { signIn, tokenOf } from "../session/test-sign-in.ts";

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
