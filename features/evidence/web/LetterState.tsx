// Owns whether a gift letter is complete, in the words of the rule.
import type { EvidenceSource } from "#features/evidence/contract.ts";
import { missingParts } from "#features/evidence/rules/gift-letter.ts";
import { letterWords } from "#features/evidence/words.ts";
import styles from "./Workbench.module.css";

export function LetterState({ letter }: { readonly letter: Omit<EvidenceSource, "transactionId"> }) {
  return (
    <p className={styles.missing} data-complete={missingParts(letter).length === 0} role="status">
      {letterWords(letter)}
    </p>
  );
}
