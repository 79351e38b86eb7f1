import { sql } from "drizzle-orm";
import { assetReports } from "#features/underwriting/server/schema.ts";
import { orm, type ReadDb } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";

const reportsByState = prepared("asset_reports_by_state", () =>
  orm
    .select({ state: assetReports.state, count: sql<number>`count(*)::int` })
    .from(assetReports)
    .groupBy(assetReports.state),
);

/** Of all organizations. */
export function countReportsByState(db: ReadDb, system: SystemScope): Promise<{ state: string; count: number }[]> {
  return db.run(system, reportsByState);
}
