import type { ReactNode } from "react";
import { SectionBorder } from "#platform/web/parts/SectionBorder.tsx";
import styles from "./Prose.module.css";

interface ProseProps {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

export function Prose({ title, lead, children }: ProseProps) {
  return (
    <article>
      <header className={styles.header}>
        <div className={styles.column}>
          <h1 tabIndex={-1}>{title}</h1>
          {lead && <p>{lead}</p>}
        </div>
        <SectionBorder border="angled" />
      </header>
      <div className={`${styles.column} ${styles.text}`}>{children}</div>
    </article>
  );
}
