import type { StoredEvaluation } from "#features/underwriting/contract.ts";
import type { Context } from "#platform/server/context.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { aadFor } from "../schema.ts";
import { type InvestorCopyRow, readInvestorCopies } from "./investor-copy-queries.ts";

type Copy = Pick<InvestorCopyRow, "id" | "token">;

export function encryptCopyToken({ cipher }: Context, scope: Scope, id: string, token: string): Buffer {
  return cipher.encrypt(token, aadFor("investor_copies.token", id, scope));
}

/** `undefined`: the provider has not answered. */
export function decryptCopyToken({ cipher }: Context, scope: Scope, { id, token }: Copy): string | undefined {
  return token === null
    ? undefined
    : cipher.decrypt(token, aadFor("investor_copies.token", id, scope)).toString("utf8");
}

/** An ended copy stays in the files of evaluations that name it, so that making a file later gives the same content. */
export async function copiesNamedIn(
  ctx: Context,
  scope: Scope,
  { printed: { investorCopies = [] } }: Pick<StoredEvaluation, "printed">,
) {
  const rows = await readInvestorCopies(
    ctx.db,
    scope,
    investorCopies.map(({ id }) => id),
  );
  const tokens = new Map(rows.map((row) => [row.id, decryptCopyToken(ctx, scope, row)]));
  return investorCopies.flatMap(({ id, investor }) => {
    const token = tokens.get(id);
    return token === undefined ? [] : [{ investor, token }];
  });
}
