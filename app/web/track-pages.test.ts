import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, waitFor } from "@testing-library/react";
import { createElement } from "react";
import { afterEach, expect, test } from "vitest";
import { trackPages } from "./track-pages.ts";

afterEach(() => Reflect.deleteProperty(window, "dataLayer"));

const viewed = () => (window.dataLayer ?? []).map((entry) => (entry as ArrayLike<{ page_path: string }>)[2]?.page_path);

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
