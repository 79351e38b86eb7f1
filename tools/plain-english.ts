// Finds words of tools/plain-english.txt in code, docs and texts.
//
//   node tools/plain-english.ts features/posts   only below some folders
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./settings.ts";

const CHECKED = /\.(ts|tsx|mjs|cjs|js|css|html|md|sql)$/;
/** Words of bank lines and payees are data; an applied migration and an edition never change. */
const DATA =
  /^(features\/underwriting\/rules\/(classifier\/(payee-data|vocabulary|names)\.ts|given-names\.ts)|editions\/|migrations\/|tools\/plain-english)/;

interface Rule {
  readonly word: string;
  readonly pattern: RegExp;
  readonly allowed: readonly string[];
}

export interface Hit {
  readonly line: number;
  readonly word: string;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export function readRules(list: string): Rule[] {
  return list
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const [word = "", allowed = ""] = line.split("|").map((part) => part.trim());
      return {
        word,
        pattern: new RegExp(`(?<![\\w-])${escaped(word)}(?![\\w-])`, "gi"),
        allowed: allowed.split(";").flatMap((phrase) => (phrase.trim() ? [phrase.trim().toLowerCase()] : [])),
      };
    });
}

/** Each hit once per line and word. */
export function findHits(text: string, rules: readonly Rule[]): Hit[] {
  return text.split("\n").flatMap((content, at) =>
    rules.flatMap(({ word, pattern, allowed }) => {
      const rest = allowed.reduce((line, phrase) => line.replaceAll(phrase, ""), content.toLowerCase());
      return rest.search(pattern) === -1 ? [] : [{ line: at + 1, word }];
    }),
  );
}

function main(filters: readonly string[]): number {
  const rules = readRules(readFileSync(path.join(root, "tools/plain-english.txt"), "utf8"));
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => CHECKED.test(file) && !DATA.test(file))
    .filter((file) => filters.length === 0 || filters.some((filter) => file.startsWith(filter)))
    .filter((file) => existsSync(path.join(root, file)));
  const hits = files.flatMap((file) =>
    findHits(readFileSync(path.join(root, file), "utf8"), rules).map(({ line, word }) => `${file}:${line}: ${word}`),
  );
  if (hits.length === 0) return 0;
  for (const hit of hits) console.error(hit);
  console.error(`${hits.length} words to replace; see tools/plain-english.txt.`);
  return 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.exitCode = main(process.argv.slice(2));
