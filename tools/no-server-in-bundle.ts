// The last wall: a build that would ship a server file to the browser fails and names it.
import path from "node:path";
import type { Plugin } from "vite";

const keptOut = /(^|\/)server\/|^(providers|sandbox|seed|migrations|tools)\//;

/** Vite plugin: fails the build when any module it reached, tree-shaken or not, belongs to the server's side. */
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
