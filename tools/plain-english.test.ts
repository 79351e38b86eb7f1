import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { findHits, readRules } from "./plain-english.ts";
import { root } from "./settings.ts";

describe("plain english", () => {
  const rules = readRules("# a comment\n\nkept | kept-alive; kept alive\nstand-in\n// Owns\n");
  const wordsIn = (text: string) => findHits(text, rules).map(({ line, word }) => `${line} ${word}`);

  test("listed words are found whole, in any case, with their line", () => {
    expect(wordsIn("fine\nIt is Kept here.")).toEqual(["2 kept"]);
    expect(wordsIn("a stand-in, twice a stand-in")).toEqual(["1 stand-in"]);
    expect(wordsIn("// Owns the list.")).toEqual(["1 // Owns"]);
  });

  test("parts of other words and allowed phrases are no hits", () => {
    expect(wordsIn("keptDays, unkept, stand-ins")).toEqual([]);
    expect(wordsIn("kept-alive connections, and those kept alive")).toEqual([]);
    expect(wordsIn("kept alive, and kept for a day")).toEqual(["1 kept"]);
  });
});

describe("conformance", () => {
  const rows = readFileSync(path.join(root, "docs/conformance.md"), "utf8")
    .split("\n")
    .filter((line) => /^\| [A-Z]+\d/.test(line));
  const filesOf = (row: string) => [...(row.split(" | ").at(-1) ?? "").matchAll(/`([^`]+)`/g)].map(([, file]) => file!);

  test("every requirement has an id of its own", () => {
    const ids = rows.map((row) => row.split("|")[1]!.trim());
    expect(ids.length).toBeGreaterThan(300);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  test("every test file of the table exists", () => {
    const missing = rows.flatMap((row) => filesOf(row).filter((file) => !existsSync(path.join(root, file))));
    expect(missing).toEqual([]);
  });

  test("every test that refuses what a provider refuses exists", () => {
    const requirements = readFileSync(path.join(root, "docs/provider-requirements.md"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| ") && line.includes(".test.ts"));
    expect(requirements.length).toBeGreaterThan(30);
    expect(requirements.flatMap(filesOf).filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});
