// Owns where this feature's secrets are sealed: each bound to its table, row and organization.
import type { Scope } from "#kit/server/database/scope.ts";
import type { SealedPlace } from "#kit/server/sealing/sealing.ts";

type Column =
  | "bank_items.access_token"
  | "asset_reports.provider_token"
  | "asset_reports.pdf_key"
  | "asset_report_contents.provider_json"
  | "report_files.file_key";

/** Column names the value too, so that one secret of a row does not open as another. */
export function placeOf(column: Column, row: string, { organizationId }: Pick<Scope, "organizationId">): SealedPlace {
  return { table: column, row, organizationId };
}

/** Every sealed column, for the command that wraps keys anew. */
export const SEALED_COLUMNS: readonly { table: string; column: string; row: string }[] = [
  { table: "bank_items", column: "access_token", row: "id" },
  { table: "asset_reports", column: "provider_token", row: "id" },
  { table: "asset_reports", column: "pdf_key", row: "id" },
  { table: "asset_report_contents", column: "provider_json", row: "report_id" },
  { table: "report_files", column: "file_key", row: "id" },
];
