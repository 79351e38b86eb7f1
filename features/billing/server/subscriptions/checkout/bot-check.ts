import { AppError } from "#platform/contract/errors.ts";
import type { Visitor } from "#platform/server/actor.ts";
import type { SubscriptionDeps } from "../deps.ts";

/** Throws FLAGGED_AS_SPAM. */
export async function requireHuman(
  { isHuman }: Pick<SubscriptionDeps, "isHuman">,
  { address }: Pick<Visitor, "address">,
  token: string,
): Promise<void> {
  if (!(await isHuman(token, address))) throw new AppError("FLAGGED_AS_SPAM");
}
