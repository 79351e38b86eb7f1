import { ENCRYPTED_COLUMNS as REPORT_COLUMNS } from "#features/asset-reports/server/schema.ts";
import { ENCRYPTED_COLUMNS as DOCUMENT_COLUMNS } from "#features/underwriting/server/schema.ts";
import { SECOND_FACTOR_ENCRYPTED } from "#features/auth/server/second-factor/second-factor.ts";
import type { EncryptedColumn } from "#platform/server/encryption/rotate-keys.ts";

export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  ...REPORT_COLUMNS,
  ...DOCUMENT_COLUMNS,
  SECOND_FACTOR_ENCRYPTED,
];
