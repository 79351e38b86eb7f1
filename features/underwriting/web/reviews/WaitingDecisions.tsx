import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { acceptDecision, type Decision, undoDecision } from "#features/underwriting/contract.ts";
import type { Finding, UnderwritingPolicy } from "#features/underwriting/rules/evaluation.ts";
import { answerPrograms, CONFIRMED_LABELS } from "#features/underwriting/labels.ts";
import { MESSAGES } from "#features/underwriting/messages.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { DateText } from "#platform/web/parts/Values.tsx";
import { decisionsOf, useAcceptDecision, useUndoDecision } from "../api.ts";
import { useAskedReviewId } from "./asked-review.ts";
import styles from "./Reviews.module.css";

interface WaitingDecisionsProps {
  readonly borrowerId: string;
  readonly findings: readonly Finding[];
  readonly overlay: UnderwritingPolicy["overlay"];
}

/** Confirmations and waivers that have no effect until a second person accepts them. */
export function WaitingDecisions({ borrowerId, findings, overlay }: WaitingDecisionsProps) {
  const { data = [] } = useQuery(decisionsOf({ borrowerId }));
  const asked = useAskedReviewId();
  const waiting = data.filter(({ isWaiting }) => isWaiting);
  if (waiting.length === 0) return null;
  return (
    <Section title="Waiting for a second person">
      <RowList label="Waiting for a second person">
        {waiting.map((decision) => (
          <Waiting
            key={decision.id}
            decision={decision}
            finding={findings.find(({ key }) => key === decision.findingKey)}
            overlay={overlay}
            isAsked={decision.id === asked}
          />
        ))}
      </RowList>
    </Section>
  );
}

interface WaitingProps {
  readonly decision: Decision;
  readonly finding: Finding | undefined;
  readonly overlay: UnderwritingPolicy["overlay"];
  readonly isAsked: boolean;
}

function Waiting({ decision, finding, overlay, isAsked }: WaitingProps) {
  const { id, reason, decidedBy, decidedAt, needsOther } = decision;
  const title = useRef<HTMLSpanElement>(null);
  const accept = useAcceptDecision();
  const undo = useUndoDecision();
  const rights = useDisabledReason(acceptDecision);
  const undoReason = useDisabledReason(undoDecision);
  const words = decisionWords(decision, finding, overlay);
  const error = accept.error ?? undo.error;

  useEffect(() => {
    if (!isAsked) return;
    title.current?.focus();
    title.current?.scrollIntoView({ block: "center" });
  }, [isAsked]);

  return (
    <Row
      title={
        <span ref={title} tabIndex={-1}>
          {words}
        </span>
      }
      about={
        <>
          <p>
            Proposed by {decidedBy.name}, <DateText at={decidedAt} withTime />
          </p>
          <p className={styles.reason}>“{reason}”</p>
          {error && <Alert tone="stop">{explain(error, MESSAGES.acceptance)}</Alert>}
        </>
      }
      action={
        <>
          <Button
            size="small"
            label={`Accept: ${words}`}
            disabledReason={rights ?? (needsOther ? MESSAGES.acceptance.SECOND_PERSON_REQUIRED : undefined)}
            isBusy={accept.isPending}
            onClick={() => accept.mutate({ id })}
          >
            Accept
          </Button>
          <Button
            size="small"
            variant="quiet"
            label={`${needsOther ? "Withdraw" : "Decline"}: ${words}`}
            disabledReason={undoReason}
            isBusy={undo.isPending}
            onClick={() => undo.mutate({ id })}
          >
            {needsOther ? "Withdraw" : "Decline"}
          </Button>
        </>
      }
    />
  );
}

function decisionWords(
  { confirmation, programs }: Decision,
  finding: Finding | undefined,
  overlay: UnderwritingPolicy["overlay"],
): string {
  if (confirmation !== null) return CONFIRMED_LABELS[confirmation];
  return `Waive ${finding?.title.toLowerCase() ?? "a finding"} under ${answerPrograms(programs, overlay)}`;
}
