// Owns the papers that show what an answer says: those that were sent, and one more.
import type { VisitTask } from "#features/visits/contract.ts";
import { PAGES } from "#features/visits/words/pages.ts";
import { fileSize } from "#kit/web/format/file-size.ts";
import { SendFile } from "../SendFile.tsx";
import styles from "./TaskDocuments.module.css";

const WORDS = PAGES.tasks;

interface TaskDocumentsProps {
  readonly answer: NonNullable<VisitTask["answer"]>;
  /** Names the choice of a file. */
  readonly label: string;
  readonly mayAdd: boolean;
  readonly token: string;
}

export function TaskDocuments({ answer: { evidenceId, documents }, label, mayAdd, token }: TaskDocumentsProps) {
  return (
    <div className={styles.papers}>
      {documents.length > 0 && (
        <ul aria-label={WORDS.documents} className={styles.list}>
          {documents.map(({ id, name, bytes }) => (
            <li key={id}>{WORDS.size(name, fileSize(bytes))}</li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <SendFile label={label} evidenceId={evidenceId} token={token}>
          {WORDS.add}
        </SendFile>
      )}
    </div>
  );
}
