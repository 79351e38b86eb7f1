import type { Context } from "#platform/server/context.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Visitor } from "#platform/server/actor.ts";

/** Throws FLAGGED_AS_SPAM. */
export async function requireHuman(
  { providers: { isHuman } }: Context,
  { address }: Pick<Visitor, "address">,
  token: string,
): Promise<void> {
  if (!(await isHuman(token, address))) throw new AppError("FLAGGED_AS_SPAM");
}
