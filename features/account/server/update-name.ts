// Owns how a person changes what they are called.
import { recordOwnAct } from "#features/identity/server/accounts/record.ts";
import { lockUser, updateUser } from "#features/identity/server/store.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { SignedIn } from "#kit/server/actor.ts";
import type { AccountDeps } from "./deps.ts";

/** Throws NO_USER. */
export async function updateName(
  { db, across }: AccountDeps,
  person: SignedIn,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  await db.transaction(across, async (tx) => {
    // Under a lock, so that a name on its way in is never written over an account that has just been erased.
    if (!(await lockUser(tx, across, person.userId))) throw new AppError("NO_USER");
    await updateUser(tx, across, person.userId, { firstName, lastName });
    await recordOwnAct(tx, person, "user.renamed");
  });
}
