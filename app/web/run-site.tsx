// Brings the site to life: the session, then the router and what hangs on both, in a page that may stand there already.
import "#platform/web/scripts/no-eval.ts";
import type { QueryClient } from "@tanstack/react-query";
import { createRoot, hydrateRoot } from "react-dom/client";
import { keepSession } from "#features/auth/web/session/keep-session.ts";
import { activeMembership, currentToken, endSession, readSession } from "#features/auth/web/session/session.ts";
import type { WebConfig } from "#platform/contract/web-config.ts";
import { installHttp } from "#platform/web/http/client.ts";
import { makeHttp } from "#platform/web/http/http.ts";
import { makeQueryClient } from "#platform/web/http/query.ts";
import { log } from "#platform/web/log.ts";
import { hideOverlay } from "#platform/web/overlay.ts";
import { listenForPrint } from "#platform/web/printing.ts";
import { runPreHydrationKey } from "#platform/web/palette/shortcut-keys.ts";
import { followSession } from "./follow-session.ts";
import { keepPageHead } from "./page-head.ts";
import { makeRouter, SiteTree, type Router } from "./router.tsx";
import { showError } from "./show-error.ts";
import { watchVersion } from "./reload-on-new-version.ts";
import { isWholePage } from "./whole-page.ts";
import { trackPages } from "./track-pages.ts";

/** Hands what the visitor asked for before hydration to the running site. */
interface RunningSite {
  readonly goTo: (href: string) => void;
  readonly obey: (key: KeyboardEvent) => void;
}

export async function runSite(container: HTMLElement, config: WebConfig): Promise<RunningSite> {
  leaveUnreadableAddress();
  readSession();
  const cache = makeQueryClient();
  const router = makeRouter();
  connect(config, router);
  watchVersion(router);
  keepPageHead(router, config.productName);
  trackPages(router);
  followSession({ router, cache, websocketURL: config.websocketURL });
  keepSession();
  listenForPrint();
  if (isWholePage(container)) preserveScroll(router);
  if (isAsServed(container, config)) {
    await router.load();
    // The router asks this before it leaves out a boundary that the prerendered page does not have either.
    router.ssr = { manifest: undefined };
    await comeToLife(container, { router, cache });
    await openConsole(config);
  } else {
    await openConsole(config);
    await router.load(); // until then the shell stays
    createRoot(container).render(<SiteTree router={router} cache={cache} />);
  }
  return { goTo: (href) => void router.navigate({ href }), obey: runPreHydrationKey };
}

/** An address with invalid escapes matches no route. */
function leaveUnreadableAddress(): void {
  try {
    decodeURI(window.location.pathname);
  } catch {
    window.history.replaceState(null, "", "/error/404");
  }
}

/** A link that is followed sooner would draw another page over this one, and a second click would meet neither. */
function comeToLife(container: HTMLElement, parts: { router: Router; cache: QueryClient }): Promise<void> {
  return new Promise((resolve) => hydrateRoot(container, <SiteTree {...parts} onLive={resolve} />));
}

/** Scripts that drive the page find the console as soon as the page is rendered, and never before hydration. */
async function openConsole({ environment }: WebConfig): Promise<void> {
  if (environment !== "prod") (await import("./support-console.ts")).openSupportConsole();
}

/** Whether the prerendered page is right as served: it depends on its address only, for a signed-out visitor. */
function isAsServed(container: HTMLElement, { productName, bannerEnabled }: WebConfig): boolean {
  const isPrerendered = isWholePage(container) && container.dataset["productName"] === productName;
  return isPrerendered && !bannerEnabled && currentToken() === null && !hasOwnState();
}

/** An error page may say more to a user whom the site sent there than to a visitor who opens its address. */
function hasOwnState(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "failedBy" in state;
}

function connect(config: WebConfig, router: Router): void {
  installHttp(
    makeHttp({
      ...config,
      origin: window.location.origin,
      log,
      fetch: (...request) => window.fetch(...request),
      token: currentToken,
      membershipId: () => activeMembership()?.id ?? null,
      pagePath: () => router.state.location.pathname,
      dropToken: endSession,
      hideOverlay,
      goTo: (path, how) => showError(router, path, how),
      onForbidden: (credentials, goOn) =>
        void import("./refresh-permissions.ts")
          .then((file) => file.refreshPermissions(credentials))
          .then((holds) => holds && goOn(), goOn),
    }),
  );
}

/** The router begins each page at its top. Called before it shows the first one. */
function preserveScroll(router: Pick<Router, "subscribe">): void {
  let place = window.scrollY;
  const follow = () => (place = window.scrollY);
  window.addEventListener("scroll", follow, { passive: true });
  const { pathname } = window.location;
  const stop = router.subscribe("onRendered", ({ toLocation }) => {
    stop();
    window.removeEventListener("scroll", follow);
    if (toLocation.pathname !== pathname || place === 0) return;
    // After the router's own scroll and before anything is painted.
    queueMicrotask(() => {
      window.scrollTo(window.scrollX, place);
      document.dispatchEvent(new Event("scroll")); // the browser sees no change, but the router must know the way back
    });
  });
}
