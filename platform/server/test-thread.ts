// The work of the threads in threads.test.ts.
import { threadId } from "node:worker_threads";
import { serveThread } from "./threads.ts";

export interface Asked {
  readonly what: "double" | "throw" | "exit" | "thread";
  readonly value: number;
}

serveThread(async ({ what, value }: Asked): Promise<number> => {
  if (what === "throw") throw new RangeError(`not ${value}`);
  if (what === "exit") process.exit(1);
  return what === "thread" ? threadId : value * 2;
});
