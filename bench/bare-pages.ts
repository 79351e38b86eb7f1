// What the site is compared with: the same words as a file, the least that React can be, and packages of others.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { plainEnv, root } from "../tools/settings.ts";
import { startServer } from "./server-process.ts";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";

/** Runs `work` with the address of a bare server of `folder`, then removes the folder. */
export async function withFolder(fill: (folder: string) => Promise<unknown>, work: (url: string) => Promise<void>) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "keyturn-bench-page-"));
  try {
    await fill(folder);
    const args = (port: number) => ["bench/bare-site.ts", folder, String(port)];
    const server = await startServer({ args, env: plainEnv, path: "/" });
    await work(server.url).finally(() => server.stop());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The page at `url` as served, with its sheet and its font, but without any script. */
export function withStaticCopy(url: string, work: (url: string) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const served = await (await fetch(url)).text();
    const page = served
      .replaceAll(/<script\b[\s\S]*?<\/script>/g, "")
      .replaceAll(/<link\b[^>]*rel="modulepreload"[^>]*>/g, "");
    await writeFile(path.join(folder, "index.html"), page);
    const sheets: string[] = [];
    for (const [, asked = ""] of page.matchAll(/<link\b[^>]*href="(\/[^"]+\.\w+)"/g)) {
      const text = await copyFile(url, asked, folder);
      if (asked.endsWith(".css")) sheets.push(text);
    }
    for (const [, asked = ""] of sheets.join().matchAll(/url\(["']?(\/[^"')]+)/g)) await copyFile(url, asked, folder);
  }, work);
}

async function copyFile(url: string, asked: string, folder: string): Promise<string> {
  const body = Buffer.from(await (await fetch(new URL(asked, url))).arrayBuffer());
  const file = path.join(folder, asked);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, body);
  return body.toString();
}

/** bench/pages/bare-react, built as any Vite project would be. */
export function withBareReact(work: (url: string) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const { build } = await import("vite");
    await build({
      root: path.join(root, "bench/pages/bare-react"),
      configFile: false,
      logLevel: "warn",
      build: { outDir: folder, emptyOutDir: true },
    });
  }, work);
}

const PEERS = path.join(os.tmpdir(), "keyturn-bench-peers");

/**
 * The folder of a package that only a benchmark compares with, installed outside the product and its lock file, e.g.
 * `providePeer("lighthouse", "13.5.0")`; `null` where it cannot be had.
 */
export function providePeer(name: string, version: string): string | null {
  const home = path.join(PEERS, `${name.replace("/", "-")}-${version}`);
  const installed = path.join(home, "node_modules", name);
  if (existsSync(path.join(home, "complete"))) return installed;
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, "package.json"), '{ "private": true }');
  console.log(`  installing ${name} ${version} into ${home} …`);
  const args = ["install", "--prefix", home, "--no-audit", "--no-fund", "--ignore-scripts", `${name}@${version}`];
  const { status } = spawnSync("npm", args, { cwd: home, stdio: "ignore" });
  if (status !== 0) return null;
  writeFileSync(path.join(home, "complete"), "");
  return installed;
}
