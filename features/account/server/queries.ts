// Users belong to no organization, so these queries run in the system scope.
import { eq, sql } from "drizzle-orm";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { param } from "#platform/server/database/tables.ts";
import { pictures } from "./schema.ts";

// Without the bytes, because a browser with a cached picture needs only the metadata.
const byId = prepared("picture_by_id", () =>
  orm
    .select({
      id: pictures.id,
      mediaType: pictures.mediaType,
      sha256: pictures.sha256,
      length: sql<number>`octet_length(${pictures.bytes})`.as("length"),
    })
    .from(pictures)
    .where(eq(pictures.id, param("id"))),
);

const bytesById = prepared("picture_bytes_by_id", () =>
  orm
    .select({ bytes: pictures.bytes })
    .from(pictures)
    .where(eq(pictures.id, param("id"))),
);

export async function readPicture(db: ReadDb, system: SystemScope, id: string) {
  const [row] = await db.run(system, byId, { id });
  return row;
}

/** Returns nothing when the picture was replaced in between. */
export async function readPictureBytes(db: ReadDb, system: SystemScope, id: string): Promise<Buffer | undefined> {
  const [row] = await db.run(system, bytesById, { id });
  return row?.bytes;
}

/** A user has one picture; this deletes the previous one. */
export async function replacePicture(
  tx: Tx,
  system: SystemScope,
  picture: typeof pictures.$inferInsert,
): Promise<void> {
  await deletePicture(tx, system, picture.userId);
  await tx.orm.insert(pictures).values(picture);
}

export async function deletePicture(tx: Tx, _systemScope: SystemScope, userId: string): Promise<void> {
  await tx.orm.delete(pictures).where(eq(pictures.userId, userId));
}
