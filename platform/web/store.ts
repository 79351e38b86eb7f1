export interface Store<T> {
  /** The initial value. */
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
