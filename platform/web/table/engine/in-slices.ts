const SLICE_MS = 8;

interface SliceOptions {
  /** Works only while nothing else is to be done. */
  readonly isIdle?: boolean;
}

/** Runs the work to its end, unless the function given back is called before. */
export function inSlices(
  work: Iterator<unknown>,
  onDone: () => void,
  { isIdle = false }: SliceOptions = {},
): () => void {
  let isStopped = false;

  async function run(): Promise<void> {
    for (;;) {
      await pause(isIdle);
      if (isStopped) return;
      const end = performance.now() + SLICE_MS;
      do if (work.next().done) return onDone();
      while (performance.now() < end);
    }
  }

  void run();
  return () => {
    isStopped = true;
  };
}

/** An idle callback comes once in 50 ms, a timer not before 4: where there is a scheduler, neither is waited for. */
function pause(isIdle: boolean): Promise<void> {
  const priority = isIdle ? "background" : "user-visible";
  if ("scheduler" in window) return window.scheduler.postTask(() => undefined, { priority });
  return new Promise((resolve) => {
    if (isIdle && "requestIdleCallback" in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve);
  });
}
