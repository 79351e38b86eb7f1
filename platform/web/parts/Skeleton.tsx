// Shown only after 150 ms of loading.
import styles from "./Skeleton.module.css";

interface SkeletonProps {
  /** Lines of text that will stand here. */
  readonly lines?: number;
}

export function Skeleton({ lines = 3 }: SkeletonProps) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} aria-hidden="true" />
      ))}
    </div>
  );
}
