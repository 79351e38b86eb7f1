import type { Scope } from "#kit/server/database/scope.ts";
import type { SealedPlace } from "#kit/server/sealing/sealing.ts";

export function placeOfKey(document: string, { organizationId }: Pick<Scope, "organizationId">): SealedPlace {
  return { table: "evidence_documents.file_key", row: document, organizationId };
}

/** Every encrypted column, for the command that rotates keys. */
export const SEALED_COLUMNS: readonly { table: string; column: string; row: string }[] = [
  { table: "evidence_documents", column: "file_key", row: "id" },
];
