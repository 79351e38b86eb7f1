import { useEffect, useState } from "react";
import { log } from "./log.ts";
import { useHoldsPrint } from "./printing.ts";
import { whenIdle } from "./when-idle.ts";

interface OnDemand<T> {
  readonly value: T | undefined;
  /** It did not come; the part does without. */
  readonly isMissing: boolean;
}

/**
 * @param load the same function each time; a failed load is retried when the part is shown again. `null`: not wanted,
 *   which does not remove a part that is already loaded
 */
export function useLazy<T>(load: (() => Promise<T>) | null): OnDemand<T> {
  const [state, setState] = useState<OnDemand<T>>({ value: undefined, isMissing: false });
  useEffect(() => {
    if (load === null) return;
    let isGone = false;
    const show = (next: OnDemand<T>) => {
      if (!isGone) setState(next);
    };
    load().then(
      (value) => show({ value, isMissing: false }),
      (error: unknown) => {
        log.warn(error instanceof Error ? error.message : String(error));
        show({ value: undefined, isMissing: true });
      },
    );
    return () => {
      isGone = true;
    };
  }, [load]);
  return state;
}

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
  useHoldsPrint(isWanted && part.value === undefined && !part.isMissing);
  return isWanted ? part : { value: undefined, isMissing: false };
}

/** The value after it has not changed for this long. */
export function useLater<T>(value: T, milliseconds: number): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return later;
}
