// npm run release -- 1.2.0: version, changelog section, commit and tag. Nothing is pushed.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { GovernanceTestReport } from "../features/asset-reports/contract.ts";
import { problemsOfPacket, runningEdition, TEST_REPORT } from "../features/asset-reports/server/governance/packet.ts";
import { type Edition, EDITIONS } from "../features/underwriting/rules/editions.ts";
import { writeEditions } from "./edition.ts";
import { root } from "./settings.ts";
import { TWIN_COUNT } from "./twins.ts";

const UNRELEASED = "## Unreleased\n";

/** The changelog with what is unreleased under a heading of its own. Throws when nothing is. */
export function releaseChangelog(changelog: string, version: string, day: string): string {
  const [before = "", after] = changelog.split(UNRELEASED, 2);
  if (after === undefined || after.split(/^## /m, 1)[0]?.trim() === "")
    throw new Error("CHANGELOG.md has nothing under Unreleased.");
  return `${before}${UNRELEASED}\n## ${version} (${day})\n${after}`;
}

/** The editions with the last one sealed for good. */
export function released(editions: readonly Edition[], day: string): readonly Edition[] {
  return editions.map((edition) => (edition.sealedOn === null ? { ...edition, sealedOn: day } : edition));
}

/** Why the stored test report can't be released; empty if it can. */
export function problemsOfRelease(report: GovernanceTestReport, edition = runningEdition()): string[] {
  const few =
    report.twins.count < TWIN_COUNT ? ["The stored test report is of a quick run. Run: npm run governance"] : [];
  return [...problemsOfPacket({ report, edition }), ...few];
}

if (import.meta.main) {
  const [version = ""] = process.argv.slice(2);
  try {
    if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error("Say which version: npm run release -- 1.2.0");
    const run = (command: string, ...args: string[]) =>
      execFileSync(command, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
    if (run("git", "status", "--porcelain")) throw new Error("Commit or remove what is changed first.");
    const problems = problemsOfRelease(TEST_REPORT);
    if (problems.length > 0) throw new Error(problems.join("\n"));
    const file = path.join(root, "CHANGELOG.md");
    const day = new Date().toISOString().slice(0, 10);
    const changelog = releaseChangelog(readFileSync(file, "utf8"), version, day);
    run("npm", "version", version, "--no-git-tag-version", "--workspaces=false");
    // From now on another change of the rules is another edition.
    await writeEditions(released(EDITIONS, day));
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
