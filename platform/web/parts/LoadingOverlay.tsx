import { overlayStore } from "../overlay.ts";
import { useStore } from "../use-store.ts";
import styles from "./LoadingOverlay.module.css";

export function LoadingOverlay() {
  const overlay = useStore(overlayStore);
  if (overlay === null || (overlay.template ?? "TEXT") !== "TEXT") return null;
  return (
    <div className={styles.overlay} data-testid="loading-overlay" role="status">
      {overlay.spinner && <span className={styles.spinner} aria-hidden="true" />}
      <p>{overlay.message}</p>
    </div>
  );
}
