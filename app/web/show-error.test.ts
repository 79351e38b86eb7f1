import { createMemoryHistory, createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { afterEach, expect, test, vi } from "vitest";
import { endSession } from "#features/auth/web/session/session.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { showError } from "./show-error.ts";

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
