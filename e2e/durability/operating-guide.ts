// The commands of docs/operating.md, run as an operator copies them, so that the guide cannot become wrong.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { findBinaries } from "../../tools/postgres.ts";
import { plainEnv, root } from "../../tools/settings.ts";

/** The code blocks under a heading of the guide, with `…`, the operator's own secrets, filled in. */
export function commandsUnder(heading: string, secret = ""): string[] {
  const guide = readFileSync(path.join(root, "docs", "operating.md"), "utf8");
  const [, section] = guide.split(new RegExp(`^#+ ${heading}\n`, "m"));
  if (section === undefined) throw new Error(`docs/operating.md has no section ${heading}.`);
  const [text = ""] = section.split(/^#/m, 1);
  return [...text.matchAll(/^( *)```(?:sh|sql)\n([\s\S]*?)^ *```$/gm)].map(([, indent = "", block = ""]) =>
    block.replaceAll(new RegExp(`^${indent}`, "gm"), "").replaceAll("…", secret),
  );
}

/** Rejects with what was printed when the commands do not end with 0. */
export async function runInBash(commands: string, env: NodeJS.ProcessEnv): Promise<void> {
  const own = plainEnv();
  const PATH = [findBinaries() ?? [], own["PATH"]].flat().join(path.delimiter);
  const child = spawn("bash", ["-c", commands], { env: { ...own, PATH, ...env }, cwd: root });
  let printed = "";
  for (const output of [child.stdout, child.stderr]) output.on("data", (chunk: Buffer) => (printed += String(chunk)));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`exit code ${code}:\n${printed}`);
}
