// The browser's build, made again only when something that goes into it changed.
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./settings.ts";

const inputs = [
  "index.html",
  "vite.config.ts",
  "package-lock.json",
  "tools/{no-server-in-bundle,shared-chunks,markdown-scripts,prerender,compress-site}.ts",
  "{app,features,platform,providers,public}/**/*.*",
];
/** The only server file that affects the build: its placeholders are in the prerendered pages. */
const marks = "platform/server/http/site-pages.ts";
const builtPage = path.join(root, "dist/pages/shell.html");
const fingerprintFile = path.join(root, "dist/web.inputs");

/** Builds into dist/web and dist/pages; throws with the reason, also when a server file would be in the bundle. */
export async function buildWeb(): Promise<void> {
  const made = fingerprint();
  // Loaded only here: a start that has nothing to build should not wait for Vite.
  const { build } = await import("vite");
  await build({ root, logLevel: "warn" });
  const [{ prerender }, { compressSite }] = await Promise.all([import("./prerender.ts"), import("./compress-site.ts")]);
  await prerender();
  compressSite();
  writeFileSync(fingerprintFile, made);
}

export function isWebBuilt(): boolean {
  if (!existsSync(builtPage) || !existsSync(fingerprintFile)) return false;
  return readFileSync(fingerprintFile, "utf8") === fingerprint();
}

function fingerprint(): string {
  const found = [
    ...globSync(inputs, { cwd: root, exclude: ["**/server/**", "**/*.test.*"], withFileTypes: true }),
    ...globSync(marks, { cwd: root, withFileTypes: true }),
  ];
  const files = found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const hash = createHash("sha256");
  for (const file of files.sort()) {
    const content = readFileSync(file);
    hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}
