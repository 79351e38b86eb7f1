import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { ownerOf, type EncryptedColumn } from "../encryption/rotate-keys.ts";
import type { SystemScope } from "./scope.ts";
import { KeysUnusable, type Cipher } from "../encryption/cipher.ts";

/** Opens one value of each column. Throws KeysUnusable when one does not open. */
export async function checkKeys(
  db: Database,
  system: SystemScope,
  cipher: Cipher,
  columns: readonly EncryptedColumn[],
): Promise<void> {
  for (const sealed of columns) {
    const { table, column, row } = sealed;
    const [from, what, key] = [table, column, row].map((name) => sql.identifier(name));
    const { rows } = await db.read(system, (orm) =>
      orm.execute<{ organization_id: string; row_id: string; sealed: Buffer }>(sql`
        select ${ownerOf(sealed)} as organization_id, ${key} as row_id, ${what} as sealed from ${from} where ${what} is not null limit 1`),
    );
    for (const { organization_id: organizationId, row_id, sealed } of rows) {
      try {
        cipher.decrypt(Buffer.from(sealed), { table: `${table}.${column}`, row: row_id, organizationId });
      } catch (cause) {
        throw new KeysUnusable(`holds no key that opens what is sealed in ${table}.${column}`, cause);
      }
    }
  }
}
