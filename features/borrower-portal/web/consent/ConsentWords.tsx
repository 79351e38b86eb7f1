import { CONSENT } from "#features/borrowers/labels/consent.ts";
import { askingOf, type OfAsking } from "./asking.ts";
import styles from "./ConsentWords.module.css";

export function ConsentWords({ session }: { readonly session: OfAsking }) {
  return (
    <ul role="list" className={styles.words}>
      {CONSENT.paragraphs(askingOf(session)).map((paragraph) => (
        <li key={paragraph}>{paragraph}</li>
      ))}
    </ul>
  );
}
