import { widgetTexts } from "#platform/text/widget-texts.ts";
import X from "lucide-react/icons/x";
import { useStore } from "../use-store.ts";
import { IconButton } from "./Button.tsx";
import { makeStore } from "../store.ts";
import styles from "./ToastArea.module.css";

export function ToastArea() {
  const toasts = useStore(toastStore);
  return (
    <div className={styles.area} data-testid="toast-area" aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.uuid} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast: { uuid, header, body, options } }: { readonly toast: Toast }) {
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a shortcut for the hand; the button below does the same by keyboard
    <div
      className={`${styles.toast} ${options.classes ?? ""}`}
      data-testid="toast"
      onClick={options.closeOnClick ? () => hideToast(uuid) : undefined}
    >
      <div className={`${styles.header} ${options.headerClasses ?? ""}`}>
        {header}
        <IconButton size="small" label={widgetTexts().close} icon={X} onClick={() => hideToast(uuid)} />
      </div>
      <div className={`${styles.body} ${options.bodyClasses ?? ""}`}>{body}</div>
    </div>
  );
}

interface ToastOptions {
  /** Closes by itself after `delay`. */
  readonly autohide?: boolean;
  /** Milliseconds; default 5000. */
  readonly delay?: number;
  readonly closeOnClick?: boolean;
  readonly classes?: string;
  readonly headerClasses?: string;
  readonly bodyClasses?: string;
}

interface Toast {
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
