// Owns which modules of the browser's build come in one file: what is loaded together anyway comes in few files, not in
// dozens of a few lines each. Which file it is, is settled by who brings a module along.
import path from "node:path";
import { root } from "./settings.ts";

/** Brings a page to life; all else comes after it. */
export const SITE_CHUNK = "run-site";

/** The page's first load, of which nothing moves into a file that may come later or never. */
const START = "app/start-web.tsx";
/** From first to last: a module belongs to the first that reaches it. */
const SHARED: readonly (readonly [name: string | null, file: string])[] = [
  [SITE_CHUNK, "app/web/run-site.tsx"],
  ["schema", "kit/contract/paging.ts"],
  // Some public pages ask this too, and stand in no such frame.
  [null, "features/borrowers/web/use-borrower-bar.ts"],
  ["frame", "app/layouts/AccountLayout.tsx"],
  ["page", "kit/web/parts/Page.tsx"],
  ["page", "kit/web/parts/Loaded.tsx"],
  // A choice stands outside of forms as well, in the same style.
  [null, "kit/web/form/Select.tsx"],
  // Fields stand without the frame of a form as well.
  ["field", "kit/web/form/TextField.tsx"],
  ["field", "kit/web/form/schema-resolver.ts"],
  ["field", "kit/web/form/use-kept-words.ts"],
  ["form", "kit/web/form/Form.tsx"],
];
/** What others wrote changes seldom: whoever comes back after a release still has it. */
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
