// Databases to measure on, a PostgreSQL of our own and an embedded one in a folder, filled with the rows that
// benchmarks read: 200 organizations of two people with 100 borrowers, half of whom connected a bank.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migratePostgres, jobKinds, type OpenedDatabase } from "../app/server/database.ts";
import type { OwnerSession } from "../platform/server/database/engine.ts";
import { openEmbedded } from "../platform/server/database/embedded-engine.ts";
import { prepareJobs } from "../platform/server/jobs.ts";
import { migrate, readMigrations } from "../platform/server/database/migrations.ts";
import { withPostgresOwner } from "../platform/server/database/postgres-engine.ts";
import { howToGetPostgres, startPostgres } from "../tools/postgres.ts";
import { root } from "../tools/settings.ts";
import { toAuthUser } from "../features/auth/server/auth-user.ts";
import { readUser } from "../features/auth/server/queries.ts";
import { openTokens } from "../features/auth/server/sessions/tokens.ts";
import { createCipher } from "../platform/server/encryption/cipher.ts";
import { JWT_SECRET, SECRETS_KEYS } from "./server-process.ts";

export const ORGANIZATIONS = 200;
const BORROWERS_EACH = 100;
export const BORROWERS = ORGANIZATIONS * BORROWERS_EACH;

// The same ids in every database, so that ours and the bare one answer the same question.
const KINDS = { organization: "a", user: "b", membership: "c", device: "d", borrower: "e", item: "f" } as const;
const idOf = (kind: keyof typeof KINDS, n: number) =>
  `${KINDS[kind]}0000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
export const sqlIdOf = (kind: keyof typeof KINDS, n: string) =>
  `('${KINDS[kind]}0000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** The first person of organization `n`, who owns every second of its borrowers. */
export function lender(n: number): { organizationId: string; userId: string; deviceId: string } {
  return { organizationId: idOf("organization", n), userId: idOf("user", n), deviceId: idOf("device", n) };
}

/** A token like one from signing in, valid for an hour. */
export async function tokenOf({ db, system }: OpenedDatabase, n: number): Promise<string> {
  const { userId, deviceId } = lender(n);
  const user = await readUser(db, system, userId);
  if (!user) throw new Error("the lenders are not there");
  const session = { deviceId, authenticatedAt: new Date().toISOString() };
  return openTokens({ secrets: [JWT_SECRET], ttlSeconds: 3600 }).issue(toAuthUser(user), session);
}

/** People 1 to 200 are each organization's first, 201 to 400 its second. */
async function insertLenders(owner: Pick<OwnerSession, "execute" | "query">): Promise<void> {
  const organization = sqlIdOf("organization", `(n - 1) % ${ORGANIZATIONS} + 1`);
  const creator = sqlIdOf("user", `(n - 1) % ${ORGANIZATIONS * 2} + 1`);
  await owner.execute(`
    insert into organizations (id, name)
      select ${sqlIdOf("organization", "n")}, 'Lender ' || n from generate_series(1, ${ORGANIZATIONS}) n;
    insert into users (id, first_name, last_name, email, email_key, email_confirmed)
      select ${sqlIdOf("user", "n")}, 'Person', 'Number ' || n, 'p' || n || '@example.org', 'p' || n || '@example.org', true
      from generate_series(1, ${ORGANIZATIONS * 2}) n;
    insert into memberships (organization_id, id, user_id, role)
      select ${organization}, ${sqlIdOf("membership", "n")}, ${sqlIdOf("user", "n")}, 'registered'
      from generate_series(1, ${ORGANIZATIONS * 2}) n;
    insert into devices (id, user_id, user_agent, address)
      select ${sqlIdOf("device", "n")}, ${sqlIdOf("user", "n")}, 'bench', '127.0.0.1'
      from generate_series(1, ${ORGANIZATIONS * 2}) n;
    insert into borrowers (organization_id, id, first_name, last_name, email, phone, loan_number, loan, notes,
        created_by, assigned_user_id, status, connected_at, created_at)
      select ${organization}, ${sqlIdOf("borrower", "n")}, 'Nora', 'Whitfield ' || n, 'nora.' || n || '@example.net',
        '+12025550143', 'LN-' || n,
        '{"program": "fannie", "loanAmount": 36000000, "salesPrice": 45000000}', 'Called on Monday, wants to close in May.',
        ${creator}, ${creator}, case when n % 4 < 2 then 'bank-connected' else 'new' end,
        case when n % 4 < 2 then now() end, now() - n * interval '1 minute'
      from generate_series(1, ${BORROWERS}) n;`);
  await insertBankItems(owner);
  await owner.execute("analyze");
}

// With a token that opens: the product looks at one when it starts.
async function insertBankItems(owner: Pick<OwnerSession, "query">): Promise<void> {
  const connected = await owner.query("select id, organization_id from borrowers where connected_at is not null");
  const cipher = createCipher(SECRETS_KEYS);
  const ids = connected.map(({ id }) => String(id));
  const tokens = connected.map(({ id, organization_id }) => {
    const place = { table: "bank_items.access_token", row: String(id), organizationId: String(organization_id) };
    return cipher.encrypt("access-token", place).toString("hex");
  });
  await owner.query(
    `insert into bank_items (organization_id, id, borrower_id, provider_item_id, institution_id, institution_name,
        accounts, access_token)
      select organization_id, b.id, b.id, 'item-' || b.id, 'ins_1', 'First Platypus Bank',
        '[{"name": "Checking", "mask": "0000", "type": "depository", "subtype": "checking"},
          {"name": "Saving", "mask": "1111", "type": "depository", "subtype": "savings"}]', decode(token, 'hex')
      from borrowers b join unnest($1::uuid[], $2::text[]) sealed (id, token) on b.id = sealed.id`,
    [ids, tokens],
  );
}

const migrationsDir = join(root, "migrations");

/** Runs `work` on a PostgreSQL that syncs to disk as a real one does; says so where the machine has none. */
export function onPostgres(work: (url: string, dataDir: string) => Promise<void>): Promise<void> {
  return onEmptyPostgres(insertLenders, work);
}

/** The same, filled by `fill` alone. */
export async function onEmptyPostgres(
  fill: (owner: OwnerSession) => Promise<void>,
  work: (url: string, dataDir: string) => Promise<void>,
): Promise<void> {
  const postgres = await startPostgres({ durable: true });
  if (!postgres) return console.log(`  PostgreSQL: not measured; ${howToGetPostgres}`);
  try {
    await migratePostgres(postgres.url, migrationsDir);
    await withPostgresOwner(postgres.url, async (owner) => {
      await fill(owner);
      await owner.execute("vacuum analyze");
    });
    await work(postgres.url, postgres.dataDir);
  } finally {
    await postgres.stop();
  }
}

/** Runs `work` with a data folder; nothing has it open. */
export async function onEmbedded(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "keyturn-bench-"));
  try {
    const engine = await openEmbedded({ folder });
    await migrate(engine.owner, readMigrations(migrationsDir));
    await prepareJobs(engine.owner, "embedded", jobKinds);
    await insertLenders(engine.owner);
    await engine.close();
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
