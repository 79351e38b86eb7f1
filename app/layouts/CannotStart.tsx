// What stands when the site has no configuration to run by.
import styles from "./CannotStart.module.css";

export function CannotStart() {
  return (
    <main className={styles.page}>
      <h1>The site cannot start</h1>
      <p>Its server did not give a usable configuration. Nothing you saved is lost.</p>
      <p>Reload the page in a minute. If it stays so, tell whoever runs this site.</p>
      <a href="/">Try again</a>
    </main>
  );
}
