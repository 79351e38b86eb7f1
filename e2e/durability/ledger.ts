// Writers with a ledger: each repeats its request until it knows the result, as a careful client does. And what the
// database must contain after the kills: exactly the ledger, and no partial write.
import { setTimeout as sleep } from "node:timers/promises";
import type { Reply } from "../../testing/http.ts";
import { recordConsent } from "../../features/borrower-portal/contract.ts";
import { exchangePublicToken } from "../../features/asset-reports/contract.ts";
import {
  type Borrower,
  type BorrowerStatus,
  changeBorrowerStatus,
  createBorrower,
  updateBorrower,
} from "../../features/borrowers/contract.ts";
import type { Client } from "../api.ts";
import { aBorrower, aPublicToken } from "./lender.ts";
import { expect } from "@playwright/test";
import type { Query } from "./databases.ts";

/** One borrower as its acknowledged writes left it. */
export interface Entry {
  readonly id: string;
  email: string;
  lastName: string;
  status: BorrowerStatus;
  /** Raised by every write once. */
  version: number;
  /** What the audit must hold, in order; connecting a bank apart. */
  actions: string[];
  /** Its connections are ended by the job that closing it queues. */
  hasBank: boolean;
}

export interface Ledger {
  readonly entries: Entry[];
  /** Acknowledged writes so far. */
  acknowledged: number;
}

/** A product that is away for longer than this does not come back. */
const PATIENCE_MS = 120_000;

/** Asks until the product answers; `wasLost` says that an earlier try may have been done. */
async function untilAnswered<Body>(ask: () => Promise<Reply<Body>>): Promise<{ reply: Reply<Body>; wasLost: boolean }> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let wasLost = false; Date.now() < deadline; wasLost = true) {
    const reply = await ask().catch(() => null);
    if (reply && reply.status !== 503) return { reply, wasLost };
    await sleep(50);
  }
  throw new Error("the product did not come back");
}

/** Creates borrowers, and edits, closes and restores each, until stopped. */
export async function writeBorrowers(client: Client, name: string, ledger: Ledger, goesOn: () => boolean) {
  for (let index = 0; goesOn(); index++) {
    const entry = await create(client, `${name}-${index}@example.net`, ledger);
    if (goesOn()) await edit(client, entry, `Edited-${index}`, ledger);
    if (goesOn()) await setStatus(client, entry, "closed", ledger);
    if (goesOn()) await setStatus(client, entry, "new", ledger);
    if (goesOn()) await setStatus(client, entry, "closed", ledger);
  }
}

/** Creates borrowers, connects a bank to each and closes it: a job then ends the connection, at the provider too. */
export async function writeConnections(
  client: Client,
  name: string,
  sandboxUrl: string,
  ledger: Ledger,
  goesOn: () => boolean,
) {
  for (let index = 0; goesOn(); index++) {
    const entry = await create(client, `${name}-${index}@example.net`, ledger);
    const { id, email } = entry;
    const signed = { id, email, method: "attested", signedOn: "2026-01-05" } as const;
    const consent = (await untilAnswered(() => client.send(recordConsent, signed))).reply;
    if (consent.status !== 200) throw new Error(`a consent was refused: ${consent.status} ${consent.message ?? ""}`);
    entry.actions.push("consent.attested");
    // A public token works once, so after a lost exchange another one is used. The same bank replaces itself.
    const { reply } = await untilAnswered(async () => {
      const publicToken = await aPublicToken(sandboxUrl);
      return client.send(exchangePublicToken, { borrowerId: id, publicToken });
    });
    if (reply.status !== 200) throw new Error(`a bank was refused: ${reply.status} ${reply.message ?? ""}`);
    entry.hasBank = true;
    entry.version = (reply.body as Borrower).version; // whole, to a person of the lender
    await setStatus(client, entry, "closed", ledger);
  }
}

async function create(client: Client, email: string, ledger: Ledger): Promise<Entry> {
  const details = aBorrower(email);
  const { reply } = await untilAnswered(() => client.send(createBorrower, details, email));
  if (reply.status !== 201) throw new Error(`a create was refused: ${reply.status} ${reply.message ?? ""}`);
  const { id, lastName, version } = reply.body;
  const entry: Entry = {
    id,
    email,
    lastName,
    status: "new",
    version,
    actions: ["borrower.created"],
    hasBank: false,
  };
  ledger.entries.push(entry);
  ledger.acknowledged++;
  return entry;
}

async function edit(client: Client, entry: Entry, lastName: string, ledger: Ledger): Promise<void> {
  const { id, email, version } = entry;
  const reported = await untilAnswered(() =>
    client.send(updateBorrower, { ...aBorrower(email), lastName, id, version }),
  );
  settle(reported, entry, "borrower.edited", ledger);
  entry.lastName = lastName;
}

async function setStatus(client: Client, entry: Entry, status: BorrowerStatus, ledger: Ledger): Promise<void> {
  const { id, version } = entry;
  const reported = await untilAnswered(() => client.send(changeBorrowerStatus, { id, status, version }));
  settle(reported, entry, "borrower.status-changed", ledger);
  entry.status = status;
}

// Repeating a write that survived the kill is refused as STALE, because its version is saved: it counts once.
function settle(
  { reply, wasLost }: { reply: Reply<unknown>; wasLost: boolean },
  entry: Entry,
  action: string,
  ledger: Ledger,
): void {
  const holds = reply.status === 200 || (wasLost && reply.message === "STALE");
  if (!holds) throw new Error(`${action} was refused: ${reply.status} ${reply.message ?? ""}`);
  entry.version++;
  entry.actions.push(action);
  ledger.acknowledged++;
}

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
    const consents = entry.actions.filter((action) => action === "consent.attested").length; // leave the version
    expect({ email: entry.email, audited, connected }).toEqual({
      email: entry.email,
      audited: version + consents,
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
