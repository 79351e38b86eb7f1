import type { Context } from "#platform/server/context.ts";
import type { SignInMethods } from "#features/auth/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { SignedIn } from "#platform/server/actor.ts";
import { readUser } from "../store.ts";
import { readFactor } from "./second-factor-store.ts";

export async function readSignInMethods({ db, system }: Context, { userId }: SignedIn): Promise<SignInMethods> {
  const user = await readUser(db, system, userId);
  if (!user) throw new AppError("NO_USER");
  const factor = await readFactor(db, system, userId);
  return {
    hasPassword: user.passwordHash !== null,
    secondFactor: {
      enabledAt: factor?.enabledAt ?? null,
      recoveryCodesLeft: factor?.enabledAt ? factor.recoveryHashes.length : 0,
      isRequired: user.memberships.some(({ asksSecondFactor }) => asksSecondFactor),
    },
  };
}
