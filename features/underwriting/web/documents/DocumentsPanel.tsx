import { useQuery, useQueryClient } from "@tanstack/react-query";
import Archive from "lucide-react/icons/archive";
import Check from "lucide-react/icons/check";
import Download from "lucide-react/icons/download";
import Eye from "lucide-react/icons/eye";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import Undo2 from "lucide-react/icons/undo-2";
import X from "lucide-react/icons/x";
import { useState } from "react";
import {
  type BorrowerDocument,
  changeDocument,
  DOCUMENT_KINDS,
  DocumentKind,
  removeDocument,
  reviewDocument,
  uploadDocument,
} from "#features/underwriting/contract.ts";
import { DOCUMENT_KIND_LABELS } from "#features/underwriting/labels.ts";
import { MESSAGES } from "#features/underwriting/messages.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { DOCUMENTS_HEADING } from "#features/borrowers/web/page/BorrowerProgress.tsx";
import { fileSize } from "#platform/text/text.ts";
import { confirm } from "#platform/web/confirm.ts";
import { Select } from "#platform/web/form/Select.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { DateText, StatusPill, type Tone } from "#platform/web/parts/Values.tsx";
import {
  documentsOf,
  evidenceOf,
  useDownloadDocuments,
  useReadDocument,
  useRemoveDocument,
  useReviewDocument,
} from "../api.ts";
import { DocumentDrop, RefusedDocuments, useSendDocuments } from "../DocumentDrop.tsx";
import { EditDocumentDialog, evidenceName } from "./EditDocumentDialog.tsx";
import { PreviewDialog } from "./PreviewDialog.tsx";
import { RejectDialog } from "./RejectDialog.tsx";
import styles from "./DocumentsPanel.module.css";

const STATES: Readonly<Record<BorrowerDocument["state"], { readonly label: string; readonly tone: Tone }>> = {
  received: { label: "To review", tone: "amber" },
  accepted: { label: "Accepted", tone: "green" },
  rejected: { label: "Rejected", tone: "red" },
};

export function DocumentsPanel({ borrowerId }: { readonly borrowerId: string }) {
  const documents = useQuery(documentsOf({ borrowerId }));
  const download = useDownloadDocuments();
  const hasSome = documents.data !== undefined && documents.data.length > 0;
  return (
    <Section
      title="Documents"
      headingId={DOCUMENTS_HEADING}
      action={
        hasSome && (
          <Button
            size="small"
            icon={<Archive aria-hidden="true" />}
            isBusy={download.isPending}
            onClick={() => download.mutate(borrowerId)}
          >
            Download all
          </Button>
        )
      }
    >
      {download.error && <Alert tone="stop">{explain(download.error)}</Alert>}
      <QueryBoundary query={documents} failed="We couldn't load the documents">
        {(shown) =>
          shown.length === 0 ? (
            <p className={styles.none}>
              No documents yet. The borrower can send them from their page, or add them here.
            </p>
          ) : (
            <ul role="list" className={styles.documents} aria-label="Documents">
              {shown.map((document) => (
                <DocumentItem key={document.id} borrowerId={borrowerId} document={document} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      <UploadDocuments borrowerId={borrowerId} />
    </Section>
  );
}

interface DocumentItemProps {
  readonly borrowerId: string;
  readonly document: BorrowerDocument;
}

function DocumentItem({ borrowerId, document }: DocumentItemProps) {
  const cache = useQueryClient();
  const [opened, open] = useState<"preview" | "edit" | "reject" | null>(null);
  const read = useReadDocument();
  const remove = useRemoveDocument();
  const review = useReviewDocument();
  const evidence = useQuery(evidenceOf({ borrowerId })).data?.evidence;
  const mayReview = useDisabledReason(reviewDocument);
  const mayChange = useDisabledReason(changeDocument);
  const mayRemove = useDisabledReason(removeDocument);
  const { id, name, kind, state, reason, version, evidenceId } = document;
  const linked = evidence?.find((one) => one.id === evidenceId);
  const error = review.error ?? remove.error ?? read.error;
  const close = () => open(null);

  function become(next: BorrowerDocument["state"]): void {
    const again = () => void cache.invalidateQueries({ queryKey: documentsOf.key });
    review.mutate({ id, state: next, reason: null, version }, { onError: again });
  }

  async function askToRemove(): Promise<void> {
    const isYes = await confirm({
      title: `Delete ${name}?`,
      text: "It is deleted here, from evidence and from the borrower's page. This can’t be undone.",
      confirm: "Delete",
      tone: "danger",
    });
    if (isYes) remove.mutate({ id });
  }

  return (
    <li className={styles.document}>
      <div className={styles.top}>
        <span className={styles.name}>{name}</span>
        <StatusPill tone={STATES[state].tone}>{STATES[state].label}</StatusPill>
      </div>
      <p className={styles.facts}>
        <span>{DOCUMENT_KIND_LABELS[kind]}</span>
        <span>{fileSize(document.bytes)}</span>
        <span>
          From {document.sentBy ?? (document.isFromBorrower ? "a former person on the loan" : "a former member")}
        </span>
        <DateText at={document.createdAt} withTime />
        <span>{document.scannedAt === null ? "Not scanned for viruses" : "No virus found"}</span>
        {linked && <span>For {evidenceName(linked)}</span>}
      </p>
      {reason !== null && <p className={styles.reason}>Reason: {reason}</p>}
      {error && <Alert tone="stop">{explain(error, MESSAGES.document)}</Alert>}
      <div className={styles.acts}>
        {state === "received" ? (
          <>
            <Button
              size="small"
              icon={<Check aria-hidden="true" />}
              label={`Accept ${name}`}
              disabledReason={mayReview}
              isBusy={review.isPending}
              onClick={() => become("accepted")}
            >
              Accept
            </Button>
            <Button
              size="small"
              icon={<X aria-hidden="true" />}
              label={`Reject ${name}`}
              disabledReason={mayReview}
              onClick={() => open("reject")}
            >
              Reject
            </Button>
          </>
        ) : (
          <Button
            size="small"
            variant="quiet"
            icon={<Undo2 aria-hidden="true" />}
            label={`Review ${name} again`}
            disabledReason={mayReview}
            isBusy={review.isPending}
            onClick={() => become("received")}
          >
            Review again
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          icon={<Eye aria-hidden="true" />}
          label={`View ${name}`}
          onClick={() => open("preview")}
        >
          View
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={<Download aria-hidden="true" />}
          label={`Download ${name}`}
          isBusy={read.isPending}
          onClick={() => read.mutate(id)}
        >
          Download
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={<Pencil aria-hidden="true" />}
          label={`Edit ${name}`}
          disabledReason={mayChange}
          onClick={() => open("edit")}
        >
          Edit
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={<Trash2 aria-hidden="true" />}
          label={`Delete ${name}`}
          disabledReason={mayRemove}
          isBusy={remove.isPending}
          onClick={() => void askToRemove()}
        >
          Delete
        </Button>
      </div>
      {opened === "preview" && <PreviewDialog document={document} onClose={close} />}
      {opened === "reject" && <RejectDialog document={document} onClose={close} />}
      {opened === "edit" && <EditDocumentDialog document={document} evidence={evidence ?? []} onClose={close} />}
    </li>
  );
}

const KINDS = DOCUMENT_KINDS.map((value) => ({ value, label: DOCUMENT_KIND_LABELS[value] }));

function UploadDocuments({ borrowerId }: { readonly borrowerId: string }) {
  const disabledReason = useDisabledReason(uploadDocument);
  const { upload, refused, isPending } = useSendDocuments(borrowerId);
  const [kind, setKind] = useState<DocumentKind>("bank_statement");
  const canTryAgain = refused.filter(({ error }) => error.code === "PROVIDER_UNAVAILABLE" || error.code === "NETWORK");
  return (
    <div className={styles.upload}>
      <Select
        label="Type of the documents to add"
        options={KINDS}
        value={kind}
        isDisabled={disabledReason !== undefined}
        onChange={(value) => setKind(DocumentKind.parse(value))}
      />
      <DocumentDrop
        files={[]}
        isBusy={isPending}
        disabledReason={disabledReason}
        onFiles={(files) => void upload(null, files, kind)}
      />
      {refused.length > 0 && !isPending && (
        <Alert
          tone="stop"
          action={
            canTryAgain.length > 0 && (
              <Button
                size="small"
                onClick={() =>
                  void upload(
                    null,
                    canTryAgain.map(({ file }) => file),
                    kind,
                  )
                }
              >
                Try again
              </Button>
            )
          }
        >
          <RefusedDocuments refused={refused} />
        </Alert>
      )}
    </div>
  );
}
