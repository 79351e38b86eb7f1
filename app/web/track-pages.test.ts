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

test("J9 the first page and each after it is viewed once, by its path alone", async () => {
  const root = createRootRoute();
  const any = createRoute({ getParentRoute: () => root, path: "$", component: () => "a page" });
  const history = createMemoryHistory({ initialEntries: ["/auth/password-reset?token=secret#hash"] });
  const router = createRouter({ routeTree: root.addChildren([any]), history });
  trackPages(router);
  await router.load();
  render(createElement(RouterProvider, { router }));
  await waitFor(() => expect(viewed()).toEqual(["/auth/password-reset"]));
  await router.navigate({ href: "/auth/password-reset?other=search" });
  await router.navigate({ href: "/auth/login" });
  await waitFor(() => expect(viewed()).toEqual(["/auth/password-reset", "/auth/login"]));
  router.history.back();
  await waitFor(() => expect(viewed()).toHaveLength(3));
  expect(JSON.stringify(viewed())).not.toMatch(/secret|hash|search/);
});
