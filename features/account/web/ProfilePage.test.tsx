import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentToken, endSession } from "#features/auth/web/session/session.ts";
import { signIn, tokenOf } from "#features/auth/web/session/test-sign-in.ts";
import { aStanding, aSubscription } from "#features/billing/web/subscriptions/test-subscription-page.tsx";
import { confirmStore } from "#platform/web/confirm.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { toastStore } from "#platform/web/parts/ToastArea.tsx";
import { renderAt } from "#platform/web/test-router.tsx";
import { ProfilePage } from "./ProfilePage.tsx";

const AT = "/account/settings/profile";
const UPLOAD = "POST /account/picture";
const REFRESH = "POST /auth/refresh-token";
const SUBSCRIPTION = "GET /account/subscription";
const CONTACT = "GET /account/contact";
const ERASE = "POST /account/erase";
const nothing = () => new Response(null, { status: 204 });

beforeEach(() => void signIn());
afterEach(() => {
  endSession();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A browser that can draw. Pictures are 1,200 by 800 px. */
function drawing() {
  const draw = vi.fn();
  vi.stubGlobal("createImageBitmap", async () => ({ width: 1200, height: 800, close: () => undefined }));
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({ drawImage: draw } as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done, type) =>
    done(new Blob(["small"], { type: type ?? "" })),
  );
  return draw;
}

const upload = async (file: File) =>
  userEvent.upload(await screen.findByLabelText("Picture file"), file, { applyAccept: false });

test("shows the name, the address and an identicon for a user without a picture", async () => {
  await renderAt(AT, <ProfilePage />);
  await screen.findByText("Regina Registered");
  screen.getByText("regina@example.com");
  expect(screen.getByTestId("profile-picture").dataset["kind"]).toBe("identicon");
  expect(screen.getByTestId("profile-picture").getAttribute("width")).toBe("96");
});

test("a photo is sent as its square center at 256 px, and a fresh token shows it", async () => {
  const draw = drawing();
  const server = answerHttp({ [UPLOAD]: { profilePicURL: "/picture/1" }, [REFRESH]: { token: tokenOf() } });
  await renderAt(AT, <ProfilePage />);
  await upload(new File(["big"], "me.jpg", { type: "image/jpeg" }));
  await waitFor(() => expect(server.count(REFRESH)).toBe(1));
  expect(draw.mock.calls[0]?.slice(1)).toEqual([200, 0, 800, 800, 0, 0, 256, 256]);
  const sent = server.requests.find(({ call }) => call === UPLOAD)?.body as FormData;
  expect(sent.get("file")).toMatchObject({ type: "image/jpeg", size: 5 });
});

test("a file that is not a picture is refused before it is sent", async () => {
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new DOMException("no picture")));
  const server = answerHttp({});
  await renderAt(AT, <ProfilePage />);
  await upload(new File(["text"], "me.txt", { type: "text/plain" }));
  await screen.findByText(/Choose a PNG or JPEG file/);
  expect(server.count(UPLOAD)).toBe(0);
});

test("the NMLS ID and phone for borrowers are saved, and bad ones are reported at their fields", async () => {
  const save = "PUT /account/contact";
  const server = answerHttp({ [CONTACT]: { nmlsId: null, phone: null }, [save]: ({ body }) => body as object });
  await renderAt(AT, <ProfilePage />);
  const nmlsId = await screen.findByLabelText(/^Your NMLS ID/);
  await userEvent.type(nmlsId, "20-40");
  await userEvent.type(screen.getByLabelText(/^Your phone/), "555 010 2030");
  const press = () => userEvent.click(screen.getByRole("button", { name: "Save contact details" }));
  await press();
  await screen.findByText("Enter 1 to 12 digits");
  expect(server.count(save)).toBe(0);
  await userEvent.clear(nmlsId);
  await userEvent.type(nmlsId, "204060");
  await press();
  await waitFor(() => expect(server.count(save)).toBe(1));
  expect(server.requests.at(-1)?.body).toEqual({ nmlsId: "204060", phone: "+15550102030" });
  await waitFor(() => expect(toastStore.get().at(-1)?.header).toBe("Contact details saved"));
});

test("an external picture is shown by its HTTPS address alone", async () => {
  const set = "PUT /account/picture-url";
  const server = answerHttp({ [set]: nothing, [REFRESH]: { token: tokenOf() } });
  await renderAt(AT, <ProfilePage />);
  await userEvent.click(await screen.findByRole("button", { name: "Use an image URL" }));
  const address = await screen.findByLabelText("Image URL");
  await userEvent.type(address, "http://pictures.example/me.png");
  await userEvent.click(screen.getByRole("button", { name: "Use this picture" }));
  await screen.findByText(/full URL that begins with https/);
  expect(server.count(set)).toBe(0);
  await userEvent.clear(address);
  await userEvent.type(address, "https://pictures.example/me.png");
  await userEvent.click(screen.getByRole("button", { name: "Use this picture" }));
  await waitFor(() => expect(server.count(REFRESH)).toBe(1));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.requests.find(({ call }) => call === set)?.body).toEqual({
    profilePicURL: "https://pictures.example/me.png",
  });
});

test.each([
  ["LAST_ADMIN", /Make a colleague an admin first/],
  ["BORROWERS_OPEN", /Close them first/],
] as const)("erasing is refused by %s, which says what to settle first", async (code, words) => {
  answerHttp({ [SUBSCRIPTION]: aStanding(null), [ERASE]: refusal(409, code) });
  await renderAt(AT, <ProfilePage />);
  await userEvent.click(await screen.findByRole("button", { name: "Delete your account" }));
  await waitFor(() => confirmStore.get()!.answer(true)); // until the question is open
  await screen.findByText(words);
  expect(currentToken()).not.toBeNull();
});

test.each([
  ["active", true],
  ["incomplete", true],
  ["canceled", false],
] as const)(
  "the question says what happens to a plan that is %s, and that nothing is refunded",
  async (status, isTold) => {
    answerHttp({ [SUBSCRIPTION]: aStanding(aSubscription({ status })) });
    await renderAt(AT, <ProfilePage />);
    await userEvent.click(await screen.findByRole("button", { name: "Delete your account" }));
    const { text } = await waitFor(() => confirmStore.get()!); // until the question is open
    expect(text.includes("its plan ends immediately. Past payments aren't refunded."), text).toBe(isTold);
    confirmStore.get()!.answer(false);
  },
);

test("erasing asks first, then removes all data in the browser and opens a page that confirms it", async () => {
  const server = answerHttp({ [SUBSCRIPTION]: aStanding(null), [ERASE]: nothing });
  const { router } = await renderAt(AT, <ProfilePage />);
  const erase = await screen.findByRole("button", { name: "Delete your account" });
  await userEvent.click(erase);
  await waitFor(() => confirmStore.get()!.answer(false)); // until the question is open
  await userEvent.click(erase);
  await waitFor(() => confirmStore.get()!.answer(true)); // until the question is open
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth/logout"));
  expect(router.state.location.state.isErased).toBe(true);
  await waitFor(() => expect(currentToken()).toBeNull());
  expect(server.count(ERASE)).toBe(1);
});
