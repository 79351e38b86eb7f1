// Owns how the text of the consent is read: what is shared, by whom it is seen, for how long.
import { CONSENT } from "#features/visits/words.ts";
import { askingOf, type OfAsking } from "./asking.ts";
import styles from "./ConsentWords.module.css";

export function ConsentWords({ visit }: { readonly visit: OfAsking }) {
  return (
    <ul role="list" className={styles.words}>
      {CONSENT.paragraphs(askingOf(visit)).map((paragraph) => (
        <li key={paragraph}>{paragraph}</li>
      ))}
    </ul>
  );
}
