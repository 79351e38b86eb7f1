export interface ScheduledTask {
  /** Starts no more work, and waits for the work in progress. */
  stop(): Promise<void>;
}

export function schedule(everyMs: number, work: () => Promise<void>, onError: (error: unknown) => void): ScheduledTask {
  let running: Promise<void> | undefined;
  let isStopped = false;
  const run = () => {
    if (isStopped) return;
    running ??= work()
      .catch((error: unknown) => {
        if (!isStopped) onError(error);
      })
      .finally(() => (running = undefined));
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
