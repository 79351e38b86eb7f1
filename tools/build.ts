// npm run build: the pages into dist/web and the server into dist/server, each made again only when something that goes
// into it changed.
import { createHash } from "node:crypto";
import { type Dirent, existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./settings.ts";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const inputs = [
  "index.html",
  "vite.config.ts",
  "package-lock.json",
  "tools/{build,web-bundle,markdown-scripts,prerender}.ts",
  "{app,features,platform,providers,public,editions}/**/*.*",
];
/** The only server file that affects the build: its placeholders are in the prerendered pages. */
const marks = "platform/server/http/site-pages.ts";
const builtPage = path.join(root, "dist/pages/shell.html");
const fingerprintFile = path.join(root, "dist/web.inputs");
const MIN_BYTES = 512; // below that the headers of a compressed file weigh more than what is saved

const serverInputs = [
  "package-lock.json",
  "tools/{build,server-bundle}.ts",
  "{app,features,platform,providers,seed}/**/*.{ts,json}",
  "editions/*.js",
];
const builtServer = path.join(root, "dist/server/start.js");
const serverFingerprintFile = path.join(root, "dist/server.inputs");

/** Builds what changed; throws with the reason. */
export async function buildProduct(): Promise<void> {
  if (!isWebBuilt()) await buildWeb();
  if (!isServerBuilt()) await buildServer();
}

export function isProductBuilt(): boolean {
  return isWebBuilt() && isServerBuilt();
}

async function buildServer(): Promise<void> {
  const made = serverFingerprint();
  const { bundleServer } = await import("./server-bundle.ts");
  await bundleServer();
  writeFileSync(serverFingerprintFile, made);
}

/** Builds into dist/web and dist/pages; throws with the reason, also when a server file would be in the bundle. */
async function buildWeb(): Promise<void> {
  const made = fingerprint();
  // Loaded only here: a start that has nothing to build should not wait for Vite.
  const { build } = await import("vite");
  await build({ root, logLevel: "warn" });
  const { prerender } = await import("./prerender.ts");
  await prerender();
  compressSite();
  writeFileSync(fingerprintFile, made);
}

/** Lays compressed copies beside the built files, once, so that no request waits for it. */
function compressSite(): void {
  const folder = path.join(root, "dist/web");
  for (const file of globSync("**/*.{js,css,svg,json,txt}", { cwd: folder })) {
    const content = readFileSync(path.join(folder, file));
    if (content.length < MIN_BYTES) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(content, { params }));
    writeFileSync(path.join(folder, `${file}.gz`), gzipSync(content, { level: 9 }));
  }
}

function isWebBuilt(): boolean {
  if (!existsSync(builtPage) || !existsSync(fingerprintFile)) return false;
  return readFileSync(fingerprintFile, "utf8") === fingerprint();
}

function isServerBuilt(): boolean {
  if (!existsSync(builtServer) || !existsSync(serverFingerprintFile)) return false;
  return readFileSync(serverFingerprintFile, "utf8") === serverFingerprint();
}

function fingerprint(): string {
  return hashOf([
    ...globSync(inputs, { cwd: root, exclude: ["**/server/**", "**/*.test.*"], withFileTypes: true }),
    ...globSync(marks, { cwd: root, withFileTypes: true }),
  ]);
}

function serverFingerprint(): string {
  return hashOf(globSync(serverInputs, { cwd: root, exclude: ["**/web/**", "**/*.test.*"], withFileTypes: true }));
}

function hashOf(found: readonly Dirent[]): string {
  const files = found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const hash = createHash("sha256");
  for (const file of files.sort()) {
    const content = readFileSync(file);
    hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

if (import.meta.main) {
  try {
    await buildProduct();
    console.log("Built dist/web and dist/server.");
  } catch (error) {
    // The bundler puts its own stack into the message: it says nothing about our code.
    const text = error instanceof Error ? error.message : String(error);
    console.error(text.replace(/^\s+at .*\n?/gm, "").trimEnd());
    process.exitCode = 1;
  }
}
