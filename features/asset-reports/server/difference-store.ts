import { and, desc, eq, lt, ne } from "drizzle-orm";
import { orm, type ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import type { ReportRow } from "./store.ts";
import { assetReports } from "./schema.ts";

const readyBefore = orm
  .select()
  .from(assetReports)
  .where(
    and(
      tenantFilter(assetReports),
      eq(assetReports.borrowerId, param("borrowerId")),
      eq(assetReports.state, "ready"),
      lt(assetReports.readyAt, param("readyAt")),
      ne(assetReports.id, param("id")),
    ),
  )
  .orderBy(desc(assetReports.readyAt), desc(assetReports.id))
  .limit(1)
  .prepare("asset_report_ready_before");

export async function readReadyBefore(
  db: ReadDb,
  scope: Scope,
  { id, borrowerId, readyAt }: ReportRow,
): Promise<ReportRow | undefined> {
  const [row] = await db.run(scope, readyBefore, { id, borrowerId, readyAt });
  return row;
}
