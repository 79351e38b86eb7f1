import { useMutation, useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import { useRef, useState } from "react";
import { formatMoney } from "#platform/money/money.ts";
import { addEvidence, type Evidence, type Exhibit } from "#features/underwriting/contract.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { UnsavedForms, useAskBeforeClosing, useUnsavedPart } from "#platform/web/form/Form.tsx";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { QueryBoundary, Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { ProgressBar } from "#platform/web/parts/ProgressBar.tsx";
import { evidenceOf, useAddEvidence } from "./api.ts";
import { DocumentList } from "./DocumentList.tsx";
import { EvidenceItem } from "./EvidenceItem.tsx";
import { type EvidenceTarget, isAbout } from "./evidence-target.ts";
import styles from "./ExplainDepositPanel.module.css";
import { DocumentDrop, RefusedDocuments, useSendDocuments } from "./DocumentDrop.tsx";
import { EvidenceForm } from "./EvidenceForm.tsx";
import { detailsOf, type EvidenceValues, newValues, type Subject } from "./form.ts";

interface ExplainDepositPanelProps {
  readonly borrowerId: string;
  readonly target: EvidenceTarget;
  /** Of the newest evaluation. */
  readonly exhibits: readonly Exhibit[];
  readonly onClose: () => void;
}

export function ExplainDepositPanel({ borrowerId, target, exhibits, onClose }: ExplainDepositPanelProps) {
  const evidence = useQuery(evidenceOf({ borrowerId }));
  const { forms, close } = useAskBeforeClosing(onClose);
  const bench = useRef<HTMLDivElement>(null);
  // The pressed button disappears with the form. Not focusable earlier, or the dialog would open with the focus here.
  const backToBench = () => {
    bench.current?.setAttribute("tabindex", "-1");
    bench.current?.focus();
  };
  return (
    <Dialog size="large" title={target.title} text={target.text} onClose={close}>
      <div ref={bench} role="group" aria-label="Evidence" className={styles.bench}>
        <QueryBoundary query={evidence} failed="We couldn't load the evidence" skeleton={<Skeleton lines={5} />}>
          {(known) => (
            <UnsavedForms value={forms}>
              <Bench borrowerId={borrowerId} target={target} exhibits={exhibits} onAdded={backToBench} {...known} />
            </UnsavedForms>
          )}
        </QueryBoundary>
        <div className={styles.end}>
          <Button onClick={close}>Done</Button>
        </div>
      </div>
    </Dialog>
  );
}

interface BenchProps extends Pick<ExplainDepositPanelProps, "borrowerId" | "target" | "exhibits"> {
  /** All of the borrower's. */
  readonly evidence: readonly Evidence[];
  readonly loose: Evidence["documents"];
  /** The form of new evidence is gone. */
  readonly onAdded: () => void;
}

function Bench({ borrowerId, target, exhibits, evidence, loose, onAdded }: BenchProps) {
  const disabledReason = useDisabledReason(addEvidence);
  const [isAdding, setAdding] = useState<boolean | null>(null);
  const own = evidence.filter((one) => isAbout(target, one));
  const { amountCents } = target;
  const explained = sourcedBy(own);
  const restCents = amountCents === null ? null : Math.max(0, amountCents - explained);
  const mayAdd = disabledReason === undefined && restCents !== 0;
  const isOpen = mayAdd && (isAdding ?? own.length === 0);
  return (
    <>
      {disabledReason !== undefined && <Alert tone="info">{disabledReason}</Alert>}
      {amountCents !== null && (
        <Explained amount={amountCents} explained={explained} waiting={sourcedBy(own.filter((one) => !one.counts))} />
      )}
      {own.length > 0 && (
        <ul role="list" className={styles.items} aria-label="Evidence">
          {own.map((one) => (
            <EvidenceItem
              key={one.id}
              evidence={one}
              exhibits={exhibits}
              subject={{
                ...target,
                kinds: target.kinds.includes(one.kind) ? target.kinds : [...target.kinds, one.kind],
                restCents: restCents === null ? null : restCents + sourcedBy([one]),
              }}
            />
          ))}
        </ul>
      )}
      {isOpen ? (
        <NewEvidence
          borrowerId={borrowerId}
          subject={{ ...target, restCents }}
          onDone={() => {
            setAdding(false);
            onAdded();
          }}
          isAlone={own.length === 0}
        />
      ) : (
        mayAdd && (
          <div>
            <Button icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
              {addWords(target)}
            </Button>
          </div>
        )
      )}
      {loose.length > 0 && (
        <section className={styles.loose} aria-label="Documents not linked to evidence">
          <h3>Not linked to evidence yet</h3>
          <DocumentList documents={loose} exhibits={exhibits} />
        </section>
      )}
    </>
  );
}

function addWords({ transactionId, kinds }: EvidenceTarget): string {
  if (transactionId !== null) return "Add a source";
  return kinds.length === 1 && kinds[0] === "gift" ? "Add a gift" : "Add evidence";
}

/** Rejected evidence and a replaced letter explain nothing. */
function sourcedBy(evidence: readonly Evidence[]): number {
  const ofUse = evidence.filter(({ state }) => state === "proposed" || state === "accepted");
  return ofUse.reduce((total, { sourcedCents }) => total + sourcedCents, 0);
}

interface ExplainedProps {
  readonly amount: number;
  readonly explained: number;
  /** The part of `explained` that doesn't count until it is accepted. */
  readonly waiting: number;
}

function Explained({ amount, explained, waiting }: ExplainedProps) {
  const share = Math.min(100, (explained / amount) * 100);
  const progress =
    explained >= amount
      ? "Fully explained"
      : `${formatMoney(explained)} of ${formatMoney(amount)} explained, ${formatMoney(amount - explained)} left`;
  return (
    <div className={styles.explained}>
      <p>{waiting > 0 ? `${progress}, ${formatMoney(waiting)} not accepted yet` : progress}</p>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={100} height={1} />
        <rect width={share} height={1} className={styles.done} />
      </svg>
    </div>
  );
}

interface NewEvidenceProps {
  readonly borrowerId: string;
  readonly subject: Subject;
  /** There is no other evidence to go back to. */
  readonly isAlone: boolean;
  readonly onDone: () => void;
}

function NewEvidence({ borrowerId, subject, isAlone, onDone }: NewEvidenceProps) {
  const [defaults] = useState(() => newValues(subject));
  const [files, setFiles] = useState<readonly File[]>([]);
  const add = useAddEvidence();
  const { send, refused, done } = useSendDocuments(borrowerId);
  const save = useMutation<boolean, Error, EvidenceValues>({
    async mutationFn(values) {
      // After a refused document the evidence exists already; a retry must not add it twice.
      const { id: evidenceId } =
        add.data ??
        (await add.mutateAsync({
          ...detailsOf(values, subject),
          borrowerId,
          state: "proposed",
        }));
      const missed = await send(evidenceId, files);
      setFiles(missed.map(({ file }) => file));
      return missed.length === 0;
    },
    onSuccess: (isWhole) => isWhole && onDone(),
  });
  useUnsavedPart(() => files.length > 0 && !save.isPending);
  const isWritten = add.data !== undefined;

  return (
    <section className={styles.form} aria-label="New evidence">
      <h3>{subject.transactionId === null ? "New evidence" : "Where the money is from"}</h3>
      {isWritten && !save.isPending && refused.length > 0 && (
        <Alert
          tone="stop"
          title={
            refused.length === 1
              ? "Saved, but a document wasn't uploaded"
              : `Saved, but ${refused.length} documents weren't uploaded`
          }
          action={
            <Button size="small" onClick={onDone}>
              Continue without it
            </Button>
          }
        >
          <RefusedDocuments refused={refused} />
        </Alert>
      )}
      <EvidenceForm
        defaults={defaults}
        subject={subject}
        submit="Save"
        loading={save.isPending}
        error={save.error}
        takesFocus={!isAlone}
        onSubmit={(values) => save.mutate(values)}
        {...(!isAlone && { onCancel: onDone })}
      >
        <DocumentDrop
          files={files}
          isBusy={save.isPending}
          onFiles={(more) => setFiles([...files, ...more])}
          onRemove={(at) => setFiles(files.filter((_, place) => place !== at))}
        />
        {save.isPending && files.length > 0 && (
          <ProgressBar
            label={`Uploading ${Math.min(done + 1, files.length)} of ${files.length}`}
            value={done / files.length}
          />
        )}
      </EvidenceForm>
    </section>
  );
}
