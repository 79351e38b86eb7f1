import { isDatabaseAway } from "./database/database.ts";

interface Pending<Item> {
  readonly item: Item;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Works on items together: what arrives while a batch runs is in the next one. A call ends with its own item's
 * batch. If a batch fails, each of its items is tried alone, so that one item cannot fail the others. While the database
 * is away, all that are left of a batch fail at once: the caller who sent them sends them again.
 */
export function createBatcher<Item>(
  work: (items: readonly Item[]) => Promise<void>,
  maxItems: number,
): (item: Item) => Promise<void> {
  const pending: Pending<Item>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    while (pending.length > 0) {
      const batch = pending.splice(0, maxItems);
      try {
        await work(batch.map(({ item }) => item));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        let reason: unknown = error;
        for (const { item, resolve, reject } of batch)
          if (batch.length === 1 || isDatabaseAway(reason)) reject(reason);
          else
            await work([item]).then(resolve, (failure: unknown) => {
              reject(failure);
              reason = failure;
            });
      }
    }
    isRunning = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      pending.push({ item, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      // After the requests that were read together with this one.
      setImmediate(() => void run());
    });
}
