import { useEffect, type RefObject } from "react";

/** Holds an element where it is on the screen while it has the focus or the finger. Browsers do so only here and there. */
export function useScrollAnchor(element: RefObject<HTMLElement | null>): void {
  useEffect(() => (element.current ? holdStill(element.current) : undefined), [element]);
}

/** @returns what lets it go */
function holdStill(held: HTMLElement): () => void {
  let place = topOf(held);
  let ownScroll: number | undefined;
  /** Pixels above it, where the page cannot be scrolled up any further. */
  let room = 0;

  function giveRoom(pixels: number): void {
    room = Math.max(0, room + pixels);
    held.style.marginTop = `${room}px`;
  }

  function hold(): void {
    const isSeen = place < window.innerHeight && place + held.offsetHeight > 0;
    if (!isSeen || !held.matches(":focus-within, :active")) return remember();
    if (topOf(held) > place) giveRoom(place - topOf(held));
    const before = window.scrollY;
    window.scrollBy({ top: topOf(held) - place, behavior: "instant" });
    if (window.scrollY !== before) ownScroll = window.scrollY;
    if (topOf(held) < place) giveRoom(place - topOf(held));
  }

  function remember(): void {
    place = topOf(held);
  }

  function onScroll({ target }: Event): void {
    if (target !== document || window.scrollY !== ownScroll) remember();
    else ownScroll = undefined;
  }

  const sizes = new ResizeObserver(hold);
  sizes.observe(document.body);
  document.addEventListener("scroll", onScroll, { capture: true, passive: true });
  window.addEventListener("resize", remember);
  return () => {
    sizes.disconnect();
    document.removeEventListener("scroll", onScroll, { capture: true });
    window.removeEventListener("resize", remember);
  };
}

function topOf(element: HTMLElement): number {
  return element.getBoundingClientRect().top;
}
