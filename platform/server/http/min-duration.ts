import { setTimeout as sleep } from "node:timers/promises";

/** Resolves or rejects as `work` does, but not before so many milliseconds have passed since the call. */
export async function withMinDuration<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const floor = sleep(milliseconds);
  try {
    return await work();
  } finally {
    await floor;
  }
}

/** The same, but only for refusals: a success has nothing to hide. */
export async function refuseNotBefore<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const floor = performance.now() + milliseconds;
  try {
    return await work();
  } catch (error) {
    await sleep(Math.max(0, floor - performance.now()));
    throw error;
  }
}
