import type { ReactNode } from "react";
import styles from "./PageCard.module.css";

interface PageCardProps {
  readonly size: "small" | "medium" | "large";
  readonly children: ReactNode;
}

export function PageCard({ size, children }: PageCardProps) {
  return (
    <div className={styles.card} data-testid="page-card" data-size={size}>
      {children}
    </div>
  );
}
