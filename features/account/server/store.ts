// Owns the SQL on uploaded pictures. A person belongs to no organization, so all of it runs across.
import { eq, sql } from "drizzle-orm";
import { orm, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { AcrossScope } from "#kit/server/database/scope.ts";
import { arg } from "#kit/server/database/tables.ts";
import { pictures } from "./tables.ts";

// Without its bytes: a browser that has the picture already asks for no more than these.
const byId = orm
  .select({
    id: pictures.id,
    mediaType: pictures.mediaType,
    sha256: pictures.sha256,
    length: sql<number>`octet_length(${pictures.bytes})`.as("length"),
  })
  .from(pictures)
  .where(eq(pictures.id, arg("id")))
  .prepare("picture_by_id");

const bytesById = orm
  .select({ bytes: pictures.bytes })
  .from(pictures)
  .where(eq(pictures.id, arg("id")))
  .prepare("picture_bytes_by_id");

export async function readPicture(db: Reads, across: AcrossScope, id: string) {
  const [row] = await db.run(across, byId, { id });
  return row;
}

/** Nothing when the picture was replaced since. */
export async function readPictureBytes(db: Reads, across: AcrossScope, id: string): Promise<Buffer | undefined> {
  const [row] = await db.run(across, bytesById, { id });
  return row?.bytes;
}

/** The person's only one: the one before goes. */
export async function replacePicture(
  tx: Tx,
  across: AcrossScope,
  picture: typeof pictures.$inferInsert,
): Promise<void> {
  await deletePicture(tx, across, picture.userId);
  await tx.orm.insert(pictures).values(picture);
}

export async function deletePicture(tx: Tx, _across: AcrossScope, userId: string): Promise<void> {
  await tx.orm.delete(pictures).where(eq(pictures.userId, userId));
}
