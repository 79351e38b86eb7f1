import { missingGiftParts, type GiftLetter } from "#features/underwriting/rules/gifts.ts";
import { letterWords } from "#features/underwriting/labels.ts";
import styles from "./ExplainDepositPanel.module.css";

export function LetterState({ letter }: { readonly letter: GiftLetter }) {
  return (
    <p className={styles.missing} data-complete={missingGiftParts(letter).length === 0} role="status">
      {letterWords(letter)}
    </p>
  );
}
