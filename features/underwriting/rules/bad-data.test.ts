// Odd and hostile bank data: no report makes the rules throw, and missing data never makes an answer better.
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { addDays } from "./days.ts";
import { evaluate, type Question } from "./evaluate.ts";
import type { Evaluation, Outcome, Program } from "./evaluation.ts";
import type { ReportAccount, ReportItem, ReportTransaction } from "./parsed-report.ts";
import {
  accountsOf,
  check,
  evaluationOf,
  line,
  mapAccounts,
  mapItems,
  NORA_QUIST,
  PURCHASE,
  reportOfItems,
  someQuestion,
  verdictUnder,
  withReport,
} from "./test-generators.ts";
import { READ_AT } from "./test-report.ts";

vi.setConfig({ testTimeout: 240_000 });

// ---- Odd values -----------------------------------------------------------------------------------------------------------

const TEXTS = [
  "",
  " ",
  "\0",
  "A\0B",
  "\ud800",
  "\udfff\ud800",
  "x".repeat(20_000),
  "🏦 DEPÓSITO 漢字",
  "\u202eTFARD",
  "__proto__",
  "constructor",
  "toString",
  "ＺＥＬＬＥ ＦＲＯＭ",
  "$1 $& $$",
  "(((((",
  "DES: INDN: CO ID:",

  "ZELLE FROM",
  "FBO",
  "OR AND & /",
];
const DATES = ["0001-01-01", "0001-12-31", "9999-12-31", "2026-11-16", "2024-02-29", ""];
const CENTS = [0, -0, 1, -1, 1e15, -1e15, 99, -50_000_000];
const TYPES = [
  "",
  "DEPOSITORY",
  "depository",
  "investment",
  "credit",
  "loan",
  "brokerage",
  "other",
  "__proto__",
  "constructor",
  "payroll",
];
const SUBTYPES = [null, "", "CHECKING", "checking", "__proto__", "toString", "cd", "401k", "ira", "529", "\0"];
const MOMENTS = ["9999-12-31T23:59:59.000Z", "0001-01-01T00:00:00.000Z", "2026-11-16T11:00:00.000Z"];

type Change = (question: Question, at: number) => Question;

const text = fc.constantFrom(...TEXTS);
const cents = fc.constantFrom(...CENTS);
const nullable = <T>(values: readonly T[]) => fc.constantFrom<T | null>(null, ...values);

/** Changes one of the accounts, or a line of it. */
const ofAccount =
  (change: (account: ReportAccount) => ReportAccount): Change =>
  (question, at) => {
    const accounts = accountsOf(question);
    const id = accounts[at % Math.max(1, accounts.length)]?.account.id;
    return mapAccounts(question, (account) => (account.id === id ? change(account) : account));
  };
const ofLine =
  (change: (one: ReportTransaction) => ReportTransaction): Change =>
  (question, at) =>
    ofAccount((account) => ({
      ...account,
      transactions: account.transactions.map((one, number) => (number % 3 === at % 3 ? change(one) : one)),
    }))(question, at);

const someChange: fc.Arbitrary<Change> = fc.oneof(
  text.map((description) => ofLine((one) => ({ ...one, description }))),
  text.map((merchantName) => ofLine((one) => ({ ...one, merchantName }))),
  text.map((category) => ofLine((one) => ({ ...one, categoryPrimary: category, categoryDetailed: category }))),
  text.map((checkNumber) => ofLine((one) => ({ ...one, checkNumber }))),
  fc.constantFrom(...DATES).map((date) => ofLine((one) => ({ ...one, date }))),
  cents.map((amountCents) => ofLine((one) => ({ ...one, amountCents }))),
  nullable(["", "usd", "EUR", "\0"]).map((currency) => ofLine((one) => ({ ...one, currency }))),
  fc.constant(ofLine((one) => ({ ...one, id: "the-same" }))),
  fc.constant(ofLine((one) => ({ ...one, pending: !one.pending }))),
  fc.constant(
    ofAccount((account) => ({ ...account, transactions: [...account.transactions, ...account.transactions] })),
  ),
  fc.constant(ofAccount((account) => ({ ...account, id: "the-same" }))),
  fc.constant(ofAccount((account) => ({ ...account, transactions: [], historicalBalances: [] }))),
  fc.constantFrom(...TYPES).map((type) => ofAccount((account) => ({ ...account, type }))),
  fc.constantFrom(...SUBTYPES).map((subtype) => ofAccount((account) => ({ ...account, subtype }))),
  text.map((name) => ofAccount((account) => ({ ...account, name, officialName: name }))),
  nullable(["", "0", "4001", "\0", "x".repeat(999)]).map((mask) => ofAccount((account) => ({ ...account, mask }))),
  nullable(["", "usd", "EUR", "XXX"]).map((currency) => ofAccount((account) => ({ ...account, currency }))),
  nullable(CENTS).map((currentCents) => ofAccount((account) => ({ ...account, currentCents }))),
  nullable(CENTS).map((availableCents) => ofAccount((account) => ({ ...account, availableCents }))),
  nullable(CENTS).map((marginLoanCents) => ofAccount((account) => ({ ...account, marginLoanCents }))),
  fc
    .constantFrom(-5, 0, 0.5, 1e9, 36_500)
    .map((daysAvailable) => ofAccount((account) => ({ ...account, daysAvailable }))),
  fc
    .array(text, { maxLength: 3 })
    .map((names) =>
      ofAccount((account) => ({ ...account, owners: [{ names, emails: names, phones: names, addresses: names }] })),
    ),
  fc.constant(
    ofAccount((account) => ({
      ...account,
      owners: Array.from({ length: 60 }, () => ({
        names: ["", "NORA QUIST OR BO REED"],
        emails: [],
        phones: [],
        addresses: [],
      })),
    })),
  ),
  nullable(["joint", "trust", "association", "", "__proto__"]).map((ownershipType) =>
    ofAccount((account) => ({ ...account, ownershipType })),
  ),
  fc.tuple(fc.constantFrom(...DATES), cents).map(([date, currentCents]) =>
    ofAccount((account) => ({
      ...account,
      historicalBalances: [{ date, currentCents }, { date, currentCents: 5 }, ...account.historicalBalances],
    })),
  ),
  fc
    .tuple(cents, nullable(CENTS), nullable(TEXTS), nullable(["USD", "", "EUR"]))
    .map(([valueCents, vestedValueCents, securityType, currency]) =>
      ofAccount((account) => ({
        ...account,
        holdings: [
          ...account.holdings,
          { name: null, ticker: null, securityType, currency, quantity: -0, valueCents, vestedValueCents },
        ],
      })),
    ),
  fc.constantFrom(1, 50_000).map((unreadCount) => ofAccount((account) => ({ ...account, unreadCount }))),
  text.map((persistentId): Change => ofAccount((account) => ({ ...account, persistentId }))),
  fc.constantFrom(...MOMENTS).map(
    (lastUpdatedAt): Change =>
      (question, at) =>
        mapItems(question, (item, number) => (number === at % 3 ? { ...item, lastUpdatedAt } : item)),
  ),
  text.map(
    (institutionName): Change =>
      (question) =>
        mapItems(question, (item) => ({ ...item, institutionName, institutionId: institutionName })),
  ),
  fc.constant<Change>((question) => withReport(question, (report) => ({ ...report, items: [] }))),
  fc.constant<Change>((question) => mapItems(question, (item) => ({ ...item, accounts: [] }))),
  fc.constant<Change>((question) => ({ ...question, previous: question.report })),
  text.map((name): Change => (question) => ({
    ...question,
    borrowers: [{ ...NORA_QUIST, firstName: name, lastName: name, email: name, phone: name }],
  })),
  fc.constant<Change>((question) => ({ ...question, borrowers: [] })),
  text.map((name): Change => (question) => ({
    ...question,
    loan: {
      ...question.loan,
      interestedParties: [{ name, role: name }],
      disclosedLiabilities: [{ creditor: name, monthlyPayment: 0, type: "other" }],
      leftOutAccounts: [name],
    },
  })),
);

test("no bank data makes the rules throw or print what is not a number", () => {
  check(
    fc.property(
      someQuestion(),
      fc.array(fc.tuple(someChange, fc.nat(9)), { minLength: 1, maxLength: 5 }),
      (drawn, changes) => {
        const question = changes.reduce((changed, [change, at]) => change(changed, at), drawn);
        const evaluation = evaluationOf(question);
        const sentences = [
          ...evaluation.findings.map((one) => one.text),
          ...Object.values(evaluation.verdicts).map((one) => one?.text ?? ""),
        ];
        for (const sentence of sentences)
          expect(sentence).not.toMatch(/NaN(?!")|\bInfinity\b|\bundefined\b(?!.*undefined,)/);
        for (const program of evaluation.programs)
          for (const [name, value] of Object.entries(evaluation.funds[program]!))
            if (typeof value === "number") expect(Number.isFinite(value), name).toBe(true);
        if (!evaluation.figures.accounts.some((row) => row.isCounted && row.countsCents > 0))
          for (const program of evaluation.programs)
            // Nothing counts: only a loan that needs nothing may close.
            if ((evaluation.funds[program]!.cashToCloseCents ?? 1) > evaluation.funds[program]!.giftCents)
              expect(["enough", "enoughToClose"]).not.toContain(verdictUnder(evaluation, program).outcome);
      },
    ),
  );
});

const GOOD: readonly Outcome[] = ["enough", "enoughToClose"];

/** A loan that asks for no money closes without any account, and then no account is too old or short of history. */
function needsNothing({ figures, funds }: Evaluation, program: Program): boolean {
  const { cashToCloseCents, requiredReservesCents } = funds[program]!;
  return cashToCloseCents === 0 && !requiredReservesCents && !figures.accounts.some((row) => row.isCounted);
}

test("data that is missing never makes an answer enough", () => {
  const someLoss = fc.constantFrom<Change>(
    // An investment without a balance counts by its holdings.
    ofAccount((account) => (account.type === "depository" ? { ...account, currentCents: null } : account)),
    ofAccount((account) =>
      account.type === "depository" ? { ...account, currentCents: null, availableCents: null } : account,
    ),
    ofAccount((account) => ({ ...account, historicalBalances: [], daysAvailable: 0 })),
    ofAccount((account) => ({ ...account, transactions: account.transactions.slice(1), unreadCount: 1 })),
    ofAccount((account) => ({ ...account, transactions: [], unreadCount: account.transactions.length + 1 })),
    ofAccount((account) => ({ ...account, transactions: [], historicalBalances: [], daysAvailable: 0 })),
    ofAccount((account) => ({
      ...account,
      holdings: account.holdings.map((one) => ({ ...one, vestedValueCents: null })),
    })),
    ofLine((one) => ({ ...one, date: "" })),
    (question) => withReport(question, (report) => ({ ...report, items: [] })),
    (question) => mapAccounts(question, (account) => ({ ...account, currency: null })),
    (question) => mapAccounts(question, (account) => ({ ...account, owners: [] })),
    (question) => mapAccounts(question, (account) => ({ ...account, type: "" })),
  );
  check(
    fc.property(
      someQuestion({ plain: 1, maxAccounts: 2, hasNoPrevious: true, isBare: true }),
      someLoss,
      fc.nat(3),
      (question, lose, at) => {
        const [before, after] = [evaluationOf(question), evaluationOf(lose(question, at))];
        for (const program of before.programs)
          if (GOOD.includes(verdictUnder(after, program).outcome) && !needsNothing(after, program))
            expect(GOOD, `${program}: ${verdictUnder(after, program).text}`).toContain(
              verdictUnder(before, program).outcome,
            );
      },
    ),
  );
});

// ---- Many lines ---------------------------------------------------------------------------------------------------------------

const LINES = 50_000;

function reportWith(
  lines: readonly ReportTransaction[],
  more: readonly (readonly ReportTransaction[])[] = [],
): Question {
  const account = (transactions: readonly ReportTransaction[], at: number): ReportAccount => ({
    id: `account-${at}`,
    persistentId: null,
    name: "Checking",
    officialName: null,
    mask: `400${at}`,
    type: "depository",
    subtype: "checking",
    currency: "USD",
    currentCents: 5_000_000,
    availableCents: 5_000_000,
    limitCents: null,
    marginLoanCents: null,
    daysAvailable: 90,
    ownershipType: "individual",
    owners: [{ names: ["NORA QUIST"], emails: [], phones: [], addresses: [] }],
    historicalBalances: Array.from({ length: 90 }, (_day, ago) => ({
      date: addDays(READ_AT, -ago - 1),
      currentCents: 5_000_000,
    })),
    holdings: [],
    transactions: [...transactions],
    unreadCount: 0,
  });
  const item: ReportItem = {
    id: "item",
    institutionId: "ins_1",
    institutionName: "Bank One",
    lastUpdatedAt: `${READ_AT}T11:00:00.000Z`,
    accounts: [lines, ...more].map(account),
  };
  return {
    report: reportOfItems([item]),
    previous: null,
    loan: { ...PURCHASE, emd: 900_000 },
    borrowers: [NORA_QUIST],
    evidence: [],
    confirmations: [],
    waivers: [],
    policy: { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents: null },
  };
}

const many = (of: (at: number) => Partial<ReportTransaction>, count = LINES) =>
  Array.from({ length: count }, (_line, at) =>
    line(`line-${at}`, "DEPOSIT", -1_000_000, addDays(READ_AT, -(at % 59) - 1), of(at)),
  );
const half = LINES / 2;
const words = (at: number) =>
  `${"ABCDEFGHIJ"[at % 10]}${"KLMNOPQRST"[Math.floor(at / 10) % 10]}${"UVWXYZABCD"[Math.floor(at / 100) % 10]}${"EFGHIJKLMN"[Math.floor(at / 1000) % 10]} SHOP`;

const HOSTILE: Readonly<Record<string, () => Question>> = {
  "large unexplained deposits": () =>
    reportWith(many((at) => ({ description: "CASH DEPOSIT", amountCents: -1_000_000 - at }))),
  "small unexplained deposits": () =>
    reportWith(many((at) => ({ description: "CASH DEPOSIT", amountCents: -350_000 - (at % 900) }))),
  "loan proceeds": () =>
    reportWith(many((at) => ({ description: "UPSTART NETWORK DES:LOAN PROCEEDS", amountCents: -500_000 - at }))),
  "old loan proceeds": () =>
    reportWith(
      many((at) => ({
        description: "UPSTART NETWORK DES:LOAN PROCEEDS",
        amountCents: -500_000 - at,
        date: addDays(READ_AT, -70 - (at % 15)),
      })),
    ),
  "pending deposits": () => reportWith(many(() => ({ pending: true }))),
  "pending deposits and their posted copies": () => reportWith(many((at) => ({ pending: at % 2 === 0 }))),
  "equal deposits": () => reportWith(many(() => ({ date: READ_AT }))),
  "one line sent again and again": () => reportWith(many(() => ({ id: "the-same", date: READ_AT }))),
  "equal transfers between two accounts": () =>
    reportWith(
      many(() => ({ description: "ONLINE TRANSFER TO SAVINGS", amountCents: 100_000 }), half),
      [many((at) => ({ id: `in-${at}`, description: "ONLINE TRANSFER FROM CHECKING", amountCents: -100_000 }), half)],
    ),
  "equal checks and check deposits": () =>
    reportWith(
      many(() => ({ description: "CHECK 1001", amountCents: 100_000, checkNumber: "1001" }), half),
      [many((at) => ({ id: `in-${at}`, description: "MOBILE CHECK DEPOSIT", amountCents: -100_000 }), half)],
    ),
  "returned deposits of one amount": () =>
    reportWith(
      many((at) =>
        at % 2 === 0
          ? { description: "MOBILE CHECK DEPOSIT" }
          : { description: "RETURNED DEPOSITED ITEM CHARGEBACK", amountCents: 1_000_000 },
      ),
    ),
  "refunds of one shop": () =>
    reportWith(
      many((at) =>
        at % 2 === 0
          ? { description: "HOME DEPOT #512", amountCents: 10_000 + (at % 500) }
          : { description: "HOME DEPOT REFUND", amountCents: -10_000 - (at % 700) },
      ),
    ),
  "wires of one amount that came back": () =>
    reportWith(
      many((at) =>
        at % 2 === 0 ? { description: "WIRE OUT", amountCents: 1_000_000 } : { description: "WIRE RETURNED REVERSAL" },
      ),
    ),
  "earnest money payments": () =>
    reportWith(many((at) => ({ description: "LAKESIDE TITLE CO EARNEST MONEY", amountCents: 300_000 + at }))),
  "pay of one payer": () =>
    reportWith(
      many((at) => ({
        description: "LARKMEAD FOODS INC DES:PAYROLL INDN:QUIST,NORA PPD",
        amountCents: -200_000 - (at % 99),
      })),
    ),
  "pay of as many payers": () =>
    reportWith(
      many((at) => ({
        description: `${words(at)} ${words(at * 7)} DES:PAYROLL INDN:QUIST,NORA PPD`,
        amountCents: -200_000 - (at % 99),
      })),
    ),
  "loan payments to one lender": () =>
    reportWith(many((at) => ({ description: "UPSTART LOAN PYMT", amountCents: 10_000 + at }))),
  "loan payments to as many lenders": () =>
    reportWith(many((at) => ({ description: `${words(at)} LOAN PYMT`, amountCents: 10_000 + at }))),
  "card payments": () =>
    reportWith(many((at) => ({ description: "CAPITAL ONE CREDIT CARD PAYMENT", amountCents: 10_000 + at }))),
  "rent to one person": () =>
    reportWith(many((at) => ({ description: "ZELLE TO MARK DOYLE", amountCents: 100_000 + (at % 50) }))),
  "returned items and refunds": () =>
    reportWith(
      many((at) =>
        at % 2 === 0
          ? { description: "NSF FEE", amountCents: 3500 }
          : { description: "NSF FEE REVERSAL", amountCents: -3500 - (at % 3) * 3500 },
      ),
    ),
  withdrawals: () =>
    reportWith(
      many((at) => ({
        description: "WIRE TO LONE STAR MOTORS LLC",
        amountCents: 900_000 + at,
        date: addDays(READ_AT, -(at % 12)),
      })),
    ),
  "one day in the year 1 and one in 9999": () =>
    reportWith(
      many((at) => ({ date: at % 2 === 0 ? "0001-01-01" : "9999-12-31", amountCents: at % 3 === 0 ? 5_000 : -9_000 })),
    ),
};

for (const [name, make] of Object.entries(HOSTILE))
  test(`fifty thousand lines are evaluated: ${name}`, () => {
    const question = make();
    const start = process.threadCpuUsage();
    evaluate(question);
    const { user, system } = process.threadCpuUsage(start);
    // One to six seconds of this thread's processor time. Comparing each line with each other takes minutes.
    expect((user + system) / 1e6).toBeLessThan(30);
  });

test("a thousand papers on a thousand deposits are read in seconds", () => {
  const question = reportWith(many((at) => ({ description: "CASH DEPOSIT", amountCents: -1_000_000 - at }), 5_000));
  const evidence = Array.from({ length: 5_000 }, (_paper, at) => ({
    id: `evidence-${at}`,
    transactionId: `line-${at % 1000}`,
    kind: "gift" as const,
    sourcedCents: 100_000,
    hasDocument: true,
    reason: null,
    donor: { name: `Donor ${at % 7}`, relationship: "mother" },
  }));
  const start = process.threadCpuUsage();
  evaluate({ ...question, evidence });
  const { user, system } = process.threadCpuUsage(start);
  expect((user + system) / 1e6).toBeLessThan(30);
});
