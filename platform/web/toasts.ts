import { makeStore } from "./store.ts";

export interface ToastOptions {
  /** Closes by itself after `delay`. */
  readonly autohide?: boolean;
  /** Milliseconds; default 5000. */
  readonly delay?: number;
  readonly closeOnClick?: boolean;
  readonly classes?: string;
  readonly headerClasses?: string;
  readonly bodyClasses?: string;
}

export interface Toast {
  readonly uuid: string;
  readonly header: string;
  readonly body: string;
  readonly options: ToastOptions;
}

const DEFAULT_DELAY_MS = 5000;

export const toastStore = makeStore<readonly Toast[]>([]);

/** Shows a toast; gives the uuid by which it can be hidden. */
export function showToast(header: string, body: string, options: ToastOptions = {}): string {
  const uuid = crypto.randomUUID();
  toastStore.set([...toastStore.get(), { uuid, header, body, options }]);
  if (options.autohide) setTimeout(() => hideToast(uuid), options.delay ?? DEFAULT_DELAY_MS);
  return uuid;
}

export function hideToast(uuid: string): void {
  toastStore.set(toastStore.get().filter((toast) => toast.uuid !== uuid));
}
