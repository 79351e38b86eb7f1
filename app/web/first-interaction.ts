import { whenIdle } from "#platform/web/when-idle.ts";

const MOVES = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin", "wheel", "scroll"] as const;

/** Longer than the page's own requests take. A visitor who is inactive for so long is reading. */
const QUIET_MS = 3_000;

/** Resolves some time after the page has loaded, even without any interaction. */
export function whenIdleAfterInteraction(): Promise<void> {
  return new Promise((resolve) => {
    const wait = () => setTimeout(() => whenIdle(resolve), QUIET_MS);
    if (document.readyState === "complete") wait();
    else window.addEventListener("load", wait, { once: true });
  });
}

/** Resolves at the first of them. A link that is followed before the site runs is followed by the browser itself. */
export function firstInteraction(target: EventTarget = window): Promise<void> {
  return new Promise((resolve) => {
    const heard = new AbortController();
    const once = () => {
      heard.abort();
      resolve();
    };
    for (const move of MOVES) target.addEventListener(move, once, { passive: true, signal: heard.signal });
  });
}
