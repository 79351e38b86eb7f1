import { afterEach, expect, test, vi } from "vitest";
import { inSlices } from "./in-slices.ts";

function* counting(steps: number, count: { done: number }): Generator<undefined> {
  for (; count.done < steps; count.done++) yield;
}

afterEach(() => void vi.unstubAllGlobals());

test.each([false, true])("the work is finished and then reported (idle: %s)", async (isIdle) => {
  const count = { done: 0 };
  await new Promise<void>((resolve) => inSlices(counting(500, count), resolve, { isIdle }));
  expect(count.done).toBe(500);
});

test("stopped work goes no further and reports nothing", async () => {
  const count = { done: 0 };
  const onDone = vi.fn();
  const stop = inSlices(counting(Infinity, count), onDone);
  await vi.waitFor(() => expect(count.done).toBeGreaterThan(0), 5_000);
  stop();
  await new Promise((resolve) => setTimeout(resolve, 5));
  const before = count.done;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(count.done).toBe(before);
  expect(onDone).not.toHaveBeenCalled();
});

test.each([
  [false, "user-visible"],
  [true, "background"],
])("a browser with a scheduler is asked for its turns (idle: %s)", async (isIdle, priority) => {
  const postTask = vi.fn((task: () => void) => Promise.resolve().then(task));
  vi.stubGlobal("scheduler", { postTask });
  const count = { done: 0 };
  await new Promise<void>((resolve) => inSlices(counting(500, count), resolve, { isIdle }));
  expect(count.done).toBe(500);
  expect(postTask).toHaveBeenCalledWith(expect.anything(), { priority });
});
