import { useQuery } from "@tanstack/react-query";
import { type Condition, reviewEvidence, undoDecision } from "#features/underwriting/contract.ts";
import type { Program } from "#features/underwriting/rules/evaluation.ts";
import { CONDITION_LABELS, OUTCOME_LABELS, STEP_LABELS } from "#features/underwriting/labels.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { StatusPill, DateText, type Tone } from "#platform/web/parts/Values.tsx";
import styles from "./Conditions.module.css";
import { evidenceOf, useReviewEvidence, useUndoDecision } from "./api.ts";
import { RuleLink } from "./RuleLink.tsx";
import { formatCount } from "#platform/text/text.ts";

const TONES: Readonly<Record<Condition["state"], Tone>> = {
  open: "amber",
  answered: "blue",
  cleared: "green",
  confirmed: "green",
  waived: "blue",
  gone: "hollow",
  reopened: "amber",
};

const CLOSED = new Set<Condition["state"]>(["cleared", "confirmed", "waived", "gone"]);

interface ClearedConditionsProps {
  readonly borrowerId: string;
  readonly program: Program;
  /** Conditions of all programs. */
  readonly conditions: readonly Condition[];
}

export function ClearedConditions({ borrowerId, program, conditions }: ClearedConditionsProps) {
  const own = conditions.filter((one) => one.program === program && CLOSED.has(one.state));
  if (own.length === 0) return null;
  return (
    <details className={styles.cleared}>
      <summary>
        <h3>Cleared ({own.length})</h3>
      </summary>
      <ul role="list" className={styles.list} aria-label="Cleared conditions">
        {own.map((condition) => (
          <ClearedCondition key={condition.key} borrowerId={borrowerId} condition={condition} />
        ))}
      </ul>
    </details>
  );
}

interface ClearedConditionProps extends Pick<ClearedConditionsProps, "borrowerId"> {
  readonly condition: Condition;
}

function ClearedCondition({ borrowerId, condition }: ClearedConditionProps) {
  const { state, title, ruleId, text, history } = condition;
  const { undo, isPending, error, disabledReason } = useUndo(borrowerId, condition);
  return (
    <li>
      <div className={styles.top}>
        <StatusPill tone={TONES[state]}>{CONDITION_LABELS[state]}</StatusPill>
        <h4>{title}</h4>
        <RuleLink ruleId={ruleId} title={title} />
        {undo !== undefined && (
          <Button
            size="small"
            label={`Undo: ${title}, ${CONDITION_LABELS[state].toLowerCase()}`}
            disabledReason={disabledReason}
            isBusy={isPending}
            onClick={undo}
          >
            Undo
          </Button>
        )}
      </div>
      {error && <Alert tone="stop">{explain(error)}</Alert>}
      <p>{text}</p>
      <ConditionHistory history={history} />
    </li>
  );
}

function useUndo(borrowerId: string, { state, history }: Condition) {
  const step = history.findLast((one) => one.state === state);
  const { data } = useQuery(evidenceOf({ borrowerId }));
  const decision = useUndoDecision();
  const review = useReviewEvidence();
  const decisionReason = useDisabledReason(undoDecision);
  const reviewReason = useDisabledReason(reviewEvidence);
  const evidence = data?.evidence.find(({ id, state: now }) => id === step?.evidenceId && now === "accepted");
  const decisionId = state === "confirmed" || state === "waived" ? step?.decisionId : null;
  if (decisionId)
    return {
      undo: () => decision.mutate({ id: decisionId }),
      isPending: decision.isPending,
      error: decision.error,
      disabledReason: decisionReason,
    };
  return {
    undo:
      state === "cleared" && evidence
        ? () => review.mutate({ id: evidence.id, state: "proposed", reason: null, version: evidence.version })
        : undefined,
    isPending: review.isPending,
    error: review.error,
    disabledReason: reviewReason,
  };
}

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
