// Cases worked by hand: what is paid and received again and again. R8, R10, R11, R12, R14, R15, R16, R17.
import { describe, expect, test } from "vitest";
import { account, codesOf, daysAgo, deposit, judged, payment, PURCHASE } from "../test-case.ts";

const of = (...transactions: ReturnType<typeof payment>[]) => judged([account({ transactions })]);
/** The same sum, so many times, so many days apart, the newest so many days ago. */
const again = (cents: number, times: number, apart: number, more: object, newest = 5) =>
  Array.from({ length: times }, (_payment, at) => payment(cents, newest + at * apart, more));

describe("B3-4.2-02: indications of borrowed funds", () => {
  test.each([
    ["UPSTART NETWORK LOAN PROCD", null, true],
    ["SOMEBODY", "LOAN_DISBURSEMENTS_PERSONAL", true],
    ["SOFI BANK", null, true],
    ["BRANCH DEPOSIT", null, false],
  ])("%s (%s) is borrowed: %s", (description, category, isLent) => {
    expect(of(deposit(300_000, 10, { description, category })).figures.borrowedFunds).toHaveLength(isLent ? 1 : 0);
  });

  test("of the last 60 days it is taken off once, and not again as a large deposit", () => {
    const one = of(deposit(600_000, 10, { description: "UPSTART LOAN PROCD" }));
    expect(one.figures.funds.fannie.reductionCents).toBe(600_000);
    expect(one.figures.funds.fha.reductionCents).toBe(600_000);
  });

  test("older it is looked into, and takes nothing", () => {
    const one = of(deposit(600_000, 61, { description: "UPSTART LOAN PROCD" }));
    expect(one.figures.funds.fannie.reductionCents).toBe(0);
    expect(one.findings.find(({ ruleId }) => ruleId === "R8")).toMatchObject({ severity: "review" });
  });

  test("shown to be secured it counts; a refinance is looked at alike", () => {
    const lent = deposit(400_000, 10, { description: "UPSTART LOAN PROCD" });
    const secured = judged([account({ transactions: [lent] })], {
      evidence: [{ transactionId: lent.id, sourcedCents: 400_000, kind: "secured_loan" }],
      loan: { ...PURCHASE, transactionType: "rate_term", payoff: 30_000_000 },
    });
    expect([secured.figures.borrowedFunds.length, secured.figures.funds.fannie.reductionCents]).toEqual([1, 0]);
  });
});

describe("returned items and overdrafts", () => {
  const fee = (ago: number, more = {}) => payment(3_500, ago, { description: "OVERDRAFT FEE FOR ITEM", ...more });

  test.each([
    [1, "info"],
    [3, "review"],
    [5, "blocker"],
  ])("%i in twelve months are %s", (times, severity) => {
    const one = of(...Array.from({ length: times }, (_fee, at) => fee(at * 10)));
    expect(one.findings.find(({ code }) => code === "RETURNED_ITEMS")?.severity).toBe(severity);
  });

  test("the organization's own policy decides", () => {
    const one = judged([account({ transactions: [fee(1), fee(2)] })], { feePolicy: { reviewFrom: 1, blockFrom: 2 } });
    expect(one.findings.find(({ code }) => code === "RETURNED_ITEMS")?.severity).toBe("blocker");
  });

  test("a fee that was given back is none; of two, one is left", () => {
    const back = deposit(3_500, 3, { description: "OVERDRAFT FEE REFUND" });
    expect(of(fee(5), fee(9), back).figures.fees.events.map(({ source }) => source.date)).toEqual([daysAgo(9)]);
  });

  test("moving money over in time is told apart; buying with a word like it is no fee", () => {
    const one = of(
      payment(1_000, 5, { description: "OVERDRAFT PROTECTION TRANSFER FEE" }),
      payment(1_000, 6, { description: "NSFW RECORDS FEE" }),
    );
    expect([one.figures.fees.events.length, one.figures.fees.protectionTransfers.length]).toEqual([0, 1]);
  });

  test("counts of 60 days, 90 days and a year", () => {
    const { fees } = of(fee(60), fee(61), fee(90), fee(91), fee(365), fee(366)).figures;
    expect([fees.count60Days, fees.count90Days, fees.count12Months]).toEqual([1, 3, 5]);
  });

  test("days below zero are listed, oldest first", () => {
    const historicalBalances = [5, -1, 5, -2].map((cents, ago) => ({ date: daysAgo(ago + 1), currentCents: cents }));
    expect(judged([account({ historicalBalances })]).figures.fees.negativeBalanceDays).toEqual([
      daysAgo(4),
      daysAgo(2),
    ]);
  });
});

describe("debts that come again", () => {
  const car = { description: "TOYOTA FINANCIAL SVC", category: "LOAN_PAYMENTS_CAR_PAYMENT" };
  const debtsOf = (one: ReturnType<typeof judged>) =>
    one.figures.debts.debts.map(({ monthlyCents, occurrences }) => [monthlyCents, occurrences]);

  test.each([
    [2, 24, 1],
    [2, 35, 1],
    [2, 23, 0],
    [2, 36, 0],
    [1, 30, 0],
  ])("%i payments of a known lender, %i days apart, are %i debts", (times, apart, debts) => {
    expect(debtsOf(of(...again(40_000, times, apart, car)))).toHaveLength(debts);
  });

  test("of a payee nobody knows three are needed, and a word for a loan", () => {
    const unknown = { description: "MAPLE COUNTY LEASE" };
    expect(debtsOf(of(...again(40_000, 2, 30, unknown)))).toEqual([]);
    expect(debtsOf(of(...again(40_000, 3, 30, unknown)))).toEqual([[40_000, 3]]);
    expect(debtsOf(of(...again(40_000, 3, 30, { description: "MAPLE COUNTY GYM" })))).toEqual([]);
  });

  test("sums within ten percent are one debt, the median its payment; a card's may differ", () => {
    const differing = (more: object) => [
      payment(40_000, 5, more),
      payment(43_000, 35, more),
      payment(41_000, 65, more),
    ];
    expect(debtsOf(of(...differing(car)))).toEqual([[41_000, 3]]);
    const card = { description: "CHASE CREDIT CRD AUTOPAY", category: "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT" };
    expect(debtsOf(of(payment(5_000, 5, card), payment(90_000, 35, card)))).toEqual([[47_500, 2]]);
  });

  test("paid in four it counts by 26 a year, and is over when nothing was paid for 30 days", () => {
    const fourth = { description: "AFTERPAY US" };
    expect(debtsOf(of(...again(6_000, 3, 14, fourth, 30)))).toEqual([[13_000, 3]]);
    expect(debtsOf(of(...again(6_000, 3, 14, fourth, 31)))).toEqual([]);
  });

  test("rent, utilities, insurance and money moved between own accounts are no debts", () => {
    const household = ["RENT_AND_UTILITIES_RENT", "GENERAL_SERVICES_INSURANCE"].flatMap((category) =>
      again(90_000, 3, 30, { description: "ACME FINANCE", category }),
    );
    expect(debtsOf(of(...household))).toEqual([]);
    const moved = judged([
      account({ transactions: again(40_000, 3, 30, { description: "LOAN SAVINGS" }) }),
      account({ id: "savings", transactions: again(-40_000, 3, 30, { description: "FROM CHECKING" }) }),
    ]);
    expect(debtsOf(moved)).toEqual([]);
  });

  test("what a card of the report is credited with within three days is no debt apart; another card's is one", () => {
    const autopay = { description: "CREDIT CARD AUTOPAY", category: "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT" };
    const paid = account({ transactions: again(90_000, 3, 30, autopay) });
    const credited = (cents: number, late: number) =>
      account({
        id: "card",
        type: "credit",
        transactions: again(-cents, 3, 30, { description: "THANK YOU" }, 5 - late),
      });
    expect(debtsOf(judged([paid, credited(90_000, 0)]))).toEqual([]);
    expect(debtsOf(judged([paid, credited(90_000, 3)]))).toEqual([]);
    expect(debtsOf(judged([paid, credited(90_000, 4)]))).toEqual([[90_000, 3]]);
    expect(debtsOf(judged([paid, credited(90_001, 0)]))).toEqual([[90_000, 3]]);
    expect(debtsOf(judged([paid, { ...credited(90_000, 0), type: "loan" }]))).toEqual([[90_000, 3]]);
  });

  test.each([
    ["Toyota Financial", 40_000, null],
    ["Toyota", 46_000, null],
    ["Toyota", 47_100, "AMOUNT_DIFFERS"],
    ["Honda", 40_000, "NOT_NAMED"],
  ])("named as %s with %i cents it is disclosed unless %s", (creditor, monthlyPayment, reason) => {
    const loan = { ...PURCHASE, disclosedLiabilities: [{ creditor, monthlyPayment, type: "installment" as const }] };
    const one = judged([account({ transactions: again(40_000, 2, 30, car) })], { loan });
    expect(one.figures.debts.debts.map((debt) => debt.reason)).toEqual([reason]);
  });

  test.each([
    [10_000, false],
    [10_001, true],
  ])("FHA 4000.1: undisclosed debts of %i cents a month ask for a new submission: %s", (cents, isResubmit) => {
    expect(of(...again(cents, 2, 30, car)).figures.debts.isFhaResubmit).toBe(isResubmit);
  });
});

describe("income that comes again", () => {
  const pay = { description: "ACME PAYROLL" };

  test.each([
    [7, "weekly", 433_333],
    [14, "biweekly", 216_667],
    [15, "semimonthly", 200_000],
    [16, "semimonthly", 200_000],
    [30, "monthly", 100_000],
    [20, null, null],
  ])("paid every %i days it is %s, %i cents a month", (apart, cadence, monthlyNetCents) => {
    const [stream] = of(...again(-100_000, 4, apart, pay)).figures.income;
    expect(stream).toMatchObject({ cadence, monthlyNetCents });
  });

  test("two employers are two streams, the larger first; one payment is none", () => {
    const one = of(
      ...again(-100_000, 3, 14, { description: "SMALL CO PAYROLL" }),
      ...again(-300_000, 3, 14, { description: "LARGE CO PAYROLL" }),
      deposit(500_000, 3, { description: "BONUS CO PAYROLL" }),
    );
    expect(one.figures.income.map(({ payer }) => payer)).toEqual(["LARGE CO PAYROLL", "SMALL CO PAYROLL"]);
  });

  test.each([
    [22, false],
    [23, true],
  ])("a gap of %i days in pay every 14 is asked about: %s", (gap, isAsked) => {
    const paid = [5, 19, 33, 33 + gap, 47 + gap].map((ago) => deposit(100_000, ago, pay));
    expect(codesOf(of(...paid)).includes("INCOME_GAP")).toBe(isAsked);
  });

  test.each([
    [22, false],
    [23, true],
  ])("pay every 14 days that came last %i days ago is asked about: %s", (newest, isAsked) => {
    expect(codesOf(of(...again(-100_000, 4, 14, pay, newest))).includes("INCOME_STOPPED")).toBe(isAsked);
  });
});

describe("B3-4.3-09: earnest money", () => {
  const loan = { ...PURCHASE, emd: 500_000 };
  const foundOf = (cents: number, description: string, more = {}) =>
    judged([account({ transactions: [payment(cents, 20, { description })], ...more })], { loan }).figures.earnestMoney;

  test.each([
    [500_000, "LAKESIDE TITLE", true],
    [450_000, "FIRST ESCROW", true],
    [550_000, "OAK REALTY", true],
    [449_999, "LAKESIDE TITLE", false],
    [550_001, "LAKESIDE TITLE", false],
    [500_000, "GROCERY", false],
  ])("%i cents to %s are found: %s", (cents, description, isFound) => {
    expect(foundOf(cents, description)?.line !== null).toBe(isFound);
  });

  test("the average of two months must bear it", () => {
    const historicalBalances = [{ date: daysAgo(1), currentCents: 499_999 }];
    expect(foundOf(500_000, "LAKESIDE TITLE", { historicalBalances })?.averageSupports).toBe(false);
    expect(foundOf(500_000, "LAKESIDE TITLE")?.averageSupports).toBe(true);
  });

  test("found, it is no longer to be brought; the nearest sum is taken, then the newest", () => {
    const transactions = [
      payment(500_000, 30, { description: "OLD TITLE" }),
      payment(500_000, 20, { description: "NEW TITLE" }),
      payment(510_000, 10, { description: "OTHER TITLE" }),
    ];
    const { earnestMoney, funds } = judged([account({ transactions })], { loan }).figures;
    expect(earnestMoney?.line?.source.description).toBe("NEW TITLE");
    expect(funds.fannie.cashToCloseCents).toBe(1_500_000);
  });
});

describe("Desktop Underwriter: twelve months of rent in a row", () => {
  const rentOf = (times: number, cents = 150_000, apart = 30) =>
    judged([account({ transactions: again(cents, times, apart, { description: "MAPLE APARTMENTS RENT" }) })]).figures
      .rent;

  test.each([
    [12, 150_000, true],
    [11, 150_000, false],
    [12, 30_000, true],
    [12, 29_999, false],
  ])("%i of %i cents help: %s", (times, cents, isEligible) => {
    expect(rentOf(times, cents)).toMatchObject({ months: times, isEligible });
  });

  test("a month left out begins anew, and no rent is none", () => {
    expect(rentOf(3, 150_000, 36)?.months).toBe(1);
    expect(judged([account()]).figures.rent).toBeNull();
  });
});

describe("B3-4.1-04: virtual currency that became dollars", () => {
  test.each([
    [120_000, "info"],
    [500_001, "review"],
  ])("%i cents from an exchange are %s", (cents, severity) => {
    const one = of(deposit(cents, 10, { description: "COINBASE INC. DES:1" }));
    expect(one.findings.find(({ ruleId }) => ruleId === "R16")?.severity).toBe(severity);
  });

  test("money sent there is nothing to document", () => {
    expect(of(payment(120_000, 10, { description: "COINBASE INC." })).figures.virtualCurrency).toEqual([]);
  });
});

describe("Freddie Mac 5501.3: a balance well above its average", () => {
  test.each([
    [150, false],
    [151, true],
  ])("%i cents against 100 on average: %s", (currentCents, isGreater) => {
    const historicalBalances = [{ date: daysAgo(1), currentCents: 100 }];
    const [average] = judged([account({ currentCents, historicalBalances })]).figures.averages;
    expect(average?.isSignificantlyGreater).toBe(isGreater);
  });

  test("the newest sixty days alone are counted, or as many as there are", () => {
    const historicalBalances = Array.from({ length: 70 }, (_day, ago) => ({
      date: daysAgo(ago + 1),
      currentCents: ago < 60 ? 100 : 1_000_000,
    }));
    expect(judged([account({ historicalBalances })]).figures.averages[0]).toMatchObject({
      days: 60,
      average60Cents: 100,
    });
  });
});
