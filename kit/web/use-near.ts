// Owns when what stands further down a page is wanted: as it comes near, or once the page has been at rest for a while.
import { useEffect, useState, type RefObject } from "react";
import { whenIdle } from "./when-idle.ts";

/** So long a part waits for what is seen first. */
const REST_MS = 3_000;
const NEARNESS = "25%"; // of the window's height

/** Whether one part has waited: from then on the site is taken to be there, and nothing waits again. */
let isAtRest = false;

/** Whether what has its place there may be loaded. It stays so: what was near once is not taken away. */
export function useNear(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(isAtRest);
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
    const timer = setTimeout(() => {
      whenIdle(() => {
        isAtRest = true;
        if (!isGone) setNear(true);
      });
    }, REST_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isNear, place]);
  return isNear;
}
