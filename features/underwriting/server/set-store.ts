import { and, desc, eq, sql } from "drizzle-orm";
import { orm, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { arg, inScope } from "#kit/server/database/tables.ts";
import { findingsSets } from "./tables.ts";

export type SetRow = typeof findingsSets.$inferSelect;

const newestOf = orm
  .select()
  .from(findingsSets)
  .where(and(inScope(findingsSets), eq(findingsSets.reportId, arg("reportId"))))
  .orderBy(desc(findingsSets.sequence))
  .limit(1)
  .prepare("findings_set_newest");

/** As it is judged now; `undefined` for a report that was never judged. */
export async function readNewestSet(db: Reads, scope: Scope, reportId: string): Promise<SetRow | undefined> {
  const [row] = await db.run(scope, newestOf, { reportId });
  return row;
}

export async function insertSet(
  tx: Tx,
  scope: Scope,
  set: Omit<typeof findingsSets.$inferInsert, "organizationId" | "sequence" | "judgedAt">,
): Promise<SetRow> {
  const { organizationId } = scope;
  const [row] = await tx.orm
    .insert(findingsSets)
    .values({
      ...set,
      organizationId,
      sequence: sql`(select coalesce(max(sequence), 0) + 1 from findings_sets
        where organization_id = ${organizationId} and report_id = ${set.reportId})`,
    })
    .returning();
  return row!; // an insert that does not throw returns its row
}
