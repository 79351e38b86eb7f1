/** Watches the document until the returned function is called. */
export function keepFocus(): () => void {
  let places: readonly Element[] = []; // what had the focus last, and what that stood in, innermost first

  function remember({ target }: FocusEvent): void {
    places = target instanceof Element ? withAncestors(target) : [];
  }

  /** A click beside everything that can have the focus gives it up on purpose. */
  function forget(): void {
    if (isNowhere()) places = [];
  }

  function rescue(): void {
    if (!isNowhere() || places[0]?.isConnected !== false) return;
    for (const target of places.flatMap(targetsIn)) {
      target.focus({ preventScroll: true });
      if (isNowhere()) continue;
      // Who works with the keyboard sees where the focus is; a page in use with a mouse does not move.
      if (target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest" });
      return;
    }
  }

  const observer = new MutationObserver(rescue);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", remember);
  document.addEventListener("click", forget, true);
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", remember);
    document.removeEventListener("click", forget, true);
  };
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function withAncestors(element: Element): Element[] {
  return element.parentElement === null ? [element] : [element, ...withAncestors(element.parentElement)];
}

/** Its first heading or, in a list's item or a group of fields without one, its controls; the first that is not hidden. */
function targetsIn(place: Element): HTMLElement[] {
  if (!place.isConnected) return [];
  const heading = place.querySelector<HTMLElement>("h1, h2, h3");
  if (heading && !heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  if (heading) return [heading];
  return place.closest("li, fieldset")
    ? [...place.querySelectorAll<HTMLElement>("a[href], button, input, select, summary")]
    : [];
}
