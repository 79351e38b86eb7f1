import { parentPort, Worker } from "node:worker_threads";

/** Threads for work that would hold up the event loop. They start with the first work and end after a while without any. */
export interface Threads<Input, Output> {
  /** How many work at once. */
  readonly size: number;
  /** Waits for a free thread. Rejects with what the work throws, and if its thread ends. */
  run(input: Input): Promise<Output>;
  /** Ends them; what they work on rejects. */
  close(): Promise<void>;
}

interface ThreadsConfig {
  /** A module that calls `serveThread`. */
  readonly entry: URL;
  readonly size: number;
  /** The most memory of one thread's objects. */
  readonly maxHeapMb: number;
}

const ENDS_AFTER_IDLE_MS = 10_000;

interface Task<Input, Output> {
  readonly input: Input;
  readonly done: PromiseWithResolvers<Output>;
}

type Answer<Output> = { readonly output: Output } | { readonly error: unknown };

/** Opens up to `size` threads; none runs before there is work. */
export function openThreads<Input, Output>({ entry, size, maxHeapMb }: ThreadsConfig): Threads<Input, Output> {
  const waiting: Task<Input, Output>[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, Task<Input, Output>>();
  let ending: NodeJS.Timeout | undefined;

  function start(): Worker {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
    worker.on("message", (answer: Answer<Output>) => {
      const task = release(worker);
      idle.push(worker);
      if (task && "output" in answer) task.done.resolve(answer.output);
      else if (task && "error" in answer) task.done.reject(answer.error);
      assign();
    });
    worker.on("error", (error) => forget(worker, error));
    worker.on("exit", () => forget(worker, new Error("A thread ended before its work.")));
    worker.unref();
    return worker;
  }

  function release(worker: Worker): Task<Input, Output> | undefined {
    const task = busy.get(worker);
    busy.delete(worker);
    worker.unref();
    return task;
  }

  function forget(worker: Worker, error: unknown): void {
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
    release(worker)?.done.reject(error);
    assign();
  }

  function assign(): void {
    clearTimeout(ending);
    while (waiting.length > 0 && (idle.length > 0 || busy.size < size)) {
      const task = waiting.shift()!; // one waits
      const worker = idle.pop() ?? start();
      worker.ref();
      busy.set(worker, task);
      worker.postMessage(task.input);
    }
    if (busy.size === 0 && idle.length > 0) ending = setTimeout(() => void endAll(), ENDS_AFTER_IDLE_MS).unref();
  }

  async function endAll(): Promise<void> {
    clearTimeout(ending);
    const all = [...idle.splice(0), ...busy.keys()];
    await Promise.all(all.map((worker) => worker.terminate()));
  }

  return {
    size,
    run(input) {
      const task: Task<Input, Output> = { input, done: Promise.withResolvers() };
      waiting.push(task);
      assign();
      return task.done.promise;
    },
    async close() {
      for (const { done } of waiting.splice(0)) done.reject(new Error("The threads are closed."));
      await endAll();
    },
  };
}

/** In a thread: answers each input. */
export function serveThread<Input, Output>(work: (input: Input) => Promise<Output>): void {
  parentPort!.on("message", (input: Input) => {
    const answer = (message: Answer<Output>) => parentPort!.postMessage(message);
    work(input).then(
      (output) => answer({ output }),
      (error: unknown) => answer({ error }),
    );
  });
}
