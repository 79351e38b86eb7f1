// Owns how a person changes what they are called.
import { recordOwnAct } from "#features/identity/server/record.ts";
import { updateUser } from "#features/identity/server/store.ts";
import type { SignedIn } from "#kit/server/actor.ts";
import type { AccountDeps } from "./deps.ts";

export async function updateName(
  { db, across }: AccountDeps,
  person: SignedIn,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  await db.transaction(across, async (tx) => {
    await updateUser(tx, across, person.userId, { firstName, lastName });
    await recordOwnAct(tx, person, "user.renamed");
  });
}
