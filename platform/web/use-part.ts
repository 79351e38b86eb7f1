import { useEffect, useState } from "react";
import { type OnDemand, useLazy } from "./use-lazy.ts";
import { whenIdle } from "./when-idle.ts";

/** What is seen first has the network to itself for so long. */
const FIRST_MS = 1_000;

/**
 * A part of the page that is shown once it is wanted, and loaded ahead of that: a page that is printed must be whole at
 * once, and an event of the browser waits for no file.
 */
export function usePart<T>(load: () => Promise<T>, isWanted: boolean): OnDemand<T> {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let isGone = false;
    const timer = setTimeout(() => whenIdle(() => isGone || setIdle(true)), FIRST_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  const part = useLazy(isIdle || isWanted ? load : null);
  return isWanted ? part : { value: undefined, isMissing: false };
}
