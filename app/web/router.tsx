// Builds the router from the map of URLs: titles, guards and layouts.
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  type ParsedLocation,
  redirect,
  type RouteComponent,
  type RouterHistory,
  RouterProvider,
} from "@tanstack/react-router";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, useEffect } from "react";
import { refreshSession } from "#features/auth/web/session/keep-session.ts";
import { storeTarget } from "#features/auth/web/session/return-target.ts";
import { activeMembership, currentToken, hasSessionEnded, readSession } from "#features/auth/web/session/session.ts";
import { admits, type Who } from "#platform/contract/who.ts";
import { log } from "#platform/web/log.ts";
import { PageCrashed } from "./layouts/PageCrashed.tsx";
import { RootView } from "./layouts/RootView.tsx";
import { type LayoutName, layouts, type PageRoute, pages, redirects } from "./routes.tsx";

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

interface Visit {
  readonly location: ParsedLocation;
  /** Only looked at, as when a link is hovered. */
  readonly preload: boolean;
}

/** Others log in first and come back. */
export function requireSession({ location, preload }: Visit): void {
  if (readSession() !== null) return;
  if (!preload) {
    log.warn(`INVALID_JWT: ${location.pathname} needs a valid token`);
    storeTarget(location.pathname + location.searchStr);
  }
  const logInFor = hasSessionEnded() ? "ended-session" : "private-page";
  throw redirect({ to: "/auth/login", replace: true, state: { logInFor } });
}

/** The token that was asked for because of a role. */
let newest: string | null = null;

/**
 * Turns away, before anything is drawn, whom every call of the page would refuse. A role may be newer than the token that
 * names it, so the token is renewed first, once. What cannot be known here is left to the calls.
 */
export async function requireRole({ location, preload }: Visit, who: Who): Promise<void> {
  const isAdmitted = () => admits(who, activeMembership()?.role.name ?? null);
  if (isAdmitted() || preload) return;
  if (newest === null || newest !== currentToken()) {
    try {
      await refreshSession();
      newest = currentToken(); // before the new session has this asked again
    } catch (error) {
      log.info("The token could not be refreshed before a page", error);
      return;
    }
    if (isAdmitted()) return;
  }
  throw redirect({ to: "/error/403", replace: true, state: { failedBy: "FORBIDDEN", failedAt: location.href } });
}
