// The last line of a page.
import { Link } from "@tanstack/react-router";
import { currentConfig } from "#platform/web/config.ts";
import styles from "./Footer.module.css";

export function Footer() {
  return (
    <footer className={styles.footer}>
      <p>Copyright © {currentConfig().productName} 2022</p>
      <ul role="list">
        <li>
          <Link to="/rules">Rules</Link>
        </li>
        <li>
          <Link to="/verify">Check a report file</Link>
        </li>
        <li>
          <Link to="/privacy-policy">Privacy Policy</Link>
        </li>
        <li>
          <Link to="/terms-and-conditions" target="_blank" rel="noopener">
            Terms and Conditions
          </Link>
        </li>
      </ul>
    </footer>
  );
}
