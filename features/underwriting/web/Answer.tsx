import type { ReactNode } from "react";
import type { Verdict } from "#features/underwriting/rules/evaluation.ts";
import { answerLines, OUTCOME_LABELS, answerProgram } from "#features/underwriting/labels.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { StatusPill } from "#platform/web/parts/Values.tsx";
import styles from "./Conditions.module.css";
import { MissingTerms, type OnTerms } from "./NotEvaluated.tsx";
import { OUTCOME_TONES } from "./outcome-tones.ts";

interface AnswerProps {
  /** The outcome of the loan's own program; `null`: that program has no rules here. */
  readonly verdict: Verdict | null;
  /** The terms are not saved. */
  readonly isWhatIf: boolean;
  /** The what-if form announces the answer instead of this part. */
  readonly isQuiet: boolean;
  readonly onTerms: OnTerms;
  readonly caveat: string | undefined;
  /** The least documentation. */
  readonly children?: ReactNode;
}

export function Answer({ verdict, isWhatIf, isQuiet, onTerms, caveat, children }: AnswerProps) {
  const trying = isWhatIf && <StatusPill tone="amber">What if: nothing is saved yet</StatusPill>;
  if (verdict === null)
    return (
      <div className={styles.answer}>
        <div className={styles.state}>
          <StatusPill tone="grey">No answer</StatusPill>
          {trying}
        </div>
        <p className={styles.text}>
          This loan&apos;s program has no rules here. The figures are shown without an answer.
        </p>
      </div>
    );
  const { program, outcome, text, missing } = verdict;
  return (
    <div className={styles.answer} data-outcome={outcome}>
      <div className={styles.state}>
        <StatusPill
          tone={OUTCOME_TONES[outcome]}
        >{`${answerProgram(program, verdict)}: ${OUTCOME_LABELS[outcome]}`}</StatusPill>
        {trying}
        <VerdictFacts verdict={verdict} isDated={false} />
      </div>
      <p className={styles.text} aria-live={isQuiet ? "off" : "polite"}>
        {headlineOf(text)}
      </p>
      {caveat !== undefined && <p className={styles.caveat}>{caveat}</p>}
      {outcome === "notEvaluated" && missing.length > 0 && <MissingTerms missing={missing} onTerms={onTerms} />}
      {children}
    </div>
  );
}

/** Without the notes at the end, which are shown beside the outcome, and the missing terms, which are listed below. */
export function headlineOf(text: string): string {
  return answerLines(text).headline.replace(
    /(?: \d[\d,]* conditions? to review\.)?(?: With \d[\d,]* waived conditions?\.)?(?: Valid through [^.]+\.)?$/,
    "",
  );
}

interface VerdictFactsProps {
  readonly verdict: Verdict;
  /** `false` where the expiry is shown already. */
  readonly isDated?: boolean;
}

export function VerdictFacts({ verdict: { counts, validThrough, waived }, isDated = true }: VerdictFactsProps) {
  return (
    <>
      {counts.blocker > 0 && <span className={styles.fact}>{counts.blocker} blocking</span>}
      {counts.review > 0 && <span className={styles.fact}>{counts.review} to review</span>}
      {isDated && validThrough !== null && (
        <span className={styles.fact}>Valid through {formatDate(validThrough)}</span>
      )}
      {waived > 0 && <span className={styles.fact}>{waived} waived</span>}
    </>
  );
}
