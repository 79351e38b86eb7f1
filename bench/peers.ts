// Packages that only a benchmark compares with: installed when asked for, outside the product and its lock file.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const folder = path.join(os.tmpdir(), "keyturn-bench-peers");

/** The folder of an installed package, e.g. `providePeer("lighthouse", "13.5.0")`; `null` where it cannot be had. */
export function providePeer(name: string, version: string): string | null {
  const home = path.join(folder, `${name.replace("/", "-")}-${version}`);
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
