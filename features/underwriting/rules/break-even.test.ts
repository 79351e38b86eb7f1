import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Loan } from "#features/borrowers/contract.ts";
import { mapOf, prepareTrial, type Binding, type BreakEven, type Limit } from "./break-even.ts";
import { addDays } from "./days.ts";
import { evaluate, type Question } from "./evaluate.ts";
import type { Evaluation, Program } from "./evaluation.ts";
import {
  blockersOf,
  closes,
  compareBreakEvens,
  filesOf,
  isWhy,
  questionsOf,
  someTerms,
  stateOf,
  withTerms,
  type Tier,
} from "./test-break-even.ts";
import { check } from "./test-generators.ts";
import { BASE, bank, cashIn, checking, gift, investment, loanWith, NORA, READ_AT, reportOf } from "./test-report.ts";

const PROGRAMS = ["fannie", "freddie", "fha", "va", "usda"] as const;
const someFiles = filesOf();

/** That this rule is why it does not close. */
const expectBinding = (evaluation: Evaluation, program: Program, binding: Binding) =>
  expect(isWhy(binding, evaluation, program), binding.code).toBe(true);

/** Each tier with a value of its own. */
function tiersOf<Value>({ enough, cleared }: BreakEven<Value>): [Tier, Limit<Value> | null][] {
  const isSame = enough?.value === cleared?.value;
  return isSame
    ? [["enough", enough]]
    : [
        ["enough", enough],
        ["cleared", cleared],
      ];
}

describe("price and down payment", () => {
  // `npm run exact` compares 10,000 loans.
  test.each(
    PROGRAMS.flatMap((program) => [
      { program, isBare: true },
      { program, isBare: false },
    ]),
  )(
    "under $program they are what halving on whole evaluations finds, to the cent, and the named rule binds (no papers: $isBare)",
    ({ program, isBare }) => {
      const seen = { compared: 0, between: 0, overlays: 0 };
      check(
        fc.property(filesOf({ isBare }), (files) => {
          for (const { question, base } of questionsOf(files, program)) {
            const found = compareBreakEvens(question, base, program);
            if (found === null) continue;
            expect(found.problems).toEqual([]);
            seen.compared += found.compared;
            seen.between += found.between;
            if (question.policy.overlay) seen.overlays += found.compared;
          }
        }),
        10, // of ten loans
      );
      expect(seen.compared).toBeGreaterThan(200); // the others lack a term
      expect(seen.overlays).toBeGreaterThan(100);
      expect(seen.compared).toBeGreaterThan(20 * seen.between);
    },
  );

  test("a cell of the map is what an evaluation of its terms says", () => {
    check(
      fc.property(someFiles, fc.constantFrom(...PROGRAMS), fc.nat(8), (files, program, column) => {
        for (const { question, base } of questionsOf(files, program).slice(0, 2)) {
          const map = mapOf(prepareTrial(question, program, base));
          for (const { cells, isEntered } of map?.rows ?? []) {
            const { terms, state } = cells[column % cells.length]!;
            expect(state).toBe(stateOf(withTerms(question, terms), program));
            if (isEntered) expect(cells.map((cell) => cell.terms)).toContainEqual(enteredTerms(question.loan));
          }
        }
      }),
      150,
    );
  });

  const enteredTerms = ({ salesPrice, loanAmount }: Loan) => ({ salesPrice, loanAmount });
});

/** A question about one report; without daily balances, so that a line may be added to it. */
function questionOf(loan: Loan, cents: number, more: Partial<Question> & { holdings?: number; deposit?: number } = {}) {
  const { holdings = 0, deposit = 0, ...rest } = more;
  const lines = deposit > 0 ? [cashIn("CASH DEPOSIT", deposit, READ_AT)] : [];
  const accounts = [
    checking({ id: "account-71", cents, lines, historicalBalances: [] }),
    ...(holdings > 0 ? [investment("brokerage", { id: "account-72", cents: holdings })] : []),
  ];
  return {
    report: reportOf([bank({ accounts })]),
    loan,
    borrowers: [NORA],
    evidence: [],
    confirmations: [],
    waivers: [],
    policy: { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents: null },
    ...rest,
  } satisfies Question;
}

const breakEvensOf = (question: Question, program: Program = "fannie") => prepareTrial(question, program).breakEvens();

describe("unexplained money", () => {
  test("a large deposit without a source may be as large, and not a cent larger", () => {
    check(
      fc.property(
        someTerms,
        fc.integer({ min: 0, max: 12_000_000 }),
        fc.constantFrom(0, 0, 2_000_000, 9_000_000),
        fc.option(fc.integer({ min: 1, max: 3_000_000 })),
        fc.constantFrom<Program>("fannie", "freddie"),
        ({ loan: drawn }, cents, holdings, given, program) => {
          const loan = { ...drawn, monthlyIncome: 0 }; // every deposit is large
          const evidence = given === null ? [] : [gift("parent", given)];
          const at = (deposit: number) => evaluate(questionOf(loan, cents, { holdings, deposit, evidence }));
          const { unexplained } = breakEvensOf(questionOf(loan, cents, { holdings, evidence }), program);
          for (const [tier, limit] of unexplained ? tiersOf(unexplained) : []) {
            if (limit === null) {
              expect(closes(at(0), program, tier)).toBe(false);
              continue;
            }
            expect(closes(at(limit.value), program, tier)).toBe(true);
            if (limit.binding === null) continue;
            expect(closes(at(limit.value + 1), program, tier)).toBe(false);
            expectBinding(at(limit.value + 1), program, limit.binding);
          }
        },
      ),
      600,
    );
  });

  test("all of the money that counts may be unexplained when none of it is needed", () => {
    const loan = loanWith({ loanAmount: 388_000_00, credits: 6_000_00, lenderCredits: 2_000_00, emd: 0 });
    const { unexplained } = breakEvensOf(questionOf({ ...loan, salesPrice: 388_000_00 }, 5_000_00));
    expect(unexplained!.cleared).toBeNull();
    expect(unexplained!.now).toEqual({ ruleId: "R26", code: "DOWN_PAYMENT_SHORT" });
    const va = breakEvensOf(questionOf({ ...loan, salesPrice: 388_000_00, program: "va" }, 5_000_00), "va");
    expect(va.unexplained!.enough).toEqual({ value: 5_000_00, terms: {}, binding: null });
  });
});

describe("note date", () => {
  test("it is the latest day that closes, day by day", () => {
    check(
      fc.property(someFiles, fc.constantFrom(...PROGRAMS), (files, program) => {
        const { question, base } = questionsOf(files, program)[0]!; // of ten
        const { noteDate, missing } = prepareTrial(question, program, base).breakEvens();
        if (missing.length > 0) return;
        for (const [tier, limit] of tiersOf(noteDate!)) {
          const passes = (day: string) => closesOn(withTerms(question, { noteDate: day }), program, tier);
          const from = limit === null ? addDays(READ_AT, -40) : addDays(limit.value, 1);
          if (limit) {
            expect(passes(limit.value)).toBe(true);
            expect(blockersOf(withTerms(question, { noteDate: from }), program)).toContainEqual(
              expect.objectContaining(limit.binding),
            );
          }
          for (let ahead = 0; ahead < 180; ahead += ahead < 3 ? 1 : 9) expect(passes(addDays(from, ahead))).toBe(false);
        }
      }),
      200,
    );
  });

  /** Data that is too old is not a condition that may stay open here. */
  function closesOn(evaluation: Evaluation, program: Program, tier: Tier): boolean {
    return (
      closes(evaluation, program, tier) &&
      !blockersOf(evaluation, program).some(({ code }) => code.startsWith("EXPIRED_AT_"))
    );
  }

  test("data of Nov 16 serves Fannie Mae for four months and the others for 120 days", () => {
    const question = questionOf(loanWith({}), 40_000_00);
    expect(breakEvensOf(question).noteDate!.enough).toEqual({
      value: "2027-03-16",
      terms: { noteDate: "2027-03-16" },
      binding: { ruleId: "R2", code: "EXPIRED_AT_NOTE" },
    });
    expect(breakEvensOf(question, "fha").noteDate!.cleared).toMatchObject({
      value: "2027-03-16",
      binding: { ruleId: "R2", code: "EXPIRED_AT_DISBURSEMENT" },
    });
  });
});

describe("a file that an officer may have", () => {
  test("the highest price takes all the money, at the same loan-to-value", () => {
    // 5% down and $8,000.00 of costs: $32,000.00 closes at $480,000.00.
    const { price } = breakEvensOf(questionOf(loanWith({ appraisedValue: 600_000_00 }), 32_000_00));
    expect(price!.enough).toEqual({
      value: 480_000_00,
      terms: { salesPrice: 480_000_00, loanAmount: 456_000_00 },
      binding: { ruleId: "R7", code: "CASH_TO_CLOSE" },
    });
  });

  test("reserves bind before the cash does", () => {
    const loan = loanWith({ appraisedValue: 600_000_00, reserveMonthsRequired: 2 }); // $5,000.00
    const { price, unexplained } = breakEvensOf(questionOf(loan, 37_000_00));
    expect(price!.enough).toMatchObject({ value: 480_000_00, binding: { ruleId: "R7b", code: "RESERVES" } });
    expect(unexplained!.enough).toMatchObject({ value: 4_000_00, binding: { ruleId: "R7b", code: "RESERVES" } });
  });

  test("the lowest down payment is the program's own minimum while the money suffices", () => {
    const question = questionOf(loanWith({ loanAmount: 360_000_00 }), 60_000_00);
    expect(breakEvensOf(question).downPayment!.enough).toEqual({
      value: 12_000_00,
      terms: { loanAmount: 388_000_00 },
      binding: { ruleId: "R26", code: "DOWN_PAYMENT_SHORT" },
    });
    expect(breakEvensOf(question, "fha").downPayment!.enough).toMatchObject({
      value: 14_000_00,
      binding: { ruleId: "R26", code: "MRI_SHORT" },
    });
  });

  test("with an open condition it says what closes once that is cleared", () => {
    const question = questionOf(loanWith({ appraisedValue: 600_000_00 }), 32_000_00, {
      report: reportOf([bank({ accounts: [checking({ id: "account-71", cents: 32_000_00, days: 40 })] })]),
    });
    const { price } = breakEvensOf(question);
    expect(price!.enough).toBeNull();
    expect(price!.cleared).toMatchObject({ value: 480_000_00, binding: { code: "CASH_TO_CLOSE" } });
    expect(price!.now).toBeNull();
  });

  test("without enough money at any price it names what binds now", () => {
    const { price, downPayment } = breakEvensOf(questionOf(BASE, 3_000_00));
    expect(price).toEqual({ enough: null, cleared: null, now: { ruleId: "R7", code: "CASH_TO_CLOSE" } });
    expect(downPayment).toEqual({ enough: null, cleared: null, now: { ruleId: "R7", code: "CASH_TO_CLOSE" } });
  });

  test("a missing term is named, and no figure is given", () => {
    expect(breakEvensOf(questionOf(loanWith({ prepaids: undefined }), 40_000_00))).toEqual({
      program: "fannie",
      missing: ["prepaids"],
      price: null,
      downPayment: null,
      unexplained: null,
      noteDate: null,
    });
  });

  test("a loan of a program without rules has no break-even", () => {
    const trial = prepareTrial(questionOf(loanWith({ program: "other" }), 40_000_00), "fannie");
    expect(trial.missing).toEqual(["program"]);
    expect(trial.stateOf({ salesPrice: 400_000_00, loanAmount: 380_000_00 })).toBe("notEvaluated");
    expect(mapOf(trial)).toBeNull();
  });

  test("a refinance has no price, but unexplained money and a latest day", () => {
    const loan = loanWith({ transactionType: "rate_term", salesPrice: undefined, emd: undefined, payoff: 375_000_00 });
    const { price, downPayment, unexplained, noteDate } = breakEvensOf(questionOf(loan, 10_000_00));
    expect([price, downPayment]).toEqual([null, null]);
    expect(unexplained!.enough).toMatchObject({ value: 7_000_00, binding: { code: "CASH_TO_CLOSE" } });
    expect(noteDate!.enough!.value).toBe("2027-03-16");
  });
});

describe("the map", () => {
  test("has the entered terms in its middle column and a row of their own", () => {
    const map = mapOf(prepareTrial(questionOf(loanWith({ loanAmount: 370_000_00 }), 60_000_00), "fannie"))!;
    expect(map.prices).toHaveLength(9);
    expect(map.prices[4]).toBe(400_000_00);
    expect(map.prices[5]! - map.prices[4]!).toBe(20_000_00);
    expect(map.rows.map(({ share }) => share)).toEqual([0, 300, 350, 500, 750, 1000, 1500, 2000, 2500]);
    const entered = map.rows.find(({ isEntered }) => isEntered)!;
    expect(entered.cells[4]!.terms).toEqual({ salesPrice: 400_000_00, loanAmount: 370_000_00 });
  });

  test("shows a term that is not allowed apart from money that is short", () => {
    const map = mapOf(prepareTrial(questionOf(loanWith({}), 30_000_00), "fannie"))!;
    expect(map.rows.map(({ cells }) => cells[4]!.state)).toEqual([
      "blocked",
      "enough",
      "enough",
      "enough",
      "short",
      "short",
      "short",
      "short",
    ]);
  });
});
