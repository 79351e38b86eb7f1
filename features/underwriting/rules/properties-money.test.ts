// The money of random reports: what is printed adds up, and unexplained money never helps.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Evaluation, Program } from "./evaluation.ts";
import { addDays } from "./days.ts";
import type { Question } from "./evaluate.ts";
import {
  accountsOf,
  addLines,
  check,
  evaluationOf,
  fundsUnder,
  line,
  LINE_KINDS,
  mapAccounts,
  someQuestion,
  type LineKindName,
  type QuestionOptions,
} from "./test-generators.ts";

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);

// ---- Figures of one evaluation ------------------------------------------------------------------------------------

/** Every figure of money with its path. */
function* centsOf(value: unknown, path = ""): Generator<[path: string, cents: unknown]> {
  if (Array.isArray(value)) for (const [at, one] of value.entries()) yield* centsOf(one, `${path}[${at}]`);
  else if (typeof value === "object" && value !== null)
    for (const [name, one] of Object.entries(value))
      if (name === "cents" || name.endsWith("Cents")) yield [`${path}.${name}`, one];
      else yield* centsOf(one, `${path}.${name}`);
}

// Invariant 1.
test("every sum is in whole cents, and funds, cash to close, reductions and reserves are never negative", () => {
  check(
    fc.property(someQuestion(), (question) => {
      const evaluation = evaluationOf(question);
      for (const [path, cents] of centsOf(evaluation))
        if (cents !== null && !(Number.isSafeInteger(cents) && !Object.is(cents, -0)))
          expect.fail(`${path} is ${JSON.stringify(cents)}`);
      for (const program of evaluation.programs) {
        const {
          reductions,
          usableByAccount,
          terms: _terms,
          levels,
          surplusCents: _surplus,
          contributionCents: _given,
          ...funds
        } = fundsUnder(evaluation, program);
        const { sure, printed, all } = levels;
        const figures = [
          ...centsOf(funds),
          ...centsOf(reductions, "reductions"),
          ...centsOf(usableByAccount, "usableByAccount"),
          ...[sure, printed, all].flatMap(({ surplusCents: _left, ...level }) => [...centsOf(level, "level")]),
        ];
        for (const [path, cents] of figures)
          if (cents !== null && !((cents as number) >= 0)) expect.fail(`${program}${path} is ${JSON.stringify(cents)}`);
      }
    }),
  );
});

// Invariant 2.
test("sure money is at most the printed money, and the printed money is at most all that could be restored", () => {
  check(
    fc.property(someQuestion(), (question) => {
      const evaluation = evaluationOf(question);
      for (const program of evaluation.programs) {
        const { sure, printed, all } = fundsUnder(evaluation, program).levels;
        for (const [less, more] of [
          [sure, printed],
          [printed, all],
        ] as const) {
          expect(less.usableClosingCents).toBeLessThanOrEqual(more.usableClosingCents);
          expect(less.surplusCents ?? 0).toBeLessThanOrEqual(more.surplusCents ?? 0);
          // Investments that close the loan are no reserves, so reserves compare once closing is covered.
          if ((less.surplusCents ?? -1) >= 0) expect(less.reservesCents).toBeLessThanOrEqual(more.reservesCents!);
          expect(less.cashToCloseCents ?? 0).toBeGreaterThanOrEqual(more.cashToCloseCents ?? 0);
          if (less.suffices) expect(more.suffices).toBe(true);
        }
      }
    }),
  );
});

const countedMoney = ({ figures }: Evaluation) =>
  sum(figures.accounts.filter((one) => one.isCounted).map((one) => one.countsCents));

/** Line by line: gifts that may not be used, and what has no source, at most the deposit. */
function unexplainedOf(reductions: ReturnType<typeof fundsUnder>["reductions"], { figures }: Evaluation): number {
  const ids = new Set(reductions.map((one) => one.transactionId));
  return sum(
    [...ids].map((id) => {
      const own = reductions.filter((one) => one.transactionId === id);
      const isGift = ({ code }: (typeof own)[number]) =>
        code === "DONOR_NOT_ACCEPTED" || code === "GIFT_FROM_INTERESTED_PARTY";
      const gifts = sum(own.filter(isGift).map(({ cents }) => cents));
      const others = Math.max(0, ...own.filter((one) => !isGift(one)).map(({ cents }) => cents));
      return Math.min(figures.deposits.find((row) => row.transactionId === id)!.cents, gifts + others);
    }),
  );
}

// Invariant 3.
test("the reduction is all unexplained money, capped by all counted money and the earnest-money credit", () => {
  check(
    fc.property(someQuestion(), (question) => {
      const evaluation = evaluationOf(question);
      const most = countedMoney(evaluation) + (evaluation.figures.earnestMoney?.creditCents ?? 0);
      for (const program of evaluation.programs) {
        const { reductionCents, unexplainedCents, reductions } = fundsUnder(evaluation, program);
        expect(unexplainedCents).toBe(unexplainedOf(reductions, evaluation));
        expect(reductionCents).toBe(Math.min(unexplainedCents, most));
      }
      // Each deposit that is found unexplained is part of it, for all that is not explained.
      for (const { transactionId, outcomes, unsourcedCents } of evaluation.figures.deposits)
        for (const program of evaluation.programs)
          if (outcomes[program] === "large_unsourced")
            expect(fundsUnder(evaluation, program).reductions).toContainEqual(
              expect.objectContaining({ transactionId, cents: unsourcedCents }),
            );
    }),
  );
});

// Invariant 4.
test("usable money adds up by account, and surplus and reserves follow from the printed figures", () => {
  check(
    fc.property(someQuestion(), (question) => {
      const evaluation = evaluationOf(question);
      for (const program of evaluation.programs) {
        const funds = fundsUnder(evaluation, program);
        const accounts = sum(funds.usableByAccount.map((one) => one.countedCents - one.reductionCents));
        expect(funds.usableClosingCents).toBe(accounts + funds.giftCents);
        expect(funds.reductionCents).toBe(
          sum(funds.usableByAccount.map((one) => one.reductionCents)) +
            funds.investmentReductionCents +
            funds.earnestReductionCents,
        );
        if (funds.cashToCloseCents === null) {
          expect(funds.surplusCents).toBeNull();
          expect(funds.reservesCents).toBeNull();
          continue;
        }
        const surplus = funds.usableClosingCents - funds.cashToCloseCents + funds.investmentClosingCents;
        expect(funds.surplusCents).toBe(surplus);
        const noReserves =
          program === "fha" || program === "usda"
            ? Math.max(0, funds.giftCents + funds.depositedGiftCents - funds.cashToCloseCents)
            : 0;
        expect(funds.reservesCents).toBe(Math.max(0, Math.max(0, surplus) - noReserves) + funds.investmentReserveCents);
      }
    }),
  );
});

// ---- Unexplained deposits -------------------------------------------------------------------------------------------

const UNEXPLAINED = [
  "CASH DEPOSIT",
  "MOBILE CHECK DEPOSIT",
  "ZELLE FROM LEE PARK",
  "DEPOSIT",
  "INCOMING WIRE",
  "COINBASE DES:TRANSFER",
  "ONLINE TRANSFER FROM CHECKING",
  "DOORDASH INC DES:PAYOUT",
] as const;

interface Unexplained {
  readonly words: string;
  readonly moreCents: number;
  readonly isJustLarge: boolean;
  readonly ago: number;
}

const someUnexplained: fc.Arbitrary<Unexplained> = fc.record({
  words: fc.constantFrom(...UNEXPLAINED),
  moreCents: fc.integer({ min: 0, max: 25_000 }).map((one) => one * 100 + 1),
  isJustLarge: fc.boolean(),
  ago: fc.integer({ min: 0, max: 60 }),
});

/** Above the limit of Fannie Mae and Freddie Mac, and often above FHA's too. Its odd cents are those of no other line. */
function centsOfLarge({ loan }: Question, { moreCents, isJustLarge }: Unexplained, serial = 97): number {
  const income = Math.floor((loan.monthlyIncome ?? 0) / 2);
  const least = Math.ceil(Math.max(income, 100_000) / 100) * 100;
  return least + (isJustLarge ? 0 : moreCents - 1) + serial;
}

const bankOf = (question: Question, evaluation: Evaluation) =>
  accountsOf(question).filter(({ account }) =>
    evaluation.figures.accounts.some(
      (one) => one.accountId === account.id && one.isCounted && account.type === "depository",
    ),
  );

/** One of the bank accounts that count. */
function pick(question: Question, evaluation: Evaluation, at: number) {
  const accounts = bankOf(question, evaluation);
  fc.pre(accounts.length > 0);
  return accounts[at % accounts.length]!;
}

function expectNotHigher(after: Evaluation, before: Evaluation, programs: readonly Program[]): void {
  for (const program of programs) {
    const [now, then] = [fundsUnder(after, program), fundsUnder(before, program)];
    expect(now.usableClosingCents, program).toBeLessThanOrEqual(then.usableClosingCents);
    if (then.surplusCents === null) continue;
    expect(now.surplusCents, program).toBeLessThanOrEqual(then.surplusCents);
    // Investments that close the loan are no reserves, so reserves compare only where closing is covered.
    if (now.surplusCents! >= 0) expect(now.reservesCents, program).toBeLessThanOrEqual(then.reservesCents!);
  }
}

/** Fannie Mae and Freddie Mac take a large deposit off; FHA blocks until its source is documented. */
function expectNoHelp(
  question: Question,
  after: Evaluation,
  before: Evaluation,
  deposits: readonly { id: string; cents: number }[],
): void {
  const { monthlyIncome, transactionType } = question.loan;
  const { figures } = after;
  const income = figures.thresholds.incomeCents;
  const isTested = transactionType === "purchase" && monthlyIncome !== undefined;
  if (isTested && deposits.every(({ cents }) => cents > income!)) expectNotHigher(after, before, ["fannie", "freddie"]);
  const limit = figures.thresholds.adjustedValueCents;
  for (const { id, cents } of deposits)
    if (limit !== null && cents > limit)
      expect(
        after.findings.some(
          (one) => one.severity === "blocker" && one.programs.includes("fha") && one.transactionIds.includes(id),
        ),
      ).toBe(true);
}

const FOR_DEPOSITS: QuestionOptions = { plain: 2, hasNoEarnest: true, hasNoLimit: true, isPurchase: true, lines: 6 };
const at = fc.nat(9);

// Invariant 5.
test("an unexplained large deposit never raises usable money, surplus or reserves, or FHA blocks on it", () => {
  check(
    fc.property(someQuestion({ ...FOR_DEPOSITS, plain: 1 }), someUnexplained, at, (question, one, where) => {
      const before = evaluationOf(question);
      const { account, readAt } = pick(question, before, where);
      const cents = centsOfLarge(question, one);
      const deposit = line("large", one.words, -cents, addDays(readAt, -one.ago));
      const after = evaluationOf(addLines(question, account.id, [deposit]));
      expectNoHelp(question, after, before, [{ id: "large", cents }]);
    }),
  );
});

// Invariant 6.
test("an unexplained large deposit does not help after own transfers have moved it on", () => {
  const someHop = fc.record({
    to: at,
    percent: fc.constantFrom(100, 98, 60, 25),
    days: fc.integer({ min: 0, max: 4 }),
  });
  check(
    fc.property(
      someQuestion(FOR_DEPOSITS),
      someUnexplained,
      at,
      fc.array(someHop, { minLength: 1, maxLength: 3 }),
      (question, one, where, hops) => {
        const before = evaluationOf(question);
        const cents = centsOfLarge(question, one);
        const start = pick(question, before, where);
        let { account } = start;
        const { readAt } = start;
        let date = addDays(readAt, -one.ago);
        let changed = addLines(question, account.id, [line("large", one.words, -cents, date)]);
        let left = cents;
        for (const [number, { to, percent, days }] of hops.entries()) {
          const next = pick(question, before, to);
          if (next.account.id === account.id) continue;
          left = Math.max(1, Math.floor((left * percent) / 100) - number);
          changed = addLines(changed, account.id, [line(`out-${number}`, "ONLINE TRANSFER TO SAVINGS", left, date)]);
          date = addDays(date, days);
          changed = addLines(changed, next.account.id, [
            line(`in-${number}`, "ONLINE TRANSFER FROM CHECKING", -left, date),
          ]);
          account = next.account;
        }
        expectNoHelp(question, evaluationOf(changed), before, [{ id: "large", cents }]);
      },
    ),
  );
});

// Invariant 7.
test("a deposit after another bank was read is neither outside the window nor counted twice", () => {
  check(
    fc.property(
      fc.integer({ min: 2, max: 40 }).chain((readAgo) =>
        fc.tuple(
          fc.constant(readAgo),
          someQuestion({
            ...FOR_DEPOSITS,
            plain: 2,
            items: [
              { readAgo, bank: 0 },
              { readAgo: 0, bank: 1 },
            ],
          }),
        ),
      ),
      someUnexplained,
      fc.integer({ min: -1, max: 39 }),
      fc.integer({ min: 1, max: 100 }),
      ([readAgo, question], one, ago, percent) => {
        const before = evaluationOf(question);
        const target = accountsOf(question).find(({ account }) => account.id === "account-1")!;
        fc.pre(pickIsCounted(before, "account-1"));
        const date = addDays(target.readAt, -Math.min(ago, readAgo - 1));
        const cents = centsOfLarge(question, one);
        const after = evaluationOf(addLines(question, "account-1", [line("large", one.words, -cents, date)]));
        expectNoHelp(question, after, before, [{ id: "large", cents }]);
        // Words of a transfer: up to the money of the bank that was read before, it may be the same money.
        const older = before.figures.accounts.filter((row) => row.isCounted && row.readAt < target.item.lastUpdatedAt);
        if (before.findings.some(({ code }) => code === "MOVED_AFTER_READING")) return;
        const moved = Math.floor((sum(older.map((row) => row.countsCents)) * percent) / 100);
        if (moved === 0) return;
        const twice = evaluationOf(
          addLines(question, "account-1", [line("moved", "ONLINE TRANSFER FROM CHECKING", -moved, date)]),
        );
        if (twice.figures.transfers.some(({ creditId }) => creditId === "moved")) return;
        expectNotHigher(twice, before, twice.programs);
      },
    ),
  );
});

const pickIsCounted = ({ figures }: Evaluation, id: string) =>
  figures.accounts.some((row) => row.accountId === id && row.isCounted);

// Invariant 8.
test("a pending deposit never counts, whichever balances the bank already shows it in", () => {
  check(
    fc.property(
      someQuestion({ ...FOR_DEPOSITS, plain: 1 }),
      someUnexplained,
      at,
      fc.constantFrom("none" as const, "available" as const, "both" as const),
      (question, one, where, shownIn) => {
        const before = evaluationOf(question);
        const { account, readAt } = pick(question, before, where);
        const cents = centsOfLarge(question, one);
        const add = (balance: number | null, isShown: boolean) =>
          balance === null || !isShown ? balance : balance + cents;
        const changed = mapAccounts(question, (some) =>
          some.id === account.id
            ? {
                ...some,
                currentCents: add(some.currentCents, shownIn === "both"),
                availableCents: add(some.availableCents, shownIn !== "none"),
                transactions: [
                  line("pending", one.words, -cents, addDays(readAt, -(one.ago % 3)), { pending: true }),
                  ...some.transactions,
                ],
              }
            : some,
        );
        const after = evaluationOf(changed);
        expectNotHigher(after, before, after.programs);
        // Nor does it take away what was there, where the balances show the deposit.
        if (account.id === "account-0" && shownIn !== "none" && !account.transactions.some((some) => some.pending))
          expect(fundsUnder(after, "va" in after.funds ? "va" : "fha").usableClosingCents).toBe(
            fundsUnder(before, "va" in before.funds ? "va" : "fha").usableClosingCents,
          );
        if (income(after) !== null && cents > income(after)!)
          expect(
            after.findings.filter(
              (some) => some.code === "PENDING_NOT_COUNTED" && some.transactionIds.includes("pending"),
            ),
          ).toEqual([expect.objectContaining({ severity: "review" })]);
      },
    ),
  );
});

const income = ({ figures }: Evaluation) => figures.thresholds.incomeCents;

// Invariant 9.
test("an unexplained large deposit does not help once it is spent on earnest money", () => {
  check(
    fc.property(
      someQuestion(FOR_DEPOSITS),
      someUnexplained,
      at,
      fc.constantFrom(100, 97, 50, 20),
      fc.integer({ min: 0, max: 9 }),
      fc.option(at, { freq: 3 }),
      (drawn, one, where, percent, days, via) => {
        const cents = centsOfLarge(drawn, one);
        const paid = Math.floor((cents * percent) / 100);
        const question = { ...drawn, loan: { ...drawn.loan, emd: paid } };
        const before = evaluationOf(question);
        const start = pick(question, before, where);
        let { account } = start;
        const { readAt } = start;
        let date = addDays(readAt, -one.ago);
        let changed = addLines(question, account.id, [line("large", one.words, -cents, date)]);
        const other = via === null ? account : pick(question, before, via).account;
        if (other.id !== account.id) {
          changed = addLines(changed, account.id, [line("out", "ONLINE TRANSFER TO SAVINGS", paid, date)]);
          changed = addLines(changed, other.id, [line("in", "ONLINE TRANSFER FROM CHECKING", -paid, date)]);
          account = other;
        }
        date = addDays(date, days);
        changed = addLines(changed, account.id, [line("earnest", "LAKESIDE TITLE CO EARNEST MONEY", paid, date)]);
        expectNoHelp(question, evaluationOf(changed), before, [{ id: "large", cents }]);
      },
    ),
  );
});

const SPENDING: readonly LineKindName[] = [
  "purchase",
  "check",
  "loanOut",
  "cardOut",
  "household",
  "rentOut",
  "personOut",
  "insurance",
  "tax",
];

// Invariant 10.
test("an unexplained large deposit that equals a purchase or a check elsewhere is not an own transfer", () => {
  check(
    fc.property(
      someQuestion({ ...FOR_DEPOSITS, isBare: true }),
      someUnexplained,
      at,
      at,
      fc.constantFrom(...SPENDING),
      fc.integer({ min: -3, max: 6 }),
      (question, one, where, elsewhere, spent, gap) => {
        const { words } = LINE_KINDS[spent];
        const cents = centsOfLarge(question, one);
        const first = evaluationOf(question);
        const other = pick(question, first, elsewhere);
        const { account, readAt } = pick(question, first, where);
        const date = addDays(readAt, -one.ago);
        const check = spent === "check" ? { checkNumber: "1042" } : {};
        const paid = addLines(question, other.account.id, [
          line("spent", words[where % words.length]!, cents, addDays(date, -gap), check),
        ]);
        const before = evaluationOf(paid);
        const after = evaluationOf(addLines(paid, account.id, [line("large", one.words, -cents, date)]));
        expect(after.figures.transfers.filter((pair) => !pair.isPossible && pair.creditId === "large")).toEqual([]);
        expectNoHelp(question, after, before, [{ id: "large", cents }]);
      },
    ),
  );
});

// Invariant 11.
test("unexplained large deposits do not help when they are split over accounts", () => {
  check(
    fc.property(
      someQuestion(FOR_DEPOSITS),
      fc.array(fc.tuple(someUnexplained, at), { minLength: 2, maxLength: 4 }),
      (question, parts) => {
        const before = evaluationOf(question);
        let changed = question;
        const deposits = parts.map(([one, where], number) => {
          const cents = centsOfLarge(question, one, 97 + number);
          const { account, readAt } = pick(question, before, where);
          changed = addLines(changed, account.id, [
            line(`large-${number}`, one.words, -cents, addDays(readAt, -one.ago)),
          ]);
          return { id: `large-${number}`, cents };
        });
        expectNoHelp(question, evaluationOf(changed), before, deposits);
      },
    ),
  );
});

// Invariant 12.
test("a deposit that is returned leaves the money as if neither line was there", () => {
  check(
    fc.property(
      someQuestion({ ...FOR_DEPOSITS, plain: 1 }),
      someUnexplained,
      at,
      fc.constantFrom("CASH DEPOSIT", "MOBILE CHECK DEPOSIT", "DEPOSIT"),
      fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10 })),
      (question, one, where, words, days) => {
        const before = evaluationOf(question);
        const { account, readAt } = pick(question, before, where);
        const cents = centsOfLarge(question, one);
        const date = addDays(readAt, -one.ago);
        const changed = addLines(question, account.id, [
          line("large", words, -cents, date),
          line("returned", "RETURNED DEPOSITED ITEM CHARGEBACK", cents, addDays(date, days)),
        ]);
        const after = evaluationOf(changed);
        for (const program of after.programs) {
          const [now, then] = [fundsUnder(after, program), fundsUnder(before, program)];
          // Balances in between were higher, so more of an older loan may be left of them.
          const printed = ({ levels, conditionalCents, ...funds }: typeof now) =>
            days === 0 ? { ...funds, levels, conditionalCents } : { ...funds, all: levels.all };
          expect(printed(now), program).toEqual(printed(then));
        }
        const about = after.findings.filter((some) => some.transactionIds.includes("large"));
        expect(about.filter(({ severity }) => severity === "blocker")).toEqual([]);
        expect(about.map(({ code }) => code)).toContain("DEPOSIT_RETURNED");
      },
    ),
  );
});
