import styles from "./StatusPill.module.css";

/** grey: nothing yet; blue: informed; amber: needs attention; green: good; red: stops; hollow: over. */
export type Tone = "grey" | "blue" | "amber" | "green" | "red" | "hollow";

interface StatusPillProps {
  readonly tone: Tone;
  readonly children: string;
}

export function StatusPill({ tone, children }: StatusPillProps) {
  return (
    <span className={styles.pill} data-tone={tone}>
      <span className={styles.dot} aria-hidden="true" />
      {children}
    </span>
  );
}
