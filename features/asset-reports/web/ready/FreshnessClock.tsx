import { daysBetween, freshnessOf } from "#features/borrowers/web/freshness.ts";
import styles from "./FreshnessClock.module.css";

interface FreshnessClockProps {
  readonly asOf: string;
  readonly expiresOn: string;
}

export function FreshnessClock({ asOf, expiresOn }: FreshnessClockProps) {
  const { tone, words, daysLeft } = freshnessOf(expiresOn);
  const whole = daysBetween(Date.parse(asOf), Date.parse(expiresOn)) || 1;
  const percent = Math.min(100, Math.max(0, (daysLeft / whole) * 100));
  return (
    <p className={styles.clock} data-tone={tone}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle cx={10} cy={10} r={8} className={styles.face} />
        <circle cx={10} cy={10} r={8} pathLength={100} strokeDasharray={`${percent} 100`} className={styles.left} />
      </svg>
      {words}
    </p>
  );
}
