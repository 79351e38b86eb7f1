// Modules that are loaded together share a file, instead of dozens of files of a few lines each.
import path from "node:path";
import { root } from "./settings.ts";

/** Brings a page to life; all else comes after it. */
export const SITE_CHUNK = "run-site";

/** The page's first load, of which nothing moves into a file that may come later or never. */
const START = "app/web/start.tsx";
/** From first to last: a module belongs to the first that reaches it. */
const SHARED: readonly (readonly [name: string | null, file: string])[] = [
  [SITE_CHUNK, "app/web/run-site.tsx"],
  ["schema", "platform/contract/paging.ts"],
  // Some public pages ask this too, and stand in no such frame.
  [null, "features/borrowers/web/borrower-can.ts"],
  ["frame", "app/web/layouts/AccountLayout.tsx"],
  ["page", "platform/web/parts/Page.tsx"],
  ["page", "platform/web/parts/QueryBoundary.tsx"],
  // A select is used outside of forms as well, in the same style.
  [null, "platform/web/form/Select.tsx"],
  // Fields stand without the frame of a form as well.
  ["field", "platform/web/form/TextField.tsx"],
  ["field", "platform/web/form/schema-resolver.ts"],
  ["field", "platform/web/form/use-form-draft.ts"],
  ["form", "platform/web/form/Form.tsx"],
];
/** Libraries change seldom, so a visitor who returns after a release still has them cached. */
const LIBRARIES = "libraries";

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** A group as rolldown takes it; what has no name in it is left to rolldown. */
export function sharedChunks() {
  let names: ReadonlyMap<string, string | null> | undefined;
  return {
    debugName: "shared-chunks",
    name: (id: string, modules: Modules) => (names ??= nameAll(modules)).get(id) ?? null,
    // Else a file would bring along what belongs to the start.
    includeDependenciesRecursively: false,
  };
}

function nameAll(modules: Modules): Map<string, string | null> {
  const names = new Map<string, string | null>();
  for (const [name, file] of [[null, START], ...SHARED] as const)
    for (const id of reachedFrom(path.join(root, file), modules, names))
      names.set(id, name === SITE_CHUNK && id.includes("/node_modules/") ? LIBRARIES : name);
  return names;
}

/** All that is loaded with a module and was not reached before. */
function reachedFrom(first: string, modules: Modules, before: ReadonlyMap<string, unknown>): Set<string> {
  const found = new Set<string>();
  const open = [first];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || before.has(id)) continue;
    found.add(id);
    open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
