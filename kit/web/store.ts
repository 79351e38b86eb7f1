// Owns the smallest shared state of the page: a value, who watches it, and a hook that reads it.
import { useSyncExternalStore } from "react";

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

export function useStore<T>(store: Omit<Store<T>, "set">): T {
  // A page that was drawn beforehand comes to life as it was drawn, and only then shows what has happened since.
  return useSyncExternalStore(store.subscribe, store.get, () => store.initial);
}
