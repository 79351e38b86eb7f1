// Makes the pages that are served from what the build left: each public page with its own head, all others one shell.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { escaped, PAGE_MARKS } from "#platform/server/http/site-pages.ts";
import type { DrawnPage } from "../app/web/head.ts";
import { root } from "./settings.ts";
import { SITE_CHUNK } from "./web-bundle.ts";

const built = path.join(root, "dist/web");
const served = path.join(root, "dist/pages");
const drawing = path.join(root, "dist/prerender");

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
}

/** What app/web/prerender.tsx exports. */
interface Drawing {
  drawPages(marks: typeof PAGE_MARKS): Promise<DrawnPage[]>;
  readonly addresses: readonly string[];
  readonly listed: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** Reads dist/web/index.html and takes it away: no page is served but through dist/pages. */
export async function prerender(): Promise<void> {
  const { build } = await import("vite");
  await build({
    root,
    logLevel: "warn",
    build: {
      ssr: "app/web/prerender.tsx",
      outDir: drawing,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: "draw.mjs" } },
    },
  });
  const draw = (await import(pathToFileURL(path.join(drawing, "draw.mjs")).href)) as Drawing;
  const template = readFileSync(path.join(built, "index.html"), "utf8");
  const manifest = JSON.parse(readFileSync(path.join(built, ".vite/manifest.json"), "utf8")) as Manifest;
  // Shells ask at once for what brings a page to life, whole pages when their visitor moves.
  const preloads = chunksOf(manifest, keyOf(manifest, SITE_CHUNK));

  rmSync(served, { recursive: true, force: true });
  mkdirSync(served, { recursive: true });
  const files: Record<string, string> = {};
  for (const page of await draw.drawPages(PAGE_MARKS)) {
    const file = page.path === null ? "shell.html" : fileOf(page.path);
    const own = page.module === undefined ? [] : chunksOf(manifest, page.module);
    const chunks = [...new Set([...preloads, ...own])].filter((chunk) => !template.includes(chunk));
    writeFileSync(path.join(served, file), pageOf(template, page, chunks));
    if (page.path !== null) files[page.path] = file;
  }
  writeFileSync(path.join(served, "pages.json"), JSON.stringify(files, null, 2));
  writeFileSync(path.join(served, "addresses.json"), JSON.stringify(draw.addresses, null, 2));
  writeFileSync(path.join(served, "listed.json"), JSON.stringify(draw.listed, null, 2));
  for (const done of [drawing, path.join(built, "index.html"), path.join(built, ".vite")])
    rmSync(done, { recursive: true });
}

function fileOf(address: string): string {
  return `${address.slice(1).replaceAll("/", "-").replace("*", "shell") || "home"}.html`;
}

function keyOf(manifest: Manifest, name: string): string {
  const found = Object.keys(manifest).find((key) => manifest[key]?.name === name);
  if (found === undefined) throw new Error(`The build made no chunk ${name}`);
  return found;
}

function chunksOf(manifest: Manifest, entry: string, found = new Set<string>()): string[] {
  const chunk = manifest[entry];
  if (!chunk || found.has(chunk.file)) return [...found];
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, found);
  return [...found];
}

function pageOf(template: string, { head, content, isShell }: DrawnPage, preloads: readonly string[]): string {
  const metas = head.metas.map(
    ({ attribute, key, content: said }) => `<meta ${attribute}="${key}" content="${escaped(said)}" />`,
  );
  const canonical = head.canonical === null ? [] : [`<link rel="canonical" href="${escaped(head.canonical)}" />`];
  // A whole page loads what runs it only when its visitor moves. A shell is painted before what replaces it has come.
  const preload = (file: string) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}" />`;
  const chunks = isShell ? preloads.map(preload) : [];
  const lines = [`<title>${escaped(head.title)}</title>`, ...metas, ...canonical, ...chunks].join("\n    ");
  const marks = `data-product-name="${PAGE_MARKS.productName}" data-public-url="${PAGE_MARKS.publicUrl}"${isShell ? " data-shell" : ""}`;
  return template
    .replace(/<!--head-->[\s\S]*<!--\/head-->/, () => lines)
    .replace('<div id="root"></div>', () => `<div id="root" ${marks}>${content}</div>`);
}
