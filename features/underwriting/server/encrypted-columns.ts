import type { Scope } from "#platform/server/database/scope.ts";
import type { SecretLocation } from "#platform/server/encryption/cipher.ts";

export function aadForKey(document: string, { organizationId }: Pick<Scope, "organizationId">): SecretLocation {
  return { table: "evidence_documents.file_key", row: document, organizationId };
}

/** Every encrypted column, for the command that rotates keys. */
export const ENCRYPTED_COLUMNS: readonly { table: string; column: string; row: string }[] = [
  { table: "evidence_documents", column: "file_key", row: "id" },
];
