// Owns how a person shows themselves: by a picture kept here, by one from elsewhere, or by neither.
import { createHash, randomUUID } from "node:crypto";
import { readPicture as readPictureCall } from "#features/account/contract.ts";
import { recordOwnAct } from "#features/identity/server/accounts/record.ts";
import { lockUser, updateUser } from "#features/identity/server/store.ts";
import { API_BASE, type UploadedFile } from "#kit/contract/call.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { SignedIn } from "#kit/server/actor.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { StoredFile } from "#kit/server/http/file-reply.ts";
import type { AccountDeps } from "./deps.ts";
import { deletePicture, readPicture, readPictureBytes, replacePicture } from "./store.ts";

/** In place of the one before, under a new random id, so that nobody is shown the old one from a cache. */
export async function uploadPicture(
  deps: AccountDeps,
  person: SignedIn,
  { file }: { file: UploadedFile },
): Promise<{ profilePicURL: string }> {
  const id = randomUUID();
  const profilePicURL = deps.backendUrl + API_BASE + readPictureCall.path.replace("{id}", id);
  const bytes = Buffer.from(file.bytes);
  await changePicture(deps, person, profilePicURL, (tx) =>
    replacePicture(tx, deps.across, {
      id,
      userId: person.userId,
      mediaType: file.mediaType,
      sha256: sha256(bytes),
      bytes,
    }),
  );
  return { profilePicURL };
}

/** The address is handed to browsers and never fetched here. An uploaded picture goes. */
export async function setPictureURL(
  deps: AccountDeps,
  person: SignedIn,
  { profilePicURL }: { profilePicURL: string | null },
): Promise<void> {
  if (profilePicURL !== null) requireElsewhere(deps, profilePicURL);
  await changePicture(deps, person, profilePicURL, (tx) => deletePicture(tx, deps.across, person.userId));
}

/** Throws NOT_FOUND. */
export async function findPicture({ db, across }: AccountDeps, id: string): Promise<StoredFile> {
  const picture = await readPicture(db, across, id);
  if (!picture) throw new AppError("NOT_FOUND");
  const { mediaType, sha256: hash, length } = picture;
  return {
    name: `picture.${mediaType === "image/png" ? "png" : "jpg"}`,
    mediaType,
    bytes: length,
    sha256: hash,
    async *read({ start, end }) {
      const bytes = await readPictureBytes(db, across, id);
      if (!bytes) throw new Error("a picture was replaced while it was being read");
      yield bytes.subarray(start, end + 1);
    },
  };
}

// Under the person's lock: of two at once the picture and the address that stay are of the same one.
async function changePicture(
  { db, across }: AccountDeps,
  person: SignedIn,
  profilePicURL: string | null,
  change: (tx: Tx) => Promise<void>,
): Promise<void> {
  await db.transaction(across, async (tx) => {
    if (!(await lockUser(tx, across, person.userId))) throw new AppError("NO_USER");
    await change(tx);
    await updateUser(tx, across, person.userId, { profilePicURL });
    await recordOwnAct(tx, person, "user.picture-changed");
  });
}

// An address of our own would make everybody who sees the person ask us for whatever it names.
function requireElsewhere({ publicUrl, backendUrl }: AccountDeps, address: string): void {
  const { hostname, username, password } = new URL(address); // parsed by the contract's schema already
  const isOurs = [publicUrl, backendUrl].some((ours) => new URL(ours).hostname === hostname);
  if (isOurs || username || password)
    throw new AppError("VALIDATION_ERROR", { errors: [{ field: "profilePicURL", code: "INVALID_VALUE" }] });
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
