import type { Edition } from "#features/underwriting/contract.ts";
import { editionFor, EDITIONS } from "#features/underwriting/rules/editions.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { Context } from "#platform/server/context.ts";
import { countOpenFiles } from "./queries.ts";

/** The newest first. */
export async function listEditions({ db }: Context, { scope }: Actor): Promise<Edition[]> {
  const openFiles = await countOpenFiles(db, scope);
  const current = editionFor(null, new Date().toISOString().slice(0, 10));
  return EDITIONS.toReversed().map(({ hash, ruleSetVersion, effectiveFrom, changes }) => ({
    ...{ hash, ruleSetVersion, effectiveFrom, changes },
    isCurrent: hash === current.hash,
    openFiles: openFiles.get(hash) ?? 0,
  }));
}
