import { describe, expect, test } from "vitest";
import type { Loan } from "#features/borrowers/contract.ts";
import type { Program } from "./evaluation.ts";
import { RULES } from "./rule-set.ts";
import { fhaThreshold, requiredReserves, termsOf } from "./terms.ts";
import { BASE, loanWith, refinanceWith } from "./test-report.ts";

const PROGRAMS: readonly Program[] = ["fannie", "freddie", "fha", "va", "usda"];

describe("cash to close before the earnest-money credit", () => {
  const before = (loan: Loan, program: Program = "fannie") => termsOf(loan, program).beforeEarnestCents;

  test("a purchase: down payment and costs, less credits up to the costs", () => {
    expect(before(loanWith({}))).toBe(28_000_00);
    expect(before(loanWith({ credits: 3_000_00 }))).toBe(25_000_00);
    expect(before(loanWith({ credits: 30_000_00 }))).toBe(20_000_00);
    expect(before(loanWith({ credits: 3_000_00, lenderCredits: 1_000_00 }))).toBe(24_000_00);
    expect(before(loanWith({ credits: 3_000_00, lenderCredits: 9_000_00 }))).toBe(20_000_00);
    expect(before(loanWith({ subordinateFinancing: 5_000_00 }))).toBe(23_000_00);
  });

  test("a refinance: payoff and costs, less the loan", () => {
    const terms = { payoff: 200_000_00, loanAmount: 205_000_00, credits: 500_00 };
    expect(before(refinanceWith(terms))).toBe(2_500_00);
    expect(before(refinanceWith({ ...terms, lenderCredits: 100_00 }))).toBe(2_400_00);
    expect(before(refinanceWith({ ...terms, loanAmount: 300_000_00 }))).toBe(-92_500_00);
  });

  test.each<[string, Loan]>([
    ["no loan purpose", loanWith({ transactionType: undefined })],
    ["no price", loanWith({ salesPrice: undefined })],
    ["no loan amount", loanWith({ loanAmount: undefined })],
    ["no closing costs", loanWith({ closingCosts: undefined })],
    ["no prepaids", loanWith({ prepaids: undefined })],
    ["no credits", loanWith({ credits: undefined })],
    ["a loan above the price", loanWith({ loanAmount: 400_000_01 })],
    ["a refinance without payoff", refinanceWith({})],
    ["a refinance without loan amount", refinanceWith({ payoff: 200_000_00, loanAmount: undefined })],
    ["a refinance without credits", refinanceWith({ payoff: 200_000_00, credits: undefined })],
  ])("%s: not known", (_why, loan) => {
    expect(before(loan)).toBeNull();
  });

  test("a loan of the whole price leaves the costs", () => {
    expect(before(loanWith({ loanAmount: 400_000_00 }))).toBe(8_000_00);
    expect(before(loanWith({ loanAmount: 390_000_00, subordinateFinancing: 10_000_00 }))).toBe(8_000_00);
  });
});

describe("what the terms add up to", () => {
  test("costs, down payment and credits", () => {
    const terms = termsOf(
      loanWith({ credits: 3_000_00, lenderCredits: 250_00, subordinateFinancing: 400_00 }),
      "fannie",
    );
    expect(terms).toMatchObject({
      isPurchase: true,
      valueCents: 400_000_00,
      costsCents: 8_000_00,
      interestedPartyCreditCents: 3_000_00,
      lenderCreditCents: 250_00,
      downPaymentCents: 19_600_00,
      creditExcessCents: 0,
      isCreditAboveCosts: false,
      isCreditAboveLimit: false,
    });
    expect(termsOf(BASE, "fannie").lenderCreditCents).toBe(0);
  });

  test("the value is the lower of price and appraisal, or a refinance's appraisal", () => {
    const value = (loan: Loan) => termsOf(loan, "fannie").valueCents;
    expect(value(loanWith({ appraisedValue: 390_000_00 }))).toBe(390_000_00);
    expect(value(loanWith({ appraisedValue: 410_000_00 }))).toBe(400_000_00);
    expect(value(loanWith({ appraisedValue: undefined }))).toBeNull();
    expect(value(loanWith({ salesPrice: undefined }))).toBeNull();
    expect(value(refinanceWith({ appraisedValue: 310_000_00 }))).toBe(310_000_00);
    expect(value(refinanceWith({ appraisedValue: undefined }))).toBeNull();
    expect(value(loanWith({ transactionType: undefined }))).toBeNull();
  });

  test("a refinance has no down payment and no limit of credits", () => {
    const terms = termsOf(refinanceWith({ payoff: 200_000_00, salesPrice: 400_000_00, credits: 9_000_00 }), "fannie");
    expect(terms).toMatchObject({
      isPurchase: false,
      downPaymentCents: null,
      interestedPartyLimitCents: null,
      interestedPartyCreditCents: 8_000_00,
      isCreditAboveLimit: false,
      isCreditAboveCosts: true,
    });
  });

  test("half of the monthly income, rounded down, is the large-deposit threshold", () => {
    const threshold = (monthlyIncome?: number) => termsOf(loanWith({ monthlyIncome }), "fannie").incomeThresholdCents;
    expect(threshold(9_000_00)).toBe(4_500_00);
    expect(threshold(9_000_01)).toBe(4_500_00);
    expect(threshold()).toBeNull();
  });

  test("credits equal to costs are not above them", () => {
    const above = (credits?: number) => termsOf(loanWith({ credits }), "fannie").isCreditAboveCosts;
    expect([8_000_00, 8_000_01, undefined].map(above)).toEqual([false, true, false]);
    expect(termsOf(loanWith({ credits: 9_000_00, prepaids: undefined }), "fannie").isCreditAboveCosts).toBe(false);
  });
});

describe("the limit of interested parties' credits", () => {
  const limit = (terms: Parameters<typeof loanWith>[0], program: Program = "fannie") =>
    termsOf(loanWith(terms), program).interestedPartyLimitCents;

  test("by loan-to-value: 3 % above 90, 6 % above 75, 9 % from there", () => {
    expect(limit({ loanAmount: 360_000_01 })).toBe(12_000_00);
    expect(limit({ loanAmount: 360_000_00 })).toBe(24_000_00);
    expect(limit({ loanAmount: 300_000_01 })).toBe(24_000_00);
    expect(limit({ loanAmount: 300_000_00 })).toBe(36_000_00);
    expect(limit({ loanAmount: 300_000_01 }, "freddie")).toBe(24_000_00);
  });

  test("an investment property has 2 %, whatever the loan-to-value", () => {
    for (const loanAmount of [100_000_00, 380_000_00])
      expect(limit({ occupancy: "investment", loanAmount })).toBe(8_000_00);
    expect(limit({ occupancy: "second_home" })).toBe(12_000_00);
  });

  test("of the lower of price and value, in whole cents", () => {
    expect(limit({ appraisedValue: 390_000_00 })).toBe(11_700_00);
    expect(limit({ salesPrice: 400_000_33 })).toBe(12_000_00);
    expect(limit({ appraisedValue: 400_000_99, salesPrice: 400_000_99 })).toBe(12_000_02);
  });

  test("FHA 6 %, VA 4 % and USDA 6 % of the price", () => {
    const price = { salesPrice: 300_000_00, appraisedValue: 310_000_00 };
    expect((["fha", "va", "usda"] as const).map((program) => limit(price, program))).toEqual([
      18_000_00, 12_000_00, 18_000_00,
    ]);
    expect(limit({ ...price, salesPrice: undefined }, "fha")).toBeNull();
    expect(limit({ ...price, loanAmount: undefined, occupancy: undefined }, "fha")).toBe(18_000_00);
  });

  test.each(["salesPrice", "appraisedValue", "loanAmount", "occupancy"] as const)("not known without %s", (field) => {
    expect(limit({ [field]: undefined })).toBeNull();
    expect(termsOf(loanWith({ [field]: undefined, credits: 1_00 }), "fannie").interestedPartyCreditCents).toBeNull();
  });

  test("credits at the limit are not above it", () => {
    const above = (credits: number) => {
      const terms = termsOf(loanWith({ credits, closingCosts: 40_000_00 }), "fannie");
      return [terms.isCreditAboveLimit, terms.interestedPartyCreditCents, terms.creditExcessCents];
    };
    expect(above(12_000_00)).toEqual([false, 12_000_00, 0]);
    expect(above(12_000_01)).toEqual([true, 12_000_00, 1]);
    expect(termsOf(loanWith({ credits: undefined }), "fannie")).toMatchObject({
      isCreditAboveLimit: false,
      creditExcessCents: 0,
    });
  });
});

describe("FHA's adjusted value", () => {
  const value = (loan: Loan) => termsOf(loan, "fha").adjustedValueCents;

  test("a purchase: price less inducements and excess credits, at most the appraisal", () => {
    expect(value(loanWith({}))).toBe(400_000_00);
    expect(value(loanWith({ inducements: 1_000_00 }))).toBe(399_000_00);
    expect(value(loanWith({ credits: 10_000_00 }))).toBe(398_000_00);
    expect(value(loanWith({ appraisedValue: 395_000_00, inducements: 1_000_00 }))).toBe(395_000_00);
    expect(value(loanWith({ inducements: 500_000_00 }))).toBe(0);
    expect(value(loanWith({ credits: 10_000_00, closingCosts: undefined }))).toBe(400_000_00);
    expect(value(loanWith({ salesPrice: undefined }))).toBeNull();
    expect(value(loanWith({ appraisedValue: undefined }))).toBeNull();
    expect(value(loanWith({ transactionType: undefined }))).toBeNull();
  });

  const owned = { appraisedValue: 350_000_00, applicationDate: "2026-10-20" };

  test("a refinance owned twelve months: the appraisal; sooner: at most the acquisition cost", () => {
    const acquiredOn = (day: string, acquisitionCost?: number) =>
      value(refinanceWith({ ...owned, acquiredOn: day, acquisitionCost }));
    expect(acquiredOn("2025-10-20")).toBe(350_000_00);
    expect(acquiredOn("2025-10-21")).toBeNull();
    expect(acquiredOn("2025-10-21", 300_000_00)).toBe(300_000_00);
    expect(acquiredOn("2025-10-21", 360_000_00)).toBe(350_000_00);
    expect(value(refinanceWith(owned))).toBeNull();
    expect(value(refinanceWith({ ...owned, acquiredOn: "2020-01-01", appraisedValue: undefined }))).toBeNull();
  });

  test("without an application date, the note date says how long the home was owned", () => {
    const dates = { applicationDate: undefined, noteDate: "2026-12-15" };
    expect(value(refinanceWith({ ...owned, ...dates, acquiredOn: "2025-12-15" }))).toBe(350_000_00);
    expect(value(refinanceWith({ ...owned, ...dates, acquiredOn: "2025-12-16" }))).toBeNull();
    expect(value(refinanceWith({ ...owned, ...dates, noteDate: undefined, acquiredOn: "2020-01-01" }))).toBeNull();
  });

  test("one percent of it, rounded down, is the threshold", () => {
    expect(RULES.R3c.parameters.valuePercent).toBe(1);
    expect(fhaThreshold(termsOf(loanWith({ salesPrice: 350_000_00 }), "fha"))).toBe(3_500_00);
    expect(fhaThreshold(termsOf(loanWith({ salesPrice: 350_000_99 }), "fha"))).toBe(3_500_00);
    expect(fhaThreshold(termsOf(loanWith({ appraisedValue: undefined }), "fha"))).toBeNull();
  });
});

describe("terms that are missing", () => {
  const missing = (loan: Loan, program: Program) => [...termsOf(loan, program).missing];
  const COMMON = ["loanAmount", "closingCosts", "prepaids", "credits"];

  test("without any term, each program names what it needs, as for a purchase", () => {
    expect(missing({}, "fannie").sort()).toEqual(
      [
        ...COMMON,
        ...["transactionType", "occupancy", "units", "salesPrice", "appraisedValue", "emd", "pitia", "monthlyIncome"],
      ].sort(),
    );
    expect(missing({}, "freddie")).toEqual(missing({}, "fannie"));
    expect(missing({}, "fha").sort()).toEqual(
      [...COMMON, ...["transactionType", "occupancy", "units", "salesPrice", "appraisedValue", "emd", "pitia"]].sort(),
    );
    for (const program of ["va", "usda"] as const)
      expect(missing({}, program).sort()).toEqual([...COMMON, "transactionType", "salesPrice", "emd"].sort());
  });

  test("a refinance asks for the payoff, and FHA for the day of acquisition", () => {
    const loan = { transactionType: "rate_term" } as const;
    expect(missing(loan, "freddie").sort()).toEqual(
      [...COMMON, "occupancy", "units", "payoff", "appraisedValue", "pitia"].sort(),
    );
    expect(missing(loan, "fha").sort()).toEqual(
      [...COMMON, "occupancy", "units", "payoff", "appraisedValue", "pitia", "acquiredOn"].sort(),
    );
    expect(missing(loan, "va").sort()).toEqual([...COMMON, "payoff"].sort());
  });

  test("a complete loan lacks nothing under any program", () => {
    for (const program of PROGRAMS) expect(missing(BASE, program)).toEqual([]);
    const refinance = refinanceWith({ payoff: 200_000_00, acquiredOn: "2020-01-01" });
    for (const program of PROGRAMS) expect(missing(refinance, program)).toEqual([]);
  });

  test("0 is entered, except as a monthly payment", () => {
    expect(missing(loanWith({ pitia: 0, credits: 0, emd: 0, prepaids: 0 }), "fannie")).toEqual(["pitia"]);
    expect(missing(loanWith({ pitia: 0 }), "va")).toEqual([]);
  });

  test("a loan above the price has financed fees, with a second mortgage too", () => {
    expect(missing(loanWith({ loanAmount: 400_000_00 }), "fannie")).toEqual([]);
    expect(missing(loanWith({ loanAmount: 400_000_01 }), "fannie")).toEqual(["financedFees"]);
    const second = { loanAmount: 390_000_00, subordinateFinancing: 10_000_01 };
    expect(missing(loanWith(second), "fannie")).toEqual(["financedFees"]);
    expect(missing(loanWith({ ...second, subordinateFinancing: 10_000_00 }), "fannie")).toEqual([]);
    const refinance = refinanceWith({ payoff: 1, salesPrice: 100_000_00, acquiredOn: "2020-01-01" });
    expect(missing(refinance, "fha")).toEqual([]);
    expect(missing(loanWith({ salesPrice: undefined, loanAmount: undefined }), "va")).toEqual([
      "salesPrice",
      "loanAmount",
    ]);
  });

  test("FHA asks for the acquisition cost of a home owned less than twelve months", () => {
    const loan = { payoff: 200_000_00, acquiredOn: "2026-08-01" };
    expect(missing(refinanceWith(loan), "fha")).toEqual(["acquisitionCost"]);
    expect(missing(refinanceWith({ ...loan, acquisitionCost: 300_000_00 }), "fha")).toEqual([]);
    expect(missing(refinanceWith(loan), "fannie")).toEqual([]);
    // Other terms come first: they may make the question fall away.
    expect(missing(refinanceWith({ ...loan, units: undefined }), "fha")).toEqual(["units"]);
  });
});

describe("required reserves", () => {
  const required = (terms: Parameters<typeof loanWith>[0], program: Program) =>
    requiredReserves(loanWith({ reserveMonthsRequired: undefined, ...terms }), program);
  const manual = (terms: Parameters<typeof loanWith>[0], program: Program = "fannie") =>
    required({ underwriting: "manual", financedProperties: [], ...terms }, program);
  const other = (unpaidPrincipal: number, monthlyPayment: number, isPrincipal = false) => ({
    unpaidPrincipal,
    monthlyPayment,
    isPrincipal,
  });
  const others = (number: number) => Array.from({ length: number }, () => other(100_000_00, 1_000_00));

  test("entered months hold for the loan's own programs, and cents are rounded up", () => {
    const terms = { reserveMonthsRequired: 4.5, pitia: 2_500_01 };
    for (const program of ["fannie", "freddie"] as const)
      expect(required(terms, program)).toMatchObject({
        cents: 11_250_05,
        floorCents: 11_250_05,
        months: 4.5,
        missing: [],
        needsReason: false,
      });
    expect(required(terms, "fha")).toMatchObject({ cents: 0, months: 0 });
    expect(required({ ...terms, program: "fha" }, "fha")).toMatchObject({ cents: 11_250_05, months: 4.5 });
    expect(required({ ...terms, program: "fha" }, "fannie")).toMatchObject({ cents: null, floorCents: 0 });
  });

  test("Fannie Mae and Freddie Mac assume each other's figure, and say so", () => {
    for (const [own, program] of [
      ["fannie", "freddie"],
      ["freddie", "fannie"],
    ] as const) {
      const loan = { program: own, reserveMonthsRequired: 3 };
      expect(required(loan, program)).toMatchObject({ cents: 7_500_00, months: 3 });
      expect(required(loan, program).basis).toMatch(/assumes the same required reserves/);
      expect(required(loan, own).basis).not.toMatch(/assumes/);
      expect(required({ program: own, ausReserves: 5_000_00 }, program).basis).toMatch(/assumes/);
    }
    expect(required({ program: "conventional", reserveMonthsRequired: 3 }, "freddie").basis).not.toMatch(/assumes/);
    expect(required({ program: undefined, reserveMonthsRequired: 3 }, "freddie")).toMatchObject({ cents: 7_500_00 });
  });

  test("what the automated system prints wins over months, and is shown in months rounded up", () => {
    const aus = { ausReserves: 6_000_01, reserveMonthsRequired: 9, pitia: 2_000_00 };
    expect(required(aus, "fannie")).toMatchObject({ cents: 6_000_01, floorCents: 6_000_01, months: 3.01, missing: [] });
    expect(required({ ...aus, pitia: undefined }, "fannie")).toMatchObject({
      cents: 6_000_01,
      months: null,
      missing: ["pitia"],
    });
    expect(required({ ausReserves: 0 }, "fannie")).toMatchObject({ cents: 0, months: 0 });
  });

  test("months without a payment are no sum", () => {
    for (const pitia of [undefined, 0])
      expect(required({ reserveMonthsRequired: 2, pitia }, "fannie")).toMatchObject({
        cents: null,
        floorCents: 0,
        months: 2,
        missing: ["pitia"],
      });
  });

  test("below the guide's table, entered months need a reason", () => {
    const second = { occupancy: "second_home", reserveMonthsRequired: 1 } as const;
    expect(manual(second)).toMatchObject({ cents: 5_000_00, floorCents: 5_000_00, needsReason: true });
    expect(manual({ ...second, reserveReason: "Large cash value" })).toMatchObject({
      cents: 2_500_00,
      needsReason: false,
    });
    expect(manual({ ...second, reserveMonthsRequired: 2 })).toMatchObject({ cents: 5_000_00, needsReason: false });
    expect(manual({ ...second, reserveMonthsRequired: 3 })).toMatchObject({ cents: 7_500_00, needsReason: false });
    expect(manual({ ...second, ausReserves: 1_000_00 })).toMatchObject({ cents: 5_000_00, needsReason: true });
  });

  test("entered months do not stand in for other financed properties that are not entered", () => {
    const terms = { occupancy: "investment", reserveMonthsRequired: 9, financedProperties: undefined } as const;
    expect(manual(terms)).toMatchObject({ cents: null, missing: ["financedProperties"], needsReason: false });
    expect(manual({ ...terms, reserveReason: "No other property" })).toMatchObject({ cents: 22_500_00, missing: [] });
    expect(required(terms, "fannie")).toMatchObject({ cents: 22_500_00, missing: [] });
  });

  test("Fannie Mae, underwritten manually: 2 months on a second home, 6 on an investment or 2 to 4 units", () => {
    expect(manual({ occupancy: "second_home" })).toMatchObject({ cents: 5_000_00, months: 2, missing: [] });
    expect(manual({ occupancy: "investment" })).toMatchObject({ cents: 15_000_00, months: 6 });
    expect(manual({ occupancy: "investment", units: 2 })).toMatchObject({ cents: 15_000_00, months: 6 });
    for (const units of [2, 4]) expect(manual({ units })).toMatchObject({ cents: 15_000_00, months: 6 });
    expect(manual({})).toMatchObject({ cents: null, floorCents: 0, missing: ["reserveMonthsRequired"] });
  });

  test("Freddie Mac, underwritten manually, asks nothing for one unit of a principal home", () => {
    expect(manual({}, "freddie")).toMatchObject({ cents: 0, floorCents: 0, months: 0, missing: [] });
    expect(manual({ units: 2 }, "freddie")).toMatchObject({ cents: 15_000_00, months: 6 });
    expect(manual({ occupancy: "second_home" }, "freddie")).toMatchObject({ cents: 5_000_00, months: 2 });
    expect(manual({ occupancy: "investment" }, "freddie")).toMatchObject({ cents: 15_000_00, months: 6 });
  });

  test("an automated file without a figure has the table as its floor only", () => {
    expect(required({ occupancy: "investment", financedProperties: [] }, "fannie")).toMatchObject({
      cents: null,
      floorCents: 15_000_00,
      months: null,
      missing: ["reserveMonthsRequired"],
    });
    expect(required({}, "freddie")).toMatchObject({ cents: null, floorCents: 0, missing: ["reserveMonthsRequired"] });
    expect(required({ occupancy: "investment" }, "fannie")).toMatchObject({
      cents: null,
      floorCents: 0,
      missing: ["financedProperties"],
    });
    expect(required({ occupancy: "investment", underwriting: "manual" }, "fannie")).toMatchObject({
      floorCents: 15_000_00,
      missing: ["financedProperties"],
    });
  });

  test("Fannie Mae asks 2, 4 or 6 percent of other properties' unpaid principal", () => {
    const cents = (number: number) => manual({ occupancy: "second_home", financedProperties: others(number) }).cents;
    // With the subject property: 2, 4, 5, 6, 7, 10 and 11 financed properties.
    expect([1, 3, 4, 5, 6, 9, 10].map(cents)).toEqual([
      5_000_00 + 2_000_00,
      5_000_00 + 6_000_00,
      5_000_00 + 16_000_00,
      5_000_00 + 20_000_00,
      5_000_00 + 36_000_00,
      5_000_00 + 54_000_00,
      null,
    ]);
  });

  test("Freddie Mac asks 2 or 8 months of other properties' payments", () => {
    const cents = (number: number) =>
      manual({ occupancy: "second_home", financedProperties: others(number) }, "freddie").cents;
    expect([1, 5, 6, 9, 10].map(cents)).toEqual([
      5_000_00 + 2_000_00,
      5_000_00 + 10_000_00,
      5_000_00 + 48_000_00,
      5_000_00 + 72_000_00,
      null,
    ]);
  });

  test("the principal home counts as financed and is in no sum; principal is rounded up", () => {
    const financedProperties = [other(300_000_00, 3_000_00, true), other(100_000_01, 1_000_00)];
    expect(manual({ occupancy: "investment", financedProperties })).toMatchObject({ cents: 15_000_00 + 2_000_01 });
    expect(manual({ occupancy: "investment", financedProperties }, "freddie")).toMatchObject({
      cents: 15_000_00 + 2_000_00,
    });
    // A principal residence asks nothing for other properties.
    expect(manual({ units: 2, financedProperties })).toMatchObject({ cents: 15_000_00, months: 6 });
  });

  test("the table's sum is shown in months, rounded up, and names other properties only if they count", () => {
    const financedProperties = [other(100_000_01, 1_000_00)];
    const withOthers = manual({ occupancy: "investment", financedProperties, pitia: 2_000_00 });
    expect(withOthers).toMatchObject({ cents: 14_000_01, floorCents: 14_000_01, months: 7.01 });
    expect(withOthers.basis).toMatch(/other financed properties/);
    expect(manual({ occupancy: "investment" }).basis).not.toMatch(/other financed properties/);
    expect(manual({ occupancy: "investment", financedProperties: [other(50, 0)] }).basis).toMatch(/other/);
  });

  test("FHA asks 3 months for 3 and 4 units, else 1 when underwritten manually", () => {
    const fha = (terms: Parameters<typeof loanWith>[0]) => required(terms, "fha");
    expect(fha({ units: 3 })).toMatchObject({ cents: 7_500_00, floorCents: 7_500_00, months: 3, missing: [] });
    for (const units of [3, 4])
      expect(fha({ units, underwriting: undefined })).toMatchObject({ cents: 7_500_00, missing: [] });
    expect(fha({ units: 2 })).toMatchObject({ cents: 0, months: 0, missing: [] });
    expect(fha({ units: 2, underwriting: "manual" })).toMatchObject({ cents: 2_500_00, months: 1 });
    expect(fha({ underwriting: undefined })).toMatchObject({ cents: null, missing: ["underwriting"] });
    expect(fha({ units: 2, underwriting: undefined })).toMatchObject({ cents: null, missing: ["underwriting"] });
  });

  test("names each input that the table lacks", () => {
    const nothing = { underwriting: undefined, occupancy: undefined, units: undefined, pitia: undefined };
    for (const program of ["fannie", "freddie", "fha"] as const)
      expect(required(nothing, program)).toMatchObject({
        cents: null,
        floorCents: 0,
        months: null,
        missing: ["underwriting", "occupancy", "units", "pitia"],
        needsReason: false,
      });
    expect(required({ units: 3, underwriting: undefined }, "freddie").missing).toEqual(["underwriting"]);
    expect(required({ pitia: 0 }, "freddie")).toMatchObject({ cents: null, missing: ["pitia"] });
    expect(required({ occupancy: undefined }, "freddie")).toMatchObject({ cents: null, missing: ["occupancy"] });
    expect(required({ units: undefined }, "freddie")).toMatchObject({ cents: null, missing: ["units"] });
  });

  test("VA and USDA have no reserve rule here", () => {
    for (const program of ["va", "usda"] as const)
      expect(required({ program, units: 4, reserveMonthsRequired: 6 }, program)).toMatchObject({
        cents: 0,
        floorCents: 0,
        months: null,
        missing: [],
        needsReason: false,
      });
  });
});
