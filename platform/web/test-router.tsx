import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  type HistoryState,
} from "@tanstack/react-router";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { makeQueryClient } from "./http/query.ts";

/** Renders at this address, with what its entry in the history holds; any other shows its own path as text. */
export async function renderAt(path: string, element: ReactElement, state: HistoryState = {}) {
  const root = createRootRoute();
  const here = createRoute({ getParentRoute: () => root, path: path.split("?")[0] ?? "/", component: () => element });
  const elsewhere = createRoute({ getParentRoute: () => root, path: "$", component: () => <p>elsewhere</p> });
  const history = createMemoryHistory({ initialEntries: [path] });
  history.replace(path, state);
  const router = createRouter({
    routeTree: root.addChildren([here, elsewhere]),
    history,
  });
  await router.load();
  const shown = render(
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { ...shown, router };
}
