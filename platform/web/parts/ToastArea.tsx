import { X } from "lucide-react";
import { useStore } from "../use-store.ts";
import { hideToast, toastStore, type Toast } from "../toasts.ts";
import { IconButton } from "./IconButton.tsx";
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
        <IconButton size="small" label="Close" icon={X} onClick={() => hideToast(uuid)} />
      </div>
      <div className={`${styles.body} ${options.bodyClasses ?? ""}`}>{body}</div>
    </div>
  );
}
