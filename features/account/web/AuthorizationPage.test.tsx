import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { currentToken, endSession } from "#features/auth/web/session/session.ts";
import { signIn, tokenOf } from "#features/auth/web/session/test-sign-in.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { readTestConfig, answerHttp, refusal, type Answer } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { AuthorizationPage } from "./AuthorizationPage.tsx";

const AT = "/account/settings/authorization";
const CHANGE = "POST /account/change-password";
const BEGIN = "POST /account/second-factor/begin";
const PROVE = "POST /auth/reauthenticate";

const off = { enabledAt: null, recoveryCodesLeft: 0, isRequired: false };
const on = { enabledAt: "2026-11-02T12:00:00Z", recoveryCodesLeft: 1, isRequired: true };
const device = (id: string, userAgent: string, isThis: boolean) => ({
  id,
  userAgent,
  isThis,
  address: "203.0.113.7",
  loggedInAt: "2026-11-02T12:00:00Z",
  lastUsedAt: "2026-11-03T12:00:00Z",
  expiresAt: "2026-12-02T12:00:00Z",
});
const here = device("here", "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0", true);
const phone = device("phone", "Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1", false);
const nothing = () => new Response(null, { status: 204 });

function show(answers: Readonly<Record<string, Answer>> = {}, methods: object = {}) {
  const server = answerHttp({
    "GET /account/sign-in-methods": { hasPassword: true, hasPasskey: false, secondFactor: off, ...methods },
    "GET /account/passkey": [],
    "GET /account/connection": [],
    "GET /account/device": [here, phone],
    ...answers,
  });
  return renderAt(AT, <AuthorizationPage />).then((shown) => ({ ...shown, server }));
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const sayYes = () => waitFor(() => confirmStore.get()!.answer(true)); // waitFor retries until the question is open

beforeEach(async () => {
  await readTestConfig();
  signIn();
});
afterEach(endSession);

test("a user changes the password with the current one, and the new token is stored", async () => {
  const token = tokenOf({ firstName: "New token" });
  const { server } = await show({ [CHANGE]: { token } });
  await press("Change password");
  await userEvent.type(await screen.findByLabelText("Current password"), "the old one");
  await userEvent.type(screen.getByLabelText("New password"), "lantern ridge copper");
  await press("Save new password");
  await screen.findByText(/Password updated/);
  expect(currentToken()).toBe(token);
  expect(screen.queryByLabelText("Current password")).toBeNull();
  expect(server.requests.find(({ call }) => call === CHANGE)?.body).toEqual({
    currentPassword: "the old one",
    password: "lantern ridge copper",
  });
});

test("a wrong current password is reported at its field", async () => {
  const { server } = await show({ [CHANGE]: refusal(401, "INVALID_PASSWORD") });
  await press("Change password");
  await userEvent.type(await screen.findByLabelText("Current password"), "not it");
  await userEvent.type(screen.getByLabelText("New password"), "lantern ridge copper");
  await press("Save new password");
  await screen.findByText("Incorrect current password");
  expect(server.visited).toEqual([]);
});

test("a user without a password gets a link to set one", async () => {
  const ask = "POST /auth/reset-password-initiate";
  const { server } = await show({ [ask]: { email: "regina@example.com" } }, { hasPassword: false });
  await press("Email me a link to set a password");
  await screen.findByText(/Sent to regina@example.com/);
  expect(server.requests.at(-1)).toEqual({ call: ask, body: { email: "regina@example.com" } });
});

test.each([
  ["logs in with a provider", true, /You log in with a provider and have no password yet/],
  ["got in by paying", false, /You have no password yet and need one to log in again/],
])("a user who %s learns why they have no password yet", async (_, hasSocialAuth, words) => {
  signIn({ hasSocialAuth });
  await show({}, { hasPassword: false });
  await screen.findByText(words);
  if (!hasSocialAuth) expect(screen.queryByText(/provider/)).toBeNull();
});

test("a first code turns on the second factor, and the recovery codes are shown only once", async () => {
  const begun = { secret: "ABCDEFGHIJ", otpauthURL: "otpauth://totp/Keyturn:regina?secret=ABCDEFGHIJ" };
  const answers = [refusal(409, "CODE_WRONG"), { recoveryCodes: ["aaaaa11111", "bbbbb22222"] }];
  const { server } = await show({
    [BEGIN]: begun,
    "POST /account/second-factor/confirm": () => answers.shift()!, // two codes are sent
  });
  await press("Set up two-factor");
  await screen.findByRole("img", { name: "QR code for your authenticator app" });
  screen.getByText("ABCD EFGH IJ");
  await userEvent.type(screen.getByLabelText("Code"), "000000");
  await press("Turn on");
  await screen.findByText(/Incorrect or expired code\. Enter the current one/);
  await userEvent.clear(screen.getByLabelText("Code"));
  await userEvent.type(screen.getByLabelText("Code"), "123456");
  await press("Turn on");
  const codes = within(await screen.findByRole("list", { name: "Recovery codes" }));
  expect(codes.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["aaaaa11111", "bbbbb22222"]);
  await press("I've saved them");
  expect(screen.queryByText("aaaaa11111")).toBeNull();
  expect(server.count("GET /account/sign-in-methods")).toBe(2);
});

test("an action that needs reauthentication asks for password and code and then continues", async () => {
  const begins = [refusal(409, "REAUTHENTICATION_REQUIRED"), { secret: "ABCD", otpauthURL: "otpauth://totp/x" }];
  const proofs = [
    refusal(401, "INVALID_PASSWORD"),
    refusal(403, "SECOND_FACTOR_REQUIRED"),
    refusal(403, "SECOND_FACTOR_WRONG"),
    { token: tokenOf() },
  ];
  const { server } = await show({ [BEGIN]: () => begins.shift()!, [PROVE]: () => proofs.shift()! }); // one by one
  await press("Set up two-factor");
  const dialog = within(await screen.findByRole("dialog", { name: "Confirm your identity" }));
  await userEvent.type(dialog.getByLabelText("Password"), "a password");
  await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
  await dialog.findByText(/Incorrect password/);
  await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
  await userEvent.type(await dialog.findByLabelText("Code"), "000000");
  await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
  await dialog.findByText(/Enter the current one/);
  await userEvent.clear(dialog.getByLabelText("Code"));
  await userEvent.type(dialog.getByLabelText("Code"), "123456");
  await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
  await screen.findByRole("img", { name: "QR code for your authenticator app" });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(server.count(BEGIN)).toBe(2);
  expect(server.requests.filter(({ call }) => call === PROVE).at(-1)?.body).toEqual({
    password: "a password",
    code: "123456",
  });
  expect(server.visited).toEqual([]);
});

test("canceling reauthentication changes nothing and says so", async () => {
  const { server } = await show({ [BEGIN]: refusal(409, "REAUTHENTICATION_REQUIRED") });
  await press("Set up two-factor");
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  await screen.findByText(/Confirm your identity to make this change/);
  expect(server.count(BEGIN)).toBe(1);
});

test("a second factor that is on is renewed or turned off after a question", async () => {
  const renew = "POST /account/second-factor/recovery-codes";
  const disable = "POST /account/second-factor/disable";
  const { server } = await show(
    { [renew]: { recoveryCodes: ["ccccc33333"] }, [disable]: nothing },
    { secondFactor: on },
  );
  await screen.findByText(/1 recovery code left/);
  await press("Create new recovery codes");
  await sayYes();
  await screen.findByText("ccccc33333");
  await press("I've saved them");
  await press("Turn off");
  await waitFor(() => expect(confirmStore.get()?.text).toContain("can't work in your organization"));
  await sayYes();
  await waitFor(() => expect(server.count(disable)).toBe(1));
});

test("leaving the recovery codes before they are saved asks first", async () => {
  const renew = "POST /account/second-factor/recovery-codes";
  const { router } = await show({ [renew]: { recoveryCodes: ["ccccc33333"] } }, { secondFactor: on });
  await press("Create new recovery codes");
  await sayYes();
  await screen.findByText("ccccc33333");
  void router.navigate({ to: "/elsewhere" });
  await waitFor(() => expect(confirmStore.get()?.title).toBe("Leave without your recovery codes?"));
  confirmStore.get()?.answer(false);
  await press("I've saved them");
  void router.navigate({ to: "/elsewhere" });
  await waitFor(() => expect(router.state.location.pathname).toBe("/elsewhere"));
});

test("nothing is shown before all parts are loaded, so that nothing moves", async () => {
  let answer: (devices: object[]) => void = () => undefined;
  const { server } = await show({ "GET /account/device": () => new Promise((resolve) => (answer = resolve)) });
  await waitFor(() => expect(server.requests).toHaveLength(4));
  expect(screen.queryByRole("heading", { name: "Password" })).toBeNull();
  answer([here]);
  await screen.findByRole("heading", { name: "Password" });
  screen.getByText("Chrome on Linux");
});

test("a user who needs a second factor sees that first", async () => {
  await show({}, { secondFactor: { ...off, isRequired: true } });
  await screen.findByText("Your organization requires two-factor authentication");
});

test("devices have distinct names, each can be signed out, and this one goes to the sign-out page", async () => {
  const end = "POST /account/device/end";
  const { server, router } = await show({ [end]: nothing });
  const list = within(await screen.findByRole("list", { name: "Devices" }));
  expect(list.getByText("Chrome on Linux").parentElement?.textContent).toContain("This device");
  expect(list.getAllByText(/logged in on/)).toHaveLength(2);
  await userEvent.click(list.getByRole("button", { name: "Log out Safari on iPhone" }));
  await waitFor(() => expect(server.requests.find(({ call }) => call === end)?.body).toEqual({ id: "phone" }));
  await waitFor(() => expect(server.count("GET /account/device")).toBe(2));
  await userEvent.click(list.getByRole("button", { name: "Log out Chrome on Linux" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth/logout"));
});

test("'Log out everywhere' asks first and also ends this browser's session", async () => {
  const endAll = "POST /account/device/end-all";
  const { server, router } = await show({ [endAll]: nothing });
  await press("Log out everywhere");
  await sayYes();
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth/logout"));
  expect(server.count(endAll)).toBe(1);
  expect(currentToken()).toBeNull();
});

test("a part that fails to load says so and can be requested again, while the others stay", async () => {
  let isBack = false;
  await show({ "GET /account/device": () => (isBack ? Response.json([here]) : refusal(404, "NOT_FOUND")) });
  await screen.findByText("We couldn't load your devices");
  screen.getByRole("button", { name: "Change password" });
  await new Promise((resolve) => setTimeout(resolve, 300)); // longer than the page takes to request again
  screen.getByText("We couldn't load your devices");
  isBack = true;
  await press("Try again");
  await screen.findByRole("list", { name: "Devices" });
});

describe("passkeys", () => {
  const passkey = {
    id: "4c9d62a4-5f6c-4f7e-9d6c-8d1d2f6a9b10",
    name: "Chrome on Mac",
    isSynced: true,
    createdAt: "2026-11-02T12:00:00Z",
    lastUsedAt: null,
  };

  test("each is renamed and, after a question, deleted", async () => {
    const one = `/account/passkey/${passkey.id}`;
    const { server } = await show({
      "GET /account/passkey": [passkey],
      [`PUT ${one}`]: { ...passkey, name: "Office laptop" },
      [`DELETE ${one}`]: nothing,
    });
    const list = await screen.findByRole("list", { name: "Passkeys" });
    expect(list.textContent).toMatch(/Synced across your devices, added on .*, not used yet/);
    await press("Rename Chrome on Mac");
    const name = await screen.findByLabelText("Name");
    await userEvent.clear(name);
    await userEvent.type(name, "Office laptop");
    await press("Save");
    await waitFor(() => expect(server.count(`PUT ${one}`)).toBe(1));
    expect(server.requests.find(({ call }) => call === `PUT ${one}`)?.body).toEqual({ name: "Office laptop" });

    await press("Delete Chrome on Mac");
    await sayYes();
    await waitFor(() => expect(server.count(`DELETE ${one}`)).toBe(1));
  });

  test("a browser without passkeys says so", async () => {
    await show({
      "POST /account/passkey/begin": {
        rp: { id: "localhost", name: "Keyturn" },
        user: { id: "aWQ", name: "regina@example.com", displayName: "Regina" },
        challenge: "Y2hhbGxlbmdl",
        pubKeyCredParams: [{ alg: -7, type: "public-key" }],
        timeout: 1000,
        excludeCredentials: [],
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        attestation: "none",
      },
    });
    await press("Add a passkey");
    await screen.findByText("This browser doesn't support passkeys. Update it, or choose another way.");
  });
});
