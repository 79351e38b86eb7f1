import { afterEach, beforeEach, expect, test } from "vitest";
import { endSession } from "#features/auth/web/session/session.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { overlayStore } from "#platform/web/overlay.ts";
import { readTestConfig, answerHttp, refusal } from "#platform/web/test-http.ts";
import { toastStore } from "#platform/web/parts/ToastArea.tsx";
import { openSupportConsole, type SupportConsole } from "./support-console.ts";

declare const window: Window & { app: SupportConsole };

beforeEach(async () => {
  await readTestConfig();
  openSupportConsole();
});
afterEach(endSession);

test("http resolves with status and body, by the page's own rules", async () => {
  const server = answerHttp({
    "POST /account/borrower": { id: "1" },
    "GET /account/device": () => new Response(null, { status: 204 }),
    "GET /assets/version": () => new Response("1.2.3", { headers: { "content-type": "text/plain" } }),
  });
  const { app } = window;
  expect(await app.http("post", "/account/borrower", { body: { a: 1 } })).toEqual({ status: 200, body: { id: "1" } });
  expect(await app.http("POST", "/account/borrower", { body: '{"a":1}' })).toMatchObject({ status: 200 });
  expect(server.requests.map(({ body }) => body)).toEqual([{ a: 1 }, { a: 1 }]);
  expect(await app.http("GET", "/account/device")).toEqual({ status: 204, body: null });
  expect(await app.http("GET", "assets/version")).toEqual({ status: 200, body: "1.2.3" });
});

test("http rejects with status and message, and the error rules hold", async () => {
  const server = answerHttp({ "GET /account/borrower": refusal(404, "NOT_FOUND") });
  await expect(window.app.http("GET", "/account/borrower")).rejects.toMatchObject({
    status: 404,
    message: "NOT_FOUND",
  });
  expect(server.visited).toEqual(["/error/404"]);
});

test("it shows the user: the token without exp and iat, their role, and whether their email is confirmed", () => {
  const { app } = window;
  expect([app.user(), app.isConfirmed(), app.hasRole("editor")]).toEqual([null, false, false]);
  const user = signIn({ role: "editor", emailConfirmed: false });
  expect(app.user()).toEqual(user);
  expect([app.isConfirmed(), app.hasRole("editor"), app.hasRole("admin")]).toEqual([false, true, false]);
  expect(app.config()).toMatchObject({ environment: "local", captchaTestToken: "{secret}" });
});

test("toasts, overlay and question are those of the screens", async () => {
  const { app } = window;
  const uuid = app.toasts.show("A header", "A body", { closeOnClick: true });
  expect(toastStore.get().at(-1)).toMatchObject({ uuid, header: "A header", body: "A body" });
  app.overlay.show({ message: "One moment", spinner: true });
  expect(overlayStore.get()).toEqual({ message: "One moment", spinner: true });
  app.overlay.hide();
  expect(overlayStore.get()).toBeNull();
  const answer = app.confirm();
  confirmStore.get()?.answer(true);
  expect(await answer).toBe(true);
});

test("its tables and its sanitizer refuse as they should", () => {
  const { app } = window;
  expect(() => app.safe("x", "video" as "html")).toThrow("Invalid safe type");
  expect(() => app.safe(null, "html")).toThrow("No value to sanitize");
  expect(() => app.table.sort([{ tags: ["a"] }], "tags", "ascending")).toThrow("CAN_NOT_SORT_ARRAY");
  expect(app.table.pageSizeFor(99)).toBe(10);
});
