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
