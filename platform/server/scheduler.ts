import { randomUUID } from "node:crypto";
import { withOrigin } from "./observability/operations.ts";

export interface ScheduledTask {
  /** Resolves once no work is in progress. */
  idle(): Promise<void>;
  /** Starts no more work, and waits for the work in progress. */
  stop(): Promise<void>;
}

/** How long a start has its process for itself, before the first work of all tasks. */
export const FIRST_TASKS_MS = 2_000;

/** Works at once, or in `firstMs`, and from then on every `everyMs`. */
export function schedule(
  everyMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
  { firstMs = 0 } = {},
): ScheduledTask {
  let running: Promise<void> | undefined;
  let isStopped = false;
  const run = () => {
    if (isStopped) return;
    // An id of its own for each run: what it logs and queues belongs together as with a request.
    running ??= withOrigin({ requestId: randomUUID() }, () =>
      work()
        .catch((error: unknown) => {
          if (!isStopped) onError(error);
        })
        .finally(() => (running = undefined)),
    );
  };
  const begin = () => {
    run();
    return setInterval(run, everyMs).unref();
  };
  let timer = firstMs === 0 ? begin() : setTimeout(() => (timer = begin()), firstMs).unref();
  const idle = async () => running;
  return {
    idle,
    async stop() {
      isStopped = true;
      clearTimeout(timer); // also an interval's
      await idle();
    },
  };
}
