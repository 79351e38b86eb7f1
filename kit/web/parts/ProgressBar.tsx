// Owns how far something is.
import styles from "./ProgressBar.module.css";

interface ProgressBarProps {
  readonly label: string;
  /** 0 to 1; `null`: going on, length unknown. */
  readonly value: number | null;
}

export function ProgressBar({ label, value }: ProgressBarProps) {
  const percent = value === null ? undefined : Math.round(value * 100);
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className={styles.fill} style={percent === undefined ? undefined : { width: `${percent}%` }} />
    </div>
  );
}
