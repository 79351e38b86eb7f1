import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { NO_ORGANIZATION } from "../audit.ts";
import type { Database } from "../database/database.ts";
import type { SystemScope } from "../database/scope.ts";
import { KeysUnusable, type SecretLocation, type Cipher } from "./cipher.ts";

export interface EncryptedColumn {
  readonly table: string;
  readonly column: string;
  /** The column that names the row within its organization. */
  readonly row: string;
  /** `true`: the table belongs to no organization, and its values are bound to none. */
  readonly ofNobody?: boolean;
  /** Of a file's key: whether the storage is to retain the file, as `PutOptions` says. */
  readonly retain?: boolean;
}

/** The organization that an encrypted value of this column is bound to, as SQL. */
const ownerOf = ({ ofNobody }: EncryptedColumn) => (ofNobody ? sql`${NO_ORGANIZATION}::uuid` : sql`organization_id`);

const BATCH = 100;
/** The pause before rows that were locked by a writer are tried again. */
const LOCKED_PAUSE_MS = 100;

interface EncryptedRow {
  organization_id: string;
  row_id: string;
  encrypted: Buffer;
}

/**
 * Wraps every data key of a column with the newest key. Returns the number of keys. Each batch is a transaction of its
 * own that skips rows locked by a writer; a later batch takes them. A stopped rotation continues where it ended.
 */
export async function rotateColumn(
  db: Database,
  system: SystemScope,
  cipher: Cipher,
  encryptedColumn: EncryptedColumn,
): Promise<number> {
  const { table, column, row } = encryptedColumn;
  const owner = ownerOf(encryptedColumn);
  const [from, what, key] = [table, column, row].map((name) => sql.identifier(name));
  const prefix = cipher.newestPrefix;
  let done = 0;
  for (;;) {
    const { found, left } = await db.transaction(system, async (tx) => {
      const stale = sql`${what} is not null and substring(${what} from 1 for ${prefix.length}) <> ${prefix}`;
      const result = await tx.orm.execute(sql`
        select ${owner} as organization_id, ${key} as row_id, ${what} as encrypted from ${from} where ${stale}
        limit ${BATCH} for update skip locked`);
      const rows = result.rows as unknown as EncryptedRow[];
      for (const { organization_id, row_id, encrypted } of rows) {
        const place: SecretLocation = { table: `${table}.${column}`, row: row_id, organizationId: organization_id };
        const rewrapped = cipher.rotateKey(Buffer.from(encrypted), place);
        if (rewrapped)
          await tx.orm.execute(
            sql`update ${from} set ${what} = ${rewrapped} where ${owner} = ${organization_id} and ${key} = ${row_id}`,
          );
      }
      const rest =
        rows.length > 0 ? [] : (await tx.orm.execute(sql`select 1 from ${from} where ${stale} limit 1`)).rows;
      return { found: rows.length, left: rest.length };
    });
    done += found;
    if (found > 0) continue;
    if (left === 0) return done;
    await sleep(LOCKED_PAUSE_MS);
  }
}

/** Decrypts one value of each column. Throws KeysUnusable when that fails. */
export async function checkKeys(
  db: Database,
  system: SystemScope,
  cipher: Cipher,
  columns: readonly EncryptedColumn[],
): Promise<void> {
  const first = columns.map((encryptedColumn, at) => {
    const { table, column, row } = encryptedColumn;
    const [from, what, key] = [table, column, row].map((name) => sql.identifier(name));
    return sql`(select ${at}::integer as at, ${ownerOf(encryptedColumn)} as organization_id, ${key}::text as row_id,
      ${what} as encrypted from ${from} where ${what} is not null limit 1)`;
  });
  // One statement: each start waits for it.
  const { rows } = await db.read(system, (orm) =>
    orm.execute<{ at: number; organization_id: string; row_id: string; encrypted: Buffer }>(
      sql.join(first, sql` union all `),
    ),
  );
  for (const { at, organization_id: organizationId, row_id, encrypted } of rows) {
    const { table, column } = columns[at]!; // as just numbered
    try {
      cipher.decrypt(Buffer.from(encrypted), { table: `${table}.${column}`, row: row_id, organizationId });
    } catch (cause) {
      throw new KeysUnusable(`holds no key that decrypts what is stored in ${table}.${column}`, cause);
    }
  }
}
