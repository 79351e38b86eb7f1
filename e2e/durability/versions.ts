// Earlier versions of the product, to upgrade from: their files as committed, with the packages that they ran on.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { root } from "../../tools/settings.ts";

/** The two versions before this one, the older first. `npm run release` moves them on; until then, commits of main. */
export const VERSIONS_BEFORE = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "versions-before.json"), "utf8"),
) as readonly string[];

/** Whether the version is in the history or can be fetched. */
export function canCheckOut(version: string): boolean {
  try {
    findCommit(version);
    return true;
  } catch {
    return false;
  }
}

/** Lays out a version's files in `folder`, ready to run. */
export function checkOut(version: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const files = git(["archive", findCommit(version)]);
  execFileSync("tar", ["--extract", `--directory=${folder}`], { input: files });
  const packages = dependenciesIn(folder);
  const now = dependenciesIn(root);
  const areOurs = Object.entries(packages).every(([name, wanted]) => now[name] === wanted);
  if (areOurs) linkPackages(folder);
  else
    execFileSync("npm", ["ci", "--omit=dev", "--ignore-scripts", "--workspaces=false", "--prefer-offline"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
}

const SERVER = ["app", "features", "platform", "providers", "seed", "migrations", "package.json"];

/** Lays out this version's server in `folder` with further migrations after its own, as the next version may have them. */
export function layOutNext(folder: string, furtherMigrations: string): void {
  for (const name of SERVER) cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  linkPackages(folder);
  const migrations = path.join(folder, "migrations");
  const count = readdirSync(migrations).length;
  for (const [index, name] of readdirSync(furtherMigrations).toSorted().entries()) {
    const number = String(count + index + 1).padStart(4, "0");
    cpSync(path.join(furtherMigrations, name), path.join(migrations, number + name.slice(1)));
  }
}

/** A shallow clone, as CI makes one, has no history: then the commit alone is fetched from where the clone came from. */
function findCommit(version: string): string {
  const isHere = spawnSync("git", ["cat-file", "-e", `${version}^{commit}`], { cwd: root }).status === 0;
  if (isHere) return version;
  git(["fetch", "--quiet", "--depth=1", "origin", version]);
  return String(git(["rev-parse", "FETCH_HEAD"])).trim();
}

function linkPackages(folder: string): void {
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
}

function git(args: string[]): Buffer {
  return execFileSync("git", args, { cwd: root, maxBuffer: 100_000_000 });
}

function dependenciesIn(folder: string): Record<string, string> {
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  return manifest.dependencies;
}
