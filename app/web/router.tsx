// Builds the router from the map of URLs: titles, guards and layouts.
import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type AnyRoute,
  type RouteComponent,
  type RouterHistory,
} from "@tanstack/react-router";
import { PageCrashed } from "./layouts/PageCrashed.tsx";
import { RootView } from "./layouts/RootView.tsx";
import { layouts, pages, redirects, type LayoutName, type PageRoute } from "./routes.tsx";
import { requireRole, requireSession } from "./guard.ts";
import { parseSearch, stringifySearch } from "./search-params.ts";

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
