import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { reviewEvidence, ReviewReason, type Evidence, type EvidenceState } from "#features/underwriting/contract.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { FocusOn } from "#kit/web/form/FocusOn.tsx";
import { Form } from "#kit/web/form/Form.tsx";
import { TextArea } from "#kit/web/form/TextArea.tsx";
import { changedFields } from "#kit/web/form/merge-values.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { evidenceOf, useReviewEvidence } from "./data.ts";
import { EVIDENCE_FIELDS, valuesOf } from "./evidence-values.ts";
import { STATE_WORDS } from "./evidence-words.ts";
import styles from "./Workbench.module.css";

const Rejection = z.object({ reason: ReviewReason });

interface ReviewActsProps {
  readonly evidence: Evidence;
  /** The button that had the focus is gone. */
  readonly onDone: () => void;
}

export function ReviewActs({ evidence, onDone }: ReviewActsProps) {
  const cache = useQueryClient();
  const bar = useBar(reviewEvidence);
  const review = useReviewEvidence();
  const [isRejecting, setRejecting] = useState(false);
  /** As it was when somebody else came first. */
  const [seen, setSeen] = useState<Evidence | null>(null);

  function decide(state: EvidenceState, reason: string | null = null): void {
    const { id, version } = evidence;
    review.mutate(
      { id, state, reason, version },
      {
        onSuccess() {
          setRejecting(false);
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
        <Alert tone="ask" title="Someone else changed this meanwhile">
          {changesBetween(seen, evidence)} Nothing was decided by you yet: look it over, then decide.
        </Alert>
      )}
      {error && !isRejecting && <Alert tone="stop">{explain(error)}</Alert>}
      {isRejecting ? (
        <Reject
          isBusy={review.isPending}
          error={error}
          onReject={(reason) => decide("rejected", reason)}
          onCancel={() => {
            setRejecting(false);
            onDone();
          }}
        />
      ) : (
        <div className={styles.acts}>
          {evidence.state === "proposed" ? (
            <>
              <Button variant="primary" barred={bar} isBusy={review.isPending} onClick={() => decide("accepted")}>
                Accept
              </Button>
              <Button barred={bar} onClick={() => setRejecting(true)}>
                Reject
              </Button>
            </>
          ) : (
            <Button barred={bar} isBusy={review.isPending} onClick={() => decide("proposed")}>
              Open again
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function changesBetween(before: Evidence, now: Evidence): string {
  const fields = changedFields(EVIDENCE_FIELDS, valuesOf(before), valuesOf(now)).map(({ label }) => label);
  const state = before.state === now.state ? "" : `It is now: ${STATE_WORDS[now.state].label.toLowerCase()}.`;
  const changed = fields.length === 0 ? "" : `Changed: ${fields.join(", ")}.`;
  return `${state} ${changed}`.trim();
}

interface RejectProps {
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onReject: (reason: string) => void;
  readonly onCancel: () => void;
}

function Reject({ isBusy, error, onReject, onCancel }: RejectProps) {
  return (
    <div className={styles.reason}>
      <Form<z.infer<typeof Rejection>>
        schema={Rejection}
        defaults={{ reason: "" }}
        submit="Reject"
        submitVariant="danger"
        loading={isBusy}
        error={error}
        cancel={onCancel}
        onSubmit={({ reason }) => onReject(reason)}
      >
        <FocusOn field="reason" />
        <TextArea
          name="reason"
          label="Why it is rejected"
          rows={2}
          help="The borrower may be told."
          faults={{ REQUIRED: "Say why: the borrower and your colleagues go by it" }}
        />
      </Form>
    </div>
  );
}
