// Owns that what many ask for at once is done once, and that all of them get its answer.

export type OnceAtATime<T> = (key: string, work: () => Promise<T>) => Promise<T>;

/** Within this process; another one is kept apart by whoever is asked. Nothing is kept once the answer is there. */
export function onceAtATime<T>(): OnceAtATime<T> {
  const underWay = new Map<string, Promise<T>>();
  return (key, work) => {
    const running = underWay.get(key) ?? work().finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };
}
