import type { ReactNode } from "react";
import { Mark } from "#platform/web/parts/Mark.tsx";
import { PageCard } from "#platform/web/parts/PageCard.tsx";
import styles from "./AuthPage.module.css";

interface AuthPageProps {
  readonly title: string;
  /** Links below the card. */
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
