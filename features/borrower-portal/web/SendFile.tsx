import { useState, type ReactNode } from "react";
import { DOCUMENT_MAX_BYTES, DOCUMENT_TYPES, type DocumentKind } from "#features/underwriting/contract.ts";
import { ApiError, codeOf } from "#platform/web/http/api-error.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { FileButton, shrinkPicture } from "#platform/web/parts/FileButton.tsx";
import { ProgressBar } from "#platform/web/parts/ProgressBar.tsx";
import { useUploadDocument } from "./api.ts";
import { useStore } from "#platform/web/use-store.ts";
import { languageStore, LOCALES, useTexts } from "./language.ts";
import { sendRefusal } from "./refusals.ts";

/** Pixels of the longer side: enough to read a statement, at a tenth of a phone picture's size. */
const LARGEST = 3000;

async function asDocument(file: File): Promise<Blob> {
  if (!file.type.startsWith("image/")) return file;
  // A file that the browser cannot draw is sent unchanged, and the server checks it.
  return shrinkPicture(file, { largest: LARGEST }).catch(() => file);
}

interface FileButtonProps {
  readonly label: string;
  readonly children: ReactNode;
}

interface SendFileProps extends FileButtonProps {
  /** The answer that the file belongs to; absent: the loan as a whole. */
  readonly evidenceId?: string;
  readonly kind?: DocumentKind;
  /** The request that it answers. */
  readonly needId?: string;
  readonly token: string;
}

/** Longer names are cut at the start to keep the extension. */
const NAME_LENGTH = 200;

interface Unsent {
  readonly file: File;
  readonly error: Error;
}

export function SendFile({ evidenceId, kind, needId, token, ...button }: SendFileProps) {
  const upload = useUploadDocument(token);
  const answers = { ...(evidenceId !== undefined && { evidenceId }), ...(needId !== undefined && { needId }) };
  const send = (file: Named) => upload.mutateAsync({ ...file, kind, ...answers });
  return <SendFiles {...button} isBusy={upload.isPending} onSend={send} />;
}

interface Named {
  readonly file: Blob;
  readonly name: string;
}

interface SendFilesProps extends FileButtonProps {
  readonly isBusy: boolean;
  readonly onSend: (file: Named) => Promise<unknown>;
}

/** Chooses files and sends them one after the other. */
export function SendFiles({ label, isBusy, onSend, children }: SendFilesProps) {
  const { pages } = useTexts();
  const TEXTS = pages.tasks;
  const list = new Intl.ListFormat(LOCALES[useStore(languageStore)]);
  const [sent, setSent] = useState<readonly string[]>([]);
  const [unsent, setUnsent] = useState<readonly Unsent[]>([]);

  async function send(files: readonly File[]): Promise<void> {
    setSent([]);
    setUnsent([]);
    for (const file of files) {
      try {
        await sendOne(file);
        setSent((names) => [...names, file.name]);
      } catch (error) {
        setUnsent((others) => [...others, { file, error: error as Error }]); // what a refused call or an unreadable picture throws
      }
    }
  }

  async function sendOne(chosen: File): Promise<void> {
    if (chosen.size === 0) throw new ApiError(400, "VALIDATION_ERROR");
    const file = await asDocument(chosen);
    if (file.size > DOCUMENT_MAX_BYTES) throw new ApiError(413, "PAYLOAD_TOO_LARGE");
    await onSend({ file, name: chosen.name.slice(-NAME_LENGTH) });
  }

  return (
    <>
      <div>
        <FileButton
          label={label}
          accept={DOCUMENT_TYPES.join()}
          isMultiple
          isBusy={isBusy}
          onChoose={(files) => void send(files)}
        >
          {children}
        </FileButton>
      </div>
      {isBusy && <ProgressBar label={TEXTS.adding} value={null} />}
      {sent.length > 0 && <Alert tone="ok">{TEXTS.added(list.format(sent))}</Alert>}
      {unsent.map(({ file, error }) => {
        const { title, text } = sendRefusal(error);
        return (
          <Alert
            key={file.name}
            tone="stop"
            title={`${title}: ${file.name}`}
            action={
              canTryAgain(error) && (
                <Button size="small" isBusy={isBusy} onClick={() => void send([file])}>
                  {pages.papers.retry}
                </Button>
              )
            }
          >
            {text}
          </Alert>
        );
      })}
    </>
  );
}

/** The file itself is all right; it is still here. */
function canTryAgain(error: Error): boolean {
  const code = codeOf(error);
  return code === "NETWORK" || code === "PROVIDER_UNAVAILABLE" || code === "OVERLOADED" || code === "TOO_MANY_REQUESTS";
}
