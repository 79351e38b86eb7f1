import { createHash, randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { readPicture as readPictureCall } from "#features/account/contract.ts";
import { recordOwnEvent } from "#features/auth/server/accounts/accounts.ts";
import { lockUser, updateUser } from "#features/auth/server/queries.ts";
import { API_BASE, type UploadedFile } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { SignedIn } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { StoredFile } from "#platform/server/http/file-reply.ts";
import { deletePicture, readPicture, readPictureBytes, replacePicture } from "./queries.ts";

/** Replaces the previous picture under a new random id, so that no cache shows the old one. */
export async function uploadPicture(
  ctx: Context,
  person: SignedIn,
  { file }: { file: UploadedFile },
): Promise<{ profilePicURL: string }> {
  const id = randomUUID();
  const profilePicURL = ctx.settings.backendUrl + API_BASE + readPictureCall.path.replace("{id}", id);
  const bytes = Buffer.from(file.bytes);
  await changePicture(ctx, person, profilePicURL, (tx) =>
    replacePicture(tx, ctx.system, {
      id,
      userId: person.userId,
      mediaType: file.mediaType,
      sha256: sha256(bytes),
      bytes,
    }),
  );
  return { profilePicURL };
}

/** Browsers load the address; the server never fetches it. Deletes an uploaded picture. */
export async function setPictureURL(
  ctx: Context,
  person: SignedIn,
  { profilePicURL }: { profilePicURL: string | null },
): Promise<void> {
  if (profilePicURL !== null) requireElsewhere(ctx, profilePicURL);
  await changePicture(ctx, person, profilePicURL, (tx) => deletePicture(tx, ctx.system, person.userId));
}

/** Throws NOT_FOUND. */
export async function findPicture({ db, system }: Context, id: string): Promise<StoredFile> {
  const picture = await readPicture(db, system, id);
  if (!picture) throw new AppError("NOT_FOUND");
  const { mediaType, sha256: hash, length } = picture;
  return {
    name: `picture.${mediaType === "image/png" ? "png" : "jpg"}`,
    mediaType,
    bytes: length,
    sha256: hash,
    async *read({ start, end }) {
      const bytes = await readPictureBytes(db, system, id);
      if (!bytes) throw new Error("a picture was replaced while it was being read");
      yield bytes.subarray(start, end + 1);
    },
  };
}

// The lock on the user keeps picture and address consistent when two changes run at once.
async function changePicture(
  { db, system }: Context,
  person: SignedIn,
  profilePicURL: string | null,
  change: (tx: Tx) => Promise<void>,
): Promise<void> {
  await db.transaction(system, async (tx) => {
    if (!(await lockUser(tx, system, person.userId))) throw new AppError("NO_USER");
    await change(tx);
    await updateUser(tx, system, person.userId, { profilePicURL });
    await recordOwnEvent(tx, person, "user.picture-changed");
  });
}

// An address on our own host would make every viewer send us a request of the user's choice.
function requireElsewhere({ settings: { publicUrl, backendUrl } }: Context, address: string): void {
  const { hostname, username, password } = new URL(address); // The contract's schema has already parsed it.
  const isOurs = [publicUrl, backendUrl].some((ours) => new URL(ours).hostname === hostname);
  if (isOurs || username || password)
    throw new AppError("VALIDATION_ERROR", { errors: [{ field: "profilePicURL", code: "INVALID_VALUE" }] });
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
