// Owns work that every process does at its start and again and again: never twice at once, and ended with the process.

export interface Repeated {
  /** Begins no more, and waits for what is under way. */
  stop(): Promise<void>;
}

export function repeat(everyMs: number, work: () => Promise<void>, onError: (error: unknown) => void): Repeated {
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
