import type { ReactNode } from "react";
import styles from "./RowList.module.css";

interface RowListProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function RowList({ label, children }: RowListProps) {
  return (
    <ul role="list" aria-label={label} className={styles.list}>
      {children}
    </ul>
  );
}

interface RowProps {
  readonly title: ReactNode;
  readonly about?: ReactNode;
  readonly action?: ReactNode;
}

export function Row({ title, about, action }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div className={styles.title}>{title}</div>
        {about && <div className={styles.about}>{about}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </li>
  );
}
