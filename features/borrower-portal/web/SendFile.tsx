import { useState, type ReactNode } from "react";
import { DOCUMENT_MAX_BYTES, DOCUMENT_TYPES } from "#features/underwriting/contract.ts";
import { PAGES } from "#features/borrower-portal/labels.ts";
import { ApiError } from "#platform/web/http/api-error.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { FileButton, shrinkPicture } from "#platform/web/parts/FileButton.tsx";
import { ProgressBar } from "#platform/web/parts/ProgressBar.tsx";
import { useUploadDocument } from "./api.ts";
import { sendRefusal } from "./refusals.ts";

/** Pixels of the longer side: enough to read a statement, at a tenth of a phone picture's size. */
const LARGEST = 3000;

async function asDocument(file: File): Promise<Blob> {
  if (!file.type.startsWith("image/")) return file;
  // A file that the browser cannot draw is sent unchanged, and the server checks it.
  return shrinkPicture(file, { largest: LARGEST }).catch(() => file);
}

const TEXTS = PAGES.tasks;

interface SendFileProps {
  readonly label: string;
  /** The answer that the file belongs to; absent: the loan as a whole. */
  readonly evidenceId?: string;
  readonly token: string;
  readonly children: ReactNode;
}

export function SendFile({ label, evidenceId, token, children }: SendFileProps) {
  const upload = useUploadDocument(token);
  const [sent, setSent] = useState<string | null>(null);
  const [refused, setRefused] = useState<Error | null>(null);
  const refusal = refused && sendRefusal(refused);

  async function send(chosen: File): Promise<void> {
    setSent(null);
    setRefused(null);
    try {
      const file = await asDocument(chosen);
      if (file.size > DOCUMENT_MAX_BYTES) throw new ApiError(413, "PAYLOAD_TOO_LARGE");
      await upload.mutateAsync({ file, name: chosen.name, ...(evidenceId !== undefined && { evidenceId }) });
      setSent(chosen.name);
    } catch (error) {
      setRefused(error as Error); // what a refused call or an unreadable picture throws
    }
  }

  return (
    <>
      <div>
        <FileButton
          label={label}
          accept={DOCUMENT_TYPES.join()}
          isBusy={upload.isPending}
          onChoose={(file) => void send(file)}
        >
          {children}
        </FileButton>
      </div>
      {upload.isPending && <ProgressBar label={TEXTS.adding} value={null} />}
      {sent !== null && <Alert tone="ok">{TEXTS.added(sent)}</Alert>}
      {refusal && (
        <Alert tone="stop" title={refusal.title}>
          {refusal.text}
        </Alert>
      )}
    </>
  );
}
