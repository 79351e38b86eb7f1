import type { Scope } from "#platform/server/database/scope.ts";
import type { SecretLocation } from "#platform/server/encryption/cipher.ts";

type Column =
  | "bank_items.access_token"
  | "asset_reports.provider_token"
  | "asset_reports.pdf_key"
  | "asset_report_contents.provider_json"
  | "report_files.file_key";

/** Includes the column name, so that one encrypted value of a row cannot be decrypted as another. */
export function aadFor(column: Column, row: string, { organizationId }: Pick<Scope, "organizationId">): SecretLocation {
  return { table: column, row, organizationId };
}

/** Every encrypted column, for the command that rotates keys. */
export const ENCRYPTED_COLUMNS: readonly { table: string; column: string; row: string }[] = [
  { table: "bank_items", column: "access_token", row: "id" },
  { table: "asset_reports", column: "provider_token", row: "id" },
  { table: "asset_reports", column: "pdf_key", row: "id" },
  { table: "asset_report_contents", column: "provider_json", row: "report_id" },
  { table: "report_files", column: "file_key", row: "id" },
];
