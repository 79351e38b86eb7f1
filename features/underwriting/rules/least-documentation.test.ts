// The smallest set of explanations that turns an answer into enough, against every set there is.
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { readEarnestMoney } from "./earnest-money.ts";
import { evaluate, type Question } from "./evaluate.ts";
import type { EvidenceSource, LeastDocumentation, Program } from "./evaluation.ts";
import { levelOf } from "./funds.ts";
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
import { checking, READ_AT } from "./test-report.ts";

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

const MANY = Math.max(1, Math.round(RUNS * (10_000 / 1500)));

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
      const evaluation = evaluate(question);
      const model = prepare(report, previous, { ...inputs, leftOutAccounts: loan.leftOutAccounts ?? [] });
      for (const program of evaluation.programs) {
        const { input, findings } = evaluateProgram(model, loan, program, policy, readEarnestMoney(model, loan));
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
