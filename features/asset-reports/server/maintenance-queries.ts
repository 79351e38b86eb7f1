import { and, asc, eq, gt, isNull, lte, sql, type SQL } from "drizzle-orm";
import { borrowers } from "#features/borrowers/server/schema.ts";
import { evaluations, assetReportContents, assetReports } from "#features/underwriting/server/schema.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";

/** A page of rows by id, after the last one of the previous page. */
export interface Page {
  readonly after: string;
  readonly limit: number;
}

export interface OfReport {
  readonly organizationId: string;
  readonly id: string;
  readonly borrowerId: string;
}

/** Ready and never evaluated, or evaluated with rules whose evaluations were deleted. */
export function readUnevaluated(db: ReadDb, system: SystemScope, { after, limit }: Page): Promise<OfReport[]> {
  const { organizationId, id, borrowerId } = assetReports;
  return db.read(system, (query) =>
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

/** Borrowers that match this condition. */
export function readBorrowersWhere(
  db: ReadDb,
  system: SystemScope,
  isTrue: SQL,
  { after, limit }: Page,
): Promise<OfBorrower[]> {
  const { organizationId, id } = borrowers;
  return db.read(system, (query) =>
    query
      .select({ organizationId, id })
      .from(borrowers)
      .where(and(isTrue, gt(id, sql`${after}::uuid`)))
      .orderBy(asc(id))
      .limit(limit),
  );
}

/** Borrowers that one statement looks at, so that it ends soon however many there are. */
export const PART_ROWS = 1_000;

/** As `readBorrowersWhere`, for a condition that no index answers. */
export async function readBorrowersInParts(
  db: ReadDb,
  system: SystemScope,
  isTrue: SQL,
  { after, limit }: Page,
): Promise<OfBorrower[]> {
  const found: OfBorrower[] = [];
  for (let from = after; found.length < limit;) {
    const last = await findLastOfPart(db, system, from);
    const isInPart = last === undefined ? isTrue : and(isTrue, lte(borrowers.id, last))!; // of two it is one
    const page = { after: from, limit: limit - found.length };
    found.push(...(await readBorrowersWhere(db, system, isInPart, page)));
    if (last === undefined) break;
    from = last;
  }
  return found;
}

/** The last id of the next full part; `undefined`: what is left is none. */
async function findLastOfPart(db: ReadDb, system: SystemScope, after: string): Promise<string | undefined> {
  const [last] = await db.read(system, (query) =>
    query
      .select({ id: borrowers.id })
      .from(borrowers)
      .where(gt(borrowers.id, sql`${after}::uuid`))
      .orderBy(asc(borrowers.id))
      .offset(PART_ROWS - 1)
      .limit(1),
  );
  return last?.id;
}
