// Owns the way to an error page: it remembers where it came from, so that the page can offer to try again.
import type { Router } from "./router.tsx";

export function showError(router: Router, path: string, replaces: boolean): void {
  const { href, pathname, state } = router.state.location;
  const failedAt = pathname.startsWith("/error/") ? state.failedAt : href; // several requests of one page may fail
  void router.navigate({ to: path, replace: replaces, state: failedAt === undefined ? {} : { failedAt } });
}
