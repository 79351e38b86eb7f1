// Around every public page: the content lays itself out to the edges.
import styles from "./SiteLayout.module.css";
import { PageFrame } from "./PageFrame.tsx";

export function SiteLayout() {
  return <PageFrame content={styles.main} />;
}
