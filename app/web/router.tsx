// Builds the router from the map of URLs: titles, guards and layouts.
import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  RouterProvider,
  type AnyRoute,
  type RouteComponent,
  type RouterHistory,
} from "@tanstack/react-router";
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { StrictMode, useEffect } from "react";
import { PageCrashed } from "./layouts/PageCrashed.tsx";
import { RootView } from "./layouts/RootView.tsx";
import { layouts, pages, redirects, type LayoutName, type PageRoute } from "./routes.tsx";
import { requireRole, requireSession } from "./guard.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    title?: string;
    access?: "public" | "private";
    description?: string;
    isNoPage?: true;
    isUnlisted?: true;
  }
}

const root = createRootRoute({ component: RootView });

function layoutRoute(name: LayoutName, component: RouteComponent): AnyRoute {
  const layout = createRoute({ getParentRoute: () => root, id: `${name}-layout`, component });
  const children = pages.filter((page) => page.layout === name).map((page) => pageRoute(layout, page));
  return layout.addChildren(children);
}

function pageRoute(layout: AnyRoute, route: PageRoute): AnyRoute {
  const { path, title, access, who, description, isNoPage, isUnlisted, page } = route;
  return createRoute({
    getParentRoute: () => layout,
    path,
    component: page,
    staticData: {
      title,
      access,
      ...(description !== undefined && { description }),
      ...(isNoPage && { isNoPage }),
      ...(isUnlisted && { isUnlisted }),
    },
    ...(access === "private" && {
      beforeLoad(visit) {
        requireSession(visit);
        return who && requireRole(visit, who);
      },
    }),
  });
}

function redirectRoute([from, to]: readonly [string, string]): AnyRoute {
  return createRoute({
    getParentRoute: () => root,
    path: from,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });
}

/** @param drawn the one address that a page is drawn at beforehand; unless said, it follows the browser's */
export function makeRouter(drawn?: { readonly history: RouterHistory }) {
  return createRouter({
    ...drawn,
    routeTree: root.addChildren([
      ...Object.entries(layouts).map(([name, component]) => layoutRoute(name as LayoutName, component)),
      ...Object.entries(redirects).map(redirectRoute),
    ]),
    parseSearch,
    stringifySearch,
    scrollRestoration: drawn === undefined, // drawn, it would be an inline script
    defaultPreload: "intent",
    defaultErrorComponent: PageCrashed,
  });
}

export type Router = ReturnType<typeof makeRouter>;

interface SiteTreeProps {
  readonly router: Router;
  readonly cache: QueryClient;
  /** Called once when the prerendered page is hydrated. */
  readonly onLive?: () => void;
}

export function SiteTree({ router, cache, onLive }: SiteTreeProps) {
  useEffect(() => onLive?.(), [onLive]);
  return (
    <StrictMode>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}

type Search = Readonly<Record<string, unknown>>;

/** The last value wins where a name comes twice. */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

export function stringifySearch(search: Search): string {
  const pairs = Object.entries(search).filter(([, value]) => typeof value === "string");
  const query = new URLSearchParams(pairs as [string, string][]).toString(); // filtered the line before
  return query === "" ? "" : `?${query}`;
}
