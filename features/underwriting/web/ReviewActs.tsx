import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { KIND_LABELS } from "#features/underwriting/labels.ts";
import { missingGiftParts } from "#features/underwriting/rules/gifts.ts";
import { MESSAGES } from "#features/underwriting/messages.ts";
import { reviewEvidence, ReviewReason, type Evidence, type ReviewState } from "#features/underwriting/contract.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { FocusOn } from "#platform/web/form/Field.tsx";
import { TextArea } from "#platform/web/form/TextField.tsx";
import { changedFields } from "#platform/web/form/use-edit-conflict.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { evidenceOf, useReviewEvidence } from "./api.ts";
import { EVIDENCE_FIELDS, NEEDS_OTHER, REASON_LEAST, STATE_LABELS, valuesOf } from "./form.ts";
import { ReviewForm } from "./ReviewForm.tsx";
import styles from "./ExplainDepositPanel.module.css";

const ASKS = {
  rejected: { submit: "Reject", label: "Reason for rejecting", missing: undefined },
  exception: {
    submit: "Accept with exception",
    label: "Reason for accepting with an exception",
    missing: `Enter a reason of at least ${REASON_LEAST} characters.`,
  },
  undocumented: {
    submit: "Accept without a document",
    label: "Reason for accepting without a document",
    missing: `Enter a reason of at least ${REASON_LEAST} characters, or add a document.`,
  },
} as const;

const Review = z.object({ reason: ReviewReason });
type Review = z.infer<typeof Review>;

interface ReviewActsProps {
  readonly evidence: Evidence;
  /** The button that had the focus is gone. */
  readonly onDone: () => void;
}

export function ReviewActs({ evidence, onDone }: ReviewActsProps) {
  const cache = useQueryClient();
  const disabledReason = useDisabledReason(reviewEvidence);
  const review = useReviewEvidence();
  /** Which decision waits for its reason. */
  const [asking, setAsking] = useState<"accepted" | "rejected" | null>(null);
  /** The evidence as shown when someone else saved first. */
  const [seen, setSeen] = useState<Evidence | null>(null);

  const acceptReason = disabledReason ?? (evidence.needsOther ? NEEDS_OTHER : undefined);
  const isIncomplete = evidence.kind === "gift" && missingGiftParts({ ...evidence, hasDocument: true }).length > 0;
  const isSignedByDonor = evidence.letter?.signer === "donor" && evidence.hasDocument === true;
  const isException = isIncomplete || (evidence.documents.length === 0 && !isSignedByDonor);

  function decide(state: ReviewState, reason: string | null = null): void {
    const { id, version } = evidence;
    review.mutate(
      { id, state, reason, version },
      {
        onSuccess() {
          setAsking(null);
          setSeen(null);
          onDone();
        },
        onError(error) {
          if (codeOf(error) !== "STALE") return;
          setSeen(evidence);
          void cache.invalidateQueries({ queryKey: evidenceOf.key });
        },
      },
    );
  }

  const error = review.error !== null && codeOf(review.error) !== "STALE" ? review.error : null;
  return (
    <>
      {seen !== null && seen.version !== evidence.version && (
        <Alert tone="ask" title="Someone else updated this evidence">
          {changesBetween(seen, evidence)} Your decision isn&apos;t saved yet. Review the changes, then decide again.
        </Alert>
      )}
      {error && asking === null && <Alert tone="stop">{explain(error, MESSAGES.review)}</Alert>}
      {asking === null ? (
        <div className={styles.acts}>
          {evidence.state === "proposed" ? (
            <>
              <Button
                variant="primary"
                disabledReason={acceptReason}
                isBusy={review.isPending}
                onClick={() => (isException ? setAsking("accepted") : decide("accepted"))}
              >
                {isIncomplete ? "Accept with exception" : "Accept"}
              </Button>
              <Button disabledReason={disabledReason} onClick={() => setAsking("rejected")}>
                Reject
              </Button>
            </>
          ) : (
            <Button
              disabledReason={disabledReason}
              isBusy={review.isPending}
              label={`Undo: ${KIND_LABELS[evidence.kind]} ${STATE_LABELS[evidence.state].label.toLowerCase()}`}
              onClick={() => decide("proposed")}
            >
              Undo
            </Button>
          )}
        </div>
      ) : (
        <ReasonForm
          ask={asking === "rejected" ? "rejected" : isIncomplete ? "exception" : "undocumented"}
          isBusy={review.isPending}
          error={error}
          onReason={(reason) => decide(asking, reason)}
          onCancel={() => {
            setAsking(null);
            onDone();
          }}
        />
      )}
    </>
  );
}

function changesBetween(before: Evidence, now: Evidence): string {
  const fields = changedFields(EVIDENCE_FIELDS, valuesOf(before), valuesOf(now)).map(({ label }) => label);
  const state = before.state === now.state ? "" : `It is now: ${STATE_LABELS[now.state].label.toLowerCase()}.`;
  const changed = fields.length === 0 ? "" : `Changed: ${fields.join(", ")}.`;
  return `${state} ${changed}`.trim();
}

interface ReasonFormProps {
  readonly ask: keyof typeof ASKS;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onReason: (reason: string) => void;
  readonly onCancel: () => void;
}

function ReasonForm({ ask, isBusy, error, onReason, onCancel }: ReasonFormProps) {
  const { submit, label, missing } = ASKS[ask];
  return (
    <div className={styles.reason}>
      <ReviewForm<Review>
        schema={Review}
        defaults={{ reason: "" }}
        submit={submit}
        variant={ask === "rejected" ? "danger" : "primary"}
        disabledReason={({ reason }) => (reason.trim().length >= REASON_LEAST ? undefined : missing)}
        isBusy={isBusy}
        error={error}
        explainError={(refused) => explain(refused, MESSAGES.review)}
        onSubmit={({ reason }) => onReason(reason)}
        onCancel={onCancel}
      >
        <FocusOn field="reason" />
        <TextArea
          name="reason"
          label={label}
          rows={2}
          help={
            ask === "rejected"
              ? "The borrower may see it."
              : `At least ${REASON_LEAST} characters. It is printed in the report with your name.`
          }
          errorTexts={{ REQUIRED: "Enter a reason" }}
        />
      </ReviewForm>
    </div>
  );
}
