// The smallest set of explanations that turns an answer into enough, against every set there is.
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { readEarnestMoney } from "./earnest-money.ts";
import { evaluate, type Question } from "./evaluate.ts";
import type { EvidenceSource, LeastDocumentation, Overlay, Program } from "./evaluation.ts";
import { levelOf } from "./funds.ts";
import { parametersOf } from "./overlay.ts";
import { prepare } from "./prepare.ts";
import { evaluateProgram } from "./program.ts";
import { addDays } from "./days.ts";
import {
  balancesFor,
  check,
  line,
  NORA_QUIST,
  PURCHASE,
  reportOfItems,
  RUNS,
  someQuestion,
} from "./test-generators.ts";
import {
  cashIn,
  checking,
  evaluated,
  gift,
  investment,
  loanWith,
  READ_AT,
  type AccountDraft,
  type Scenario,
} from "./test-report.ts";

vi.setConfig({ testTimeout: 240_000 });

interface Deposit {
  readonly isBorrowed: boolean;
  readonly cents: number;
  readonly percentSourced: number;
  readonly account: number;
  readonly ago: number;
  readonly isMovedOn: boolean;
}

interface Case {
  readonly deposits: readonly Deposit[];
  readonly leftCents: readonly [number, number];
  readonly down: number;
  readonly months: number;
  readonly emd: number;
}

const INCOME = 600_000;
/** Half of the income: more is large. */
const LIMIT = 300_000;
const PITIA = 250_000;

const someDeposit = (largest: number): fc.Arbitrary<Deposit> =>
  fc.record({
    isBorrowed: fc.nat(4).map((one) => one === 1),
    // A few equal amounts, so that many sets are equally small.
    cents: fc.oneof(fc.constantFrom(LIMIT + 1, 400_000, 500_000), fc.integer({ min: LIMIT + 1, max: largest })),
    percentSourced: fc.constantFrom(0, 0, 0, 10, 30),
    account: fc.nat(1),
    ago: fc.integer({ min: 1, max: 55 }),
    isMovedOn: fc.boolean(),
  });

const someCase = (least: number, most: number): fc.Arbitrary<Case> =>
  fc.record({
    deposits: fc.array(someDeposit(2_000_000), { minLength: least, maxLength: most, size: "max" }),
    leftCents: fc.tuple(fc.integer({ min: 0, max: 3_000_000 }), fc.integer({ min: 0, max: 1_000_000 })),
    down: fc.integer({ min: 1_000_000, max: 9_000_000 }),
    months: fc.constantFrom(0, 0, 1, 6),
    emd: fc.constantFrom(0, 0, 500_000),
  });

/** Deposits that are still large once they are partly sourced, or borrowed; each is one step. */
interface Step {
  readonly id: string;
  readonly cents: number;
  readonly cureCents: number;
}

function stepsOf({ deposits }: Case, program: Program): Step[] {
  return deposits.flatMap(({ cents, isBorrowed, percentSourced }, at) => {
    const open = cents - Math.floor((cents * percentSourced) / 100);
    if (!isBorrowed && (program === "fha" || open <= LIMIT)) return [];
    return [{ id: `deposit-${at}`, cents: open, cureCents: isBorrowed ? open : open - LIMIT }];
  });
}

function questionOf({ deposits, leftCents, down, months, emd }: Case): Question {
  const lines = [0, 1].map((account) =>
    deposits.flatMap((one, at) => {
      const date = addDays(READ_AT, -one.ago);
      const words = one.isBorrowed ? "UPSTART NETWORK DES:LOAN PROCEEDS" : "CASH DEPOSIT";
      const moved = one.cents - 7 - at;
      const isHere = one.account === account;
      return [
        ...(isHere ? [line(`deposit-${at}`, words, -one.cents, date)] : []),
        ...(one.isMovedOn && isHere ? [line(`out-${at}`, "ONLINE TRANSFER TO SAVINGS", moved, date)] : []),
        ...(one.isMovedOn && !isHere
          ? [line(`in-${at}`, "ONLINE TRANSFER FROM CHECKING", -moved, addDays(date, 1))]
          : []),
      ];
    }),
  );
  if (emd > 0) lines[0]!.push(line("earnest", "LAKESIDE TITLE CO EARNEST MONEY", emd, addDays(READ_AT, -5)));
  const accounts = lines.map((own, account) => {
    const cents = Math.max(
      0,
      leftCents[account]! - own.reduce((total, one) => total + Math.min(0, one.amountCents), 0) / 2,
    );
    const current = Math.floor(cents);
    return {
      ...checking({ id: `account-${account}`, mask: `410${account}`, cents: current, everyday: false, days: 90 }).at(
        READ_AT,
      ),
      transactions: own,
      historicalBalances: balancesFor(READ_AT, 90, current, own),
    };
  });
  const item = {
    id: "item",
    institutionId: "ins_1",
    institutionName: "Bank One",
    lastUpdatedAt: `${READ_AT}T11:00:00.000Z`,
    accounts,
  };
  return {
    report: reportOfItems([item]),
    previous: null,
    loan: {
      ...PURCHASE,
      salesPrice: 30_000_000 + down,
      appraisedValue: 30_000_000 + down,
      loanAmount: 30_000_000,
      closingCosts: 600_000,
      prepaids: 0,
      monthlyIncome: INCOME,
      pitia: PITIA,
      emd,
      reserveMonthsRequired: months,
    },
    borrowers: [NORA_QUIST],
    evidence: deposits.flatMap(({ cents, percentSourced }, at) =>
      percentSourced > 0 ? [paper(`deposit-${at}`, Math.floor((cents * percentSourced) / 100), "first")] : [],
    ),
    confirmations: [],
    waivers: [],
    policy: { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents: null },
  };
}

function paper(transactionId: string, sourcedCents: number, name: string): EvidenceSource {
  return {
    id: `${name}-${transactionId}`,
    transactionId,
    kind: "other",
    sourcedCents,
    hasDocument: true,
    reason: null,
  };
}

interface Best {
  readonly size: number;
  readonly cents: number;
}

/** Every set of steps: the fewest that suffice, and of as many the least cents; `null`: not even all of them. */
function bestOf(steps: readonly Step[], suffices: (cleared: readonly Step[]) => boolean): Best | null {
  let best: Best | null = null;
  for (let set = 0; set < 1 << steps.length; set++) {
    const cleared = steps.filter((_step, at) => set & (1 << at));
    const cents = cleared.reduce((total, one) => total + one.cureCents, 0);
    const isBetter = !best || cleared.length < best.size || (cleared.length === best.size && cents < best.cents);
    if (isBetter && suffices(cleared)) best = { size: cleared.length, cents };
  }
  return best;
}

/** By the rules' own formula: all counted money and the earnest-money credit, less what is still unexplained. */
function sufficesByFormula(steps: readonly Step[], one: Case, money: number, program: Program) {
  const unexplained = steps.reduce((total, { cents }) => total + cents, 0);
  const needed = one.down + 600_000 + (program === "fha" ? 0 : one.months * PITIA);
  return (cleared: readonly Step[]) => {
    const open = unexplained - cleared.reduce((total, { cents }) => total + cents, 0);
    return money - Math.min(open, money) >= needed;
  };
}

function expectBest(plan: LeastDocumentation, best: Best | null): void {
  expect(plan.isPossible).toBe(best !== null);
  if (best) expect({ size: plan.steps.length, cents: plan.cents }).toEqual(best);
  else expect(plan.steps).toEqual([]);
}

/** The plan suffices, and without any one of its steps it does not. */
function expectNoneToSpare(
  plan: LeastDocumentation,
  steps: readonly Step[],
  suffices: (cleared: readonly Step[]) => boolean,
): void {
  if (!plan.isPossible) return;
  const cleared = plan.steps.map(({ transactionId, cents }) => {
    const step = steps.find(({ id }) => id === transactionId)!;
    expect(cents).toBe(step.cureCents);
    return step;
  });
  expect(suffices(cleared)).toBe(true);
  for (const one of cleared) expect(suffices(cleared.filter((other) => other !== one))).toBe(false);
}

const MANY = RUNS * 7;

test("the plan is the smallest of all sets of up to twelve deposits to explain", () => {
  check(
    fc.property(someCase(1, 12), (one) => {
      const evaluation = evaluate(questionOf(one));
      for (const program of ["fannie", "fha"] as const) {
        const steps = stepsOf(one, program);
        const credit = evaluation.figures.earnestMoney?.creditCents ?? 0;
        const money = evaluation.figures.accounts.reduce((total, row) => total + row.countsCents, credit);
        const suffices = sufficesByFormula(steps, one, money, program);
        const plan = evaluation.leastDocumentation[program];
        expectBest(plan, bestOf(steps, suffices));
        expectNoneToSpare(plan, steps, suffices);
      }
    }),
    MANY,
  );
});

test("the plan is the smallest of all sets when each is documented and the report evaluated again", () => {
  check(
    fc.property(someCase(1, 5), (one) => {
      const question = questionOf(one);
      const plans = evaluate(question).leastDocumentation;
      for (const program of ["fannie", "fha"] as const) {
        const steps = stepsOf(one, program);
        const suffices = (cleared: readonly Step[]) =>
          evaluate({
            ...question,
            evidence: [...question.evidence, ...cleared.map(({ id, cureCents }) => paper(id, cureCents, "plan"))],
          }).funds[program].levels.sure.suffices === true;
        expectBest(plans[program], bestOf(steps, suffices));
        expectNoneToSpare(plans[program], steps, suffices);
      }
    }),
    Math.max(1, Math.round(RUNS / 5)),
  );
});

test("with more deposits the plan has as few as can be, and none to spare", () => {
  check(
    fc.property(someCase(13, 36), (one) => {
      const evaluation = evaluate(questionOf(one));
      const steps = stepsOf(one, "fannie");
      const credit = evaluation.figures.earnestMoney?.creditCents ?? 0;
      const money = evaluation.figures.accounts.reduce((total, row) => total + row.countsCents, credit);
      const suffices = sufficesByFormula(steps, one, money, "fannie");
      const plan = evaluation.leastDocumentation.fannie;
      const largest = [...steps].sort((a, b) => b.cents - a.cents);
      const fewest = [...largest.keys(), largest.length].find((size) => suffices(largest.slice(0, size)));
      expect(plan.isPossible).toBe(fewest !== undefined);
      if (fewest === undefined) return;
      expect(plan.steps).toHaveLength(fewest);
      expectNoneToSpare(plan, steps, suffices);
    }),
  );
});

test("the plan is the smallest of all sets where conditions, gifts and investments count too", () => {
  check(
    fc.property(someQuestion({ isComplete: true, plain: 1 }), (question) => {
      const { report, previous = null, loan, policy, ...inputs } = question;
      fc.pre(loan.program !== "other"); // has no plan
      const evaluation = evaluate(question);
      const model = prepare(report, previous, { ...inputs, leftOutAccounts: loan.leftOutAccounts ?? [] });
      for (const program of evaluation.programs) {
        const { input, findings } = evaluateProgram(
          model,
          loan,
          program,
          parametersOf(policy),
          readEarnestMoney(model, loan),
        );
        const plan = evaluation.leastDocumentation[program]!;
        const sale = findings.find(({ code }) => code === "LIQUIDATION_NEEDED");
        const keys = [
          ...new Set(
            [...input.claims.filter((one) => !one.isNever), ...input.conditionals].map(({ findingKey }) => findingKey),
          ),
        ];
        if (sale) keys.push(sale.key);
        if (keys.length > 9) continue;
        const suffices = (cleared: ReadonlySet<string>) =>
          levelOf(input, {
            claims: input.claims.filter((one) => one.isNever || !cleared.has(one.findingKey)),
            without: new Set(input.conditionals.filter((one) => !cleared.has(one.findingKey))),
            assumesLiquidation: sale !== undefined && cleared.has(sale.key),
          }).suffices === true;
        let fewest: number | null = null;
        for (let set = 0; set < 1 << keys.length; set++) {
          const cleared = keys.filter((_key, at) => set & (1 << at));
          if ((fewest === null || cleared.length < fewest) && suffices(new Set(cleared))) fewest = cleared.length;
        }
        const chosen = plan.steps.map(({ findingKey }) => findingKey);
        expect(plan.isPossible, program).toBe(fewest !== null);
        if (fewest === null) continue;
        expect(chosen.length, program).toBe(fewest);
        expect(suffices(new Set(chosen)), program).toBe(true);
        for (const key of chosen)
          expect(suffices(new Set(chosen.filter((other) => other !== key))), program).toBe(false);
      }
    }),
  );
});

// The loan of these tests needs $28,000.00, and a deposit above $4,500.00 is large.

const cash = (cents: number, ago = 10) => cashIn("COUNTER CASH DEPOSIT", cents, addDays(READ_AT, -ago));
const borrowed = (cents: number, ago = 10) =>
  cashIn("UPSTART NETWORK DES:LOAN PROCEEDS", cents, addDays(READ_AT, -ago));
/** An account that shows so much without its deposits. */
const withDeposits = (restCents: number, deposits: readonly ReturnType<typeof cash>[]): AccountDraft =>
  checking({
    cents: deposits.reduce((total, { amountCents }) => total - amountCents, restCents),
    lines: deposits,
    everyday: false,
  });
const planOf = (accounts: readonly AccountDraft[], more: Scenario = {}, program: "fannie" | "fha" = "fannie") =>
  evaluated({ accounts, ...more }).leastDocumentation[program];
const linesOf = ({ steps }: LeastDocumentation) => steps.map(({ transactionId }) => transactionId).sort();
const incomplete = (name: string, cents: number) => gift("parent", cents, null, { donor: { name, address: "" } });

describe("what the plan says", () => {
  const late = { noteDate: "2027-04-01", disbursementDate: "2027-04-01" };

  test("without anything to explain", () => {
    expect(planOf([checking({ cents: 28_000_00 })])).toMatchObject({
      ...{ isPossible: true, steps: [], cents: 0, alsoRequired: [] },
      text: "No explanation is needed to close under Fannie Mae.",
    });
    expect(planOf([checking({ cents: 27_999_99 })])).toMatchObject({
      ...{ isPossible: false, steps: [], cents: 0 },
      text: "No explanation of the money in this report is enough to close under Fannie Mae.",
    });
    expect(planOf([checking({ cents: 28_000_00 })], { loan: loanWith({ loanAmount: undefined }) })).toMatchObject({
      text: "Not evaluated under Fannie Mae yet.",
    });
  });

  test("where other conditions block", () => {
    const plan = planOf([checking({ cents: 28_000_00 })], { loan: loanWith(late) });
    expect(plan.alsoRequired).toHaveLength(1);
    expect(plan.text).toBe("Clear one condition, and the funds are enough to close under Fannie Mae.");
    const two = planOf([checking({ cents: 28_000_00, days: 40 })], { loan: loanWith(late) });
    expect(two.text).toBe("Clear 2 conditions, and the funds are enough to close under Fannie Mae.");
  });

  test("where an overlay raises deposits that the funds can do without", () => {
    const overlay: Overlay = {
      ...{ id: "5f7c6f0a-64f5-4a3c-9a55-3b0c1f0d2e11", name: "Lakeside overlay", version: 1, programName: null },
      settings: {
        ...{ limits: {}, atMost: [], documents: [], programsOff: [] },
        atLeast: [{ code: "LARGE_UNSOURCED", severity: "blocker" }],
      },
    };
    const policy = { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents: null, overlay };
    const plenty = planOf([withDeposits(90_000_00, [cash(6_000_00), cash(5_000_00)])], { policy });
    expect(plenty.steps).toEqual([]);
    expect(plenty.alsoRequired).toHaveLength(2);
    expect(plenty.text).toBe("Clear 2 conditions, and the funds are enough to close under Fannie Mae.");
    const short = planOf([withDeposits(23_000_00, [cash(6_000_00), cash(5_000_00)])], { policy });
    expect(short.steps).toHaveLength(1);
    expect(short.alsoRequired).toHaveLength(1);
    expect(short.alsoRequired).not.toContain(short.steps[0]!.findingKey);
  });

  test("of deposits to explain", () => {
    const one = [withDeposits(23_000_00, [cash(6_000_00), cash(5_000_00)])];
    expect(planOf(one).text).toBe(
      "Explain $500.00 of one deposit, and the funds are enough to close under Fannie Mae.",
    );
    expect(planOf(one, { loan: loanWith(late) }).text).toBe(
      "Explain $500.00 of one deposit, and the funds are enough to close under Fannie Mae. One other condition blocks as well.",
    );
    const two = [withDeposits(17_000_00, [cash(6_000_00), cash(5_000_00)])];
    expect(planOf(two).text).toBe(
      "Explain $2,000.00 of these 2 deposits, and the funds are enough to close under Fannie Mae.",
    );
  });

  test("of conditions to clear", () => {
    const evidence = [incomplete("Ada", 10_000_00)];
    expect(planOf([checking({ cents: 18_000_00 })], { evidence })).toMatchObject({
      ...{ cents: 10_000_00, steps: [{ code: "GIFT_INCOMPLETE", transactionId: null, cents: 10_000_00 }] },
      text: "Clear one condition, and the funds are enough to close under Fannie Mae.",
    });
    expect(planOf([withDeposits(13_000_00, [cash(5_000_00)])], { evidence }).text).toBe(
      "Explain $500.00 of one deposit and clear one condition, and the funds are enough to close under Fannie Mae.",
    );
  });

  test("of business money, which an analysis clears, names no sum", () => {
    const plan = planOf([
      checking({ cents: 20_000_00 }),
      checking({ cents: 9_000_00, owners: ["QUIST DESIGN LLC", "NORA QUIST"] }),
    ]);
    expect(plan.steps.map(({ code, cents }) => [code, cents])).toEqual([["BUSINESS_ASSET_ANALYSIS", 0]]);
  });

  test("of a deposit and of investments that are to be sold", () => {
    // $8,000.00 are still short; $9,000.00 of shares are less than 120 % of that.
    const accounts = [withDeposits(15_000_00, [cash(5_000_00)]), investment("brokerage", { cents: 9_000_00 })];
    const plan = planOf(accounts);
    expect(plan.steps.map(({ code }) => code)).toEqual(["LARGE_UNSOURCED", "LIQUIDATION_NEEDED"]);
    const business = checking({ cents: 100_00, owners: ["QUIST DESIGN LLC", "NORA QUIST"] });
    expect(planOf([...accounts, business]).steps).toEqual(
      plan.steps.map((step) => ({ ...step, cents: expect.any(Number) })),
    );
    expect(plan.text).toContain("Explain $500.00 of one deposit and clear one condition, and");
  });
});

test("of two equal deposits the earlier one is to explain", () => {
  const [late, early] = [cash(6_000_00, 9), cash(6_000_00, 19)];
  expect(linesOf(planOf([withDeposits(23_000_00, [late, early])]))).toEqual([early.id]);
});

describe("how many conditions are compared", () => {
  const small = (count: number, cents: number) => Array.from({ length: count }, (_, at) => cash(cents, 10 + at));

  test("of twelve the one with the least to document is taken, of more the largest", () => {
    const planAmong = (count: number) =>
      planOf([withDeposits(23_000_00, [cash(9_000_00, 9), ...small(count - 1, 5_000_00)])]);
    expect(planAmong(12)).toMatchObject({ cents: 500_00, steps: [{ cents: 500_00 }] });
    expect(planAmong(13)).toMatchObject({ cents: 4_500_00, steps: [{ cents: 4_500_00 }] });
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])("of 14 much alike the largest %i are taken", (count) => {
    const deposits = Array.from({ length: 14 }, (_, at) => borrowed(1_000_00 - at, 10 + at));
    const plan = planOf([withDeposits(28_000_00 - count * 980_00, deposits)]);
    expect(linesOf(plan)).toEqual(
      deposits
        .slice(0, count)
        .map(({ id }) => id)
        .sort(),
    );
    const keys = plan.steps.map(({ findingKey }) => findingKey);
    expect(keys).toEqual([...keys].sort());
  });

  test("a gift that is enough is taken before many deposits", () => {
    const deposits = Array.from({ length: 13 }, (_, at) => borrowed(3_000_00, 10 + at));
    const plan = planOf([withDeposits(0, deposits)], { evidence: [incomplete("Ada", 30_000_00)] });
    expect(plan.steps.map(({ code }) => code)).toEqual(["GIFT_INCOMPLETE"]);
  });

  // FHA: gifts are no reserves, so that one of two gifts is enough for closing.
  const twoGifts = (deposits: readonly ReturnType<typeof cash>[], ausReserves: number) =>
    planOf(
      [withDeposits(0, deposits)],
      {
        evidence: [incomplete("Zoe", 50_000_00), incomplete("Ada", 40_000_00)],
        loan: loanWith({ program: "fha", ausReserves, reserveMonthsRequired: undefined }),
      },
      "fha",
    );

  test("what is to spare is left out, the most to document first", () => {
    const deposits = [borrowed(12_000_00, 9), ...Array.from({ length: 10 }, (_, at) => borrowed(600_00, 10 + at))];
    const plan = twoGifts(deposits, 10_000_00);
    expect(plan.steps.map(({ cents }) => cents).sort()).toEqual([12_000_00, 40_000_00]);
  });

  test("a loan that is to explain whole is left out before a larger deposit that is to explain in part", () => {
    // $30,000.00 are short without the shares, which are worth $5,000.00 more: as much as the deposit of cash.
    const others = Array.from({ length: 10 }, (_, at) => borrowed(400_00, 10 + at));
    const deposits = [cash(5_000_00), borrowed(1_000_00), ...others];
    const plan = planOf([withDeposits(60_000_00, deposits), investment("brokerage", { cents: 35_000_00 })], {
      loan: loanWith({ loanAmount: 308_000_00 }), // needs $100,000.00
    });
    expect(plan.steps.map(({ code }) => code)).toEqual(["LARGE_UNSOURCED", "LIQUIDATION_NEEDED"]);
  });

  test.each([
    [38, 39],
    [39, 41],
  ])("up to 40 steps have none to spare: two gifts and %i deposits are %i steps", (count, steps) => {
    const deposits = Array.from({ length: 45 }, (_, at) => borrowed(1_000_00, 10 + at));
    expect(twoGifts(deposits, count * 990_00).steps).toHaveLength(steps);
  });
});
