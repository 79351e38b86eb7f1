import { afterEach, expect, test } from "vitest";
import { openThreads, type Threads } from "./threads.ts";
import type { Asked } from "./test-thread.ts";

const open: Threads<Asked, number>[] = [];
afterEach(() => Promise.all(open.splice(0).map((threads) => threads.close())));

function someThreads(size: number): Threads<Asked, number> {
  const threads = openThreads<Asked, number>({
    entry: new URL("./test-thread.ts", import.meta.url),
    size,
    maxHeapMb: 64,
  });
  open.push(threads);
  return threads;
}

const numbers = Array.from({ length: 50 }, (_number, at) => at);

test("each input gets its own answer, from as many threads as were asked for", async () => {
  const threads = someThreads(2);
  const doubled = await Promise.all(numbers.map((value) => threads.run({ what: "double", value })));
  expect(doubled).toEqual(numbers.map((value) => value * 2));
  const workers = await Promise.all(numbers.map((value) => threads.run({ what: "thread", value })));
  expect(new Set(workers).size).toBe(2);
});

test("work that throws rejects alone", async () => {
  const threads = someThreads(1);
  const [first, second] = await Promise.allSettled([
    threads.run({ what: "throw", value: 1 }),
    threads.run({ what: "double", value: 2 }),
  ]);
  expect(first).toMatchObject({ status: "rejected", reason: { message: "not 1" } });
  expect(second).toEqual({ status: "fulfilled", value: 4 });
});

test("a thread that ends rejects its work, and another takes its place", async () => {
  const threads = someThreads(1);
  await expect(threads.run({ what: "exit", value: 1 })).rejects.toThrow("A thread ended before its work.");
  expect(await threads.run({ what: "double", value: 2 })).toBe(4);
});

test("work that waits when the threads are closed rejects", async () => {
  const threads = someThreads(1);
  const running = threads.run({ what: "double", value: 1 });
  const waiting = threads.run({ what: "double", value: 2 });
  const both = Promise.allSettled([running, waiting]);
  await threads.close();
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
