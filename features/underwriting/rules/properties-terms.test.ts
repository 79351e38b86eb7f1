// The terms of the loan against random reports: cash to close, reserves, age of data, missing fields and policies.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Loan } from "#features/borrowers/contract.ts";
import { addDays } from "./days.ts";
import type { Question } from "./evaluate.ts";
import type { Evaluation, Outcome, Program } from "./evaluation.ts";
import type { ParsedReport } from "./parsed-report.ts";
import {
  addLines,
  check,
  evaluationOf,
  fundsUnder,
  line,
  mapAccounts,
  someQuestion,
  verdictUnder,
} from "./test-generators.ts";

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
const withLoan = (question: Question, terms: Partial<Loan>): Question => ({
  ...question,
  loan: { ...question.loan, ...terms },
});

/** From worse to better. What is not evaluated may still become either. */
const RANK: Readonly<Record<Outcome, number>> = {
  ...{ short: 0, notEvaluated: 1, open: 2 },
  ...{ enough: 3, enoughUnderOverlay: 3, enoughToClose: 3 },
};
const rankOf = (evaluation: Evaluation, program: Program) => RANK[verdictUnder(evaluation, program).outcome];

// ---- Dates ----------------------------------------------------------------------------------------------------------

/** All days of a report moved, and of everything beside it. */
function moved(question: Question, days: number): Question {
  const day = (date: string) => addDays(date, days);
  const moment = (timestamp: string) => `${day(timestamp.slice(0, 10))}${timestamp.slice(10)}`;
  const report = (one: ParsedReport): ParsedReport => ({
    ...one,
    generatedAt: moment(one.generatedAt),
    asOf: day(one.asOf),
    items: one.items.map((item) => ({
      ...item,
      lastUpdatedAt: moment(item.lastUpdatedAt),
      accounts: item.accounts.map((account) => ({
        ...account,
        historicalBalances: account.historicalBalances.map((balance) => ({ ...balance, date: day(balance.date) })),
        transactions: account.transactions.map((some) => ({ ...some, date: day(some.date) })),
      })),
    })),
  });
  const dates = Object.entries(question.loan).map(([name, value]) => [
    name,
    typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : value,
  ]);
  return {
    ...question,
    report: report(question.report),
    previous: question.previous ? report(question.previous) : null,
    loan: Object.fromEntries(dates) as Loan,
    evidence: question.evidence.map((one) => ({
      ...one,
      ...(one.periodFrom && { periodFrom: day(one.periodFrom) }),
      ...(one.periodTo && { periodTo: day(one.periodTo) }),
      ...(one.clearedOn && { clearedOn: day(one.clearedOn) }),
    })),
  };
}

// Invariant 19.
test("the same money results when all dates are moved by as many days", () => {
  check(
    fc.property(someQuestion(), fc.integer({ min: -400, max: 400 }), (question, days) => {
      expect(evaluationOf(moved(question, days)).funds).toEqual(evaluationOf(question).funds);
    }),
  );
});

/** The same day so many months later, or the last of that month. */
function monthsLater(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

// Invariant 28.
test("data that is too old at the note or at disbursement blocks, under each program by its own count", () => {
  const someDays = fc.oneof(fc.integer({ min: 116, max: 126 }), fc.integer({ min: -3, max: 200 }));
  check(
    fc.property(
      someQuestion({ plain: 1 }),
      someDays,
      fc.option(someDays),
      fc.nat(60),
      (drawn, noteIn, paidIn, shift) => {
        const question = moved(drawn, shift * 6);
        const first = evaluationOf(question).figures.accounts.find((row) => row.isCounted)?.asOf;
        fc.pre(first !== undefined);
        const noteDate = addDays(first, noteIn);
        const disbursementDate = paidIn === null ? undefined : addDays(first, paidIn);
        const { disbursementDate: _paid, ...loan } = question.loan;
        const evaluation = evaluationOf({
          ...question,
          loan: { ...loan, noteDate, ...(disbursementDate && { disbursementDate }) },
        });
        const asOf = evaluation.figures.accounts.filter((row) => row.isCounted).map((row) => row.asOf);
        const paid = disbursementDate && disbursementDate > noteDate ? disbursementDate : noteDate;
        const isOld: Record<Program, boolean> = {
          fannie: asOf.some((day) => noteDate > monthsLater(day, 4)),
          freddie: asOf.some((day) => noteDate > addDays(day, 120) || noteDate < day),
          fha: asOf.some((day) => paid > addDays(day, 120)),
          va: asOf.some((day) => noteDate > addDays(day, 120)),
          usda: asOf.some((day) => noteDate > addDays(day, 120)),
        };
        for (const program of evaluation.programs) {
          const blocks = evaluation.findings.some(
            ({ code, severity, programs }) =>
              (code === "EXPIRED_AT_NOTE" || code === "EXPIRED_AT_DISBURSEMENT") &&
              severity === "blocker" &&
              programs.includes(program),
          );
          expect(blocks, program).toBe(isOld[program]);
          if (blocks) expect(["enough", "enoughToClose"]).not.toContain(verdictUnder(evaluation, program).outcome);
        }
      },
    ),
  );
});

// ---- Cash to close and reserves -----------------------------------------------------------------------------------------

// Invariant 23.
test("cash to close and the earnest money cover the down payment, and credits pay costs only", () => {
  check(
    fc.property(someQuestion({ isPurchase: true }), fc.nat(4_000_000), (question, credits) => {
      const evaluation = evaluationOf(question);
      const other = evaluationOf(withLoan(question, { credits }));
      const { salesPrice, loanAmount, subordinateFinancing = 0, closingCosts = 0, prepaids = 0 } = question.loan;
      for (const program of evaluation.programs) {
        const { cashToCloseCents: need, earnestPaidCents } = fundsUnder(evaluation, program);
        if (need === null) continue;
        expect(need + earnestPaidCents).toBeGreaterThanOrEqual(salesPrice! - loanAmount! - subordinateFinancing);
        const changed = fundsUnder(other, program).cashToCloseCents!;
        expect(Math.abs(changed - need)).toBeLessThanOrEqual(closingCosts + prepaids);
        if (question.loan.credits !== undefined && credits >= question.loan.credits)
          expect(changed).toBeLessThanOrEqual(need);
      }
    }),
  );
});

// Invariant 24.
test("reserves are never more than counted assets and gifts to come, and cash back is never part of them", () => {
  check(
    fc.property(someQuestion({ isComplete: true }), fc.integer({ min: 1, max: 9_000_000 }), (question, more) => {
      const evaluation = evaluationOf(question);
      const assets = sum(evaluation.figures.accounts.filter((row) => row.isCounted).map((row) => row.countsCents));
      for (const program of evaluation.programs) {
        const { reservesCents, giftCents } = fundsUnder(evaluation, program);
        if (reservesCents !== null) expect(reservesCents).toBeLessThanOrEqual(assets + giftCents);
      }
      if (question.loan.transactionType === "purchase") return;
      const larger = evaluationOf(withLoan(question, { loanAmount: question.loan.loanAmount! + more }));
      for (const program of evaluation.programs) {
        const [then, now] = [fundsUnder(evaluation, program), fundsUnder(larger, program)];
        if (then.cashToCloseCents !== 0) continue;
        expect(now.reservesCents).toBe(then.reservesCents);
        expect(now.cashBackCents).toBe(then.cashBackCents! + more);
      }
    }),
  );
});

// Invariant 25.
test("FHA reserves are never more than money that is no gift", () => {
  const isGiven = fc.record({
    at: fc.nat(20),
    toCome: fc.integer({ min: 0, max: 2_000_000 }),
    percent: fc.integer({ min: 1, max: 100 }),
  });
  check(
    fc.property(someQuestion({ plain: 1 }), fc.array(isGiven, { minLength: 1, maxLength: 3 }), (drawn, gifts) => {
      const deposits = evaluationOf(drawn).figures.deposits;
      const donor = {
        name: "Ines Quist",
        address: "12 Alder Street, Austin, TX",
        phone: "512 555 0119",
        relationship: "mother",
      };
      const paper = {
        kind: "gift" as const,
        donor,
        noRepayment: true,
        transferEvidence: true,
        hasDocument: true,
        reason: null,
      };
      const evidence = gifts.map(({ at, toCome, percent }, number) => {
        const deposit = toCome > 0 && number > 0 ? undefined : deposits[at % Math.max(1, deposits.length)];
        const sourcedCents = deposit ? Math.ceil((deposit.cents * percent) / 100) : toCome + 1;
        return {
          ...paper,
          id: `gift-${number}`,
          transactionId: deposit?.transactionId ?? null,
          sourcedCents,
          amountCents: sourcedCents,
        };
      });
      const evaluation = evaluationOf({ ...drawn, evidence: [...drawn.evidence, ...evidence] });
      const { reservesCents, usableClosingCents, giftCents, depositedGiftCents, investmentReserveCents } = fundsUnder(
        evaluation,
        "fha",
      );
      const own = Math.max(0, usableClosingCents - giftCents - depositedGiftCents) + investmentReserveCents;
      if (reservesCents !== null) expect(reservesCents).toBeLessThanOrEqual(own);
    }),
  );
});

// ---- Missing terms -----------------------------------------------------------------------------------------------------------

const CENTS = [0, 1, 100_000, 500_000, 2_000_000, 10_000_000, 30_000_000, 90_000_000, 90_000_000_000];
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  transactionType: ["purchase", "rate_term", "cash_out"],
  occupancy: ["primary", "second_home", "investment"],
  units: [1, 2, 3, 4],
  salesPrice: CENTS,
  payoff: CENTS,
  loanAmount: CENTS,
  closingCosts: CENTS,
  prepaids: CENTS,
  credits: CENTS,
  emd: CENTS,
  pitia: CENTS.slice(1),
  monthlyIncome: CENTS,
  appraisedValue: CENTS,
  underwriting: ["aus", "manual"],
  reserveMonthsRequired: [0, 1, 6, 60],
  acquiredOn: ["2020-01-01", "2026-09-01"],
};

const FOR_BOTH = ["transactionType", "loanAmount", "closingCosts", "prepaids", "credits"];
const EVALUATED = ["occupancy", "units", "appraisedValue", "pitia"];

/** The terms without which there is no verdict under a program. */
function neededFor(program: Program, { loan }: Question): readonly string[] {
  const isPurchase = loan.transactionType === "purchase";
  const isConventional = program === "fannie" || program === "freddie";
  const own = loan.program ?? "conventional";
  const usesEntered = isConventional
    ? own === "conventional" || own === "fannie" || own === "freddie"
    : own === program;
  return [
    ...FOR_BOTH,
    ...(isPurchase ? ["salesPrice", "emd"] : ["payoff"]),
    ...(program === "va" || program === "usda" ? [] : EVALUATED),
    ...(isConventional && isPurchase ? ["monthlyIncome"] : []),
    ...(isConventional && usesEntered && loan.underwriting === "aus" ? ["reserveMonthsRequired"] : []),
    ...(program === "fha" && !isPurchase ? ["acquiredOn"] : []),
  ];
}

// Invariant 26.
test("without a needed term there is no answer but one that every value of it would give, and no higher figure", () => {
  check(
    fc.property(
      someQuestion({ isComplete: true, plain: 1 }),
      fc.constantFrom(...Object.keys(VALUES).filter((field) => field !== "underwriting")),
      fc.array(fc.nat(8), { minLength: 3, maxLength: 3 }),
      ({ loan: { ausReserves: _aus, ...loan }, ...drawn }, field, picks) => {
        const question: Question = { ...drawn, loan };
        const before = evaluationOf(question);
        const { [field as keyof Loan]: _value, ...rest } = question.loan;
        const without = evaluationOf({ ...question, loan: rest });
        const others = picks.map((pick) => {
          const values = VALUES[field]!;
          return evaluationOf(withLoan(question, { [field]: values[pick % values.length] }));
        });
        for (const program of before.programs) {
          const { outcome } = verdictUnder(without, program);
          const isNeeded = neededFor(program, question).includes(field);
          if (isNeeded) expect(["notEvaluated", "short"], `${program} ${field}`).toContain(outcome);
          // R7b: until the automated underwriting system's reserves are entered, the guide's table is the least.
          const isBelowTable =
            field === "reserveMonthsRequired" && (fundsUnder(without, program).surplusCents ?? -1) >= 0;
          if (isNeeded && outcome === "short" && !isBelowTable)
            // Terms that do not fit together have no answer of their own.
            for (const other of [before, ...others])
              expect(["short", "notEvaluated"], `${program} ${field}`).toContain(verdictUnder(other, program).outcome);
          const [then, now] = [fundsUnder(before, program), fundsUnder(without, program)];
          // Without income the large-deposit test has no limit, so nothing is taken off yet.
          if (field === "monthlyIncome" || field === "transactionType") continue;
          expect(now.usableClosingCents, `${program} ${field}`).toBeLessThanOrEqual(then.usableClosingCents);
          if (now.surplusCents !== null)
            expect(now.surplusCents, `${program} ${field}`).toBeLessThanOrEqual(then.surplusCents!);
          if (now.surplusCents !== null && now.surplusCents >= 0)
            expect(now.reservesCents!, `${program} ${field}`).toBeLessThanOrEqual(then.reservesCents!);
        }
      },
    ),
  );
});

// Invariant 27.
test("higher income takes no more off, higher costs need no less, and more sure money is never worse", () => {
  const some = fc.integer({ min: 1, max: 3_000_000 });
  check(
    fc.property(
      someQuestion({ plain: 1, hasNoLimit: true, hasNoPrevious: true }),
      some,
      some,
      some,
      (question, income, costs, cents) => {
        const before = evaluationOf(question);
        const { monthlyIncome, closingCosts } = question.loan;
        if (monthlyIncome !== undefined) {
          const richer = evaluationOf(withLoan(question, { monthlyIncome: monthlyIncome + income }));
          for (const program of before.programs)
            expect(fundsUnder(richer, program).reductionCents).toBeLessThanOrEqual(
              fundsUnder(before, program).reductionCents,
            );
        }
        if (closingCosts !== undefined) {
          const dearer = evaluationOf(withLoan(question, { closingCosts: closingCosts + costs }));
          for (const program of before.programs) {
            const need = fundsUnder(before, program).cashToCloseCents;
            if (need !== null) expect(fundsUnder(dearer, program).cashToCloseCents).toBeGreaterThanOrEqual(need);
          }
        }
        const add = (balance: number | null) => (balance === null ? null : balance + cents);
        const wealthier = evaluationOf(
          mapAccounts(question, (account) =>
            account.id === "account-0"
              ? {
                  ...account,
                  currentCents: add(account.currentCents),
                  availableCents: add(account.availableCents),
                  historicalBalances: account.historicalBalances.map((one) => ({
                    ...one,
                    currentCents: one.currentCents + cents,
                  })),
                }
              : account,
          ),
        );
        for (const program of before.programs)
          expect(rankOf(wealthier, program), `${program} ${verdictUnder(before, program).text}`).toBeGreaterThanOrEqual(
            rankOf(before, program),
          );
      },
    ),
  );
});

// Invariant 38.
test("a tighter policy never makes an answer better", () => {
  check(
    fc.property(
      someQuestion({ plain: 1 }),
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 0, max: 4 }),
      fc.option(fc.integer({ min: 0, max: 1_500_000 })),
      fc.array(fc.record({ ago: fc.nat(50), cents: fc.integer({ min: 5_000, max: 300_000 }) }), { maxLength: 5 }),
      (drawn, review, blocker, limit, deposits) => {
        const question = addLines(
          drawn,
          "account-0",
          deposits.map(({ ago, cents }, at) =>
            line(`small-${at}`, "CASH DEPOSIT", -cents, addDays("2026-11-16", -ago)),
          ),
        );
        const { nsfReview, nsfBlocker, smallDepositsLimitCents = null } = question.policy;
        const tighter = {
          nsfReview: Math.max(0, nsfReview - review),
          nsfBlocker: Math.max(0, nsfBlocker - blocker),
          smallDepositsLimitCents:
            limit === null ? smallDepositsLimitCents : Math.min(limit, smallDepositsLimitCents ?? Infinity),
        };
        const [before, after] = [evaluationOf(question), evaluationOf({ ...question, policy: tighter })];
        for (const program of before.programs) {
          expect(rankOf(after, program), program).toBeLessThanOrEqual(rankOf(before, program));
          expect(fundsUnder(after, program).usableClosingCents).toBeLessThanOrEqual(
            fundsUnder(before, program).usableClosingCents,
          );
        }
      },
    ),
  );
});
