import { and, desc, eq, gte, isNull, lte, or, sql } from "drizzle-orm";
import type { Overlay } from "#features/underwriting/rules/evaluation.ts";
import { overlays } from "#features/underwriting/server/schema.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { bumpVersion, param, tenantFilter } from "#platform/server/database/tables.ts";

export type OverlayRow = typeof overlays.$inferSelect;

const listed = prepared("overlays", () =>
  orm.select().from(overlays).where(tenantFilter(overlays)).orderBy(desc(overlays.number)),
);

const one = prepared("overlay_by_id", () =>
  orm
    .select()
    .from(overlays)
    .where(and(tenantFilter(overlays), eq(overlays.id, param("id")))),
);

const effective = prepared("overlay_effective", () =>
  orm
    .select()
    .from(overlays)
    .where(
      and(
        tenantFilter(overlays),
        eq(overlays.state, "approved"),
        lte(overlays.effectiveFrom, sql`${param("day")}::date`),
        // One that ended before its first day never was in force, so it replaces none.
        or(isNull(overlays.endedOn), gte(overlays.endedOn, overlays.effectiveFrom)),
      ),
    )
    .orderBy(desc(overlays.effectiveFrom), desc(overlays.decidedAt), desc(overlays.number))
    .limit(1),
);

/** The newest first. */
export function readOverlays(db: ReadDb, scope: Scope): Promise<OverlayRow[]> {
  return db.run(scope, listed);
}

export async function readOverlay(db: ReadDb, scope: Scope, id: string): Promise<OverlayRow | undefined> {
  const [row] = await db.run(scope, one, { id });
  return row;
}

/** The overlay in force on this day in the organization's time zone. The newest replaces those before it for good. */
export async function readOverlayInForce(db: ReadDb, scope: Scope, day: string): Promise<Overlay | undefined> {
  const [row] = await db.run(scope, effective, { day });
  if (!row || (row.endedOn !== null && row.endedOn <= day)) return undefined;
  const { id, name, number, programName, settings } = row;
  return { id, name, version: number, programName, settings };
}

const isIt = (scope: Scope, id: string) => and(tenantFilter(overlays, scope), eq(overlays.id, id));

export async function lockOverlay(tx: Tx, scope: Scope, id: string): Promise<OverlayRow | undefined> {
  const [row] = await tx.orm.select().from(overlays).where(isIt(scope, id)).for("no key update");
  return row;
}

/** The caller holds the organization's lock. */
export async function insertOverlay(
  tx: Tx,
  { organizationId }: Scope,
  overlay: Omit<typeof overlays.$inferInsert, "organizationId">,
): Promise<OverlayRow> {
  const [row] = await tx.orm
    .insert(overlays)
    .values({ ...overlay, organizationId })
    .returning();
  return row!; // an insert that does not throw returns its row
}

/** The caller holds its lock. */
export async function writeOverlay(
  tx: Tx,
  scope: Scope,
  id: string,
  change: Partial<Omit<typeof overlays.$inferInsert, "organizationId" | "id" | "version">>,
): Promise<OverlayRow> {
  const [row] = await tx.orm
    .update(overlays)
    .set({ ...change, ...bumpVersion(overlays) })
    .where(isIt(scope, id))
    .returning();
  return row!; // its lock is held
}

/** The caller holds its lock. */
export async function removeOverlay(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm.delete(overlays).where(isIt(scope, id));
}
