// Around what a borrower's own page and their asset report show: no side nav, all the width.
import styles from "./BorrowerLayout.module.css";
import { PageFrame } from "./PageFrame.tsx";

export function BorrowerLayout() {
  return <PageFrame content={styles.main} />;
}
