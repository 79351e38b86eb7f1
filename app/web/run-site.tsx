// Brings the site to life: the session, then the router and what hangs on both, in a page that may stand there already.
import "#kit/web/scripts/no-eval.ts";
import type { QueryClient } from "@tanstack/react-query";
import { createRoot, hydrateRoot } from "react-dom/client";
import { keepSession } from "#features/identity/web/session/keep-session.ts";
import { activeMembership, currentToken, endSession, readSession } from "#features/identity/web/session/session.ts";
import type { WebConfig } from "#kit/contract/web-config.ts";
import { installHttp } from "#kit/web/http/client.ts";
import { makeHttp } from "#kit/web/http/http.ts";
import { makeQueryClient } from "#kit/web/http/query.ts";
import { log } from "#kit/web/log.ts";
import { hideOverlay } from "#kit/web/overlay.ts";
import { obeyEarlyKey } from "#kit/web/palette/shortcut-keys.ts";
import { followSession } from "./follow-session.ts";
import { keepPlace } from "./keep-place.ts";
import { keepPageHead } from "./page-head.ts";
import { makeRouter, type Router } from "./router.tsx";
import { showError } from "./show-error.ts";
import { SiteTree } from "./site-tree.tsx";
import { followRelease } from "./stale-release.ts";
import { trackPages } from "./track-pages.ts";

/** How the running site is told what was wished of it before. */
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
  followRelease(router);
  keepPageHead(router, config.productName);
  trackPages(router);
  followSession({ router, cache, websocketURL: config.websocketURL });
  keepSession();
  if (container.hasChildNodes()) keepPlace(router);
  if (isAsServed(container, config)) {
    await router.load();
    // The router asks this before it leaves out a boundary that the prerendered page does not have either.
    router.ssr = { manifest: undefined };
    await comeToLife(container, { router, cache });
    await openConsole(config);
  } else {
    await openConsole(config);
    createRoot(container).render(<SiteTree router={router} cache={cache} />);
  }
  return { goTo: (href) => void router.navigate({ href }), obey: obeyEarlyKey };
}

/** One whose escapes stand for no text is nothing that a router could match. */
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

/** Whoever drives the page finds it with the first thing that is drawn, and never on a page that is not yet alive. */
async function openConsole({ environment }: WebConfig): Promise<void> {
  if (environment !== "prod") (await import("./support-console.ts")).openSupportConsole();
}

/** Whether the page would be drawn just as it stands: for somebody unknown, by its own address alone. */
function isAsServed(container: HTMLElement, { productName, bannerEnabled }: WebConfig): boolean {
  const isPrerendered = container.hasChildNodes() && container.dataset["productName"] === productName;
  return isPrerendered && !bannerEnabled && currentToken() === null && !hasOwnState();
}

/** An error page may say more to somebody who was sent to it than to a stranger. */
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
      dropToken: endSession,
      hideOverlay,
      goTo: (path, how) => showError(router, path, how),
      onForbidden: (asker, goOn) =>
        void import("./renew-rights.ts")
          .then((file) => file.renewRights(asker))
          .then((stands) => stands && goOn(), goOn),
    }),
  );
}
