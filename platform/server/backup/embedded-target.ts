import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { openEmbedded } from "../database/embedded-engine.ts";
import type { Target } from "./restore-backup.ts";
import { countRows } from "./row-counts.ts";

/** The embedded database of a data folder. */
export function embeddedTarget(folder: string): Target {
  const database = join(folder, "db");
  return {
    async describeContent() {
      const [name] = existsSync(database) ? readdirSync(database) : [];
      return name && `DATA_DIR is not empty: ${database} has ${name}.`;
    },
    async restore(dump) {
      const chunks: Buffer[] = [];
      for await (const chunk of dump) chunks.push(chunk);
      try {
        const engine = await openEmbedded({ folder, image: new Blob([gunzipSync(Buffer.concat(chunks))]) });
        try {
          return await countRows(engine.owner.query);
        } finally {
          await engine.close();
        }
      } catch (error) {
        await rm(database, { recursive: true, force: true });
        throw error;
      }
    },
  };
}
