// Separate from the store, so that the first load does not wait for React.
import { useSyncExternalStore } from "react";
import type { Store } from "./store.ts";

export function useStore<T>(store: Omit<Store<T>, "set">): T {
  // A page that was drawn beforehand comes to life as it was drawn, and only then shows what has happened since.
  return useSyncExternalStore(store.subscribe, store.get, () => store.initial);
}
