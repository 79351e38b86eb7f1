import styles from "./Page.module.css";

export type Border = "rounded" | "waves" | "angled";

const SHAPES: Record<Border, string> = {
  rounded: "M0 40 Q50 -24 100 40 Z",
  waves: "M0 40 V22 C12 6 22 6 34 20 S58 36 70 20 S90 6 100 18 V40 Z",
  angled: "M0 40 L100 6 V40 Z",
};

interface SectionBorderProps {
  readonly border: Border;
}

export function SectionBorder({ border }: SectionBorderProps) {
  return (
    <svg
      className={styles.border}
      data-testid="section-border"
      data-border={border}
      viewBox="0 0 100 40"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={SHAPES[border]} />
    </svg>
  );
}
