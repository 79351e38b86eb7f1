import { isPaletteKey } from "#platform/web/palette/palette-keys.ts";
import { whenIdle } from "#platform/web/when-idle.ts";

// Clicks before hydration are followed once the site runs; if that takes too long, the browser follows them.

/** How long a click waits for the site's scripts. */
const PATIENCE_MS = 3_000;

export interface PreHydrationClicks {
  /** Called when links work by themselves; the last one that was clicked is followed now. */
  release(follow: (href: string) => void): void;
}

export function holdPreHydrationClicks(
  leave = (href: string): void => window.location.assign(href),
): PreHydrationClicks {
  const held = new AbortController();
  let wanted: string | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;

  function hold(event: MouseEvent): void {
    const href = hrefOf(event);
    if (href === undefined) return;
    event.preventDefault();
    wanted = href;
    clearTimeout(patience);
    patience = setTimeout(() => {
      held.abort();
      leave(href);
    }, PATIENCE_MS);
  }

  document.addEventListener("click", hold, { capture: true, signal: held.signal });
  return {
    release(follow) {
      held.abort();
      clearTimeout(patience);
      if (wanted !== undefined) follow(wanted);
    },
  };
}

/** Where a plain click leads within the site; of any other click the browser knows better. */
function hrefOf({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): string | undefined {
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey || !(target instanceof Element)) return undefined;
  const link = target.closest<HTMLAnchorElement>("a[href]");
  if (!link || link.target !== "" || link.download !== "" || link.origin !== window.location.origin) return undefined;
  if (link.getAttribute("href")?.startsWith("#")) return undefined;
  return link.pathname + link.search + link.hash;
}

export interface PreHydrationKeys {
  /** Called when the site hears keys by itself; the last one that was pressed for it is obeyed now. */
  release(obey: (event: KeyboardEvent) => void): void;
}

export function holdPreHydrationKeys(): PreHydrationKeys {
  const held = new AbortController();
  let wanted: KeyboardEvent | undefined;

  function hold(event: KeyboardEvent): void {
    // Autofill sends events of this name without a key.
    if (!(event instanceof KeyboardEvent)) return;
    if (isPaletteKey(event)) event.preventDefault(); // some browsers keep their own search there
    wanted = isPaletteKey(event) || event.key === "?" ? event : undefined; // a later key cancels the earlier one
  }

  document.addEventListener("keydown", hold, { capture: true, signal: held.signal });
  return {
    release(obey) {
      held.abort();
      if (wanted === undefined) return;
      const isObeyed = wanted.defaultPrevented && !isPaletteKey(wanted); // the site came between, and heard it
      if (!isObeyed) obey(wanted);
    },
  };
}

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
    const once = (event: Event) => {
      if (isResting(event)) return;
      heard.abort();
      resolve();
    };
    for (const move of MOVES) target.addEventListener(move, once, { passive: true, signal: heard.signal });
  });
}

/** Chromium sends a move of nowhere when a page appears below a pointer that rests. */
function isResting(event: Event): boolean {
  return event instanceof MouseEvent && event.type === "pointermove" && event.movementX === 0 && event.movementY === 0;
}
