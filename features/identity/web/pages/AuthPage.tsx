// Owns the frame of log-in, register and their kin: a narrow card on paper.
import type { ReactNode } from "react";
import { Mark } from "#kit/web/parts/Mark.tsx";
import { PageCard } from "#kit/web/parts/PageCard.tsx";
import styles from "./AuthPage.module.css";

interface AuthPageProps {
  readonly title: string;
  /** Below the card: where else to go. */
  readonly other?: ReactNode;
  readonly children: ReactNode;
}

export function AuthPage({ title, other, children }: AuthPageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.mark}>
        <Mark size={48} />
      </div>
      <PageCard size="small">
        <h1 tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {children}
      </PageCard>
      {other && <p className={styles.other}>{other}</p>}
    </div>
  );
}
