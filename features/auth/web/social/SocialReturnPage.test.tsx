import { screen, waitFor } from "@testing-library/react";
import type { RouterHistory } from "@tanstack/react-router";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { storeTarget } from "#features/auth/web/session/return-target.ts";
import { currentToken, endSession } from "#features/auth/web/session/session.ts";
import { signIn, tokenOf } from "#features/auth/web/session/test-sign-in.ts";
import { answerHttp, readTestConfig, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { SocialReturnPage } from "./SocialReturnPage.tsx";
import { storeSocialState } from "./social-state.ts";

const STATE = "state-of-this-browser";
const BACK = `/auth/social?social=github&code=good-code&state=${STATE}`;
const BACK_FROM_TWITTER = `/auth/social?social=twitter&oauth_token=tok&oauth_verifier=ver&state=${STATE}`;

function leftWithState(): void {
  storeSocialState(STATE);
}

const AUTH = "POST /social/github-auth";

beforeEach(() => readTestConfig());
afterEach(endSession);

const page = (
  <StrictMode>
    <SocialReturnPage />
  </StrictMode>
);

/** The page as the browser reloads it from this history entry. */
async function reload({ location }: RouterHistory) {
  const { router } = await renderAt(location.href, page, location.state);
  return router;
}

test("with the stored state the code is exchanged once, and the start page follows", async () => {
  const server = answerHttp({ [AUTH]: { token: tokenOf() } });
  leftWithState();
  const { router } = await renderAt(BACK, page);
  await waitFor(() => expect(router.state.location.href).toBe("/"));
  expect(server.requests).toEqual([{ call: AUTH, body: { code: "good-code", state: STATE } }]);
  expect(currentToken()).not.toBeNull();
  expect(localStorage.getItem("socialState"), "it is good once").toBeNull();
});

test("Twitter's verifier is exchanged under Twitter's own field names", async () => {
  const server = answerHttp({ "POST /social/twitter-auth": { token: tokenOf() } });
  leftWithState();
  const { router } = await renderAt(BACK_FROM_TWITTER, page);
  await waitFor(() => expect(router.state.location.href).toBe("/"));
  expect(server.requests[0]?.body).toEqual({ oauth_verifier: "ver", oauth_token: "tok" });
});

test("the stored target is used, for example from the settings", async () => {
  answerHttp({ [AUTH]: { token: tokenOf() } });
  storeTarget("/account/settings/authorization");
  leftWithState();
  const { router } = await renderAt(BACK, page);
  await waitFor(() => expect(router.state.location.href).toBe("/account/settings/authorization"));
});

test("code and state leave the URL at once, before any reply", async () => {
  answerHttp({ [AUTH]: () => new Promise(() => undefined) });
  leftWithState();
  const { router } = await renderAt(BACK, page);
  await waitFor(() => expect(router.state.location.href).toBe("/auth/social?social=github"));
  await screen.findByText("Coming back from GitHub");
});

test.each([
  ["another state", BACK.replace(STATE, "another"), true],
  ["no state", "/auth/social?social=github&code=good-code", true],
  ["an empty state", "/auth/social?social=github&code=good-code&state=", true],
  ["a state that was never stored (S6)", BACK, false],
  ["a provider that is none of ours", BACK.replace("github", "myspace"), true],
])("with %s it goes to /error/500 and sends nothing", async (_what, address, hadLeft) => {
  const server = answerHttp({ [AUTH]: { token: tokenOf() } });
  if (hadLeft) leftWithState();
  const { router } = await renderAt(address, page);
  await waitFor(() => expect(router.state.location.pathname).toBe("/error/500"));
  expect(server.requests).toEqual([]);
  expect(currentToken()).toBeNull();
  expect(localStorage.getItem("socialState")).toBeNull();
});

test("a state that the server does not know goes to /error/500", async () => {
  answerHttp({ [AUTH]: refusal(409, "SOCIAL_STATE_MISMATCH") });
  leftWithState();
  const { router } = await renderAt(BACK, page);
  await waitFor(() => expect(router.state.location.pathname).toBe("/error/500"));
});

test.each([
  `/auth/social?social=github&error=access_denied&state=${STATE}`,
  `/auth/social?social=twitter&denied=tok&state=${STATE}`,
])("a user who refuses at the provider learns that nothing was shared: %s", async (address) => {
  const server = answerHttp({});
  leftWithState();
  await renderAt(address, page);
  await screen.findByRole("heading", { name: "Sign-in canceled" });
  expect(screen.getByRole("link", { name: "Back to Log In" })).toHaveProperty("pathname", "/auth/login");
  expect(server.requests).toEqual([]);
});

test("a missing address and then a second factor are requested and sent with the same proof", async () => {
  const answers = [refusal(409, "EMAIL_REQUIRED"), refusal(409, "SECOND_FACTOR_DUE"), refusal(409, "CODE_WRONG")];
  const server = answerHttp({ [AUTH]: () => answers.shift() ?? { token: tokenOf() } });
  leftWithState();
  const { router } = await renderAt(BACK, page);
  await userEvent.type(await screen.findByLabelText("Email"), "new@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await userEvent.type(await screen.findByLabelText("Code"), "111111");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByText(/Enter the current one/);
  await userEvent.clear(screen.getByLabelText("Code"));
  await userEvent.type(screen.getByLabelText("Code"), "222222");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(router.state.location.href).toBe("/"));
  const proof = { code: "good-code", state: STATE };
  expect(server.requests.map(({ body }) => body)).toEqual([
    proof,
    { ...proof, email: "new@example.com" },
    { ...proof, email: "new@example.com", secondFactorCode: "111111" },
    { ...proof, email: "new@example.com", secondFactorCode: "222222" },
  ]);
});

test.each([
  ["EMAIL_TAKEN", 409, /Log in with your password, then connect GitHub/],
  ["SOCIAL_REFUSED", 409, /has expired/],
  ["PROVIDER_UNAVAILABLE", 502, /Try again in a minute/],
  ["ALREADY_CONNECTED", 409, /disconnect it there first/],
] as const)("%s says what to do, and no one is signed in", async (code, status, words) => {
  answerHttp({ [AUTH]: refusal(status, code) });
  leftWithState();
  await renderAt(BACK, page);
  await screen.findByText(words);
  expect(currentToken()).toBeNull();
});

test("a typed address that has an account is corrected at its field or leads to the sign-in", async () => {
  const answers = [refusal(409, "EMAIL_REQUIRED"), refusal(409, "EMAIL_TAKEN")];
  const server = answerHttp({ [AUTH]: () => answers.shift() ?? { token: tokenOf() } });
  leftWithState();
  const { router } = await renderAt(BACK, page);
  await userEvent.type(await screen.findByLabelText("Email"), "new@exmaple.com");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByText(/already exists\. Check the spelling/);
  expect(screen.getByRole("link", { name: "Log in" })).toHaveProperty("pathname", "/auth/login");
  expect(screen.queryByRole("alert"), "the field says it").toBeNull();
  await userEvent.clear(screen.getByLabelText("Email"));
  await userEvent.type(screen.getByLabelText("Email"), "new@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(router.state.location.href).toBe("/"));
  expect(server.requests.at(-1)?.body).toEqual({ code: "good-code", state: STATE, email: "new@example.com" });
});

test.each([
  ["DENIED", `/auth/social?social=github&error=access_denied&state=${STATE}`, "Sign-in canceled"],
  ["EMAIL_TAKEN", BACK, "An account with this email already exists"],
  ["EMAIL_REQUIRED", BACK, "What's your email?"],
  ["SECOND_FACTOR_DUE", BACK, "Enter your code"],
] as const)("after %s a reload shows the same and sends nothing", async (code, address, heading) => {
  const server = answerHttp({ [AUTH]: refusal(409, code === "DENIED" ? "SOCIAL_REFUSED" : code) });
  leftWithState();
  const first = await renderAt(address, page);
  await screen.findByRole("heading", { name: heading });
  expect(document.title).toBe(`${heading} | Keyturn`);
  await waitFor(() => expect(first.router.state.location.search).toEqual({ social: "github" }));
  const asked = server.requests.length;
  first.unmount();
  await reload(first.router.history);
  await screen.findByRole("heading", { name: heading });
  expect(server.requests.length).toBe(asked);
});

test("after a reload the question is answered with the same proof", async () => {
  const answers = [refusal(409, "EMAIL_REQUIRED")];
  const server = answerHttp({ [AUTH]: () => answers.shift() ?? { token: tokenOf() } });
  leftWithState();
  const first = await renderAt(BACK, page);
  await screen.findByLabelText("Email");
  first.unmount();
  const router = await reload(first.router.history);
  await userEvent.type(await screen.findByLabelText("Email"), "new@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(router.state.location.href).toBe("/"));
  const proof = { code: "good-code", state: STATE };
  expect(server.requests.map(({ body }) => body)).toEqual([proof, { ...proof, email: "new@example.com" }]);
});

test("a user whose address has an account signs in and is led to the settings to connect", async () => {
  answerHttp({ [AUTH]: refusal(409, "EMAIL_TAKEN") });
  leftWithState();
  const { router } = await renderAt(BACK, page);
  await userEvent.click(await screen.findByRole("button", { name: "Log in to connect GitHub" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth/login"));
  expect(localStorage.getItem("redirectURL")).toBe("/account/settings/authorization");
});

test("a refused connection leads back to the settings, and a later sign-in does not", async () => {
  answerHttp({ [AUTH]: refusal(409, "ALREADY_CONNECTED") });
  signIn();
  storeTarget("/account/settings/authorization");
  leftWithState();
  await renderAt(BACK, page);
  expect(await screen.findByRole("link", { name: "Back to the settings" })).toHaveProperty(
    "pathname",
    "/account/settings/authorization",
  );
  expect(localStorage.getItem("redirectURL")).toBeNull();
});
