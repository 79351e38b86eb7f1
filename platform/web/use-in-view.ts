import { useEffect, useState, type RefObject } from "react";
import { usePrinting } from "./printing.ts";
import { whenIdle } from "./when-idle.ts";

/** So long a part waits for what is seen first. */
const REST_MS = 3_000;
const NEARNESS = "25%"; // of the window's height

/** Whether one part has waited: from then on the site is taken to be there, and nothing waits again. */
let isAtRest = false;

/**
 * Whether what has its place there may be shown: it is near, the page is at rest, or someone prints or searches it. It
 * stays so: what was near once is not taken away.
 */
export function useInView(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(isAtRest);
  const isPrinting = usePrinting();
  if (isPrinting && !isNear) setNear(true);
  useEffect(() => {
    if (isNear) return;
    let isGone = false;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: NEARNESS },
    );
    if (place.current !== null) observer.observe(place.current);
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("keydown", (event) => opensFind(event) && setNear(true), { signal });
    const timer = setTimeout(() => {
      whenIdle(() => {
        isAtRest = true;
        if (!isGone) setNear(true);
      });
    }, REST_MS);
    return () => {
      isGone = true;
      listening.abort();
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isNear, place]);
  return isNear;
}

/** Whether the browser's own search in the page opens by this key. */
export function opensFind({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !altKey && (key === "F3" || ((ctrlKey || metaKey) && /^[fg]$/i.test(key)));
}
