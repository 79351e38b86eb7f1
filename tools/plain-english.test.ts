import { expect, test } from "vitest";
import { findHits, readRules } from "./plain-english.ts";

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
