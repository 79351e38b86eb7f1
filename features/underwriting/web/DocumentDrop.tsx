import { X } from "lucide-react";
import { useState } from "react";
import { DOCUMENT_MAX_BYTES, DOCUMENT_TYPES } from "#features/underwriting/contract.ts";
import { fileSize } from "#platform/web/format/file-size.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { DropZone } from "#platform/web/parts/DropZone.tsx";
import styles from "./ExplainDepositPanel.module.css";

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
      label="Document"
      accept={TYPES.join()}
      text={`Letters and statements: PDF, JPG or PNG, up to ${MOST} each. Drop them here or choose a file.`}
      choose="Choose document"
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
