import { DateText } from "#platform/web/parts/DateText.tsx";
import styles from "./Timeline.module.css";
import type { TimelineStep } from "./timeline.ts";

interface TimelineProps {
  readonly steps: readonly TimelineStep[];
}

export function Timeline({ steps }: TimelineProps) {
  return (
    <ol role="list" aria-label="Timeline" className={styles.timeline}>
      {steps.map(({ label, at }) => (
        <li key={label} data-done={at !== null}>
          <span>{label}</span>
          <span className={styles.at}>{at === null ? "not yet" : <DateText at={at} withTime />}</span>
        </li>
      ))}
    </ol>
  );
}
