import X from "lucide-react/icons/x";
import { useState } from "react";
import { DOCUMENT_MAX_BYTES, DOCUMENT_TYPES, type DocumentKind } from "#features/underwriting/contract.ts";
import { fileSize } from "#platform/text/text.ts";
import { DropZone } from "#platform/web/parts/FileButton.tsx";
import { MESSAGES } from "#features/underwriting/messages.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import styles from "./ExplainDepositPanel.module.css";
import { ApiError } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { useUploadDocument } from "./api.ts";

const TYPES: readonly string[] = DOCUMENT_TYPES;
const MOST = fileSize(DOCUMENT_MAX_BYTES);

interface DocumentDropProps {
  /** Chosen, not sent yet. */
  readonly files: readonly File[];
  readonly isBusy: boolean;
  readonly disabledReason?: string | undefined;
  readonly onFiles: (files: File[]) => void;
  readonly onRemove?: (at: number) => void;
}

export function DocumentDrop({ files, isBusy, disabledReason, onFiles, onRemove }: DocumentDropProps) {
  const [errors, setErrors] = useState<readonly string[]>([]);

  function take(chosen: readonly File[]): void {
    setErrors(chosen.flatMap((file) => errorOf(file) ?? []));
    const good = chosen.filter((file) => errorOf(file) === null);
    if (good.length > 0) onFiles(good);
  }

  return (
    <DropZone
      isCompact
      isMultiple
      label="Document"
      accept={TYPES.join()}
      text={`Letters and statements: PDF, JPG or PNG, up to ${MOST} each. Drop them here or choose files.`}
      choose="Choose documents"
      isBusy={isBusy}
      disabledReason={disabledReason}
      onFiles={take}
    >
      {errors.length > 0 && <Alert tone="stop">{errors.join(" ")}</Alert>}
      {files.length > 0 && (
        <ul role="list" className={styles.documents} aria-label="Chosen documents">
          {files.map((file, at) => (
            <li key={`${at} ${file.name}`}>
              <span className={styles.file}>
                {file.name}
                <span>{fileSize(file.size)}</span>
              </span>
              {onRemove && (
                <Button
                  size="small"
                  variant="quiet"
                  icon={<X aria-hidden="true" />}
                  label={`Leave out ${file.name}`}
                  onClick={() => onRemove(at)}
                >
                  Leave out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </DropZone>
  );
}

function errorOf({ name, type, size }: File): string | null {
  if (!TYPES.includes(type)) return `${name} isn't a PDF, JPG or PNG.`;
  if (size > DOCUMENT_MAX_BYTES) return `${name} is larger than ${MOST}. Scan it at a lower resolution.`;
  return size === 0 ? `${name} is empty.` : null;
}

/** Longer names are cut at the start to keep the extension. */
const NAME_LENGTH = 200;

export interface RefusedDocument {
  readonly file: File;
  readonly error: ApiError;
}

interface Sent {
  readonly missed: readonly RefusedDocument[];
  readonly ids: readonly string[];
}

export function useSendDocuments(borrowerId: string) {
  const one = useUploadDocument();
  const [refused, setRefused] = useState<readonly RefusedDocument[]>([]);
  const [done, setDone] = useState(0);

  /** `evidenceId`: `null` for documents of a decision. Resolves to the refused files and the ids of the others. */
  async function upload(evidenceId: string | null, files: readonly File[], kind?: DocumentKind): Promise<Sent> {
    const missed: RefusedDocument[] = [];
    const ids: string[] = [];
    setDone(0);
    setRefused([]);
    for (const [at, file] of files.entries()) {
      const name = file.name.slice(-NAME_LENGTH);
      try {
        const { id } = await one.mutateAsync({
          ...{ borrowerId, name, file, kind },
          ...(evidenceId !== null && { evidenceId }),
        });
        ids.push(id);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        missed.push({ file, error });
      }
      setDone(at + 1);
    }
    setRefused(missed);
    return { missed, ids };
  }

  /** Resolves to the documents that were refused. */
  const send = async (evidenceId: string, files: readonly File[]) => (await upload(evidenceId, files)).missed;

  return { upload, send, refused, done, isPending: one.isPending };
}

export function RefusedDocuments({ refused }: { readonly refused: readonly RefusedDocument[] }) {
  return refused.map((one, at) => (
    <p key={`${at} ${one.file.name}`}>
      {one.file.name}: {uploadError(one.error)}
    </p>
  ));
}

function uploadError(error: ApiError): string {
  if (error.existing) return `it's the same file as ${error.existing.name}, which this borrower already has.`;
  return explain(error, MESSAGES.upload);
}
