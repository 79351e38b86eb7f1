import { useState } from "react";
import { DOCUMENT_MAX_BYTES, DOCUMENTS_PER_BORROWER } from "#features/underwriting/contract.ts";
import { ApiError, codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { fileSize } from "#platform/web/format/file-size.ts";
import { useUploadDocument } from "./data.ts";

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
  async function upload(evidenceId: string | null, files: readonly File[]): Promise<Sent> {
    const missed: RefusedDocument[] = [];
    const ids: string[] = [];
    setDone(0);
    for (const [at, file] of files.entries()) {
      const name = file.name.slice(-NAME_LENGTH);
      try {
        const { id } = await one.mutateAsync({ borrowerId, ...(evidenceId !== null && { evidenceId }), name, file });
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
  return refused.map((one, at) => <p key={`${at} ${one.file.name}`}>{explainUpload(one)}</p>);
}

function explainUpload({ file: { name }, error }: RefusedDocument): string {
  switch (codeOf(error)) {
    case "LIMIT_REACHED":
      return `${name}: this borrower has the most documents allowed (${DOCUMENTS_PER_BORROWER}). Remove one you no longer need.`;
    case "UNSUPPORTED_MEDIA_TYPE":
      return `${name}: the file isn't a PDF, JPG or PNG.`;
    case "PAYLOAD_TOO_LARGE":
      return `${name}: the file is larger than ${fileSize(DOCUMENT_MAX_BYTES)}. Scan it at a lower resolution.`;
    default:
      return `${name}: ${explain(error)}`;
  }
}
