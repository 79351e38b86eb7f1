import { isLoanField, termWords, type LoanField } from "#features/borrowers/labels.ts";
import styles from "./Answer.module.css";

/** Opens the loan's terms, at a field where one is named. */
export type OnTerms = (field?: LoanField) => void;

interface MissingTermsProps {
  readonly missing: readonly string[];
  readonly onTerms: OnTerms;
}

export function MissingTerms({ missing, onTerms }: MissingTermsProps) {
  return (
    <p className={styles.missing}>
      Fill in{" "}
      {missing.map((name, at) => (
        <span key={name}>
          {at > 0 && (at === missing.length - 1 ? " and " : ", ")}
          {isLoanField(name) ? (
            <>
              <button type="button" className={styles.link} onClick={() => onTerms(name)}>
                {termWords(name)}
              </button>
              <span className={styles.paper} aria-hidden="true">
                {termWords(name)}
              </span>
            </>
          ) : (
            name
          )}
        </span>
      ))}
      .
    </p>
  );
}
