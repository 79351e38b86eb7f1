// Owns writing down a new source, with the documents that show it.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { DOCUMENT_MAX_BYTES, DOCUMENTS_PER_BORROWER } from "#features/evidence/contract.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { fileSize } from "#kit/web/format/file-size.ts";
import { useUnsavedPart } from "#kit/web/form/unsaved-forms.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { ProgressBar } from "#kit/web/parts/ProgressBar.tsx";
import { useAddEvidence, useUploadDocument } from "./data.ts";
import { DocumentDrop } from "./DocumentDrop.tsx";
import { EvidenceForm } from "./EvidenceForm.tsx";
import { detailsOf, newValues, type EvidenceValues, type Subject } from "./evidence-values.ts";
import styles from "./Workbench.module.css";

interface NewEvidenceProps {
  readonly borrowerId: string;
  readonly subject: Subject;
  /** Nothing else explains it yet: there is nothing to go back to. */
  readonly isAlone: boolean;
  readonly onDone: () => void;
}

export function NewEvidence({ borrowerId, subject, isAlone, onDone }: NewEvidenceProps) {
  const [defaults] = useState(() => newValues(subject));
  const [files, setFiles] = useState<readonly File[]>([]);
  const [sent, setSent] = useState(0);
  const add = useAddEvidence();
  const upload = useUploadDocument();
  const save = useMutation<void, Error, EvidenceValues>({
    async mutationFn(values) {
      // Tried again after a document was refused, what was written down before is not written twice.
      const { id: evidenceId } =
        add.data ??
        (await add.mutateAsync({
          ...detailsOf(values, subject.transactionId),
          borrowerId,
          state: values.isAccepted ? "accepted" : "proposed",
        }));
      for (const [at, file] of files.entries()) {
        if (at < sent) continue;
        await upload.mutateAsync({ borrowerId, evidenceId, name: file.name, file });
        setSent(at + 1);
      }
    },
    onSuccess: onDone,
  });
  useUnsavedPart(() => sent < files.length && !save.isPending);
  const isWritten = add.data !== undefined;

  return (
    <section className={styles.form} aria-label="New source">
      <h3>{subject.transactionId === null ? "A gift still to come" : "Where it is from"}</h3>
      {isWritten && save.error ? (
        <Alert
          tone="stop"
          title="It is written down, but a document did not get through"
          action={
            <Button size="small" onClick={onDone}>
              Go on without it
            </Button>
          }
        >
          {explainUpload(save.error)}
        </Alert>
      ) : null}
      <EvidenceForm
        defaults={defaults}
        subject={subject}
        submit="Save"
        loading={save.isPending}
        error={isWritten ? null : save.error}
        mayAccept
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
            label={`Uploading ${Math.min(sent + 1, files.length)} of ${files.length}`}
            value={sent / files.length}
          />
        )}
      </EvidenceForm>
    </section>
  );
}

export function explainUpload(error: Error): string {
  switch (codeOf(error)) {
    case "LIMIT_REACHED":
      return `This borrower has as many documents as one can have, ${DOCUMENTS_PER_BORROWER}. Remove one that is no longer needed.`;
    case "UNSUPPORTED_MEDIA_TYPE":
      return "What is in the file is no PDF, JPG or PNG, whatever its name says.";
    case "PAYLOAD_TOO_LARGE":
      return `The file is larger than ${fileSize(DOCUMENT_MAX_BYTES)}. Scan it at a lower resolution.`;
    default:
      return explain(error);
  }
}
