import { expect, test, vi } from "vitest";
import { schedule } from "./scheduler.ts";

test("runs at once and then repeatedly, never twice at the same time, and not after it is stopped", async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const errors: unknown[] = [];
  const work = async () => {
    runs++;
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 15));
    running--;
    if (runs === 2) throw new Error("once");
  };
  const repeated = schedule(5, work, (error) => errors.push(error));
  expect(runs).toBe(1);
  await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(4), 15_000);
  await repeated.stop();
  expect(running).toBe(0);
  const ended = runs;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(runs).toBe(ended);
  expect(most).toBe(1);
  expect(errors).toHaveLength(1);
});
