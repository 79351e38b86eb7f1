import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { answerHttp, refusal, type TestRequest } from "#kit/web/test-http.ts";
import { renderAt } from "#kit/web/test-router.tsx";
import { holdAddress } from "../session/address-to-log-in.ts";
import { LogInPage } from "./LogInPage.tsx";
import { storeTarget } from "../session/return-target.ts";
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

/** Wants a second factor, which is 123 456; the server takes the blank out. */
function answerLogIn({ body }: TestRequest): object {
  const { code } = body as { code?: string };
  if (code === undefined) return refusal(403, "SECOND_FACTOR_REQUIRED");
  return code === "123 456" ? { token: tokenOf() } : refusal(403, "SECOND_FACTOR_WRONG");
}

test("S4.4 after log-in comes the start page, S4.8 or the page that was asked for, query included", async () => {
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

test("S5.15 a log-in answered without a token is told, and nothing is stored", async () => {
  answerHttp({ [LOG_IN]: {} });
  await renderAt(AT, <LogInPage />);
  await sendPassword();
  await screen.findByText(/gave no token/);
  expect(localStorage.getItem("token")).toBeNull();
});

test("S8.2-8.6 the four refusals stay on the page, each with an alert of its own", async () => {
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

test("where a second factor is due, the same is sent again with the code, which has the focus", async () => {
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

test("a wrong code is told at its field, and the field stays", async () => {
  answerHttp({ [LOG_IN]: answerLogIn });
  await renderAt(AT, <LogInPage />);
  await sendPassword();
  await userEvent.type(await screen.findByLabelText("Code"), "abcde-fghij");
  await press();
  await screen.findByText(/^That code is not right, or was used already\. Enter the one that is shown now/);
  expect(screen.getByLabelText("Code").getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByRole("alert"), "told once").toBeNull();
  expect(localStorage.getItem("token")).toBeNull();
});

test("what is no code is not sent", async () => {
  const server = answerHttp({ [LOG_IN]: answerLogIn });
  await renderAt(AT, <LogInPage />);
  await sendPassword();
  await userEvent.type(await screen.findByLabelText("Code"), "12345");
  await press();
  await screen.findByText(/Enter the 6 digits/);
  expect(server.count(LOG_IN)).toBe(1);
});

test.each([
  ["ended-session", "Your session ended. Log in to go on where you were."],
  ["private-page", "Log in to see this page."],
] as const)("whoever was led here by %s is told why", async (logInFor, words) => {
  await renderAt(AT, <LogInPage />, { logInFor });
  await screen.findByText(words);
});

test("who is logged in is told so, and led on; not who was sent to log in anew", async () => {
  signIn();
  const { unmount } = await renderAt(AT, <LogInPage />);
  await screen.findByText(/You are logged in as regina@example\.com/);
  expect(screen.getByRole("link", { name: "Go to your borrowers" })).toHaveProperty(
    "pathname",
    "/account/borrowers/all",
  );
  unmount();
  storeTarget("/account/borrowers/all");
  await renderAt(AT, <LogInPage />);
  await screen.findByLabelText("Email");
  expect(screen.queryByText(/You are logged in as/)).toBeNull();
});

test("a lost password takes the typed address along", async () => {
  const { router } = await renderAt(AT, <LogInPage />);
  await userEvent.type(await screen.findByLabelText("Email"), "regina@example.com");
  await userEvent.click(screen.getByRole("link", { name: "Forgot password?" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth/password-reset-request"));
  expect(router.state.location.state.typedEmail).toBe("regina@example.com");
});

test("an address that was typed elsewhere is filled in, until somebody has logged in with it", async () => {
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
