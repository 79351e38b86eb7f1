import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useUnsavedPart } from "#platform/web/form/Form.tsx";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { ProgressBar } from "#platform/web/parts/ProgressBar.tsx";
import { useAddEvidence } from "./api.ts";
import { DocumentDrop, RefusedDocuments, useSendDocuments } from "./DocumentDrop.tsx";
import { EvidenceForm } from "./EvidenceForm.tsx";
import { detailsOf, type EvidenceValues, newValues, type Subject } from "./form.ts";
import styles from "./ExplainDepositPanel.module.css";

interface NewEvidenceProps {
  readonly borrowerId: string;
  readonly subject: Subject;
  /** There is no other evidence to go back to. */
  readonly isAlone: boolean;
  readonly onDone: () => void;
}

export function NewEvidence({ borrowerId, subject, isAlone, onDone }: NewEvidenceProps) {
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
