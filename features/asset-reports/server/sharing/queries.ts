import { and, desc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { type AuditCopy, WRONG_PASS_CODES } from "#features/asset-reports/contract.ts";
import { assetReportContents, assetReports, evaluations } from "#features/underwriting/server/schema.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";
import { auditCopies, auditCopyViews } from "../schema.ts";

export type CopyRow = typeof auditCopies.$inferSelect;
export type ViewRow = typeof auditCopyViews.$inferSelect;

/** Views that a copy lists. */
const VIEWS_TOLD = 100;

const byToken = prepared("audit_copy_by_token", () =>
  orm
    .select()
    .from(auditCopies)
    .where(or(eq(auditCopies.tokenHash, param("tokenHash")), eq(auditCopies.mailedTokenHash, param("tokenHash")))),
);

/** With the id of its report, and the day of its data. */
export type ToldCopy = CopyRow & { readonly reportId: string; readonly asOf: string };

function toldCopies(db: ReadDb, scope: Scope, where: { borrowerId: string } | { id: string }): Promise<ToldCopy[]> {
  const { organizationId } = auditCopies;
  return db
    .read(scope, (query) =>
      query
        .select({
          copy: auditCopies,
          reportId: evaluations.reportId,
          asOf: sql<string>`${assetReportContents.parsedReport} ->> 'asOf'`,
        })
        .from(auditCopies)
        .innerJoin(
          evaluations,
          and(eq(evaluations.organizationId, organizationId), eq(evaluations.id, auditCopies.evaluationId)),
        )
        .innerJoin(
          assetReportContents,
          and(
            eq(assetReportContents.organizationId, organizationId),
            eq(assetReportContents.reportId, evaluations.reportId),
          ),
        )
        .where(
          and(
            tenantFilter(auditCopies, scope),
            "id" in where ? eq(auditCopies.id, where.id) : eq(auditCopies.borrowerId, where.borrowerId),
          ),
        )
        .orderBy(desc(auditCopies.createdAt), desc(auditCopies.id)),
    )
    .then((rows) => rows.map(({ copy, reportId, asOf }) => ({ ...copy, reportId, asOf })));
}

/** The borrower's copies, newest first. */
export function readCopies(db: ReadDb, scope: Scope, borrowerId: string): Promise<ToldCopy[]> {
  return toldCopies(db, scope, { borrowerId });
}

export async function readCopy(db: ReadDb, scope: Scope, id: string): Promise<ToldCopy | undefined> {
  const [row] = await toldCopies(db, scope, { id });
  return row;
}

/** The newest views of each of these copies, newest first. */
export async function readViews(db: ReadDb, scope: Scope, copyIds: readonly string[]): Promise<ViewRow[]> {
  if (copyIds.length === 0) return [];
  const place = sql<number>`row_number() over (partition by copy_id order by at desc, id desc)`.as("place");
  return db.read(scope, (query) => {
    const ranked = query
      .select({
        organizationId: auditCopyViews.organizationId,
        id: auditCopyViews.id,
        copyId: auditCopyViews.copyId,
        at: auditCopyViews.at,
        act: auditCopyViews.act,
        format: auditCopyViews.format,
        address: auditCopyViews.address,
        place,
      })
      .from(auditCopyViews)
      .where(and(tenantFilter(auditCopyViews, scope), inArray(auditCopyViews.copyId, [...copyIds])))
      .as("ranked");
    return query
      .select()
      .from(ranked)
      .where(lt(ranked.place, VIEWS_TOLD + 1))
      .orderBy(desc(ranked.at), desc(ranked.id));
  });
}

export async function countOpen(tx: Tx, scope: Scope, borrowerId: string): Promise<number> {
  return tx.orm.$count(
    auditCopies,
    and(
      tenantFilter(auditCopies, scope),
      eq(auditCopies.borrowerId, borrowerId),
      isNull(auditCopies.revokedAt),
      lt(auditCopies.wrongCodes, WRONG_PASS_CODES),
      gt(auditCopies.expiresAt, sql`now()`),
    ),
  );
}

/** Copies of the organization since midnight UTC. */
export async function countToday(tx: Tx, scope: Scope): Promise<number> {
  return tx.orm.$count(
    auditCopies,
    and(tenantFilter(auditCopies, scope), sql`${auditCopies.createdAt} >= date_trunc('day', now())`),
  );
}

export async function insertCopy(
  tx: Tx,
  scope: Scope,
  copy: Omit<typeof auditCopies.$inferInsert, "organizationId">,
): Promise<void> {
  await tx.orm.insert(auditCopies).values({ ...copy, organizationId: scope.organizationId });
}

/** A copy that has ended does not change. */
export async function endCopy(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm
    .update(auditCopies)
    .set({ revokedAt: sql`now()` })
    .where(and(tenantFilter(auditCopies, scope), eq(auditCopies.id, id), isNull(auditCopies.revokedAt)));
}

/** Stores the token hash of the emailed link; `undefined` if the copy is gone. */
export async function keepMailedToken(
  tx: Tx,
  scope: Scope,
  id: string,
  mailedTokenHash: Buffer,
): Promise<CopyRow | undefined> {
  const [row] = await tx.orm
    .update(auditCopies)
    .set({ mailedTokenHash })
    .where(and(tenantFilter(auditCopies, scope), eq(auditCopies.id, id)))
    .returning();
  return row;
}

/** Finds a copy by either link, the emailed one or the shown one. The row names its organization. */
export async function findByToken(db: ReadDb, system: SystemScope, tokenHash: Buffer): Promise<CopyRow | undefined> {
  const [row] = await db.run(system, byToken, { tokenHash });
  return row;
}

/** Until the transaction ends, no other request can try a passcode of this copy. */
export async function lockCopy(tx: Tx, scope: Scope, id: string): Promise<CopyRow | undefined> {
  const [row] = await tx.orm
    .select()
    .from(auditCopies)
    .where(and(tenantFilter(auditCopies, scope), eq(auditCopies.id, id)))
    .for("update");
  return row;
}

export async function countWrongCode(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm
    .update(auditCopies)
    .set({ wrongCodes: sql`${auditCopies.wrongCodes} + 1` })
    .where(and(tenantFilter(auditCopies, scope), eq(auditCopies.id, id)));
}

export async function insertView(
  tx: Tx,
  scope: Scope,
  view: Omit<typeof auditCopyViews.$inferInsert, "organizationId">,
) {
  await tx.orm.insert(auditCopyViews).values({ ...view, organizationId: scope.organizationId });
}

/** The shared report and evaluation. */
export async function readShared(db: ReadDb, scope: Scope, evaluationId: string) {
  const [row] = await db.read(scope, (query) =>
    query
      .select({ report: assetReports, evaluation: evaluations })
      .from(evaluations)
      .innerJoin(
        assetReports,
        and(eq(assetReports.organizationId, evaluations.organizationId), eq(assetReports.id, evaluations.reportId)),
      )
      .where(and(tenantFilter(evaluations, scope), eq(evaluations.id, evaluationId))),
  );
  return row;
}

type Standing = Pick<CopyRow, "revokedAt" | "wrongCodes" | "expiresAt">;

export function stateOf({ revokedAt, wrongCodes, expiresAt }: Standing, now = Date.now()): AuditCopy["state"] {
  if (revokedAt !== null) return "revoked";
  if (wrongCodes >= WRONG_PASS_CODES) return "locked";
  return Date.parse(expiresAt) <= now ? "expired" : "open";
}

export function isOpen(copy: Standing): boolean {
  return stateOf(copy) === "open";
}

/** The token is in the fragment, which browsers do not send to servers or in referrers. */
export function linkTo(publicUrl: string, token: string): string {
  return `${publicUrl}/audit-copy#t=${token}`;
}
