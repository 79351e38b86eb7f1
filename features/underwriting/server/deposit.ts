import type { BorrowerRow } from "#features/borrowers/server/store.ts";
import type { EvidenceSource } from "#features/underwriting/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Reads } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import type { EvidenceDeps } from "./deps.ts";

type Reports = Pick<EvidenceDeps, "reports">;
type Known = Pick<BorrowerRow, "latestReportId">;

/** Throws VALIDATION_ERROR where the evidence speaks of no deposit, or of more than there is. */
export async function requireFits(
  deps: Reports,
  db: Reads,
  scope: Scope,
  borrower: Known,
  { transactionId, kind, sourcedCents }: Pick<EvidenceSource, "transactionId" | "kind" | "sourcedCents">,
): Promise<void> {
  // Money that is in no account yet can only be a gift: everything else is shown by the deposit it made.
  if (transactionId === null && kind !== "gift") throw refused("transactionId", "REQUIRED");
  if (transactionId === null) return;
  const depositedCents = await readDeposit(deps, db, scope, borrower, transactionId);
  if (sourcedCents === 0) throw refused("sourcedCents", "TOO_SMALL");
  if (sourcedCents > depositedCents) throw refused("sourcedCents", "TOO_BIG");
}

/** Cents of a posted deposit. Throws VALIDATION_ERROR for any other line, and for one of another report. */
export async function readDeposit(
  { reports }: Reports,
  db: Reads,
  scope: Scope,
  { latestReportId }: Known,
  transactionId: string,
): Promise<number> {
  const found = latestReportId ? await reports.findLine(db, scope, latestReportId, transactionId) : undefined;
  if (!found?.isDeposit) throw refused("transactionId", "INVALID_VALUE");
  return -found.line.amountCents;
}

function refused(field: string, code: string): AppError {
  return new AppError("VALIDATION_ERROR", { errors: [{ field, code }] });
}
