import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { BorrowerDocument } from "#features/underwriting/contract.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { documentFile } from "../api.ts";
import styles from "./DocumentsPanel.module.css";

interface PreviewDialogProps {
  readonly document: BorrowerDocument;
  readonly onClose: () => void;
}

export function PreviewDialog({ document: { id, name, mediaType }, onClose }: PreviewDialogProps) {
  const file = useQuery(documentFile(id));
  return (
    <Dialog title={name} size="large" onClose={onClose}>
      <div className={styles.dialog}>
        <QueryBoundary query={file} failed="We couldn't load the document">
          {(blob) => (mediaType === "application/pdf" ? <PdfLink blob={blob} /> : <Picture blob={blob} name={name} />)}
        </QueryBoundary>
        <div className={styles.end}>
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}

/** As a data URL, which the content policy allows for pictures. */
function Picture({ blob, name }: { readonly blob: Blob; readonly name: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const reader = new FileReader();
    reader.onload = () => setUrl(reader.result as string); // readAsDataURL gives a text
    reader.readAsDataURL(blob);
    return () => reader.abort();
  }, [blob]);
  return url === null ? null : <img src={url} alt={name} className={styles.picture} />;
}

/** The content policy allows no frames and no plug-ins in our pages, so the browser's own viewer gets a tab of its own. */
function PdfLink({ blob }: { readonly blob: Blob }) {
  const [url] = useState(() => URL.createObjectURL(blob));
  // Later, because a tab that was just opened may still be reading it.
  useEffect(() => () => void setTimeout(() => URL.revokeObjectURL(url), 60_000), [url]);
  return (
    <p>
      <a href={url} target="_blank" rel="noopener">
        Open the PDF in a new tab
      </a>
    </p>
  );
}
