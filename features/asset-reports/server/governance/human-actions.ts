import { and, count, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { GovernancePacket, HumanAction } from "#features/asset-reports/contract.ts";
import { HUMAN_ACTIONS } from "#features/asset-reports/contract.ts";
import { memberships } from "#features/directory/server/schema.ts";
import { auditRows } from "#features/organizations/server/schema.ts";
import { orm, type ReadDb } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter } from "#platform/server/database/tables.ts";

/** By action of the audit log, and where two things share one action, by what its detail says. */
const ACTIONS: Readonly<Record<string, HumanAction | ((detail: Detail) => HumanAction)>> = {
  "finding.waived": ({ isWaiting }) => (isWaiting ? "waiverProposed" : "waived"),
  "finding.confirmed": ({ isWaiting }) => (isWaiting ? "confirmationProposed" : "confirmed"),
  "decision.accepted": ({ kind }) => (kind === "waiver" ? "waiverAccepted" : "confirmationAccepted"),
  "decision.undone": ({ kind }) => (kind === "waiver" ? "waiverUndone" : "confirmationUndone"),
  "evidence.accepted": "evidenceAccepted",
  "evidence.rejected": "evidenceRejected",
  "evidence.reopened": "evidenceReopened",
  "document.accepted": "documentAccepted",
  "document.rejected": "documentRejected",
  "needs.waived": "needWaived",
  "needs.restored": "needRestored",
  "report.evaluated-again": "evaluatedAgain",
};

interface Detail {
  readonly isWaiting: boolean;
  readonly kind: string | null;
}

const isWaiting = sql<boolean>`coalesce((audit_rows.detail ->> 'isWaiting')::boolean, false)`;
const kind = sql<string | null>`audit_rows.detail ->> 'kind'`;
/** The role today: the log does not record it. */
const role = sql<string>`case when ${auditRows.actorId} is not null then coalesce(${memberships.role}, 'former')
  when audit_rows.detail ? 'apiKey' then 'apiKey' when audit_rows.detail ? 'visitId' then 'borrower' else 'product' end`;

const counted = prepared("count_human_actions", () =>
  orm
    .select({
      action: auditRows.action,
      isWaiting: isWaiting.as("is_waiting"),
      kind: kind.as("kind"),
      role: role.as("role"),
      count: count().as("count"),
    })
    .from(auditRows)
    .leftJoin(
      memberships,
      and(
        eq(memberships.userId, auditRows.actorId),
        eq(memberships.organizationId, auditRows.organizationId),
        eq(memberships.status, "active"),
      ),
    )
    .where(
      and(
        tenantFilter(auditRows),
        inArray(auditRows.action, Object.keys(ACTIONS)),
        gte(auditRows.at, param("from")),
        lt(auditRows.at, param("before")),
      ),
    )
    .groupBy(sql`1, 2, 3, 4`),
);

/** What people of the organization did from one moment up to another, by action and role. */
export async function countHumanActions(
  db: ReadDb,
  scope: Scope,
  { from, before }: { readonly from: string; readonly before: string },
): Promise<GovernancePacket["humanActions"]> {
  const rows = await db.run(scope, counted, { from, before });
  const sums = new Map<string, GovernancePacket["humanActions"][number]>();
  for (const { action: name, role: by, count: number, ...detail } of rows) {
    const found = ACTIONS[name]!; // only these are read
    const action = typeof found === "string" ? found : found(detail);
    const key = `${HUMAN_ACTIONS.indexOf(action)} ${by}`;
    sums.set(key, { action, role: by, count: (sums.get(key)?.count ?? 0) + number });
  }
  return [...sums.values()].sort(
    (a, b) =>
      HUMAN_ACTIONS.indexOf(a.action) - HUMAN_ACTIONS.indexOf(b.action) ||
      (a.role < b.role ? -1 : a.role > b.role ? 1 : 0),
  );
}
