// A page whose clock is stopped, so that tests can check timed behavior before and after.
import type { Page } from "playwright-core";

/** Call before the page opens; time passes normally until `stopClock`. */
export function setClock(page: Page): Promise<void> {
  return page.clock.install({ time: Date.now() });
}

/** From now on time passes only through `page.clock.runFor`. */
export function stopClock(page: Page): Promise<void> {
  return page.clock.pauseAt(Date.now() + 20_000);
}
