/** When it is too busy to be idle, it is done all the same. */
const LATEST_START_MS = 2_000;

export function whenIdle(act: () => void): void {
  // Safari has none.
  if ("requestIdleCallback" in window) window.requestIdleCallback(act, { timeout: LATEST_START_MS });
  else setTimeout(act, LATEST_START_MS / 2);
}
