import styles from "#features/auth/web/UnconfirmedBar.module.css";

export function OfflineBar() {
  return (
    <div className={styles.bar} role="status">
      <p>
        You&apos;re offline. Changes can&apos;t be saved until the connection is back. This page then updates itself.
      </p>
    </div>
  );
}
