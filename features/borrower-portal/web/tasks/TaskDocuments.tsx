import type { BorrowerTask } from "#features/borrower-portal/contract.ts";
import { PAGES } from "#features/borrower-portal/labels/pages.ts";
import { fileSize } from "#platform/web/format/file-size.ts";
import { SendFile } from "../SendFile.tsx";
import styles from "./TaskDocuments.module.css";

const TEXTS = PAGES.tasks;

interface TaskDocumentsProps {
  readonly answer: NonNullable<BorrowerTask["answer"]>;
  /** The label of the file input. */
  readonly label: string;
  readonly mayAdd: boolean;
  readonly token: string;
}

export function TaskDocuments({ answer: { evidenceId, documents }, label, mayAdd, token }: TaskDocumentsProps) {
  return (
    <div className={styles.papers}>
      {documents.length > 0 && (
        <ul aria-label={TEXTS.documents} className={styles.list}>
          {documents.map(({ id, name, bytes }) => (
            <li key={id}>{TEXTS.size(name, fileSize(bytes))}</li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <SendFile label={label} evidenceId={evidenceId} token={token}>
          {TEXTS.add}
        </SendFile>
      )}
    </div>
  );
}
