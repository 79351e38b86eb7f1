// A page whose clock stands still, so that what takes its time can be looked at before and after.
import type { Page } from "playwright-core";

/** Called before the page is opened; time runs as usual until `stopClock`. */
export function setClock(page: Page): Promise<void> {
  return page.clock.install({ time: Date.now() });
}

/** From now on time passes by `page.clock.runFor` alone. */
export function stopClock(page: Page): Promise<void> {
  return page.clock.pauseAt(Date.now() + 20_000);
}
