// What the database must contain after the kills: exactly the ledger, and no partial write.
import { expect } from "vitest";
import type { Query } from "./databases.ts";
import type { Ledger } from "./writers.ts";

/** Every borrower of the ledger once, as its acknowledged writes left it, each write with its one audit row. */
export async function expectLedger(query: Query, { entries }: Ledger): Promise<void> {
  const rows = await query(`
    select b.id, b.email, b.last_name as "lastName", b.status, b.version,
      (select json_agg(a.action order by a.seq) from audit_rows a
        where a.object_id = b.id and a.action <> 'bank.connected') as actions,
      (select count(*)::int from audit_rows a where a.object_id = b.id) as audited,
      (select count(*)::int from audit_rows a where a.object_id = b.id and a.action = 'bank.connected') as connected,
      (select count(*)::int from bank_items i where i.borrower_id = b.id) as items
    from borrowers b where b.email similar to '(embedded|postgres)-[ab]%'`);
  const byEmail = new Map(rows.map((row) => [row["email"], row]));
  expect(rows).toHaveLength(byEmail.size);
  for (const { hasBank, version, ...entry } of entries) {
    // Ending the connections is the job's own write; it leaves no audit row and raises the version once.
    const byJob = hasBank ? 1 : 0;
    expect(byEmail.get(entry.email)).toMatchObject({ ...entry, version: version + byJob });
    const { audited, connected, items } = byEmail.get(entry.email)!; // matched above
    expect({ email: entry.email, audited, connected }).toEqual({
      email: entry.email,
      audited: version,
      connected: items,
    });
  }
  expect(rows).toHaveLength(entries.length);
  const orphans = await query(`select a.object_id from audit_rows a where a.object_type = 'borrower'
    and not exists (select from borrowers b where b.organization_id = a.organization_id and b.id = a.object_id)`);
  expect(orphans).toEqual([]);
}

/** The provider's ids of all connections that were ended. */
export async function endedConnections(query: Query): Promise<string[]> {
  const rows = await query("select provider_item_id from bank_items where removed_at is not null");
  return rows.map(({ provider_item_id }) => String(provider_item_id));
}

/** Resolves when the sandbox reports each as removed; throws until then. */
export async function expectRemovedAtProvider(sandboxUrl: string, itemIds: readonly string[]): Promise<void> {
  for (const id of itemIds) {
    const reply = await fetch(`${sandboxUrl}/_state/plaid/items/${id}`);
    expect(await reply.json()).toMatchObject({ itemId: id, removedAt: expect.any(String) });
  }
}
