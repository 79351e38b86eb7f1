// What the web bundle is made of: modules that are loaded together share a file, instead of dozens of files of a few
// lines each, and nothing of the server's gets in.
import path from "node:path";
import { root } from "./settings.ts";
import type { Plugin } from "vite";

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

const keptOut = /(^|\/)server\/|^(providers|sandbox|seed|migrations|tools)\//;

/**
 * Vite plugin, the last wall: fails the build when any module it reached, tree-shaken or not, belongs to the server's
 * side.
 */
export function noServerInBundle(): Plugin {
  let root = "";
  return {
    name: "no-server-in-bundle",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const file = path.relative(root, id.split("?")[0] ?? id).replaceAll(path.sep, "/");
        if (file.startsWith("..") || file.includes("node_modules/") || !keptOut.test(file)) continue;
        const importers = this.getModuleInfo(id)?.importers.map((importer) => path.relative(root, importer)) ?? [];
        this.error(`${file} must not reach the browser (imported by ${importers.join(", ")})`);
      }
    },
  };
}

/** Only some pages need these packages, and load them then. */
const NEVER_AT_FIRST = /\/node_modules\/(?:dompurify|marked|papaparse|pdfkit|zod\/(?:v3|v4\/classic))\//;

/** Vite plugin: fails the build when the files that every page loads first have a module of such a package. */
export function lightFirstLoad(): Plugin {
  return {
    name: "light-first-load",
    apply: "build",
    generateBundle(_options, bundle) {
      const first = new Set<string>();
      for (const file of Object.values(bundle))
        if (file.type === "chunk" && (file.isEntry || file.name === SITE_CHUNK)) first.add(file.fileName);
      // A set also visits what is added on the way.
      for (const name of first) {
        const chunk = bundle[name];
        if (chunk?.type !== "chunk") continue;
        const heavy = chunk.moduleIds.find((id) => NEVER_AT_FIRST.test(id));
        if (heavy) this.error(`${heavy} must not be in the first load (in ${name})`);
        for (const imported of chunk.imports) first.add(imported);
      }
    },
  };
}
