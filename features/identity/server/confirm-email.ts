// Owns confirming an address by the mailed link.
import type { Visitor } from "#kit/server/actor.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { IdentityDeps } from "./deps.ts";
import { unlockAddress } from "./lockout.ts";
import { openMailLink } from "./mail-links.ts";
import { recordAct } from "./record.ts";
import { readUser, updateUser } from "./store.ts";

/** Opened again within its life the link says yes again: mail readers and people open links twice. */
export async function confirmEmailByToken(
  deps: IdentityDeps,
  visitor: Visitor,
  { token }: { token: string },
): Promise<{ email: string }> {
  return deps.db.transaction(deps.across, async (tx) => {
    const { userId, wasUsed } = await openMailLink(tx, deps.across, "confirm-email", token);
    const user = await readUser(tx, deps.across, userId);
    if (!user) throw new AppError("LINK_DEAD");
    if (!wasUsed) {
      await updateUser(tx, deps.across, user.id, { emailConfirmed: true });
      // What was counted while the address was hidden was their own right password.
      await unlockAddress(tx, deps.across, user.email);
      await recordAct(tx, user, "user.email-confirmed", visitor);
    }
    return { email: user.email };
  });
}
