// Cases worked by hand: whose an account is, and what of it counts. R5, R6, R13.
import { describe, expect, test } from "vitest";
import { account, codesOf, judged, owner } from "../test-case.ts";
import { matchName, similarity } from "./names.ts";

describe("B3-4.2-01: names of one person", () => {
  test.each([
    ["Alberta Bobbeth Charleson", "Alberta", "Charleson", "exact"],
    ["CHARLESON, ALBERTA B", "Alberta", "Charleson", "exact"],
    ["Alberta Charleson Jr.", "Alberta", "Charleson", "exact"],
    ["Bob Charleson", "Robert", "Charleson", "exact"],
    ["Jöse Núñez", "Jose", "Nunez", "exact"],
    ["Ana Garcia-Lopez", "Ana", "Lopez", "exact"],
    ["Ana Garcia-Lopez", "Ana", "GarciaLopez", "exact"],
    ["A Charleson", "Alberta", "Charleson", "initials"],
    ["Alberta Charlesen", "Alberta", "Charleson", "fuzzy"],
    ["Robert Charleson", "Roberta", "Charleson", "none"],
    ["Marcus Charleson", "Alberta", "Charleson", "none"],
    ["Charleson", "Alberta", "Charleson", "none"],
    ["", "Alberta", "Charleson", "none"],
  ])("%s against %s %s is %s", (bank, firstName, lastName, match) => {
    expect(matchName(bank, { firstName, lastName })).toBe(match);
  });

  test.each([
    ["MARTHA", "MARHTA", 0.961],
    ["DWAYNE", "DUANE", 0.84],
    ["DIXON", "DICKSONX", 0.813],
    ["", "A", 0],
  ])("%s and %s are alike by %d", (a, b, alike) => {
    expect(similarity(a, b)).toBeCloseTo(alike, 3);
  });
});

describe("B3-4.2-01: the borrower must be identified as the holder", () => {
  const codesFor = (...owners: ReturnType<typeof owner>[]) => codesOf(judged([account({ owners })]));

  test("an account of somebody else does not count", () => {
    const one = judged([account({ owners: [owner("Someone Else")] })]);
    expect(codesOf(one)).toContain("NOT_THE_BORROWERS");
    expect(one.figures.funds.fannie.usableClosingCents).toBe(0);
  });

  test("of nobody known it does not count either", () => {
    expect(codesFor()).toEqual(expect.arrayContaining(["OWNER_UNKNOWN", "ELEMENT_MISSING"]));
  });

  test("held with somebody who is not on the loan it counts; FHA asks for a letter of access (KA-02575)", () => {
    const one = judged([account({ owners: [owner("Ada Lovell"), owner("Someone Else")] })]);
    expect(one.figures.funds.fannie.usableClosingCents).toBe(10_000_000);
    expect(one.findings.find(({ code }) => code === "ACCESS_LETTER")).toMatchObject({
      programs: ["fha"],
      severity: "blocker",
    });
  });

  test("two names in one entry of the bank are one person's", () => {
    expect(codesFor(owner("Ada Lovell", "A Byron"))).not.toContain("ACCESS_LETTER");
  });
});

describe("B3-4.2-02: business assets ask for an analysis of the cash flow", () => {
  test.each([
    ["Lovell Design LLC", false],
    ["Lovelle Incense", false],
  ])("an account of %s alone counts: %s", (name, counts) => {
    const one = judged([account({ owners: [owner(name)] })]);
    expect(one.figures.ownership[0]?.isUsable).toBe(counts);
    expect(codesOf(one).includes("BUSINESS_ASSET_ANALYSIS")).toBe(name.endsWith("LLC"));
  });

  test("with the borrower named beside the business it counts, with the task, and nobody else is an owner", () => {
    const one = judged([account({ owners: [owner("Ada Lovell"), owner("Lovell Design LLC")] })]);
    expect(one.figures.ownership[0]).toMatchObject({ isUsable: true, nonBorrowerOwners: [] });
    expect(codesOf(one)).toContain("BUSINESS_ASSET_ANALYSIS");
  });
});

describe("B3-4.2-02: what an account counts for", () => {
  test.each([
    [{ currentCents: 500, availableCents: 400 }, 400],
    [{ currentCents: 500, availableCents: null }, 500],
    [{ currentCents: 500, availableCents: 900 }, 500],
    [{ currentCents: -500, availableCents: null }, 0],
    [{ currentCents: null, availableCents: 900 }, 0],
    [{ currentCents: 500, currency: "EUR" }, 0],
    [{ currentCents: 500, type: "credit" }, 0],
  ])("%j is %i cents", (more, cents) => {
    expect(judged([account(more)]).figures.funds.fannie.usableClosingCents).toBe(cents);
  });
});
