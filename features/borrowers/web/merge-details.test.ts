import { describe, expect, test } from "vitest";
import { EMPTY_BORROWER } from "./borrower-values.ts";
import { changedDetails, mergeDetails } from "./merge-details.ts";

const base = { ...EMPTY_BORROWER, firstName: "Dana", notes: "none" };

describe("when someone else saved first", () => {
  test("what they alone changed is taken, what both changed stays mine", () => {
    const mine = { ...base, notes: "mine", suffix: "Jr." };
    const theirs = { ...base, notes: "theirs", phone: "+15550102030" };
    expect(mergeDetails(base, mine, theirs)).toEqual({ taken: ["phone"], kept: ["notes"] });
  });

  test("the same change on both sides is no question", () => {
    const both = { ...base, notes: "same" };
    expect(mergeDetails(base, both, { ...both, suffix: "Sr." })).toEqual({ taken: ["suffix"], kept: [] });
  });

  test("co-borrowers are compared by what they are", () => {
    const ann = { firstName: "Ann", lastName: "Reyes", email: "ann@example.net" };
    expect(changedDetails({ ...base, coBorrowers: [ann] }, { ...base, coBorrowers: [{ ...ann }] })).toEqual([]);
    expect(changedDetails(base, { ...base, coBorrowers: [ann] })).toEqual(["coBorrowers"]);
  });
});
