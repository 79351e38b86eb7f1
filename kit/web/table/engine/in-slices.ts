// Owns long work done in slices, between which the page answers: keys, clicks, paint.

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
  const pause = isIdle && "requestIdleCallback" in window ? untilIdle : untilNextTask;

  async function run(): Promise<void> {
    for (;;) {
      await pause();
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

function untilNextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function untilIdle(): Promise<void> {
  return new Promise((resolve) => requestIdleCallback(() => resolve()));
}
