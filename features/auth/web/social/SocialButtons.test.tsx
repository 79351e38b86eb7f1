import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerHttp, refusal, readTestConfig } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { SocialButtons } from "./SocialButtons.tsx";

const START = "POST /social/start";
const away = "https://github.example/authorize?client_id=x";

beforeEach(() => void vi.spyOn(window.location, "assign").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

test("local environments offer all four providers, stage and prod those with a client id", async () => {
  await readTestConfig();
  const local = await renderAt("/auth/login", <SocialButtons />);
  const names = () => screen.queryAllByRole("button").map((button) => button.textContent);
  await screen.findByRole("button", { name: "Continue with Facebook" });
  expect(names()).toEqual(["Facebook", "GitHub", "Google", "Twitter"].map((name) => `Continue with ${name}`));
  local.unmount();
  await readTestConfig({ environment: "prod", googleClientID: "id" });
  await renderAt("/auth/login", <SocialButtons />);
  await screen.findByRole("button", { name: "Continue with Google" });
  expect(names()).toEqual(["Continue with Google"]);
});

test("the state is stored, then the browser goes to the provider", async () => {
  await readTestConfig();
  const server = answerHttp({ [START]: { authorizeURL: away, state: "s1" } });
  await renderAt("/auth/login", <SocialButtons />);
  await press("Continue with GitHub");
  await waitFor(() => expect(window.location.assign).toHaveBeenCalledWith(away));
  expect(localStorage.getItem("socialState")).toBe("s1");
  expect(server.requests).toEqual([{ call: START, body: { provider: "github" } }]);
});

test("Twitter starts with its request token", async () => {
  await readTestConfig();
  const answer = { authorizeURL: away, state: "s2", requestToken: "r" };
  answerHttp({ "GET /social/twitter-request-token": answer });
  await renderAt("/auth/login", <SocialButtons />);
  await press("Continue with Twitter");
  await waitFor(() => expect(localStorage.getItem("socialState")).toBe("s2"));
});

test.each([
  ["prod", "http://github.example"],
  ["local", "javascript:alert(1)"],
  ["local", "//github.example"],
] as const)("in %s no one is sent to %j", async (environment, authorizeURL) => {
  await readTestConfig({ environment, githubClientID: "id" });
  answerHttp({ [START]: { authorizeURL, state: "s3" } });
  await renderAt("/auth/login", <SocialButtons />);
  await press("Continue with GitHub");
  await screen.findByRole("alert");
  expect(window.location.assign).not.toHaveBeenCalled();
  expect(localStorage.getItem("socialState")).toBeNull();
});

test("a provider that does not reply is reported", async () => {
  await readTestConfig();
  answerHttp({ [START]: refusal(502, "PROVIDER_UNAVAILABLE") });
  await renderAt("/auth/login", <SocialButtons />);
  await press("Continue with Google");
  await screen.findByText(/isn't responding/);
});
