import { useRef, useState } from "react";
import { changeEvidence, uploadDocument, type Evidence } from "#features/underwriting/contract.ts";
import { KIND_WORDS } from "#features/underwriting/labels.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { formatDate } from "#kit/web/format/dates.ts";
import { formatMoney } from "#kit/web/format/money.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import { DocumentDrop } from "./DocumentDrop.tsx";
import { DocumentList } from "./DocumentList.tsx";
import { EditEvidence } from "./EditEvidence.tsx";
import type { Subject } from "./evidence-values.ts";
import { centsOf, STATE_WORDS } from "./evidence-words.ts";
import { LetterState } from "./LetterState.tsx";
import { ReviewActs } from "./ReviewActs.tsx";
import { RefusedDocuments, useSendDocuments } from "./use-send-documents.tsx";
import styles from "./Workbench.module.css";

interface EvidenceItemProps {
  readonly evidence: Evidence;
  readonly subject: Subject;
}

export function EvidenceItem({ evidence, subject }: EvidenceItemProps) {
  const [isEditing, setEditing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const bar = useBar(changeEvidence);
  const { kind, state } = evidence;
  const cents = centsOf(evidence);
  const { label, tone } = STATE_WORDS[state];
  const backToHeading = () => heading.current?.focus(); // what was pressed is gone

  function close(): void {
    setEditing(false);
    backToHeading();
  }

  return (
    <li className={styles.item}>
      <div className={styles.itemTop}>
        <h3 ref={heading} tabIndex={-1}>
          {KIND_WORDS[kind]}
        </h3>
        {!isEditing && (
          <>
            {cents !== undefined && <span>{formatMoney(cents)}</span>}
            <StatusPill tone={tone}>{label}</StatusPill>
            <Button size="small" label={`Edit ${KIND_WORDS[kind]}`} barred={bar} onClick={() => setEditing(true)}>
              Edit
            </Button>
          </>
        )}
      </div>
      {isEditing ? (
        <EditEvidence evidence={evidence} subject={subject} onDone={close} />
      ) : (
        <>
          <Known evidence={evidence} />
          <ReviewActs evidence={evidence} onDone={backToHeading} />
        </>
      )}
    </li>
  );
}

function Known({ evidence }: Pick<EvidenceItemProps, "evidence">) {
  const { id, borrowerId, kind, reason, note, letter, documents } = evidence;
  return (
    <>
      {reason !== null && (
        <Alert tone="info" title="Why it was rejected">
          {reason}
        </Alert>
      )}
      {kind === "gift" && <Gift evidence={evidence} />}
      {note !== "" && <p className={styles.note}>{note}</p>}
      {letter !== null && (
        <blockquote className={styles.letter}>
          <p>{letter.text}</p>
          <footer>
            Signed by typing: {letter.signedName}, {formatDate(letter.signedAt, { withTime: true })}
          </footer>
        </blockquote>
      )}
      {documents.length > 0 && <DocumentList documents={documents} />}
      <MoreDocuments borrowerId={borrowerId} evidenceId={id} />
    </>
  );
}

function Gift({ evidence }: Pick<EvidenceItemProps, "evidence">) {
  const { donor = {}, amountCents } = evidence;
  const facts = [
    ["Donor", donor.name],
    ["Relationship", donor.relationship],
    ["Address", donor.address],
    ["Phone", donor.phone],
    ["Amount in the letter", amountCents === undefined ? undefined : formatMoney(amountCents)],
  ].filter(([, text]) => text !== undefined);
  return (
    <>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([term, text]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <LetterState letter={evidence} />
    </>
  );
}

interface MoreDocumentsProps {
  readonly borrowerId: string;
  readonly evidenceId: string;
}

function MoreDocuments({ borrowerId, evidenceId }: MoreDocumentsProps) {
  const { send, refused, isPending } = useSendDocuments(borrowerId);
  const bar = useBar(uploadDocument);
  if (bar !== undefined) return null;
  return (
    <>
      {refused.length > 0 && (
        <Alert tone="stop">
          <RefusedDocuments refused={refused} />
        </Alert>
      )}
      <DocumentDrop files={[]} isBusy={isPending} onFiles={(files) => void send(evidenceId, files)} />
    </>
  );
}
