// Owns the smallest shared state of the page: a value, and who watches it.

export interface Store<T> {
  /** What it began with. */
  readonly initial: T;
  get(): T;
  set(value: T): void;
  subscribe(onChange: () => void): () => void;
}

export function makeStore<T>(initial: T): Store<T> {
  let value = initial;
  const watchers = new Set<() => void>();
  return {
    initial,
    get: () => value,
    set(next) {
      value = next;
      for (const watcher of watchers) watcher();
    },
    subscribe(onChange) {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
  };
}
