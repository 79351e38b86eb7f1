import { and, desc, eq, lt, ne } from "drizzle-orm";
import { orm, type Reads } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { arg, inScope } from "#kit/server/database/tables.ts";
import type { ReportRow } from "./store.ts";
import { assetReports } from "./tables.ts";

const readyBefore = orm
  .select()
  .from(assetReports)
  .where(
    and(
      inScope(assetReports),
      eq(assetReports.borrowerId, arg("borrowerId")),
      eq(assetReports.state, "ready"),
      lt(assetReports.readyAt, arg("readyAt")),
      ne(assetReports.id, arg("id")),
    ),
  )
  .orderBy(desc(assetReports.readyAt), desc(assetReports.id))
  .limit(1)
  .prepare("asset_report_ready_before");

export async function readReadyBefore(
  db: Reads,
  scope: Scope,
  { id, borrowerId, readyAt }: ReportRow,
): Promise<ReportRow | undefined> {
  const [row] = await db.run(scope, readyBefore, { id, borrowerId, readyAt });
  return row;
}
