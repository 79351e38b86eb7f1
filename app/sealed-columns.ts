// Owns the list of every sealed column, for the look at start and the command that wraps keys anew.
import { SEALED_COLUMNS as REPORT_COLUMNS } from "#features/asset-reports/server/sealed.ts";
import { SEALED_COLUMNS as DOCUMENT_COLUMNS } from "#features/underwriting/server/sealed.ts";
import { SECOND_FACTOR_SEALED } from "#features/identity/server/second-factor/second-factor.ts";
import type { SealedColumn } from "#kit/server/sealing/rewrap.ts";

export const SEALED_COLUMNS: readonly SealedColumn[] = [...REPORT_COLUMNS, ...DOCUMENT_COLUMNS, SECOND_FACTOR_SEALED];
