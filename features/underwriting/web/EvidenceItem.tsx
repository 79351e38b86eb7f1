import { useRef, useState } from "react";
import { formatMoney } from "#platform/money/money.ts";
import {
  changeEvidence,
  type Evidence,
  type Exhibit,
  type SignedLetter,
  uploadDocument,
} from "#features/underwriting/contract.ts";
import { exhibitWords, KIND_LABELS } from "#features/underwriting/labels.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { StatusPill } from "#platform/web/parts/Values.tsx";
import { DocumentDrop, RefusedDocuments, useSendDocuments } from "./DocumentDrop.tsx";
import { DocumentList } from "./DocumentList.tsx";
import {
  centsOf,
  detailsOf,
  EVIDENCE_FIELDS,
  type EvidenceValues,
  STATE_LABELS,
  type Subject,
  valuesOf,
} from "./form.ts";
import { EvidenceForm, LetterState } from "./EvidenceForm.tsx";
import { ReviewActs } from "./ReviewActs.tsx";
import styles from "./ExplainDepositPanel.module.css";
import { ConflictNotice } from "#platform/web/form/ConflictNotice.tsx";
import { useEditConflict } from "#platform/web/form/use-edit-conflict.ts";
import { useQueryClient } from "@tanstack/react-query";
import { codeOf } from "#platform/web/http/api-error.ts";
import { evidenceOf, useChangeEvidence } from "./api.ts";

/** Accepted without a document and without a reason. */
const NOT_COUNTED = { label: "Accepted, not counted", tone: "amber" } as const;

interface EvidenceItemProps {
  readonly evidence: Evidence;
  readonly exhibits: readonly Exhibit[];
  readonly subject: Subject;
}

export function EvidenceItem({ evidence, exhibits, subject }: EvidenceItemProps) {
  const [isEditing, setEditing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const disabledReason = useDisabledReason(changeEvidence);
  const { kind, state, letter } = evidence;
  const isReplaced = state === "replaced";
  const edit = letter === null ? "Edit" : "Classify";
  const cents = centsOf(evidence);
  const { label, tone } = state === "accepted" && !evidence.counts ? NOT_COUNTED : STATE_LABELS[state];
  const backToHeading = () => heading.current?.focus(); // the pressed button is gone

  function close(): void {
    setEditing(false);
    backToHeading();
  }

  return (
    <li className={styles.item}>
      <div className={styles.itemTop}>
        <h3 ref={heading} tabIndex={-1}>
          {KIND_LABELS[kind]}
        </h3>
        {!isEditing && (
          <>
            {cents !== undefined && <span>{formatMoney(cents)}</span>}
            <StatusPill tone={tone}>{label}</StatusPill>
            {!isReplaced && (
              <Button
                size="small"
                label={`${edit} ${KIND_LABELS[kind]}`}
                disabledReason={disabledReason}
                onClick={() => setEditing(true)}
              >
                {edit}
              </Button>
            )}
          </>
        )}
      </div>
      {isEditing ? (
        <EditEvidence evidence={evidence} subject={subject} onDone={close} />
      ) : (
        <>
          <Known evidence={evidence} exhibits={exhibits} />
          {!isReplaced && <ReviewActs evidence={evidence} onDone={backToHeading} />}
        </>
      )}
    </li>
  );
}

function Known({ evidence, exhibits }: Pick<EvidenceItemProps, "evidence" | "exhibits">) {
  const { id, borrowerId, kind, state, reason, note, letter, documents } = evidence;
  return (
    <>
      <Origin evidence={evidence} exhibits={exhibits} />
      {reason !== null && state !== "proposed" && (
        <Alert tone="info" title={state === "rejected" ? "Reason for rejecting" : "Reason for accepting"}>
          {reason}
        </Alert>
      )}
      {state === "accepted" && !evidence.counts && (
        <Alert tone="ask">It doesn&apos;t count yet. Add a document, or undo and accept it with a reason.</Alert>
      )}
      {kind === "gift" ? <Gift evidence={evidence} /> : <OtherFacts evidence={evidence} />}
      {note !== "" && <p className={styles.note}>{note}</p>}
      {letter !== null && <Letter letter={letter} />}
      {documents.length > 0 && <DocumentList documents={documents} exhibits={exhibits} />}
      {state !== "replaced" && <MoreDocuments borrowerId={borrowerId} evidenceId={id} />}
    </>
  );
}

/** Who added it, who classified it, and under which numbers the files of the report name it. */
function Origin({ evidence, exhibits }: Pick<EvidenceItemProps, "evidence" | "exhibits">) {
  const { id, letter, addedBy, classification, kind, sourcedCents } = evidence;
  const classified = letter === null ? "Changed by" : "Classified by";
  const as = letter === null ? "" : ` as ${KIND_LABELS[kind]}, ${formatMoney(sourcedCents)}`;
  const lines = [
    letter === null && `Added by ${nameOf(addedBy)}`,
    classification &&
      `${classified} ${nameOf(classification.by)}${as}, ${formatDate(classification.at, { withTime: true })}`,
    exhibitWords(exhibits, { evidenceId: id }),
  ].filter((text) => typeof text === "string" && text !== "");
  return <p className={styles.origin}>{lines.join(". ")}</p>;
}

function nameOf(member: Evidence["addedBy"]): string {
  return member === null ? "the borrower" : (member.name ?? "a former user");
}

/** What was signed, which no one can change. */
function Letter({ letter }: { readonly letter: SignedLetter }) {
  const { text, signedName, signedAt, signer, disclosure, kind, sourcedCents, address, consentVersion } = letter;
  return (
    <blockquote className={styles.letter}>
      <p>{text}</p>
      <footer>
        {signer === "donor" ? "Signed by the donor as" : "Signed as"} {KIND_LABELS[kind]}, {formatMoney(sourcedCents)}.
        Typed signature: {signedName}, {formatDate(signedAt, { withTime: true })}
        {address !== null && `, from ${address}`}
        {disclosure !== undefined && `, E-SIGN disclosure version ${disclosure.version}`}
        {consentVersion !== null && `, consent version ${consentVersion}`}
      </footer>
    </blockquote>
  );
}

function OtherFacts({ evidence: { person, periodFrom, periodTo, clearedOn } }: Pick<EvidenceItemProps, "evidence">) {
  const facts = [
    ["Account holder", person],
    ["First day covered", periodFrom && formatDate(periodFrom)],
    ["Last day covered", periodTo && formatDate(periodTo)],
    ["Day it cleared", clearedOn && formatDate(clearedOn)],
  ] as const;
  return <Facts facts={facts} />;
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, string | null | undefined])[] }) {
  const known = facts.filter(([, text]) => text);
  if (known.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {known.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
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
  ] as const;
  return (
    <>
      <Facts facts={facts} />
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
  const disabledReason = useDisabledReason(uploadDocument);
  if (disabledReason !== undefined) return null;
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

interface EditEvidenceProps {
  /** The stored evidence. It may change while the form is open. */
  readonly evidence: Evidence;
  readonly subject: Subject;
  readonly onDone: () => void;
}

function EditEvidence({ evidence, subject, onDone }: EditEvidenceProps) {
  const cache = useQueryClient();
  const update = useChangeEvidence();
  const { hasEditConflict, base, theirs, version, error, takeTheirs } = useEditConflict(evidence, {
    fields: EVIDENCE_FIELDS,
    valuesOf,
    update,
  });

  function submit(values: EvidenceValues): void {
    update.mutate(
      { ...detailsOf(values, subject), id: evidence.id, version },
      {
        onSuccess: onDone,
        onError: (refused) => {
          if (codeOf(refused) === "STALE") void cache.invalidateQueries({ queryKey: evidenceOf.key });
        },
      },
    );
  }

  return (
    <EvidenceForm
      defaults={base}
      subject={subject}
      submit="Save"
      takesFocus
      loading={update.isPending}
      error={error}
      onSubmit={submit}
      onCancel={onDone}
    >
      {hasEditConflict && (
        <ConflictNotice
          what="this evidence"
          fields={EVIDENCE_FIELDS}
          base={base}
          theirs={theirs}
          onMerged={takeTheirs}
        />
      )}
      {evidence.state !== "proposed" && <Alert tone="info">After you save, it must be reviewed again.</Alert>}
    </EvidenceForm>
  );
}
