import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { removeLeftover } from "../jobs.ts";
import { aadFor, providerRemovals } from "../schema.ts";

interface Leftover {
  readonly id: string;
  readonly kind: (typeof providerRemovals.$inferSelect)["kind"];
  readonly secret: Buffer | string;
}

export async function removeLater(
  { cipher, jobs }: Context,
  tx: Tx,
  scope: Scope,
  { id, kind, secret }: Leftover,
): Promise<void> {
  const { organizationId } = scope;
  const token = cipher.encrypt(secret, aadFor("provider_removals.token", id, scope));
  await tx.orm.insert(providerRemovals).values({ organizationId, id, kind, token });
  await jobs.send(tx, removeLeftover, { organizationId, removalId: id });
}
