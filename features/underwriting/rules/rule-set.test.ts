import { describe, expect, test } from "vitest";
import type { Program } from "./evaluation.ts";
import { citationOf, RULES, sourcesOf, type RuleId } from "./rule-set.ts";

const PROGRAMS: readonly Program[] = ["fannie", "freddie", "fha", "va", "usda"];
const IDS = Object.keys(RULES) as RuleId[];
const read = (ruleId: RuleId, ...programs: Program[]) =>
  sourcesOf(ruleId, programs).map((one) => [one.citation, one.programs.join(" ")]);

describe("the sources of a rule", () => {
  test("are those of the programs asked for", () => {
    expect(read("R3", "fannie")).toEqual([["Fannie Mae Selling Guide B3-4.2-02", "fannie"]]);
    expect(read("R3", "freddie").map(([citation]) => citation)).toEqual([
      "Freddie Mac Guide 5501.3, large deposits",
      "Freddie Mac Bulletin 2020-36",
    ]);
    expect(read("R3", "fha")).toEqual([]);
    expect(read("R3c", "fannie", "fha")).toEqual([["HUD Handbook 4000.1 II.A.4.d.iii(A)", "fha"]]);
    expect(read("R10", "fha", "va")).toEqual([["Lender policy", "fha va"]]);
  });

  test.each(IDS)("%s never cites another program, and each source names one", (ruleId) => {
    for (const program of PROGRAMS)
      for (const source of sourcesOf(ruleId, [program])) expect(source.programs).toEqual([program]);
    expect(sourcesOf(ruleId, [])).toEqual([]);
    expect(sourcesOf(ruleId, PROGRAMS)).toEqual(RULES[ruleId].sources);
  });

  test("are cited with their date, each once", () => {
    const [source] = sourcesOf("R3", ["fannie"]);
    expect(citationOf([source!, source!])).toBe("Fannie Mae Selling Guide B3-4.2-02 (12/14/2022)");
    expect(citationOf(sourcesOf("R3", ["fannie", "freddie"]))).toBe(
      "Fannie Mae Selling Guide B3-4.2-02 (12/14/2022); Freddie Mac Guide 5501.3, large deposits (2014); Freddie Mac Bulletin 2020-36 (2020)",
    );
  });
});
