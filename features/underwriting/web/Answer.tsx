import type { Verdict } from "#features/underwriting/contract.ts";
import { OUTCOME_WORDS } from "#features/underwriting/labels.ts";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import styles from "./Answer.module.css";
import { MissingTerms, type OnTerms } from "./MissingTerms.tsx";
import { OUTCOME_TONES } from "./outcome-tones.ts";

interface AnswerProps {
  readonly verdict: Verdict;
  /** Terms are tried out that are not stored. */
  readonly isWhatIf: boolean;
  /** Where terms are tried out it is read out there. */
  readonly isQuiet: boolean;
  readonly onTerms: OnTerms;
}

export function Answer({ verdict: { outcome, text, missing }, isWhatIf, isQuiet, onTerms }: AnswerProps) {
  return (
    <div className={styles.answer} data-outcome={outcome}>
      <div className={styles.state}>
        <StatusPill tone={OUTCOME_TONES[outcome]}>{OUTCOME_WORDS[outcome]}</StatusPill>
        {isWhatIf && <StatusPill tone="amber">What if: nothing is saved yet</StatusPill>}
      </div>
      <p className={styles.text} aria-live={isQuiet ? "off" : "polite"}>
        {text}
      </p>
      {outcome === "notEvaluated" && missing.length > 0 && <MissingTerms missing={missing} onTerms={onTerms} />}
    </div>
  );
}
