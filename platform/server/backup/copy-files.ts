import { createHash } from "node:crypto";
import type { Cipher } from "../encryption/cipher.ts";
import type { EncryptedFiles } from "../encryption/encrypted-files.ts";
import type { EncryptedColumn } from "../encryption/rotate-keys.ts";
import type { Source } from "./source.ts";
import { BackupError, type Part, readPart } from "./manifest.ts";
import { isOutOfSpace } from "../out-of-space.ts";

type Rows = Pick<Source, "query" | "queryNow">;

interface CopyJob {
  readonly source: Rows;
  readonly files: EncryptedFiles;
  readonly fileTables: readonly EncryptedColumn[];
  readonly cipher: Cipher;
  /** Where to. */
  readonly parts: EncryptedFiles;
}

/**
 * Copies the files that rows of the snapshot name. Files are written once and before their rows, so each is there unless
 * it was deleted since, with its row. Throws BackupError for one that is missing or is not what its row says.
 */
export async function copyFiles({ source, files, fileTables, cipher, parts }: CopyJob): Promise<Part[]> {
  const copied: Part[] = [];
  for (const table of fileTables)
    for (const file of await filesOf(source, table, cipher)) {
      const { name } = file;
      try {
        await parts.writeStored(name, files.readStored(name));
        if ((await hashOf(readPart(parts, file))) !== file.sha256)
          throw new Error("its SHA-256 is not the one of its row");
        copied.push(file);
      } catch (error) {
        if (isOutOfSpace(error)) throw error;
        if (await isNamed(source, table, name))
          throw new BackupError(
            `The file ${name}, which a row of ${table.table} names, cannot be copied: ${String(error)}`,
          );
        await parts.remove(name);
      }
    }
  return copied;
}

async function filesOf(
  { query }: Rows,
  { table, column, row, retain = false }: EncryptedColumn,
  cipher: Cipher,
): Promise<Part[]> {
  const rows = await query(
    `select organization_id, ${row} as row, file, ${column} as key, bytes, sha256 from ${table} order by file`,
  );
  return rows.map((found) => {
    const place = {
      table: `${table}.${column}`,
      row: String(found["row"]),
      organizationId: String(found["organization_id"]),
    };
    return {
      name: String(found["file"]),
      key: cipher.decrypt(Buffer.from(found["key"] as Uint8Array), place),
      bytes: Number(found["bytes"]),
      sha256: String(found["sha256"]),
      retain,
    };
  });
}

async function isNamed({ queryNow }: Rows, { table }: EncryptedColumn, name: string): Promise<boolean> {
  return (await queryNow(`select 1 from ${table} where file = $1`, [name])).length > 0;
}

async function hashOf(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of content) hash.update(piece);
  return hash.digest("hex");
}
