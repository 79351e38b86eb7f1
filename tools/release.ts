// npm run release -- 1.2.0: version, changelog section, commit and tag. Nothing is pushed.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./settings.ts";

const UNRELEASED = "## Unreleased\n";

/** The changelog with what is unreleased under a heading of its own. Throws when nothing is. */
export function releaseChangelog(changelog: string, version: string, day: string): string {
  const [before = "", after] = changelog.split(UNRELEASED, 2);
  if (after === undefined || after.split(/^## /m, 1)[0]?.trim() === "")
    throw new Error("CHANGELOG.md has nothing under Unreleased.");
  return `${before}${UNRELEASED}\n## ${version} (${day})\n${after}`;
}

if (import.meta.main) {
  const [version = ""] = process.argv.slice(2);
  try {
    if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error("Say which version: npm run release -- 1.2.0");
    const run = (command: string, ...args: string[]) =>
      execFileSync(command, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
    if (run("git", "status", "--porcelain")) throw new Error("Commit or remove what is changed first.");
    const file = path.join(root, "CHANGELOG.md");
    const day = new Date().toISOString().slice(0, 10);
    const changelog = releaseChangelog(readFileSync(file, "utf8"), version, day);
    run("npm", "version", version, "--no-git-tag-version", "--workspaces=false");
    writeFileSync(file, changelog);
    // The upgrade test starts from the two releases before what comes next.
    const before = path.join(root, "e2e/durability/versions-before.json");
    const [, last] = JSON.parse(readFileSync(before, "utf8")) as string[];
    writeFileSync(before, `["${last}", "v${version}"]\n`);
    run("git", "commit", "--all", "--quiet", "--message", `release: ${version}`);
    run("git", "tag", "--annotate", `v${version}`, "--message", `Keyturn ${version}`);
    console.log(`Tagged v${version}. Push it with: git push --follow-tags`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
