import { Worker } from "node:worker_threads";

/** Works on the chunks in two threads of a module that answers each message with one. Results are in the order of the chunks. */
export async function inTwoThreads<Chunk, Result>(
  worker: URL,
  chunks: readonly Chunk[],
  workerData?: unknown,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const serve = () =>
    new Promise<void>((resolve, reject) => {
      const thread = new Worker(worker, { workerData, stdout: true }); // generators print as they load
      let at = -1;
      const ask = () => {
        at = next++;
        if (at < chunks.length) thread.postMessage(chunks[at]);
        else void thread.terminate().then(() => resolve());
      };
      thread.on("message", (result: Result) => {
        results[at] = result;
        ask();
      });
      thread.on("error", reject);
      ask();
    });
  await Promise.all([serve(), serve()]);
  return results;
}
