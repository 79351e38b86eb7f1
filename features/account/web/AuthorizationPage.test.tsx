import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { currentToken, endSession } from "#features/identity/web/session/session.ts";
import { signIn, tokenOf } from "#features/identity/web/session/test-sign-in.ts";
import { confirmStore } from "#kit/web/confirm.ts";
import { readTestConfig } from "#kit/web/test-config.ts";
import { answerHttp, refusal, type Answer } from "#kit/web/test-http.ts";
import { renderAt } from "#kit/web/test-router.tsx";
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
    "GET /account/sign-in-methods": { hasPassword: true, secondFactor: off, ...methods },
    "GET /account/connection": [],
    "GET /account/device": [here, phone],
    ...answers,
  });
  return renderAt(AT, <AuthorizationPage />).then((shown) => ({ ...shown, server }));
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const sayYes = () => waitFor(() => confirmStore.get()!.answer(true)); // waitFor tries until the question is there

beforeEach(async () => {
  await readTestConfig();
  signIn();
});
afterEach(endSession);

test("a password is changed by the present one, and the new token is kept", async () => {
  const token = tokenOf({ firstName: "New token" });
  const { server } = await show({ [CHANGE]: { token } });
  await press("Change password");
  await userEvent.type(await screen.findByLabelText("Current password"), "the old one");
  await userEvent.type(screen.getByLabelText("New password"), "lantern ridge copper");
  await press("Save new password");
  await screen.findByText(/Your password is changed/);
  expect(currentToken()).toBe(token);
  expect(screen.queryByLabelText("Current password")).toBeNull();
  expect(server.requests.find(({ call }) => call === CHANGE)?.body).toEqual({
    currentPassword: "the old one",
    password: "lantern ridge copper",
  });
});

test("a wrong present password is told at its field", async () => {
  const { server } = await show({ [CHANGE]: refusal(401, "INVALID_PASSWORD") });
  await press("Change password");
  await userEvent.type(await screen.findByLabelText("Current password"), "not it");
  await userEvent.type(screen.getByLabelText("New password"), "lantern ridge copper");
  await press("Save new password");
  await screen.findByText("That is not your current password");
  expect(server.visited).toEqual([]);
});

test("who has no password gets a link to set one", async () => {
  const ask = "POST /auth/reset-password-initiate";
  const { server } = await show({ [ask]: { email: "regina@example.com" } }, { hasPassword: false });
  await press("Mail me a link to set a password");
  await screen.findByText(/Sent to regina@example.com/);
  expect(server.requests.at(-1)).toEqual({ call: ask, body: { email: "regina@example.com" } });
});

test.each([
  ["logs in with a provider", true, /You log in with a provider and have no password here/],
  ["got in by paying", false, /You have no password yet, and cannot log in again without one/],
])("who has no password and %s is told what is so", async (_, hasSocialAuth, words) => {
  signIn({ hasSocialAuth });
  await show({}, { hasPassword: false });
  await screen.findByText(words);
  if (!hasSocialAuth) expect(screen.queryByText(/provider/)).toBeNull();
});

test("a second factor is set up by its first code; its recovery codes are shown this once", async () => {
  const begun = { secret: "ABCDEFGHIJ", otpauthURL: "otpauth://totp/Keyturn:regina?secret=ABCDEFGHIJ" };
  const answers = [refusal(409, "CODE_WRONG"), { recoveryCodes: ["aaaaa11111", "bbbbb22222"] }];
  const { server } = await show({
    [BEGIN]: begun,
    "POST /account/second-factor/confirm": () => answers.shift()!, // two codes are sent
  });
  await press("Set up second factor");
  await screen.findByRole("img", { name: "QR code for your authenticator app" });
  screen.getByText("ABCD EFGH IJ");
  await userEvent.type(screen.getByLabelText("Code"), "000000");
  await press("Turn on");
  await screen.findByText(/That code is not right, or was used already\. Enter the one that is shown/);
  await userEvent.clear(screen.getByLabelText("Code"));
  await userEvent.type(screen.getByLabelText("Code"), "123456");
  await press("Turn on");
  const codes = within(await screen.findByRole("list", { name: "Recovery codes" }));
  expect(codes.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["aaaaa11111", "bbbbb22222"]);
  await press("I have kept them");
  expect(screen.queryByText("aaaaa11111")).toBeNull();
  expect(server.count("GET /account/sign-in-methods")).toBe(2);
});

test("S9 what needs a proof asks for password and code, and then goes on by itself", async () => {
  const begins = [refusal(409, "REAUTHENTICATION_REQUIRED"), { secret: "ABCD", otpauthURL: "otpauth://totp/x" }];
  const proofs = [
    refusal(401, "INVALID_PASSWORD"),
    refusal(403, "SECOND_FACTOR_REQUIRED"),
    refusal(403, "SECOND_FACTOR_WRONG"),
    { token: tokenOf() },
  ];
  const { server } = await show({ [BEGIN]: () => begins.shift()!, [PROVE]: () => proofs.shift()! }); // one each below
  await press("Set up second factor");
  const dialog = within(await screen.findByRole("dialog", { name: "Confirm that it is you" }));
  await userEvent.type(dialog.getByLabelText("Password"), "a password");
  await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
  await dialog.findByText(/That is not your password/);
  await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
  await userEvent.type(await dialog.findByLabelText("Code"), "000000");
  await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
  await dialog.findByText(/Enter the one that is shown now/);
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

test("a proof that is not given changes nothing and says so", async () => {
  const { server } = await show({ [BEGIN]: refusal(409, "REAUTHENTICATION_REQUIRED") });
  await press("Set up second factor");
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  await screen.findByText(/Nothing was changed: this needs proof/);
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
  await press("Make new recovery codes");
  await sayYes();
  await screen.findByText("ccccc33333");
  await press("I have kept them");
  await press("Turn off");
  await waitFor(() => expect(confirmStore.get()?.text).toContain("your organization will not let you work"));
  await sayYes();
  await waitFor(() => expect(server.count(disable)).toBe(1));
});

test("recovery codes are left only after a question until they are kept", async () => {
  const renew = "POST /account/second-factor/recovery-codes";
  const { router } = await show({ [renew]: { recoveryCodes: ["ccccc33333"] } }, { secondFactor: on });
  await press("Make new recovery codes");
  await sayYes();
  await screen.findByText("ccccc33333");
  void router.navigate({ to: "/elsewhere" });
  await waitFor(() => expect(confirmStore.get()?.title).toBe("Leave without your recovery codes?"));
  confirmStore.get()?.answer(false);
  await press("I have kept them");
  void router.navigate({ to: "/elsewhere" });
  await waitFor(() => expect(router.state.location.pathname).toBe("/elsewhere"));
});

test("nothing is shown before all of it is there, or it would move", async () => {
  let answer: (devices: object[]) => void = () => undefined;
  const { server } = await show({ "GET /account/device": () => new Promise((resolve) => (answer = resolve)) });
  await waitFor(() => expect(server.requests).toHaveLength(3));
  expect(screen.queryByRole("heading", { name: "Password" })).toBeNull();
  answer([here]);
  await screen.findByRole("heading", { name: "Password" });
  screen.getByText("Chrome on Linux");
});

test("who must have one is told before anything else", async () => {
  await show({}, { secondFactor: { ...off, isRequired: true } });
  await screen.findByText("Your organization asks you for a second factor");
});

test("J8 devices are told apart, each can be logged out, this one by the log-out page", async () => {
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

test("J8 'Log out everywhere' asks, and ends this browser's session too", async () => {
  const endAll = "POST /account/device/end-all";
  const { server, router } = await show({ [endAll]: nothing });
  await press("Log out everywhere");
  await sayYes();
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth/logout"));
  expect(server.count(endAll)).toBe(1);
  expect(currentToken()).toBeNull();
});

test("a part that cannot be loaded says so and stays, beside the others, until it is asked for again", async () => {
  let isBack = false;
  await show({ "GET /account/device": () => (isBack ? Response.json([here]) : refusal(404, "NOT_FOUND")) });
  await screen.findByText("Your devices could not be loaded");
  screen.getByRole("button", { name: "Change password" });
  await new Promise((resolve) => setTimeout(resolve, 300)); // longer than the page takes to ask anew
  screen.getByText("Your devices could not be loaded");
  isBack = true;
  await press("Try again");
  await screen.findByRole("list", { name: "Devices" });
});
