// Owns how a page knows that its visitor is about to do something with it.
import { whenIdle } from "#kit/web/when-idle.ts";

const MOVES = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin", "wheel", "scroll"] as const;

/** Longer than what a page asks for by itself takes; whoever sits still so long is reading. */
const QUIET_MS = 3_000;

/** Resolves a while after the page has loaded, whether anybody moves or not. */
export function quietMoment(): Promise<void> {
  return new Promise((resolve) => {
    const wait = () => setTimeout(() => whenIdle(resolve), QUIET_MS);
    if (document.readyState === "complete") wait();
    else window.addEventListener("load", wait, { once: true });
  });
}

/** Resolves at the first of them. A link that is followed before the site runs is followed by the browser itself. */
export function firstMove(target: EventTarget = window): Promise<void> {
  return new Promise((resolve) => {
    const heard = new AbortController();
    const once = () => {
      heard.abort();
      resolve();
    };
    for (const move of MOVES) target.addEventListener(move, once, { passive: true, signal: heard.signal });
  });
}
