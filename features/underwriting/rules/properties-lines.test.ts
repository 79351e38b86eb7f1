// Pairs of lines, returned items, lenders' names, household bills and pay on random reports.
import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, dayNumber } from "./days.ts";
import type { Question } from "./evaluate.ts";
import type { ReportTransaction } from "./parsed-report.ts";
import { accountsOf, addLines, check, evaluationOf, line, mapItems, someQuestion } from "./test-generators.ts";

const TODAY = "2026-11-16";
const DEBITS = [
  "ONLINE TRANSFER TO SAVINGS",
  "WIRE OUT",
  "MISC DEBIT",
  "CHECK 3001",
  "ATM WITHDRAWAL",
  "ZELLE TO MARK DOYLE",
];
const CREDITS = [
  "ONLINE TRANSFER FROM CHECKING",
  "DEPOSIT",
  "MOBILE CHECK DEPOSIT",
  "CASH DEPOSIT",
  "HOME DEPOT REFUND",
];

/** Several lines of a few equal amounts on nearby days, so that many could be the other leg of many. */
const someCrowd = fc.array(
  fc.record({
    account: fc.nat(1),
    isOut: fc.boolean(),
    words: fc.nat(5),
    cents: fc.constantFrom(500_011, 500_011, 620_013),
    ago: fc.integer({ min: 20, max: 34 }),
  }),
  { maxLength: 9 },
);

function withCrowd(
  question: Question,
  crowd: readonly { account: number; isOut: boolean; words: number; cents: number; ago: number }[],
): Question {
  return crowd.reduce((changed, { account, isOut, words, cents, ago }, at) => {
    const description = isOut ? DEBITS[words % DEBITS.length]! : CREDITS[words % CREDITS.length]!;
    const more = description.startsWith("CHECK ") ? { checkNumber: "3001" } : {};
    return addLines(changed, `account-${account}`, [
      line(`crowd-${at}`, description, isOut ? cents : -cents, addDays(TODAY, -ago), more),
    ]);
  }, question);
}

const linesById = (question: Question) =>
  new Map(
    accountsOf(question).flatMap(({ account }) =>
      account.transactions.map((one) => [one.id, { ...one, accountId: account.id }] as const),
    ),
  );

// Invariant 29.
test("a payment more than a day after a deposit never identifies it", () => {
  check(
    fc.property(someQuestion({ plain: 2 }), someCrowd, (drawn, crowd) => {
      const question = withCrowd(drawn, crowd);
      const { figures } = evaluationOf(question);
      const lines = linesById(question);
      const dayOf = (id: string) => dayNumber(lines.get(id)!.date);
      for (const { debitId, creditId, cents } of figures.transfers) {
        const days = dayOf(creditId) - dayOf(debitId);
        expect(days).toBeGreaterThanOrEqual(-1);
        expect(days).toBeLessThanOrEqual(5);
        expect([lines.get(debitId)!.amountCents, -lines.get(creditId)!.amountCents]).toEqual([cents, cents]);
        expect(lines.get(debitId)!.accountId).not.toBe(lines.get(creditId)!.accountId);
        expect([lines.get(debitId)!.pending, lines.get(creditId)!.pending]).toEqual([false, false]);
      }
      for (const { transactionId, identifiedAs, matchedTransactionId, date } of figures.deposits) {
        if (matchedTransactionId === null) continue;
        const days = dayNumber(date) - dayOf(matchedTransactionId);
        // A returned deposit leaves the tests with its return; nothing says where it came from.
        if (identifiedAs === "returned") expect(days).toBeLessThanOrEqual(0);
        else
          expect(days, `${transactionId} ${identifiedAs}`).toBeGreaterThanOrEqual(
            identifiedAs === "own_transfer" ? -1 : 0,
          );
      }
    }),
  );
});

// Invariant 30.
test("each line is in at most one pair and in at most one net", () => {
  check(
    fc.property(someQuestion({ plain: 2 }), someCrowd, (drawn, crowd) => {
      const { figures } = evaluationOf(withCrowd(drawn, crowd));
      const pairs = figures.transfers.flatMap(({ debitId, creditId }) => [debitId, creditId]);
      const nets = figures.nets.flatMap(({ firstId, secondId }) => [firstId, secondId]);
      expect(new Set(pairs).size).toBe(pairs.length);
      expect(new Set(nets).size).toBe(nets.length);
      const matched = figures.transfers
        .filter((one) => !one.isPossible)
        .flatMap(({ debitId, creditId }) => [debitId, creditId]);
      expect(matched.filter((id) => nets.includes(id))).toEqual([]);
    }),
  );
});

// Invariant 31.
test("refunds of fees never lower the number of returned items", () => {
  const someRefund = fc.record({
    words: fc.constantFrom("NSF FEE REVERSAL", "OVERDRAFT FEE REFUND", "REFUND NSF FEE", "FEE REFUND", "NSF FEE"),
    cents: fc.constantFrom(3500, 7000, 10_500, 1200),
    ago: fc.nat(60),
  });
  const someFee = fc.record({
    words: fc.constantFrom("NSF FEE", "OVERDRAFT ITEM FEE", "INSUFFICIENT FUNDS FEE"),
    ago: fc.nat(80),
  });
  check(
    fc.property(
      someQuestion({ plain: 1 }),
      fc.array(someFee, { maxLength: 5 }),
      fc.array(someRefund, { minLength: 1, maxLength: 4 }),
      (drawn, fees, refunds) => {
        const charged = addLines(
          drawn,
          "account-0",
          fees.map(({ words, ago }, at) => line(`fee-${at}`, words, 3500, addDays(TODAY, -ago))),
        );
        const refunded = addLines(
          charged,
          "account-0",
          refunds.map(({ words, cents, ago }, at) => line(`back-${at}`, words, -cents, addDays(TODAY, -ago))),
        );
        const [before, after] = [evaluationOf(charged).figures.nsf, evaluationOf(refunded).figures.nsf];
        expect(before.count365).toBeGreaterThanOrEqual(evaluationOf(drawn).figures.nsf.count365);
        expect(after.count60).toBeGreaterThanOrEqual(before.count60);
        expect(after.count90).toBeGreaterThanOrEqual(before.count90);
        expect(after.count365).toBeGreaterThanOrEqual(before.count365);
        expect(after.netCents).toBeLessThanOrEqual(before.netCents);
      },
    ),
  );
});

// ---- Lenders' names -----------------------------------------------------------------------------------------------------

const LENDERS = [
  "SOFI",
  "UPSTART",
  "LENDINGCLUB",
  "NELNET",
  "DISCOVER",
  "ONEMAIN FINANCIAL",
  "AFFIRM",
  "ROCKET LOANS",
  "BEST EGG",
  "CAPITAL ONE",
  "OPPFI",
  "NAVIENT",
  "KABBAGE",
];

// Invariant 32.
test("a lender's name on a transfer, on pay, on a refund or on interest is no borrowed money", () => {
  check(
    fc.property(
      someQuestion({ plain: 2 }),
      fc.constantFrom(...LENDERS),
      fc.integer({ min: 100_000, max: 900_000 }).map((cents) => cents * 100 + 57),
      fc.integer({ min: 0, max: 50 }),
      fc.integer({ min: 0, max: 4 }),
      (drawn, lender, large, ago, gap) => {
        const cents = Math.floor(large / 100);
        const date = addDays(TODAY, -ago);
        // The first account is at the bank that also lends.
        const named = mapItems(drawn, (item) =>
          item.accounts.some(({ id }) => id === "account-0") ? { ...item, institutionName: `${lender} Bank` } : item,
        );
        const add = (question: Question, id: string, ...lines: ReportTransaction[]) => addLines(question, id, lines);
        let question = add(named, "account-0", line("out", "ONLINE TRANSFER TO CHECKING", cents, addDays(date, -gap)));
        question = add(question, "account-1", line("in", `${lender} BANK DES:TRANSFER INDN:NORA QUIST`, -cents, date));
        const paid = [0, 14, 28, 42].map((days, at) =>
          line(`pay-${at}`, `${lender} DES:PAYROLL INDN:NORA QUIST PPD`, -240_000, addDays(TODAY, -days)),
        );
        question = add(question, "account-1", ...paid);
        const spent = line("payment", `${lender} LOAN PYMT`, 41_357, addDays(TODAY, -30));
        question = add(
          question,
          "account-1",
          spent,
          line("refund", `${lender} LOAN PYMT REFUND`, -41_357, addDays(TODAY, -22)),
        );
        question = add(
          question,
          "account-0",
          line("interest", `${lender} BANK INTEREST PAID`, -11, addDays(TODAY, -3)),
        );
        const { findings, figures } = evaluationOf(question);
        const isBorrowed = (id: string) =>
          findings.some(({ ruleId, transactionIds }) => ruleId === "R8" && transactionIds.includes(id));
        for (const { transactionId, identifiedAs } of figures.deposits)
          if (identifiedAs !== null) expect(isBorrowed(transactionId), transactionId).toBe(false);
        const matched = figures.transfers.some((one) => !one.isPossible && one.creditId === "in");
        for (const id of [...(matched ? ["in"] : []), "pay-0", "pay-1", "pay-2", "pay-3", "refund", "interest"])
          expect(isBorrowed(id), `${lender} ${id}`).toBe(false);
      },
    ),
  );
});

const HOUSEHOLD = [
  "VERIZON WIRELESS DES:PAYMENTS",
  "COMCAST CABLE",
  "CITY OF AUSTIN UTILITIES",
  "PACIFIC GAS ELECTRIC DES:WEB ONLINE",
  "GEICO DES:PREM COLL",
  "STATE FARM INSURANCE PREMIUM",
  "H-E-B #455 GROCERIES",
  "HOME DEPOT #512",
  "APPFOLIO DES:WEB PMTS RENT",
  "T-MOBILE DES:PCS SVC",
  "SPECTRUM CABLE BILL",
  "KINDERCARE TUITION",
];
const LOAN_CATEGORIES = [
  ["LOAN_PAYMENTS", "LOAN_PAYMENTS_OTHER_PAYMENT"],
  ["LOAN_PAYMENTS", "LOAN_PAYMENTS_PERSONAL_LOAN_PAYMENT"],
  ["LOAN_PAYMENTS", "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT"],
  ["LOAN_PAYMENTS", "LOAN_PAYMENTS_MORTGAGE_PAYMENT"],
  ["LOAN_DISBURSEMENTS", "LOAN_DISBURSEMENTS_OTHER_DISBURSEMENT"],
] as const;

// Invariant 33.
test("a loan category alone makes no loan of a household bill and no debt of its payments", () => {
  check(
    fc.property(
      someQuestion({ plain: 1 }),
      fc.array(
        fc.record({
          words: fc.constantFrom(...HOUSEHOLD),
          category: fc.constantFrom(...LOAN_CATEGORIES),
          cents: fc.integer({ min: 1_000, max: 90_000 }),
          ago: fc.nat(25),
          isBack: fc.nat(5).map((one) => one === 1),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      (drawn, bills) => {
        const lines = bills.flatMap(
          ({ words, category: [categoryPrimary, categoryDetailed], cents, ago, isBack }, number) =>
            [0, 30, 60, 90].map((days, at) =>
              line(`bill-${number}-${at}`, words, isBack ? -cents : cents, addDays(TODAY, -ago - days), {
                categoryPrimary,
                categoryDetailed,
              }),
            ),
        );
        const { figures, findings } = evaluationOf(addLines(drawn, "account-0", lines));
        const ids = new Set(lines.map(({ id }) => id));
        for (const { id, class: kind } of figures.lines)
          if (ids.has(id)) expect(["loan_payment", "card_payment", "loan_proceeds"], id).not.toContain(kind);
        for (const { transactionIds, creditor } of figures.debts)
          expect(
            transactionIds.filter((id) => ids.has(id)),
            creditor,
          ).toEqual([]);
        for (const { ruleId, transactionIds } of findings)
          if (ruleId === "R11" || ruleId === "R8") expect(transactionIds.filter((id) => ids.has(id))).toEqual([]);
      },
    ),
  );
});

// ---- Pay ------------------------------------------------------------------------------------------------------------------

const isWorkday = (date: string) => ![0, 6].includes(new Date(date).getUTCDay());

/** The workday on or before. */
function workday(date: string): string {
  return isWorkday(date) ? date : workday(addDays(date, -1));
}

/** Paid on the same two days of each month, newest last; 31 is the last day of any month. */
function semimonthlyDays(first: number, second: number, months: number): string[] {
  const days: string[] = [];
  for (let ago = months - 1; ago >= 0; ago--)
    for (const day of [first, second]) {
      const last = new Date(Date.UTC(2026, 10 - ago + 1, 0)).getUTCDate();
      days.push(workday(new Date(Date.UTC(2026, 10 - ago, Math.min(day, last))).toISOString().slice(0, 10)));
    }
  return days.filter((date) => date <= TODAY);
}

// Invariant 39.
test("semimonthly pay is two pays a month, and pay split over two accounts is as pay that is not", () => {
  check(
    fc.property(
      someQuestion({ plain: 2, kinds: ["purchase", "cash", "household"] }),
      fc.constantFrom([1, 15], [15, 31], [5, 20], [10, 25], [7, 22]),
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 100_000, max: 900_000 }),
      fc.integer({ min: 1, max: 99 }),
      (random, [first, second], months, cents, percent) => {
        const drawn = { ...random, loan: { ...random.loan, leftOutAccounts: [] } };
        const words = "OAKRIDGE CLINIC DES:PAYROLL INDN:QUIST,NORA CO ID:XXXXX55120 PPD";
        const days = semimonthlyDays(first, second, months);
        const pay = (share: number, part: string) => days.map((date, at) => line(`${part}-${at}`, words, -share, date));
        const whole = evaluationOf(addLines(drawn, "account-0", pay(cents, "pay")));
        const part = Math.max(1, Math.floor((cents * percent) / 100));
        const halves = addLines(addLines(drawn, "account-0", pay(part, "one")), "account-1", pay(cents - part, "two"));
        const split = evaluationOf(halves);
        const stream = ({ figures }: typeof whole) => figures.income.find(({ payer }) => payer.includes("OAKRIDGE"));
        expect(stream(whole)).toBeDefined();
        const { medianCents, monthlyCents, cadence, payDates } = stream(whole)!;
        expect(medianCents).toBe(cents);
        expect(monthlyCents ?? 0).toBeLessThanOrEqual(2 * cents);
        if (days.length >= 4) expect(cadence).toBe("semimonthly");
        const divided = stream(split)!;
        expect({
          medianCents: divided.medianCents,
          monthlyCents: divided.monthlyCents,
          cadence: divided.cadence,
          payDates: divided.payDates,
        }).toEqual({ medianCents, monthlyCents, cadence, payDates });
      },
    ),
  );
});
