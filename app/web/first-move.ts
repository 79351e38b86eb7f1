// Owns how a page knows that its visitor is about to do something with it.

const MOVES = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin", "wheel", "scroll"] as const;

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
