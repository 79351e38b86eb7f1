interface Waiting<Item> {
  readonly item: Item;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Works on items together: what arrives while a batch is under way waits for the next one. A call ends with its own item's
 * batch. If a batch fails, each of its items is tried alone, so that one item cannot fail the others.
 */
export function openBatches<Item>(
  work: (items: readonly Item[]) => Promise<void>,
  maxItems: number,
): (item: Item) => Promise<void> {
  const waiting: Waiting<Item>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxItems);
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
      waiting.push({ item, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      // After the requests that were read together with this one.
      setImmediate(() => void run());
    });
}
