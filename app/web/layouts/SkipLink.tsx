// The first stop of the keyboard: past the navigation, to the content.
import styles from "./SkipLink.module.css";

export function SkipLink() {
  return (
    <a href="#main" className={styles.skip}>
      Skip to content
    </a>
  );
}
