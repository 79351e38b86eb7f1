import { randomUUID } from "node:crypto";
import { withOrigin } from "./observability/operations.ts";

export interface ScheduledTask {
  /** Starts no more work, and waits for the work in progress. */
  stop(): Promise<void>;
}

export function schedule(everyMs: number, work: () => Promise<void>, onError: (error: unknown) => void): ScheduledTask {
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
  run();
  const timer = setInterval(run, everyMs).unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
