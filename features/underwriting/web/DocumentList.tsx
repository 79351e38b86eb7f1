import Download from "lucide-react/icons/download";
import Trash2 from "lucide-react/icons/trash-2";
import { type Exhibit, removeDocument, type EvidenceDocument } from "#features/underwriting/contract.ts";
import { exhibitWords } from "#features/underwriting/labels.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { confirm } from "#platform/web/confirm.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { fileSize } from "#platform/text/text.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { useReadDocument, useRemoveDocument } from "./api.ts";
import styles from "./ExplainDepositPanel.module.css";

interface DocumentListProps {
  readonly documents: readonly EvidenceDocument[];
  readonly exhibits: readonly Exhibit[];
}

export function DocumentList({ documents, exhibits }: DocumentListProps) {
  const disabledReason = useDisabledReason(removeDocument);
  const read = useReadDocument();
  const remove = useRemoveDocument();
  const error = read.error ?? remove.error;

  async function askToRemove({ id, name }: EvidenceDocument): Promise<void> {
    const isYes = await confirm({
      title: `Remove ${name}?`,
      text: "It is deleted here and from the evidence. This can’t be undone.",
      confirm: "Remove",
      tone: "danger",
    });
    if (isYes) remove.mutate({ id });
  }

  return (
    <>
      {error && <Alert tone="stop">{explain(error)}</Alert>}
      <ul role="list" className={styles.documents} aria-label="Documents">
        {documents.map((document) => (
          <li key={document.id}>
            <span className={styles.file}>
              {document.name}
              <span>
                {fileSize(document.bytes)}, {document.isFromBorrower ? "from the borrower, " : ""}
                {[formatDate(document.createdAt), exhibitWords(exhibits, { documentIds: [document.id] })]
                  .filter((text) => text !== "")
                  .join(", ")}
              </span>
            </span>
            <Button
              size="small"
              icon={<Download aria-hidden="true" />}
              label={`Download ${document.name}`}
              isBusy={read.isPending && read.variables === document.id}
              onClick={() => read.mutate(document.id)}
            >
              Download
            </Button>
            <Button
              size="small"
              variant="quiet"
              icon={<Trash2 aria-hidden="true" />}
              label={`Remove ${document.name}`}
              disabledReason={disabledReason}
              isBusy={remove.isPending && remove.variables.id === document.id}
              onClick={() => void askToRemove(document)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
