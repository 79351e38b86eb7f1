import { sql } from "drizzle-orm";
import type { Context } from "#platform/server/context.ts";
import { readItem } from "#features/asset-reports/server/connections/item-queries.ts";
import { lockBorrower } from "#features/borrowers/server/queries.ts";
import { CONNECTION_BROKEN } from "#features/borrower-portal/contract.ts";
import { notify } from "#features/notifications/server/notify.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { emailBroken } from "./jobs.ts";
import { sendLink } from "./links.ts";
import { repairerOf } from "./emails.ts";
import { connectionNotices } from "./schema.ts";

/** Job. Sends at most once a day per connection and state, and nothing about a connection that works again. */
export async function tellOfBroken(
  ctx: Context,
  scope: Scope,
  { itemId, status }: { itemId: string; status: "login_required" | "expiring" },
): Promise<void> {
  const { organizationId } = scope;
  await ctx.db.transaction(scope, async (tx) => {
    const known = await readItem(tx, scope, itemId);
    const borrower = known && (await lockBorrower(tx, scope, known.borrowerId));
    const item = borrower?.items.find(({ id }) => id === itemId); // as it is under the lock; ended ones are not in the list
    if (!borrower || borrower.status === "closed" || item?.status !== status) return;
    if (!(await noteTold(tx, scope, itemId, status))) return;
    const person = repairerOf(borrower, item);
    if (person)
      await sendLink(ctx.jobs, tx, scope, { borrowerId: borrower.id, email: person.email, cause: "repair", itemId });
    await notify(ctx, tx, scope, {
      kind: "connectionBroken",
      borrower,
      detail: { bank: item.institutionName },
      event: CONNECTION_BROKEN,
      email: (userId) => ctx.jobs.send(tx, emailBroken, { organizationId, userId, itemId }),
    });
  });
}

/** Records that a notification about this state is sent now; `false`: one was sent within the last 24 hours. */
async function noteTold(tx: Tx, scope: Scope, itemId: string, status: "login_required" | "expiring"): Promise<boolean> {
  const rows = await tx.orm
    .insert(connectionNotices)
    .values({ organizationId: scope.organizationId, itemId, status })
    .onConflictDoUpdate({
      target: [connectionNotices.organizationId, connectionNotices.itemId, connectionNotices.status],
      set: { toldAt: sql`now()` },
      setWhere: sql`${connectionNotices.toldAt} <= now() - interval '24 hours'`,
    })
    .returning({ itemId: connectionNotices.itemId });
  return rows.length > 0;
}
