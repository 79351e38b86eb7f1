import styles from "./ProgressBar.module.css";

interface ProgressBarProps {
  readonly label: string;
  /** 0 to 1; `null`: going on, length unknown. */
  readonly value: number | null;
  /** `ask`: soon at its end. `stop`: at an end that holds something back. */
  readonly tone?: "ask" | "stop" | undefined;
}

export function ProgressBar({ label, value, tone }: ProgressBarProps) {
  const percent = value === null ? undefined : Math.round(value * 100);
  return (
    <div
      className={styles.bar}
      data-tone={tone}
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
