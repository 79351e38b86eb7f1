import type { Router } from "./router.tsx";

/** The router begins each page at its top. Called before it shows the first one. */
export function preserveScroll(router: Pick<Router, "subscribe">): void {
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
