import { useState } from "react";
import { DOCUMENT_MAX_BYTES, DOCUMENTS_PER_BORROWER } from "#features/underwriting/contract.ts";
import { ApiError, codeOf } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { fileSize } from "#kit/web/format/file-size.ts";
import { useUploadDocument } from "./data.ts";

/** Of a longer name the end is kept, with what kind of file it is. */
const NAME_LENGTH = 200;

export interface RefusedDocument {
  readonly file: File;
  readonly error: ApiError;
}

export function useSendDocuments(borrowerId: string) {
  const upload = useUploadDocument();
  const [refused, setRefused] = useState<readonly RefusedDocument[]>([]);
  const [done, setDone] = useState(0);

  /** Gives those that did not get through. */
  async function send(evidenceId: string, files: readonly File[]): Promise<readonly RefusedDocument[]> {
    const missed: RefusedDocument[] = [];
    setDone(0);
    for (const [at, file] of files.entries()) {
      try {
        await upload.mutateAsync({ borrowerId, evidenceId, name: file.name.slice(-NAME_LENGTH), file });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        missed.push({ file, error });
      }
      setDone(at + 1);
    }
    setRefused(missed);
    return missed;
  }

  return { send, refused, done, isPending: upload.isPending };
}

export function RefusedDocuments({ refused }: { readonly refused: readonly RefusedDocument[] }) {
  return refused.map((one, at) => <p key={`${at} ${one.file.name}`}>{explainUpload(one)}</p>);
}

function explainUpload({ file: { name }, error }: RefusedDocument): string {
  switch (codeOf(error)) {
    case "LIMIT_REACHED":
      return `${name}: this borrower has as many documents as one can have, ${DOCUMENTS_PER_BORROWER}. Remove one that is no longer needed.`;
    case "UNSUPPORTED_MEDIA_TYPE":
      return `${name}: what is in the file is no PDF, JPG or PNG, whatever its name says.`;
    case "PAYLOAD_TOO_LARGE":
      return `${name}: the file is larger than ${fileSize(DOCUMENT_MAX_BYTES)}. Scan it at a lower resolution.`;
    default:
      return `${name}: ${explain(error)}`;
  }
}
