import { and, asc, eq, gt, isNull, sql, type SQL } from "drizzle-orm";
import { borrowers } from "#features/borrowers/server/tables.ts";
import { evaluations } from "#features/underwriting/server/tables.ts";
import type { Reads } from "#kit/server/database/database.ts";
import type { AcrossScope } from "#kit/server/database/scope.ts";
import { assetReportContents, assetReports } from "./tables.ts";

/** So many by id, after the one that was seen last. */
export interface Page {
  readonly after: string;
  readonly limit: number;
}

export interface OfReport {
  readonly organizationId: string;
  readonly id: string;
  readonly borrowerId: string;
}

/** Ready and never evaluated, or evaluated by rules whose evaluations were deleted. */
export function readUnevaluated(db: Reads, across: AcrossScope, { after, limit }: Page): Promise<OfReport[]> {
  const { organizationId, id, borrowerId } = assetReports;
  return db.read(across, (query) =>
    query
      .select({ organizationId, id, borrowerId })
      .from(assetReports)
      .innerJoin(
        assetReportContents,
        and(eq(assetReportContents.organizationId, organizationId), eq(assetReportContents.reportId, id)),
      )
      .leftJoin(evaluations, and(eq(evaluations.organizationId, organizationId), eq(evaluations.reportId, id)))
      .where(and(eq(assetReports.state, "ready"), isNull(evaluations.id), gt(id, sql`${after}::uuid`)))
      .orderBy(asc(id))
      .limit(limit),
  );
}

export interface OfBorrower {
  readonly organizationId: string;
  readonly id: string;
}

/** Borrowers of whom this is true. */
export function readBorrowersWhere(
  db: Reads,
  across: AcrossScope,
  isTrue: SQL,
  { after, limit }: Page,
): Promise<OfBorrower[]> {
  const { organizationId, id } = borrowers;
  return db.read(across, (query) =>
    query
      .select({ organizationId, id })
      .from(borrowers)
      .where(and(isTrue, gt(id, sql`${after}::uuid`)))
      .orderBy(asc(id))
      .limit(limit),
  );
}
