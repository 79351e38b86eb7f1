import { makeStore } from "./store.ts";

export interface Overlay {
  readonly message: string;
  readonly spinner?: boolean;
  /** Only `TEXT` is shown. */
  readonly template?: string;
}

export const overlayStore = makeStore<Overlay | null>(null);

export function showOverlay(overlay: Overlay): void {
  overlayStore.set(overlay);
}

export function hideOverlay(): void {
  if (overlayStore.get() !== null) overlayStore.set(null);
}
