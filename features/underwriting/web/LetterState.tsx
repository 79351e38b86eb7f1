import type { EvidenceSource } from "#features/underwriting/contract.ts";
import { missingParts } from "#features/underwriting/rules/gift-letter.ts";
import { letterWords } from "#features/underwriting/labels.ts";
import styles from "./Workbench.module.css";

export function LetterState({ letter }: { readonly letter: Omit<EvidenceSource, "transactionId"> }) {
  return (
    <p className={styles.missing} data-complete={missingParts(letter).length === 0} role="status">
      {letterWords(letter)}
    </p>
  );
}
