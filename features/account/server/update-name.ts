import type { Context } from "#platform/server/context.ts";
import { recordOwnEvent } from "#features/auth/server/accounts/record.ts";
import { lockUser, updateUser } from "#features/auth/server/store.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { SignedIn } from "#platform/server/actor.ts";

/** Throws NO_USER. */
export async function updateName(
  { db, system }: Context,
  person: SignedIn,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  await db.transaction(system, async (tx) => {
    // The lock prevents a name change from writing to an account that was just erased.
    if (!(await lockUser(tx, system, person.userId))) throw new AppError("NO_USER");
    await updateUser(tx, system, person.userId, { firstName, lastName });
    await recordOwnEvent(tx, person, "user.renamed");
  });
}
