// Owns answers whose time must tell nothing: none leaves before a moment by which every way to it has ended.
import { setTimeout as sleep } from "node:timers/promises";

/** Resolves or rejects as `work` does, but not before so many milliseconds have passed since the call. */
export async function notBefore<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const floor = sleep(milliseconds);
  try {
    return await work();
  } finally {
    await floor;
  }
}

/** The same for refusals alone: a success has nothing to hide. */
export async function refuseNotBefore<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const floor = performance.now() + milliseconds;
  try {
    return await work();
  } catch (error) {
    await sleep(Math.max(0, floor - performance.now()));
    throw error;
  }
}
