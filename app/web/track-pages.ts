import { trackPageView } from "#platform/web/scripts/analytics.ts";
import type { Router } from "./router.tsx";

let shown: string | undefined;

/** The page on show; again, for one that was drawn before the site runs, does nothing. */
export function trackPage(path: string = window.location.pathname): void {
  // The same page with another search or hash is seen already.
  if (path === shown) return;
  shown = path;
  trackPageView(path);
}

/** A mistyped address may hold a name or a token; that there was one is enough. */
const NO_PAGE = "/unknown-address";

export function trackPages(router: Pick<Router, "subscribe" | "state">): void {
  router.subscribe("onRendered", ({ toLocation }) => {
    const { isNoPage = false } = router.state.matches.at(-1)?.staticData ?? {};
    trackPage(isNoPage ? NO_PAGE : toLocation.pathname);
  });
}
