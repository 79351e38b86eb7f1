interface Pending<Item> {
  readonly item: Item;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Works on items together: what arrives while a batch runs is in the next one. A call ends with its own item's
 * batch. If a batch fails, each of its items is tried alone, so that one item cannot fail the others.
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
        if (batch.length === 1) batch[0]!.reject(error);
        else for (const { item, resolve, reject } of batch) await work([item]).then(resolve, reject);
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
