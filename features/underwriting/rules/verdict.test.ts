import { describe, expect, test } from "vitest";
import type { Loan } from "#features/borrowers/contract.ts";
import type { Evaluation, Outcome, Program } from "./evaluation.ts";
import { type AccountSpec, cashIn, checking, evaluated, findings, loanWith, waiver } from "./test-report.ts";
import { ownPrograms, summarize } from "./summary.ts";

describe("verdict", () => {
  type Terms = { readonly [Field in keyof Loan]?: Loan[Field] | undefined };

  const verdictUnder = (program: Program, cents: number, terms: Terms, spec: Partial<AccountSpec> = {}) =>
    evaluated({ accounts: [checking({ cents, ...spec })], loan: loanWith(terms) }).verdicts[program]!;
  /** The first sentences, without the last day. */
  const textUnder = (...about: Parameters<typeof verdictUnder>) => {
    const { text } = verdictUnder(...about);
    expect(text).toMatch(/ Valid through Mar 16, 2027\.$/);
    return text.replace(" Valid through Mar 16, 2027.", "");
  };

  // The loan needs $28,000.00: $20,000.00 down, $6,000.00 closing costs, $2,000.00 prepaids.

  describe("short of closing", () => {
    test("names the missing money", () => {
      expect(textUnder("fannie", 10_000_00, {})).toBe("$18,000.00 short of closing under Fannie Mae.");
      expect(verdictUnder("fannie", 27_999_99, {}).outcome).toBe("short");
      expect(verdictUnder("fannie", 28_000_00, {}).outcome).toBe("enough");
    });

    test("names what an explanation could restore", () => {
      const lines = [cashIn("COUNTER CASH DEPOSIT", 10_000_00, "2026-11-01")];
      expect(textUnder("fannie", 30_000_00, {}, { lines })).toBe(
        "$8,000.00 short of closing under Fannie Mae. Clearing what is open could restore up to $10,000.00.",
      );
    });

    test.each<[string, Terms, string]>([
      ["closing costs, which could be none", { closingCosts: undefined }, "$12,000.00"],
      ["prepaids, which could be none", { prepaids: undefined }, "$16,000.00"],
      ["credits, which could pay all costs", { credits: undefined }, "$10,000.00"],
      ["closing costs and credits", { closingCosts: undefined, credits: undefined }, "$10,000.00"],
      ["prepaids and credits", { prepaids: undefined, credits: undefined }, "$10,000.00"],
      ["appraised value", { appraisedValue: undefined }, "$18,000.00"],
      ["housing payment", { pitia: undefined }, "$18,000.00"],
      ["units", { units: undefined }, "$18,000.00"],
    ])("is at least what the best value leaves: %s", (_name, terms, cents) => {
      expect(textUnder("fannie", 10_000_00, terms)).toBe(`At least ${cents} short of closing under Fannie Mae.`);
    });

    test.each<[string, Terms, string]>([
      ["appraised value", { appraisedValue: undefined }, "At least $18,000.00"],
      ["occupancy", { occupancy: undefined }, "At least $18,000.00"],
      ["nothing", {}, "$18,000.00"],
      ["nothing, on an investment property", { occupancy: "investment" }, "$22,000.00"],
    ])("counts credits up to the best limit: %s is missing", (_name, terms, cents) => {
      // Costs of $20,000.00; parties may pay 3 % of the price, on an investment property 2 %.
      const costs = { closingCosts: 12_000_00, prepaids: 8_000_00, credits: 15_000_00 };
      expect(textUnder("fannie", 10_000_00, { ...costs, ...terms })).toContain(
        `${cents} short of closing under Fannie Mae.`,
      );
    });
  });

  describe("not evaluated", () => {
    test.each<[Terms, string]>([
      [{ loanAmount: undefined }, "loan amount"],
      [{ emd: undefined }, "earnest money deposit"],
      [{ salesPrice: undefined }, "sales price"],
      [{ transactionType: undefined }, "loan purpose"],
      [{ loanAmount: 400_000_01 }, "financed fees (the loan is more than the price)"],
    ])("names a missing term without a best value: %j", (terms, name) => {
      expect(textUnder("fannie", 10_000_00, terms)).toBe(
        `Not evaluated under Fannie Mae yet. Missing: ${name}. $10,000.00 counts so far.`,
      );
    });

    test("names what is missing where the money could be enough", () => {
      expect(textUnder("fannie", 38_000_00, { closingCosts: undefined, credits: undefined })).toBe(
        "Not evaluated under Fannie Mae yet. Missing: closing costs, seller credits. $38,000.00 counts so far.",
      );
      expect(textUnder("fannie", 38_000_00, { monthlyIncome: undefined })).toBe(
        "Not evaluated under Fannie Mae yet. Missing: monthly qualifying income. $38,000.00 counts so far.",
      );
      expect(textUnder("fannie", 38_000_00, { pitia: 0 })).toBe(
        "Not evaluated under Fannie Mae yet. Missing: monthly housing payment. $38,000.00 counts so far.",
      );
      const investment: Terms = { occupancy: "investment", reserveMonthsRequired: undefined, financedProperties: [] };
      expect(textUnder("fannie", 58_000_00, investment)).toBe(
        "Not evaluated under Fannie Mae yet. Missing: reserves required by Fannie Mae. $58,000.00 counts so far.",
      );
    });
  });

  describe("a loan of a program that has no rules here", () => {
    const deposit = { lines: [cashIn("COUNTER CASH DEPOSIT", 10_000_00, "2026-11-01")] };

    test.each<[string, Program, number, Partial<AccountSpec>, string]>([
      ["ample", "fha", 60_000_00, {}, "$60,000.00 would count under FHA."],
      ["short", "fannie", 10_000_00, {}, "$10,000.00 would count under Fannie Mae."],
      ["short until explained", "freddie", 30_000_00, deposit, "$20,000.00 would count under Freddie Mac."],
    ])("has no answer and no plan: %s", (_name, program, cents, spec, counts) => {
      const accounts = [checking({ cents, ...spec })];
      const { verdicts, leastDocumentation } = evaluated({ accounts, loan: loanWith({ program: "other" }) });
      expect(verdicts[program]!.outcome).toBe("notEvaluated");
      expect(verdicts[program]!.text).toContain(`No answer: Keyturn does not evaluate this loan's program. ${counts}`);
      expect(leastDocumentation[program]).toEqual({
        ...{ program, isPossible: false, steps: [], cents: 0, alsoRequired: [], text: "" },
      });
    });
  });

  test("a verdict counts its findings by severity", () => {
    const lines = [cashIn("COUNTER CASH DEPOSIT", 6_000_00, "2026-11-01")];
    const terms = { applicationDate: "2027-02-01" };
    expect(verdictUnder("fannie", 60_000_00, terms, { lines }).counts).toEqual({ blocker: 0, review: 1, info: 1 });
    expect(verdictUnder("fha", 60_000_00, terms, { lines }).counts).toEqual({ blocker: 1, review: 0, info: 0 });
  });

  test("short of reserves, the months and the missing money are named", () => {
    expect(textUnder("fannie", 29_000_00, { reserveMonthsRequired: 2 })).toBe(
      "$4,000.00 short of required reserves under Fannie Mae: 0.40 months of 2 required. Cash to close is covered.",
    );
    expect(verdictUnder("fannie", 32_999_99, { reserveMonthsRequired: 2 }).outcome).toBe("short");
    expect(verdictUnder("fannie", 33_000_00, { reserveMonthsRequired: 2 }).outcome).toBe("enough");
  });

  describe("open", () => {
    const late = { noteDate: "2027-04-01", disbursementDate: "2027-04-01", applicationDate: "2027-02-01" };

    test("names the blockers and not what is only to review", () => {
      expect(textUnder("fannie", 38_000_00, late)).toBe(
        "Enough to close under Fannie Mae, once 1 open condition is cleared: data that expires before the note date. 1 condition to review.",
      );
      expect(textUnder("fha", 38_000_00, { ...late, applicationDate: undefined })).toBe(
        "Enough to close under FHA, once 1 open condition is cleared: data that expires before disbursement.",
      );
    });

    test("names each kind of blocker once", () => {
      const lines = [6_000_00, 7_000_00].map((cents) => cashIn("COUNTER CASH DEPOSIT", cents, "2026-11-01"));
      expect(textUnder("fha", 60_000_00, {}, { lines })).toContain(
        "once 2 open conditions are cleared: large deposits that FHA requires a source for.",
      );
    });

    test("says what closing lacks without the money that the conditions are about", () => {
      const lines = [6_000_00, 7_000_00].map((cents) => cashIn("COUNTER CASH DEPOSIT", cents, "2026-11-01"));
      expect(textUnder("fha", 30_000_00, {}, { lines })).toContain(
        "that FHA requires a source for. Without that money, closing is $11,000.00 short.",
      );
      expect(textUnder("fha", 60_000_00, {}, { lines })).not.toContain("short");
    });

    test("is enough once its blockers are waived, and says so", () => {
      const lines = [cashIn("COUNTER CASH DEPOSIT", 6_000_00, "2026-11-01")];
      const question = { accounts: [checking({ cents: 60_000_00, lines })] };
      const [blocker] = findings(evaluated(question), "DOCUMENT_SOURCE");
      const { fha } = evaluated({ ...question, waivers: [waiver(blocker!)] }).verdicts;
      expect(fha).toMatchObject({ outcome: "enough", waived: 1 });
      expect(fha.text).toContain(" With 1 waived condition. Valid through");
    });
  });

  describe("enough", () => {
    test("names the months of reserves that are left", () => {
      expect(textUnder("fannie", 38_000_00, {})).toBe(
        "Enough to close under Fannie Mae, with 4.00 months of reserves left; none are required.",
      );
      expect(textUnder("fannie", 38_000_00, { reserveMonthsRequired: 2 })).toBe(
        "Enough to close under Fannie Mae, with 4.00 months of reserves left.",
      );
    });

    test("names deposits that are not counted", () => {
      const deposits = (...all: readonly number[]) => ({
        lines: all.map((cents, at) => cashIn("COUNTER CASH DEPOSIT", cents, `2026-1${at}-01`)),
      });
      expect(textUnder("fannie", 50_000_00, {}, deposits(6_000_00))).toBe(
        "Enough to close under Fannie Mae, with 6.40 months of reserves left; none are required; one deposit of $6,000.00 is not counted until it is explained.",
      );
      expect(textUnder("fannie", 50_000_00, {}, deposits(6_000_00, 7_000_00))).toBe(
        "Enough to close under Fannie Mae, with 3.60 months of reserves left; none are required; 2 deposits are not counted until they are explained.",
      );
    });

    test("under VA is by bank data alone", () => {
      expect(textUnder("va", 38_000_00, { program: "va" })).toBe(
        "Enough to close by bank data; VA rules are not all evaluated.",
      );
    });
  });
});

describe("summary", () => {
  const VALID_THROUGH: Record<Program, string> = {
    ...{ fannie: "2026-12-01", freddie: "2026-11-29", fha: "2026-11-28" },
    ...{ va: "2026-11-27", usda: "2026-11-26" },
  };

  function evaluated(outcomes: Partial<Record<Program, Outcome>>): Pick<Evaluation, "verdicts" | "funds" | "findings"> {
    const programs = Object.keys(outcomes) as Program[];
    const verdicts = programs.map((program) => [
      program,
      {
        ...{ program, outcome: outcomes[program], validThrough: VALID_THROUGH[program] },
        counts: { blocker: program.length, review: 1, info: 0 },
      },
    ]);
    const funds = programs.map((program) => [program, { usableClosingCents: program.length * 100 }]);
    const findings = [{ severity: "blocker" }, { severity: "review" }, { severity: "info" }];
    return { verdicts: Object.fromEntries(verdicts), funds: Object.fromEntries(funds), findings } as never;
  }

  const under = (program: Loan["program"], outcomes: Partial<Record<Program, Outcome>>) =>
    summarize(evaluated(outcomes), program === undefined ? {} : { program });

  describe("the summary of a report", () => {
    test("a loan's own program answers, with its own last day", () => {
      const outcomes = { fannie: "enough", freddie: "enough", fha: "open" } as const;
      expect(under("fha", outcomes)).toEqual({
        ...{ program: "fha", outcome: "open", usableCents: 300, blockers: 3, reviews: 1, infos: 0 },
        freshUntil: "2026-11-28",
      });
      expect(under("fannie", outcomes)).toMatchObject({ program: "fannie", freshUntil: "2026-12-01" });
    });

    test("VA and USDA show their own verdict, never another program's", () => {
      const outcomes = { fannie: "enough", freddie: "enough", fha: "enough", va: "enoughToClose" } as const;
      expect(under("va", outcomes)).toMatchObject({
        program: "va",
        outcome: "enoughToClose",
        freshUntil: "2026-11-27",
      });
      expect(under("usda", { ...outcomes, usda: "short" })).toMatchObject({ program: "usda", outcome: "short" });
    });

    test.each<[Outcome, Outcome, Program, Outcome]>([
      ["enough", "enough", "fannie", "enough"],
      ["enough", "open", "freddie", "open"],
      ["short", "open", "fannie", "short"],
      ["notEvaluated", "short", "freddie", "short"],
      ["open", "notEvaluated", "freddie", "notEvaluated"],
    ])("conventional, with %s and %s, names %s", (fannie, freddie, program, outcome) => {
      for (const own of ["conventional", undefined] as const)
        expect(under(own, { fannie, freddie, fha: "short" })).toMatchObject({
          program,
          outcome,
          freshUntil: "2026-11-29",
        });
    });

    test("another program has figures and no outcome", () => {
      expect(under("other", { fannie: "enough", freddie: "open", fha: "short" })).toEqual({
        ...{ program: null, outcome: null, usableCents: 600, blockers: 0, reviews: 2, infos: 1 },
        freshUntil: "2026-11-28",
      });
      expect(ownPrograms({ program: "other" })).toEqual([]);
    });

    test("a program that was not evaluated has figures and no outcome", () => {
      expect(under("va", { fannie: "enough", freddie: "open", fha: "short" })).toEqual({
        ...{ program: null, outcome: null, usableCents: 600, blockers: 0, reviews: 2, infos: 1 },
        freshUntil: "2026-11-28",
      });
    });

    test("without a counted account there is no last day", () => {
      const { verdicts, ...rest } = evaluated({ fannie: "short", freddie: "short", fha: "short" });
      const none = Object.fromEntries(
        Object.entries(verdicts).map(([program, one]) => [program, { ...one, validThrough: null }]),
      );
      expect(summarize({ ...rest, verdicts: none as never }, { program: "fannie" }).freshUntil).toBeNull();
    });
  });
});
