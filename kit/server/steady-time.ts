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
