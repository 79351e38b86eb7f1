import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn, tokenOf } from "#features/auth/web/session/test-sign-in.ts";
import { readTestConfig, answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { Connections } from "./Connections.tsx";

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
