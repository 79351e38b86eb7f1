import { and, desc, eq, sql } from "drizzle-orm";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { evaluations } from "./schema.ts";

export type EvaluationRow = typeof evaluations.$inferSelect;

const newestOf = orm
  .select()
  .from(evaluations)
  .where(and(tenantFilter(evaluations), eq(evaluations.reportId, param("reportId"))))
  .orderBy(desc(evaluations.number))
  .limit(1)
  .prepare("evaluation_newest");

/** `undefined` for a report that was never evaluated. */
export async function readNewestEvaluation(
  db: ReadDb,
  scope: Scope,
  reportId: string,
): Promise<EvaluationRow | undefined> {
  const [row] = await db.run(scope, newestOf, { reportId });
  return row;
}

export async function insertEvaluation(
  tx: Tx,
  scope: Scope,
  evaluation: Omit<typeof evaluations.$inferInsert, "organizationId" | "number">,
): Promise<EvaluationRow> {
  const { organizationId } = scope;
  const [row] = await tx.orm
    .insert(evaluations)
    .values({
      ...evaluation,
      organizationId,
      number: sql`(select coalesce(max(number), 0) + 1 from evaluations
        where organization_id = ${organizationId} and report_id = ${evaluation.reportId})`,
    })
    .returning();
  return row!; // an insert that does not throw returns its row
}
