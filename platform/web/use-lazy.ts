import { useEffect, useState } from "react";
import { log } from "./log.ts";

export interface OnDemand<T> {
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
