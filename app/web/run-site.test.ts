import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, waitFor } from "@testing-library/react";
import { createElement } from "react";
import { endSession } from "#features/auth/web/session/session.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { overlayStore } from "#platform/web/overlay.ts";
import { answerHttp, readTestConfig, refusal } from "#platform/web/test-http.ts";
import { toastStore } from "#platform/web/parts/ToastArea.tsx";
import { openSupportConsole, type SupportConsole } from "./support-console.ts";
import { showError } from "./show-error.ts";
import { trackPages } from "./track-pages.ts";

declare const window: Window & { app: SupportConsole };

describe("support console", () => {
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
});

describe("show error", () => {
  const AT = "/account/billing/subscription";

  afterEach(endSession);

  /** The current page is still shown while the next one loads. */
  async function onTheWayTo(path: string) {
    const root = createRootRoute();
    const subscription = createRoute({ getParentRoute: () => root, path: AT, staticData: { access: "private" } });
    const next = createRoute({
      getParentRoute: () => root,
      path,
      staticData: { access: "public" },
      beforeLoad: () => new Promise(() => undefined),
    });
    const error = createRoute({ getParentRoute: () => root, path: "/error/401", staticData: { access: "public" } });
    const router = createRouter({
      routeTree: root.addChildren([subscription, next, error]),
      history: createMemoryHistory({ initialEntries: [AT] }),
    });
    signIn();
    await router.load();
    void router.navigate({ to: path, replace: true });
    await vi.waitFor(() => expect(router.state.location.pathname).toBe(path));
    return router;
  }

  test("late requests of a page that is being left for the sign-out page change nothing", async () => {
    const router = await onTheWayTo("/auth/logout");
    showError(router as never, "/error/401", { replaces: true, code: "INVALID_JWT" }); // of the router it uses place and way
    await Promise.resolve();
    expect(router.state.location.pathname).toBe("/auth/logout");
    expect(localStorage.getItem("redirectURL")).toBeNull();
  });

  test("during navigation to a public page it opens the error page, and signing in continues to that page", async () => {
    const router = await onTheWayTo("/pricing");
    showError(router as never, "/error/401", { replaces: true, code: "INVALID_JWT" });
    await vi.waitFor(() => expect(router.state.location.pathname).toBe("/error/401"));
    expect(localStorage.getItem("redirectURL")).toBe("/pricing");
  });
});

describe("track pages", () => {
  afterEach(() => Reflect.deleteProperty(window, "dataLayer"));

  const viewed = () =>
    (window.dataLayer ?? []).map((entry) => (entry as ArrayLike<{ page_path: string }>)[2]?.page_path);

  async function aSite(path: string) {
    const root = createRootRoute();
    const known = createRoute({ getParentRoute: () => root, path: "/auth/$page", component: () => "a page" });
    const none = createRoute({
      getParentRoute: () => root,
      path: "$",
      component: () => "no page",
      staticData: { isNoPage: true },
    });
    const history = createMemoryHistory({ initialEntries: [path] });
    const router = createRouter({ routeTree: root.addChildren([known, none]), history });
    trackPages(router as never); // of the site's router it uses the events and the matches
    await router.load();
    render(createElement(RouterProvider, { router }));
    return router;
  }

  test("the first page and each later one is counted once, by its path only", async () => {
    const router = await aSite("/auth/password-reset?token=secret#hash");
    await waitFor(() => expect(viewed()).toEqual(["/auth/password-reset"]));
    await router.navigate({ href: "/auth/password-reset?other=search" });
    await router.navigate({ href: "/auth/login" });
    await waitFor(() => expect(viewed()).toEqual(["/auth/password-reset", "/auth/login"]));
    router.history.back();
    await waitFor(() => expect(viewed()).toHaveLength(3));
    expect(JSON.stringify(viewed())).not.toMatch(/secret|hash|search/);
  });

  test("an unknown address is reported as unknown, never with the typed text", async () => {
    const router = await aSite("/borower/dana.reyes@example.com");
    await waitFor(() => expect(viewed().at(-1)).toBe("/unknown-address"));
    await router.navigate({ href: "/auth/login" });
    await waitFor(() => expect(viewed().at(-1)).toBe("/auth/login"));
    expect(JSON.stringify(viewed())).not.toContain("dana");
  });
});
