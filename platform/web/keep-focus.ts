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
    const heading = places.map(headingIn).find((found) => found !== null);
    if (!heading) return;
    if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
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

function headingIn(place: Element): HTMLElement | null {
  return place.isConnected ? place.querySelector<HTMLElement>("h1, h2, h3") : null;
}
