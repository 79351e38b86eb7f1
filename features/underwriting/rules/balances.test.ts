import { describe, expect, test } from "vitest";
import { averageBefore, evaluateBalances, findBalances } from "./balances.ts";
import { dayNumber } from "./days.ts";
import type { Account, Model } from "./model.ts";
import type { ReportAccount } from "./parsed-report.ts";
import { account, AS_OF, daysAgo, item, line, modelOf, report, type ModelOptions } from "./test-model.ts";

const PROGRAMS = ["fannie", "freddie", "fha"] as const;

function modelWith(accounts: readonly ReportAccount[], options: ModelOptions = {}): Model {
  return modelOf(report([item(accounts)]), options);
}

/** The same balance on so many days before the day of reading. */
const flat = (cents: number, days: number) =>
  Array.from({ length: days }, (_, at) => ({ date: daysAgo(at + 1), currentCents: cents }));

const only = (model: Model) => {
  const { byAccount } = findBalances(model);
  expect(byAccount.size).toBe(1);
  return [...byAccount.values()][0]!;
};

function findingsOf(model: Model, explainedCents: (account: Account) => number = () => 0) {
  return evaluateBalances(findBalances(model), { model, programs: PROGRAMS, explainedCents }).findings;
}

describe("averages", () => {
  test("are the means of the newest 30, 60 and 90 balances before the day of reading", () => {
    const historicalBalances = [
      { date: AS_OF, currentCents: 9_999_999_00 }, // the day of reading itself
      ...flat(100_00, 30),
      ...flat(200_00, 60).slice(30),
      ...flat(300_01, 90).slice(60),
      { date: daysAgo(91), currentCents: 500_00 },
    ];
    expect(only(modelWith([account({ historicalBalances })]))).toMatchObject({
      average30Cents: 100_00,
      average60Cents: 150_00,
      average90Cents: 200_00, // 200.003...
    });
    const rising = Array.from({ length: 100 }, (_, at) => ({ date: daysAgo(at + 1), currentCents: at * 100 }));
    expect(only(modelWith([account({ historicalBalances: rising })]))).toMatchObject({
      average30Cents: 14_50,
      average60Cents: 29_50,
      average90Cents: 44_50,
    });
  });

  test("of fewer balances are the mean of those, and of none unknown", () => {
    expect(only(modelWith([account({ historicalBalances: flat(77_00, 12) })]))).toMatchObject({
      average30Cents: 77_00,
      average90Cents: 77_00,
    });
    expect(only(modelWith([account({ historicalBalances: [] })]))).toMatchObject({
      average30Cents: null,
      average60Cents: null,
    });
  });

  test("do not depend on the order of balances, nor count a day twice", () => {
    const balances = [...flat(100_00, 10), { date: daysAgo(1), currentCents: 50_00 }];
    const average = (historicalBalances: typeof balances) =>
      only(modelWith([account({ historicalBalances })])).average30Cents;
    expect(average(balances)).toBe(95_00);
    expect(average([...balances].reverse())).toBe(95_00);
  });

  test("are taken before any day, half up", () => {
    const [one] = modelWith([
      account({
        historicalBalances: [
          { date: daysAgo(1), currentCents: 900 },
          { date: daysAgo(2), currentCents: 2 },
          { date: daysAgo(3), currentCents: 1 },
        ],
      }),
    ]).accounts;
    expect(averageBefore(one!, dayNumber(daysAgo(1)), 60)).toBe(2);
    expect(averageBefore(one!, dayNumber(daysAgo(3)), 60)).toBeNull();
  });
});

describe("calendar months", () => {
  const transactions = [
    line(-500_00, "2026-10-05"),
    line(120_00, "2026-10-20"),
    line(-300_00, "2026-11-02"),
    line(80_00, "2026-11-10"),
    line(-999_00, "2026-11-15", { pending: true }),
  ];

  test("open with the balance that the month before closed with, and close with it and what moved", () => {
    const { months } = only(modelWith([account({ currentCents: 2_000_00, transactions, days: 60 })]));
    expect(months).toEqual([
      { month: "2026-09", openingCents: 1_400_00, inCents: 0, outCents: 0, closingCents: 1_400_00 },
      { month: "2026-10", openingCents: 1_400_00, inCents: 500_00, outCents: 120_00, closingCents: 1_780_00 },
      { month: "2026-11", openingCents: 1_780_00, inCents: 300_00, outCents: 80_00, closingCents: 2_000_00 },
    ]);
  });

  test("open before the lines of the first day", () => {
    const { months } = only(modelWith([account({ currentCents: 2_000_00, transactions, days: 42 })]));
    expect(months[0]).toEqual({
      month: "2026-10",
      openingCents: 1_400_00,
      inCents: 500_00,
      outCents: 120_00,
      closingCents: 1_780_00,
    });
  });

  test("have no balance before the balances begin", () => {
    const { months } = only(modelWith([account({ currentCents: 2_000_00, transactions, days: 10 })]));
    expect(months).toEqual([
      { month: "2026-10", openingCents: null, inCents: 500_00, outCents: 120_00, closingCents: null },
      { month: "2026-11", openingCents: null, inCents: 300_00, outCents: 80_00, closingCents: 2_000_00 },
    ]);
  });

  test("have no closing balance while lines are posted after their last balance", () => {
    const historicalBalances = flat(1_000_00, 60).filter(({ date }) => date < "2026-10-15" || date > "2026-11-05");
    const closing = (...transactions: ReturnType<typeof line>[]) =>
      only(modelWith([account({ historicalBalances, transactions })])).months.map(({ closingCents }) => closingCents);
    expect(closing()).toEqual([1_000_00, 1_000_00, 1_000_00]);
    expect(closing(line(1_00, "2026-10-20"))).toEqual([1_000_00, null, 1_000_00]);
  });

  test("have the closing balance of their last day, unless a line is posted later", () => {
    const days = { "2026-09-29": 1_00, "2026-09-30": 2_00, "2026-10-29": 3_00, "2026-10-30": 4_00, "2026-11-14": 5_00 };
    const historicalBalances = Object.entries(days).map(([date, currentCents]) => ({ date, currentCents }));
    const closings = (dates: readonly string[], currentCents: number | null = 9_00) =>
      only(
        modelWith([
          account({
            currentCents,
            historicalBalances,
            transactions: dates.map((date) => line(-1, date)),
          }),
        ]),
      ).months.map(({ closingCents }) => closingCents);
    expect(closings([])).toEqual([2_00, 4_00, 5_00]);
    expect(closings(["2026-10-30", "2026-11-14"])).toEqual([2_00, 4_00, 5_00]);
    expect(closings(["2026-10-31"])).toEqual([2_00, null, 5_00]);
    expect(closings(["2026-11-15"])).toEqual([2_00, 4_00, 9_00]);
    expect(closings(["2026-11-15"], null)).toEqual([2_00, 4_00, null]);
    // A line after the day of reading is of that month.
    expect(closings(["2026-12-02"])).toEqual([2_00, 4_00, 9_00]);
  });

  test("begin with the oldest line or balance", () => {
    const months = (dates: readonly string[], balances: readonly string[]) =>
      only(
        modelWith([
          account({
            currentCents: 9_00,
            historicalBalances: balances.map((date) => ({ date, currentCents: 2_00 })),
            transactions: dates.map((date) => line(-50, date)),
          }),
        ]),
      ).months.map(({ month, openingCents }) => [month, openingCents]);
    expect(months([], ["2026-10-20"])).toEqual([
      ["2026-10", 2_00],
      ["2026-11", 2_00],
    ]);
    expect(months(["2026-10-20"], ["2026-10-20", "2026-10-21"])[0]).toEqual(["2026-10", 1_50]);
    expect(months(["2026-10-21"], ["2026-10-20", "2026-10-21"])[0]).toEqual(["2026-10", 2_00]);
    expect(months(["2026-10-19", "2026-10-21"], ["2026-10-20"])[0]).toEqual(["2026-10", null]);
    expect(months(["2026-11-02"], [])).toEqual([["2026-11", null]]);
    expect(months([], [])).toEqual([]);
  });

  test("count a deposit of one cent as money in", () => {
    const { months } = only(
      modelWith([account({ currentCents: 0, transactions: [line(-1, daysAgo(2)), line(3, daysAgo(1))], days: 5 })]),
    );
    expect(months).toMatchObject([{ inCents: 1, outCents: 3 }]);
  });

  test("take what is posted on the day of reading from the current balance", () => {
    const { months } = only(
      modelWith([account({ currentCents: 2_000_00, transactions: [line(-700_00, AS_OF)], days: 20 })]),
    );
    expect(months.at(-1)).toEqual({
      month: "2026-11",
      openingCents: 1_300_00,
      inCents: 700_00,
      outCents: 0,
      closingCents: 2_000_00,
    });
  });

  test("balance wherever both ends are known", () => {
    const lines = Array.from({ length: 300 }, (_, at) =>
      line((at % 7) * 31_00 - 90_00, daysAgo(at), { id: String(at) }),
    );
    const { months } = only(modelWith([account({ transactions: lines, days: 299 })]));
    const known = months.filter(({ openingCents, closingCents }) => openingCents !== null && closingCents !== null);
    expect(known.length).toBeGreaterThan(9);
    for (const { openingCents, inCents, outCents, closingCents } of known.slice(1))
      expect(openingCents! + inCents - outCents).toBe(closingCents);
  });

  test("are at most those of two years, whatever the dates", () => {
    const { months } = only(
      modelWith([account({ transactions: [line(-1, "0001-01-01"), line(-1, "2026-11-01"), line(-1, "9999-12-31")] })]),
    );
    expect(months).toHaveLength(26);
    expect(months.at(-1)!.month).toBe("2026-11");
    expect(only(modelWith([account({ days: 0 })])).months).toEqual([]);
  });
});

describe("the verification of deposit view", () => {
  test("has the fields of Form 1006", () => {
    const model = modelWith([
      account({
        daysAvailable: 175,
        owners: [{ names: ["OLE QUIST", "NORA QUIST"], emails: [], phones: [], addresses: [] }],
        historicalBalances: flat(20_000_00, 60),
        currentCents: 31_000_00,
      }),
      account({ id: "ira", type: "investment", subtype: "ira", mask: "0102", days: 0, currentCents: 50_000_00 }),
      account({ id: "card", type: "credit", subtype: "credit card", mask: "9911", currentCents: 1_204_00 }),
      account({ id: "auto", type: "loan", subtype: "auto", mask: null, currentCents: null }),
    ]);
    const { vod, vodLoans } = findBalances(model);
    expect(vod).toMatchObject([
      { accountId: "ira", averageCents: null, openedBy: null },
      {
        accountId: "checking",
        institutionName: "Bank One",
        owners: ["NORA QUIST", "OLE QUIST"],
        type: "checking",
        lastFour: "4471",
        currentCents: 31_000_00,
        averageCents: 20_000_00,
        openedBy: "2026-05-25",
        isCounted: true,
      },
    ]);
    expect(vodLoans).toEqual([
      { accountId: "card", institutionName: "Bank One", type: "credit card", lastFour: "9911", balanceCents: 1_204_00 },
      { accountId: "auto", institutionName: "Bank One", type: "auto", lastFour: null, balanceCents: null },
    ]);
  });

  test("marks accounts that do not count, and shows no sums of another currency", () => {
    expect(findBalances(modelWith([account()], { uncounted: ["checking"] })).vod).toMatchObject([{ isCounted: false }]);
    expect(findBalances(modelWith([account({ currency: "CAD" })])).vod).toMatchObject([
      { currentCents: null, averageCents: null },
    ]);
  });

  test("opened at the latest when the oldest balance or line is from", () => {
    const opened = (more: Parameters<typeof account>[0]) => findBalances(modelWith([account(more)])).vod[0]!.openedBy;
    expect(opened({ daysAvailable: 10, days: 40 })).toBe(daysAgo(40));
    expect(opened({ daysAvailable: 10, days: 40, transactions: [line(-1, daysAgo(55))] })).toBe(daysAgo(55));
    expect(opened({ daysAvailable: Number.NaN, days: 3 })).toBe(daysAgo(3));
    expect(opened({ daysAvailable: 10.9, days: 3 })).toBe(daysAgo(10));
    expect(opened({ daysAvailable: 1, days: 0 })).toBe(daysAgo(1));
    expect(opened({ daysAvailable: 0, days: 0, transactions: [line(-1, daysAgo(5))] })).toBe(daysAgo(5));
    expect(opened({ daysAvailable: 0, days: 1 })).toBe(daysAgo(1));
    expect(opened({ daysAvailable: 0, days: 0, transactions: [line(-1, daysAgo(-2))] })).toBe(AS_OF);
    expect(opened({ daysAvailable: 0, days: 0 })).toBeNull();
    expect(opened({ daysAvailable: -3, days: 0 })).toBeNull();
  });

  test("opened a century ago at most", () => {
    const opened = (daysAvailable: number) => findBalances(modelWith([account({ daysAvailable })])).vod[0]!.openedBy;
    expect(opened(36_499)).toBe(daysAgo(36_499));
    expect(opened(36_500)).toBe(daysAgo(36_500));
    expect(opened(36_501)).toBe(daysAgo(36_500));
    expect(opened(1e300)).toBe(daysAgo(36_500));
  });

  test("names the type of an account without a subtype", () => {
    const { vod, vodLoans } = findBalances(
      modelWith([account({ subtype: null }), account({ id: "loan", type: "loan", subtype: null, mask: "1" })]),
    );
    expect(vod).toMatchObject([{ type: "depository" }]);
    expect(vodLoans).toMatchObject([{ type: "loan" }]);
  });
});

describe("a balance above its average", () => {
  const rising = (currentCents: number, more: Partial<ReportAccount> = {}) =>
    account({
      currentCents,
      historicalBalances: flat(20_000_00, 60),
      transactions: [line(-9_000_00, daysAgo(20)), line(-1_000_00, daysAgo(10)), line(-8_000_00, daysAgo(80))],
      ...more,
    });

  test("is a review that names the deposits", () => {
    const [one] = findingsOf(modelWith([rising(31_000_00)]));
    expect(one).toMatchObject({
      ruleId: "R17",
      code: "ABOVE_AVERAGE",
      severity: "review",
      programs: PROGRAMS,
      accountIds: ["checking"],
      transactionIds: [`${daysAgo(20)} -900000 LINE`, `${daysAgo(10)} -100000 LINE`],
      inputs: { currentCents: 31_000_00, average60Cents: 20_000_00, riseCents: 11_000_00 },
    });
    expect(one!.text).toContain("$9,000.00 on Oct 27, 2026");
  });

  test("starts above one and a half times", () => {
    expect(findingsOf(modelWith([rising(30_000_00)]))).toEqual([]);
    expect(findingsOf(modelWith([rising(30_000_01)]))).toHaveLength(1);
  });

  test("is info only, once identified or sourced deposits explain the rise", () => {
    const model = modelWith([rising(31_000_00)]);
    expect(findingsOf(model, () => 10_999_99)).toMatchObject([{ severity: "review", inputs: { isExplained: "no" } }]);
    expect(findingsOf(model, () => 11_000_00)).toMatchObject([
      { severity: "info", clearedBy: [], inputs: { isExplained: "yes" } },
    ]);
  });

  test("concerns counted bank accounts with an average", () => {
    expect(findingsOf(modelWith([rising(31_000_00)], { uncounted: ["checking"] }))).toEqual([]);
    expect(findingsOf(modelWith([rising(31_000_00, { type: "investment", subtype: "ira" })]))).toEqual([]);
    expect(findingsOf(modelWith([rising(31_000_00, { historicalBalances: [] })]))).toEqual([]);
    expect(findingsOf(modelWith([rising(-1, { historicalBalances: flat(-5_00, 60) })]))).toHaveLength(0);
    expect(findingsOf(modelWith([rising(0, { historicalBalances: flat(-5_00, 60) })]))).toHaveLength(0);
    expect(findingsOf(modelWith([rising(1, { historicalBalances: flat(0, 60) })]))).toHaveLength(1);
  });

  test("names the largest deposits up to the rise, three at most", () => {
    const named = (...deposits: readonly (readonly [cents: number, ago: number, words?: string])[]) => {
      const transactions = deposits.map(([cents, ago, description = "LINE"]) =>
        line(-cents, daysAgo(ago), { description, id: description === "LINE" ? `${cents} ${ago}` : description }),
      );
      return findingsOf(modelWith([rising(31_000_00, { transactions })]))[0]!.transactionIds;
    };
    expect(named([11_000_00, 5], [500_00, 6])).toEqual(["1100000 5"]);
    expect(named([10_999_99, 5], [500_00, 6])).toEqual(["1099999 5", "50000 6"]);
    expect(named([10_999_99, 5], [1, 6], [1, 7])).toEqual(["1099999 5", "1 6"]);
    expect(named([1_00, 5], [4_00, 6], [3_00, 7], [2_00, 8])).toEqual(["400 6", "300 7", "200 8"]);
    // Of equal ones the newest, then by words.
    expect(named([9_00, 30], [9_00, 10], [9_00, 20])).toEqual(["900 10", "900 20", "900 30"]);
    expect(named([9_00, 10, "B"], [9_00, 10, "A"], [9_00, 10, "C"])).toEqual(["A", "B", "C"]);
    expect(named([9_00, 60], [9_00, 61])).toEqual(["900 60"]);
  });

  test("stays one condition when more is deposited", () => {
    const [before] = findingsOf(modelWith([rising(31_000_00)]));
    const [after] = findingsOf(modelWith([rising(40_000_00, { transactions: [line(-20_000_00, daysAgo(2))] })]));
    expect(after!.key).toBe(before!.key);
    expect(after!.factsHash).not.toBe(before!.factsHash);
  });
});

test("no account at all is no failure", () => {
  const empty = modelOf(report([]));
  expect(findBalances(empty)).toMatchObject({ vod: [], vodLoans: [] });
  expect(findingsOf(empty)).toEqual([]);
});
