import { formatCount } from "#platform/text/text.ts";
import type { Condition } from "#features/underwriting/contract.ts";
import { STEP_LABELS, OUTCOME_LABELS } from "#features/underwriting/labels.ts";
import { DateText } from "#platform/web/parts/DateText.tsx";
import styles from "./Conditions.module.css";

type Step = Condition["history"][number];

export function ConditionHistory({ history }: Pick<Condition, "history">) {
  if (history.length === 0) return null;
  return (
    <details className={styles.history}>
      <summary>History ({formatCount(history.length, "step")})</summary>
      <ol role="list">
        {history.map((step, at) => (
          <li key={`${at} ${step.at}`}>
            <HistoryStep step={step} />
          </li>
        ))}
      </ol>
    </details>
  );
}

export function HistoryStep({ step }: { readonly step: Step }) {
  const { state, at, by, reason, documents, outcomeBefore, outcomeAfter } = step;
  const isTurned = outcomeBefore !== null && outcomeAfter !== null && outcomeBefore !== outcomeAfter;
  return (
    <>
      <p>
        <strong>{STEP_LABELS[state]}</strong> {by === null ? "automatically" : `by ${by.name} (${by.role})`},{" "}
        <DateText at={at} withTime />
      </p>
      {/* A reopened step shows the reason of the decision that was undone. */}
      {reason !== null && state !== "reopened" && <p className={styles.reason}>“{reason}”</p>}
      {documents.length > 0 && (
        <ul role="list" aria-label="Documents">
          {documents.map(({ id, name, sha256 }) => (
            <li key={id}>
              {name} <span className={styles.hash}>SHA-256 {sha256}</span>
            </li>
          ))}
        </ul>
      )}
      {isTurned && (
        <p>
          Answer: {OUTCOME_LABELS[outcomeBefore]} → {OUTCOME_LABELS[outcomeAfter]}
        </p>
      )}
    </>
  );
}
