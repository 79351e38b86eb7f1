// Owns what a person sees of how they get in: whether there is a password and a second factor.
import type { SignInMethods } from "#features/identity/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { SignedIn } from "#kit/server/actor.ts";
import type { IdentityDeps } from "../deps.ts";
import { readFactor } from "./second-factor-store.ts";
import { readUser } from "../store.ts";

export async function readSignInMethods(
  { db, across }: Pick<IdentityDeps, "db" | "across">,
  { userId }: SignedIn,
): Promise<SignInMethods> {
  const user = await readUser(db, across, userId);
  if (!user) throw new AppError("NO_USER");
  const factor = await readFactor(db, across, userId);
  return {
    hasPassword: user.passwordHash !== null,
    secondFactor: {
      enabledAt: factor?.enabledAt ?? null,
      recoveryCodesLeft: factor?.enabledAt ? factor.recoveryHashes.length : 0,
      isRequired: user.memberships.some(({ asksSecondFactor }) => asksSecondFactor),
    },
  };
}
