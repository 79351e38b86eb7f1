import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answerHttp, readTestConfig, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { signIn, tokenOf } from "#features/auth/web/session/test-sign-in.ts";
import { SocialButtons } from "./SocialButtons.tsx";
import { Connections } from "./Connections.tsx";

describe("SocialButtons", () => {
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
});

describe("Connections", () => {
  const AT = "/account/settings/authorization";
  const LIST = "GET /account/connection";
  const github = { provider: "github", name: "Regina on GitHub", connectedAt: "2026-11-02T12:00:00Z" };

  beforeEach(async () => {
    await readTestConfig();
    signIn();
    vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  });
  afterEach(() => void vi.restoreAllMocks());

  test("each provider can be connected, or disconnected with its name and date shown", async () => {
    answerHttp({ [LIST]: [github] });
    await renderAt(AT, <Connections />);
    await screen.findByText(/Regina on GitHub, connected on/);
    for (const name of ["Connect Facebook", "Disconnect GitHub", "Connect Google", "Connect Twitter"])
      screen.getByRole("button", { name });
  });

  test("connecting stores the state and the settings page as return target, then leaves", async () => {
    const start = { authorizeURL: "http://provider/google", state: "s1" };
    const server = answerHttp({ [LIST]: [], "POST /account/connection/start": start });
    await renderAt(AT, <Connections />);
    await userEvent.click(await screen.findByRole("button", { name: "Connect Google" }));
    await waitFor(() => expect(window.location.assign).toHaveBeenCalledWith("http://provider/google"));
    expect(localStorage.getItem("socialState")).toBe("s1");
    expect(localStorage.getItem("redirectURL")).toBe(AT);
    expect(server.requests.at(-1)?.body).toEqual({ provider: "google" });
  });

  test("disconnecting refreshes list and user, and the last sign-in method stays and says so", async () => {
    const answers = [refusal(409, "LAST_WAY_IN")];
    const server = answerHttp({
      [LIST]: [github],
      "POST /account/connection/end": () => answers.shift() ?? new Response(null, { status: 204 }),
      "POST /auth/refresh-token": { token: tokenOf() },
    });
    await renderAt(AT, <Connections />);
    await userEvent.click(await screen.findByRole("button", { name: "Disconnect GitHub" }));
    await screen.findByText(/GitHub is your only way to log in/);
    await userEvent.click(screen.getByRole("button", { name: "Disconnect GitHub" }));
    await waitFor(() => expect(server.count(LIST)).toBe(2));
    expect(server.count("POST /auth/refresh-token")).toBe(1);
  });

  test("with an unconfirmed address none can be connected, and the button says why", async () => {
    signIn({ emailConfirmed: false });
    const server = answerHttp({ [LIST]: [github] });
    await renderAt(AT, <Connections />);
    const button = await screen.findByRole("button", {
      name: "Connect Google",
      description: /Confirm your email first/,
    });
    await userEvent.click(button);
    expect(server.count("POST /account/connection/start")).toBe(0);
    const disconnect = screen.getByRole("button", { name: "Disconnect GitHub" });
    expect(disconnect.getAttribute("aria-disabled")).toBeNull();
  });
});
