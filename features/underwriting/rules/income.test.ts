import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { longDay } from "#platform/dates/days.ts";
import { addDays } from "./days.ts";
import type { EvidenceSource, IncomeStream } from "./evaluation.ts";
import { evaluateIncome, findIncomeStreams, payIdentification } from "./income.ts";
import type { Model } from "./model.ts";
import type { ReportAccount, ReportTransaction } from "./parsed-report.ts";
import { account, AS_OF, daysAgo, item, line, modelOf, report } from "./test-model.ts";

const PROGRAMS = ["fannie", "freddie", "fha"] as const;
const PAYROLL = "LARKMEAD FOODS DES:PAYROLL INDN:QUIST,NORA";

const pay = (cents: number, date: string, description = PAYROLL): ReportTransaction =>
  line(-cents, date, { id: `${description} ${date} ${cents}`, description });
const payOn = (dates: readonly string[], cents: number, description = PAYROLL) =>
  dates.map((date) => pay(cents, date, description));
const everyDays = (gap: number, count: number, newestAgo = 3) =>
  Array.from({ length: count }, (_, at) => daysAgo(newestAgo + gap * (count - 1 - at)));

function modelWith(transactions: readonly ReportTransaction[], ...others: ReportAccount[]): Model {
  return modelOf(report([item([account({ transactions: [...transactions] }), ...others])]));
}

function read(model: Model, monthlyIncome: number | undefined = 9_000_00) {
  const loan = monthlyIncome === undefined ? {} : { monthlyIncome };
  const { rows, findings } = evaluateIncome(findIncomeStreams(model), { model, loan, programs: PROGRAMS });
  return { rows, findings, codes: findings.map(({ code, severity }) => `${code} ${severity}`) };
}

const only = (rows: readonly IncomeStream[]) => {
  expect(rows).toHaveLength(1);
  return rows[0]!;
};

describe("streams of pay", () => {
  test("pay on the 1st and 15th is $6,000.00 a month", () => {
    const dates = ["2026-09-01", "2026-09-15", "2026-10-01", "2026-10-15"];
    const { rows } = read(modelWith(payOn(dates, 3_000_00)));
    expect(only(rows)).toMatchObject({
      payer: "LARKMEAD FOODS",
      class: "payroll",
      cadence: "semimonthly",
      monthlyCents: 6_000_00,
      payDates: dates,
      lastPaidOn: "2026-10-15",
      ratio: 0.6667,
    });
  });

  const CASE_74 = ["2026-08-31", "2026-09-15", "2026-09-30", "2026-10-15", "2026-10-30", "2026-11-13"];

  test("pay on the 15th and the last day is semimonthly, and has not stopped", () => {
    const { rows, codes } = read(modelWith(payOn(CASE_74, 2_480_00)));
    expect(only(rows)).toMatchObject({
      cadence: "semimonthly",
      monthlyCents: 4_960_00,
      ratio: 0.5511,
      parts: [],
      gaps: [],
    });
    expect(codes).toEqual([]);
  });

  test("pay split over two accounts is one pay, with its parts", () => {
    const savings = account({
      id: "savings",
      mask: "8810",
      name: "Savings",
      transactions: payOn(CASE_74, 480_00),
    });
    const { rows, codes } = read(modelWith(payOn(CASE_74, 2_000_00), savings));
    expect(only(rows)).toMatchObject({
      cadence: "semimonthly",
      medianCents: 2_480_00,
      monthlyCents: 4_960_00,
      ratio: 0.5511,
      parts: [
        { label: "Checking …4471", cents: 2_000_00 },
        { label: "Savings …8810", cents: 480_00 },
      ],
    });
    expect(rows[0]!.transactionIds).toHaveLength(12);
    expect(codes).toEqual([]);
  });

  test("two spouses at one employer are one stream, with a part each", () => {
    const dates = everyDays(14, 5);
    const spouse = "LARKMEAD FOODS DES:PAYROLL INDN:QUIST,OLE CO ID:12345";
    const { rows } = read(modelWith([...payOn(dates, 2_000_00), ...payOn(dates, 1_500_00, spouse)]));
    expect(only(rows)).toMatchObject({
      cadence: "biweekly",
      medianCents: 3_500_00,
      monthlyCents: 7_583_33,
      parts: [
        { label: "QUIST,NORA", cents: 2_000_00 },
        { label: "QUIST,OLE", cents: 1_500_00 },
      ],
    });
  });

  test("two days of pay are shown without a cadence, and one day is no stream", () => {
    const { rows, codes } = read(
      modelWith([
        ...payOn(["2026-09-15", "2026-10-15"], 3_000_00),
        pay(900_00, "2026-10-10", "HAWTHORN BOOKS DES:PAYROLL"),
      ]),
    );
    expect(only(rows)).toMatchObject({ payer: "LARKMEAD FOODS", cadence: null, monthlyCents: null, ratio: null });
    expect(codes).toEqual([]);
  });

  test("a bonus is extra pay, on a pay day and between", () => {
    const dates = everyDays(14, 6);
    const { rows, codes } = read(
      modelWith([
        ...payOn(dates, 2_900_00),
        pay(5_000_00, dates[2]!, PAYROLL + " BONUS"),
        pay(11_800_00, addDays(dates[3]!, 5)),
      ]),
    );
    expect(only(rows)).toMatchObject({
      medianCents: 2_900_00,
      monthlyCents: 6_283_33,
      // The day on which the bonus came with the pay is apart as a whole, and leaves no gap.
      extraCents: 2_900_00 + 5_000_00 + 11_800_00,
      payDates: dates.filter((_, at) => at !== 2),
      gaps: [],
    });
    expect(codes).toEqual([]);
  });

  test("extra pay in the place of usual pay completes a cadence, and between changes none", () => {
    const weeks = (...ago: number[]) => ago.map((week) => daysAgo(3 + 7 * week));
    const paid = (usual: string[], extra: string[]) =>
      only(read(modelWith([...payOn(usual, 1_000_00), ...payOn(extra, 2_000_00)])).rows).cadence;
    expect(paid(weeks(0, 3, 6, 9), weeks(1, 2))).toBe("weekly");
    expect(paid(weeks(0, 3, 6, 9), [])).toBeNull();
    expect(paid(weeks(0, 2, 4, 6, 8), [daysAgo(6), daysAgo(10), daysAgo(20), daysAgo(25)])).toBe("biweekly");
  });

  test("pay of one and a half times the median is not extra, and a cent more is", () => {
    const dates = everyDays(14, 5);
    const with_ = (cents: number) =>
      only(read(modelWith([...payOn(dates.slice(1), 2_000_00), pay(cents, dates[0]!)])).rows);
    expect(with_(3_000_00).extraCents).toBe(0);
    expect(with_(3_000_01).extraCents).toBe(3_000_01);
  });

  test("gig income is summed by month, without a cadence", () => {
    const lines = ["2026-08-20", "2026-09-02", "2026-09-09", "2026-10-07", "2026-10-21", "2026-11-04"].map((date) =>
      pay(400_00, date, "UBER DES:EDI PAYMNT"),
    );
    const { rows, codes } = read(modelWith(lines));
    expect(only(rows)).toMatchObject({
      class: "gig_income",
      cadence: null,
      isAlsoBiweekly: false,
      monthlyCents: 800_00,
      parts: [
        { label: "2026-08", cents: 400_00 },
        { label: "2026-09", cents: 800_00 },
        { label: "2026-10", cents: 800_00 },
        { label: "2026-11", cents: 400_00 },
      ],
    });
    expect(codes).toEqual([]);
  });

  test("one employer with and without INC is one payer; two employers are two, the larger first", () => {
    const dates = everyDays(14, 4);
    const { rows } = read(
      modelWith([
        ...payOn(dates.slice(0, 2), 1_000_00, "HAWTHORN BOOKS INC DES:PAYROLL"),
        ...payOn(dates.slice(2), 1_000_00, "HAWTHORN BOOKS DES:PAYROLL"),
        ...payOn(dates, 3_000_00),
      ]),
    );
    expect(rows.map(({ payer, payDates }) => [payer, payDates.length])).toEqual([
      ["LARKMEAD FOODS", 4],
      ["HAWTHORN BOOKS INC", 4],
    ]);
  });

  test("parts are listed by their amount, then by name", () => {
    const dates = everyDays(14, 4);
    const parts = [
      ["OLE", 500_00],
      ["NORA", 500_00],
      ["INES", 900_00],
      ["ADA", 100_00],
    ] as const;
    const lines = parts.flatMap(([name, cents]) => payOn(dates, cents, `LARKMEAD FOODS DES:PAYROLL INDN:${name}`));
    expect(only(read(modelWith(lines)).rows).parts.map(({ label }) => label)).toEqual(["INES", "NORA", "OLE", "ADA"]);
  });

  test("pay that moved to another account is one stream, in order of days", () => {
    const dates = everyDays(14, 6);
    const later = account({ id: "later", mask: "9999", transactions: payOn(dates.slice(0, 3), 1_000_00) });
    const { rows, codes } = read(modelWith(payOn(dates.slice(3), 1_000_00), later));
    expect(only(rows)).toMatchObject({ cadence: "biweekly", payDates: dates, gaps: [] });
    expect(codes).toEqual([]);
  });

  test("a payroll processor pays for many employers, distinguished by name and company id", () => {
    const dates = everyDays(14, 4);
    const employers = [
      "ADP TOTALSOURCE DES:PAYROLL CO ID:2222222222",
      "ADP TOTALSOURCE DES:PAYROLL CO ID:1111111111",
      "ADP TOTALSOURCE DES:PAYROLL",
      "ADP WAGE PAY DES:PAYROLL",
    ];
    const lines = employers.map((employer) => payOn(dates, 1_000_00, employer));
    const { rows } = read(modelWith(lines.flat()));
    expect(rows.map(({ payer }) => payer)).toEqual([
      ...["ADP TOTALSOURCE", "ADP TOTALSOURCE", "ADP TOTALSOURCE", "ADP WAGE PAY"],
    ]);
    // What differs in nothing but company ids is in order of the bank's text.
    const idsOf = (employer: string) => dates.map((date) => `${employer} ${date} 100000`);
    expect(rows.map(({ transactionIds }) => transactionIds)).toEqual([2, 1, 0, 3].map((at) => idsOf(employers[at]!)));
  });

  test("an employer that is known is one payer under each of its names", () => {
    const dates = everyDays(14, 4);
    const { rows } = read(
      modelWith([
        ...payOn(dates.slice(0, 2), 1_000_00, "WALMART DES:PAYROLL"),
        ...payOn(dates.slice(2), 1_000_00, "WAL-MART ASSOC DES:PAYROLL"),
      ]),
    );
    expect(only(rows)).toMatchObject({ payer: "Walmart", cadence: "biweekly" });
  });

  test("pay without a payer goes by its text, without the numbers", () => {
    const [first, second, third] = everyDays(14, 3) as [string, string, string];
    const { rows } = read(
      modelWith([
        pay(1_000_00, first, "SALARY 0901"),
        pay(1_000_00, second, "Salary  0915"),
        pay(1_000_00, third, "PAYROLL 0930"),
        pay(1_000_00, second, "PAYROLL 0916"),
      ]),
    );
    expect(rows.map(({ payer, payDates }) => [payer, payDates])).toEqual([
      ["PAYROLL 0916", [second, third]],
      ["SALARY 0901", [first, second]],
    ]);
  });

  test("the text that names a payer is cut after 60 letters", () => {
    const text = `PAYROLL ${"0123456789".repeat(6)}`;
    const { rows } = read(modelWith(payOn(["2026-09-15", "2026-10-15"], 3_000_00, text)));
    expect(only(rows).payer).toBe(text.slice(0, 60));
  });

  test("a pending deposit, a leg of a transfer and an account in another currency show no pay", () => {
    const dates = everyDays(14, 4);
    const lines = payOn(dates, 3_000_00);
    expect(read(modelWith(lines.map((one) => ({ ...one, pending: true })))).rows).toEqual([]);
    expect(
      read(modelOf(report([item([account({ transactions: lines })])]), { matched: lines.map(({ id }) => id) })).rows,
    ).toEqual([]);
    expect(read(modelOf(report([item([account({ transactions: lines, currency: "CAD" })])]))).rows).toEqual([]);
  });

  test("an account that the lender leaves out shows no income", () => {
    const model = modelOf(report([item([account({ transactions: payOn(everyDays(14, 4), 3_000_00) })])]), {
      uncounted: ["checking"],
    });
    expect(read(model).rows).toEqual([]);
  });
});

describe("gaps and ends", () => {
  test.each([
    [22, []],
    [23, ["INCOME_GAP review"]],
  ])("biweekly pay with %i days between two pays", (gap, expected) => {
    // Late pay that moves to another weekday keeps the cadence if four of five pays share one.
    const dates = [...everyDays(14, 10), daysAgo(3 + 14 * 9 + gap)].sort();
    const { codes } = read(modelWith(payOn(dates, 1_000_00)));
    expect(codes).toEqual(expected);
  });

  test("a missing pay is a gap, with its days and lines, until a letter explains it", () => {
    const dates = everyDays(14, 6).filter((_, at) => at !== 3);
    const lines = payOn(dates, 1_000_00);
    const source = report([item([account({ transactions: lines })])]);
    const { rows, findings } = read(modelOf(source));
    expect(only(rows).gaps).toEqual([{ from: dates[2], to: dates[3], days: 28 }]);
    expect(findings).toMatchObject([
      {
        code: "INCOME_GAP",
        severity: "review",
        subject: "LARKMEAD FOODS",
        transactionIds: [lines[2]!.id, lines[3]!.id],
      },
    ]);
    const explained = (kind: EvidenceSource["kind"]) =>
      read(modelOf(source, { evidence: [letter(kind, lines[3]!)] })).codes;
    expect(explained("letter")).toEqual([]);
    expect(explained("income")).toEqual([]);
    expect(explained("gift")).toEqual(["INCOME_GAP review"]);
  });

  test.each([
    [22, []],
    [23, ["INCOME_STOPPED review"]],
  ])("biweekly pay that came last %i days ago", (newest, expected) => {
    expect(read(modelWith(payOn(everyDays(14, 5, newest), 1_000_00))).codes).toEqual(expected);
  });

  test("a payer has stopped by the day on which its own bank was read", () => {
    const lines = payOn(everyDays(14, 5, 30), 1_000_00);
    const stale = `${daysAgo(25)}T11:00:00.000Z`;
    const model = modelOf(report([item([account({ transactions: lines })], { lastUpdatedAt: stale })]));
    expect(read(model).codes).toEqual([]);
  });

  test("a payer whose pay is split has stopped by the day on which the last of its banks was read", () => {
    const dates = everyDays(14, 5, 30);
    const stale = item([account({ transactions: payOn(dates, 1_000_00) })], {
      lastUpdatedAt: `${daysAgo(25)}T11:00:00.000Z`,
    });
    const fresh = item([account({ id: "savings", mask: "8810", transactions: payOn(dates, 300_00) })], { id: "other" });
    expect(read(modelOf(report([stale, fresh]))).codes).toEqual(["INCOME_STOPPED review"]);
  });

  test("a letter about the last pay explains that it stopped", () => {
    const lines = payOn(everyDays(14, 5, 40), 1_000_00);
    const source = report([item([account({ transactions: lines })])]);
    expect(read(modelOf(source)).codes).toEqual(["INCOME_STOPPED review"]);
    expect(read(modelOf(source, { evidence: [letter("letter", lines[4]!)] })).codes).toEqual([]);
    expect(read(modelOf(source, { evidence: [letter("letter", lines[3]!)] })).codes).toEqual(["INCOME_STOPPED review"]);
  });

  test.each([
    ["about the same", 1_090_00, ["PAYER_CHANGED info"]],
    ["much more", 1_110_00, ["INCOME_STOPPED review"]],
    ["much less", 890_00, ["INCOME_STOPPED review"]],
  ])("a new payer who pays %s", (_name, cents, expected) => {
    const [first, second] = [everyDays(14, 8).slice(0, 5), everyDays(14, 8).slice(5)];
    const lines = [...payOn(first, 1_000_00), ...payOn(second, cents, "LARKMEAD HOLDINGS DES:PAYROLL")];
    expect(read(modelWith(lines)).codes).toEqual(expected);
  });

  test("a benefit of the same amount does not continue pay", () => {
    const [first, second] = [everyDays(14, 8).slice(0, 5), everyDays(14, 8).slice(5)];
    const lines = [...payOn(first, 1_000_00), ...payOn(second, 1_000_00, "CA EDD DES:UI DD")];
    expect(read(modelWith(lines)).codes).toEqual(["INCOME_STOPPED review"]);
  });

  test("a new payer whose one pay is old does not continue the income", () => {
    const first = everyDays(14, 5, 60);
    const lines = [...payOn(first, 1_000_00), pay(1_000_00, daysAgo(46), "LARKMEAD HOLDINGS DES:PAYROLL")];
    expect(read(modelWith(lines)).codes).toEqual(["INCOME_STOPPED review"]);
  });
});

describe("identified pay", () => {
  const identities = (lines: readonly ReportTransaction[]) => {
    const identified = payIdentification(modelWith(lines));
    return lines.map(({ id }) => [...identified].find(([{ id: other }]) => other === id)?.[1] ?? null);
  };

  test("a bonus of $11,800.00 among pays of $2,900.00 is not identified", () => {
    const dates = everyDays(14, 6);
    const lines = [...payOn(dates, 2_900_00), pay(11_800_00, daysAgo(1), "LARKMEAD FOODS DES:BONUS PAY")];
    expect(identities(lines)).toEqual([...dates.map(() => "stream"), "no"]);
  });

  test("a pay of one and a half times the median of the others is, and a cent more is not", () => {
    const dates = everyDays(14, 3);
    expect(identities([...payOn(dates.slice(0, 2), 2_000_00), pay(3_000_00, dates[2]!)])).toEqual([
      "stream",
      "stream",
      "stream",
    ]);
    expect(identities([...payOn(dates.slice(0, 2), 2_000_00), pay(3_000_01, dates[2]!)])).toEqual([
      "stream",
      "stream",
      "no",
    ]);
  });

  test("no pay is measured by itself", () => {
    const lines = [pay(1_000_00, daysAgo(43)), pay(3_000_00, daysAgo(29)), pay(3_000_01, daysAgo(15))];
    expect(identities(lines)).toEqual(["stream", "stream", "no"]);
  });

  test("of fewer than three pays the ACH entry must say payroll", () => {
    expect(identities([pay(1_940_00, "2026-10-15")])).toEqual(["achPayrollOnly"]);
    expect(identities(payOn(["2026-10-15", "2026-10-29"], 1_940_00))).toEqual(["achPayrollOnly", "achPayrollOnly"]);
    const bare = {
      ...pay(1_940_00, "2026-10-15", "HAWTHORN BOOKS 0931"),
      categoryPrimary: "INCOME",
      categoryDetailed: "INCOME_SALARY",
    };
    const identified = payIdentification(
      modelOf(report([item([account({ transactions: [bare] })])]), { classes: { [bare.description]: "payroll" } }),
    );
    expect([...identified.values()]).toEqual(["no"]);
  });

  test.each([
    ["PAYROLL LARKMEAD FOODS", "achPayrollOnly"],
    ["WALMART DES:PAYROLL", "achPayrollOnly"],
    ["PAYROLL HELPERS DES:REIMBURSE", "no"],
    ["MOBILE DEP LARKMEAD FOODS PAYROLL", "no"],
    ["PAYROLL 0931", "no"],
    ["KRAKEN DES:PAYROLL", "no"],
    // A bank that is a lender, too.
    ["SOFI DES:PAYROLL", "no"],
  ])("one deposit %s", (description, expected) => {
    const source = report([item([account({ transactions: [pay(1_940_00, "2026-10-15", description)] })])]);
    const identified = payIdentification(modelOf(source, { classes: { [description]: "payroll" } }));
    expect([...identified.values()]).toEqual([expected]);
  });

  test.each([
    [[3_000_00, 1_000_00, 2_000_00], 3_000_00],
    [[9_000_00, 2_000_00, 1_000_00, 3_000_00], 3_750_00],
    [[13_000_00, 1_000_00], 10_500_00],
    [[1_000_00, 10_000_00], 8_250_00],
  ])("a pay next to %j is identified up to %i", (others, most) => {
    const dates = everyDays(14, others.length + 1);
    const next = (cents: number) =>
      identities([pay(cents, dates[0]!), ...others.map((other, at) => pay(other, dates[at + 1]!))])[0];
    expect(next(most)).toBe("stream");
    expect(next(most + 1)).toBe("no");
  });

  test("pay on an account that does not count identifies none on one that does", () => {
    const dates = everyDays(14, 4);
    const savings = account({ id: "savings", mask: "8810", transactions: payOn(dates.slice(2), 2_000_00) });
    const both = modelWith(payOn(dates.slice(0, 2), 2_000_00), savings);
    expect([...payIdentification(both).values()]).toEqual(dates.map(() => "stream"));
    const counting = new Map(
      [...both.counting].map(([one, counted]) => [one, { ...counted, isCounted: one.id !== "savings" }]),
    );
    expect([...payIdentification({ ...both, counting }).values()]).toEqual(dates.map(() => "achPayrollOnly"));
  });

  test("splitting a pay over one day identifies no more of it", () => {
    const dates = everyDays(14, 5);
    const whole = [...payOn(dates, 2_900_00), pay(11_800_00, daysAgo(1))];
    const parts = [1, 2, 3, 4].map((part) => pay(2_950_00, daysAgo(1), `${PAYROLL} ${part}`));
    expect(identities(whole).at(-1)).toBe("no");
    expect(identities([...payOn(dates, 2_900_00), ...parts]).slice(5)).toEqual(["no", "no", "no", "no"]);
  });

  test("no line but payroll is in it", () => {
    expect(identities([line(-900_00, "2026-10-15", { description: "COUNTER CASH DEPOSIT" })])).toEqual([null]);
  });
});

describe("a payer who follows another", () => {
  const stopped = payOn(everyDays(14, 5, 60), 1_000_00);
  const follows = (cents: number, after: number, gap = 14) => {
    const from = 60 - after;
    const dates = Array.from({ length: 5 }, (_, at) => from - gap * at).filter((ago) => ago >= 0);
    const lines = dates.map((ago) => pay(cents, daysAgo(ago), "LARKMEAD HOLDINGS DES:PAYROLL"));
    return read(modelWith([...stopped, ...lines])).codes;
  };

  test.each([
    [899_99, "INCOME_STOPPED review"],
    [900_00, "PAYER_CHANGED info"],
    [1_100_00, "PAYER_CHANGED info"],
    [1_100_01, "INCOME_STOPPED review"],
  ])("pays about the same with %i cents or not", (cents, code) => {
    expect(follows(cents, 14)).toEqual([code]);
  });

  test.each([
    [-1, "INCOME_STOPPED review"],
    [0, "INCOME_STOPPED review"],
    [1, "PAYER_CHANGED info"],
    [22, "PAYER_CHANGED info"],
    [23, "INCOME_STOPPED review"],
  ])("pays first after %i days", (after, code) => {
    expect(follows(1_000_00, after)).toEqual([code]);
  });

  test.each([
    [22, "PAYER_CHANGED info"],
    [23, "INCOME_STOPPED review"],
  ])("and paid once, %i days ago, is measured by the cadence of the payer before", (ago, code) => {
    const lines = payOn(everyDays(14, 5, ago + 14), 1_000_00);
    const next = pay(1_000_00, daysAgo(ago), "LARKMEAD HOLDINGS DES:PAYROLL");
    expect(read(modelWith([...lines, next])).codes).toEqual([code]);
  });

  test("does not follow a payer who still pays", () => {
    const second = pay(1_000_00, daysAgo(2), "LARKMEAD HOLDINGS DES:PAYROLL");
    expect(read(modelWith([...payOn(everyDays(14, 5), 1_000_00), second])).codes).toEqual([]);
  });

  test("of several is the one that pays about the same", () => {
    const dates = everyDays(14, 4, 4);
    const lines = ["DI", "CY", "BO", "ADA"].flatMap((name, at) =>
      payOn(dates, [100_00, 500_00, 1_010_00, 5_000_00][at]!, `${name} FOODS DES:PAYROLL`),
    );
    const { findings } = read(modelWith([...stopped, ...lines]));
    expect(findings).toMatchObject([{ code: "PAYER_CHANGED", inputs: { newPayer: "BO FOODS" } }]);
  });

  test("of several that pay the same is the first by name", () => {
    const dates = everyDays(14, 4, 4);
    const lines = ["CY", "ADA", "BO"].flatMap((name) => payOn(dates, 1_010_00, `${name} FOODS DES:PAYROLL`));
    const { findings } = read(modelWith([...stopped, ...lines]));
    expect(findings).toMatchObject([{ code: "PAYER_CHANGED", inputs: { newPayer: "ADA FOODS" } }]);
  });
});

describe("gig income by month", () => {
  const monthlyOf = (...dates: string[]) =>
    only(read(modelWith(dates.map((date) => pay(400_00, date, "UBER DES:EDI PAYMNT")))).rows).monthlyCents;

  test("leaves out the first and the last month, and counts a month without as nothing", () => {
    expect(monthlyOf("2026-09-02", "2026-10-07")).toBe(null);
    expect(monthlyOf("2026-08-20", "2026-09-02", "2026-09-09", "2026-10-07")).toBe(800_00);
    expect(monthlyOf("2026-08-20", "2026-10-07")).toBe(0);
    expect(monthlyOf("2026-07-20", "2026-08-20", "2026-10-07", "2026-10-08", "2026-11-01")).toBe(400_00);
  });

  test("is that of the first 20 years, whatever the dates of the lines", () => {
    const paid = Array.from(
      { length: 121 },
      (_, at) => `${1990 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}-10`,
    );
    // After the first month, 120 months with pay and 120 without.
    expect(monthlyOf(...paid, "2026-11-01")).toBe(200_00);
  });
});

test("two pays that differ are one pay and one extra pay, of one stream", () => {
  const { rows } = read(modelWith([pay(100_00, "2026-09-15"), pay(1_000_00, "2026-10-15")]));
  expect(only(rows)).toMatchObject({ medianCents: 100_00, extraCents: 1_000_00, payDates: ["2026-09-15"] });
});

test("streams without a cadence are ordered by amount, then by name", () => {
  const dates = ["2026-09-15", "2026-10-06"];
  const model = modelWith([
    ...payOn(dates, 500_00, "CY FOODS DES:PAYROLL"),
    ...payOn(dates, 900_00, "BO FOODS DES:PAYROLL"),
    ...payOn(dates, 500_00, "ADA FOODS DES:PAYROLL"),
    ...payOn(everyDays(14, 4), 100_00, "DI FOODS DES:PAYROLL"),
  ]);
  expect(read(model).rows.map(({ payer }) => payer)).toEqual(["DI FOODS", "BO FOODS", "ADA FOODS", "CY FOODS"]);
});

test("the lines of a stream are ordered by day, extra pay among them", () => {
  const dates = everyDays(14, 5);
  const lines = payOn(dates, 1_000_00);
  const bonus = pay(5_000_00, addDays(dates[1]!, 3));
  const { rows } = read(modelWith([...lines, bonus]));
  expect(only(rows).transactionIds).toEqual([lines[0]!, lines[1]!, bonus, ...lines.slice(2)].map(({ id }) => id));
});

test("of several gaps the longest is reported", () => {
  const dates = everyDays(14, 16).filter((_, at) => ![3, 7, 8, 12].includes(at));
  const { findings } = read(modelWith(payOn(dates, 1_000_00)));
  expect(findings).toMatchObject([{ code: "INCOME_GAP", inputs: { gaps: 3, longestDays: 42 } }]);
  expect(findings[0]!.text).toContain("the longest of 3 gaps");
});

test("of gaps that are equally long the first is named", () => {
  const dates = everyDays(14, 16).filter((_, at) => ![4, 11].includes(at));
  const { rows, findings } = read(modelWith(payOn(dates, 1_000_00)));
  const [first] = only(rows).gaps;
  expect(first).toMatchObject({ from: dates[3], to: dates[4], days: 28 });
  expect(findings[0]!.text).toContain(`between ${longDay(dates[3]!)} and ${longDay(dates[4]!)}`);
});

test("a letter among other papers explains that pay stopped", () => {
  const lines = payOn(everyDays(14, 5, 40), 1_000_00);
  const evidence = [letter("gift", lines[4]!), letter("letter", lines[4]!)];
  expect(read(modelOf(report([item([account({ transactions: lines })])]), { evidence })).codes).toEqual([]);
});

function letter(kind: EvidenceSource["kind"], about: ReportTransaction): EvidenceSource {
  return { transactionId: about.id, kind, sourcedCents: 1, hasDocument: true, reason: null };
}

test("split pay gives the same stream as unsplit pay", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 100, max: 500_000 })), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.integer({ min: 1, max: 99 }),
      (paid, share) => {
        const byDay = new Map(paid);
        const whole = [...byDay].map(([ago, cents]) => pay(cents, daysAgo(ago)));
        const first = [...byDay].map(([ago, cents]) => pay(Math.ceil((cents * share) / 100), daysAgo(ago)));
        const second = [...byDay].map(([ago, cents]) => pay(cents - Math.ceil((cents * share) / 100), daysAgo(ago)));
        const savings = account({
          id: "savings",
          mask: "8810",
          transactions: second.filter(({ amountCents }) => amountCents < 0),
        });
        const shown = (model: Model) => {
          const { rows, codes } = read(model);
          return { codes, rows: rows.map(({ parts: _parts, transactionIds: _ids, ...rest }) => rest) };
        };
        expect(shown(modelWith(first, savings))).toEqual(shown(modelWith(whole)));
        const count = (model: Model) =>
          [...payIdentification(model).values()].filter((identity) => identity === "stream").length > 0;
        expect(count(modelWith(first, savings))).toBe(count(modelWith(whole)));
      },
    ),
  );
});

test("the order of lines and accounts changes nothing", () => {
  const lines = [...payOn(everyDays(14, 6), 2_000_00), ...payOn(everyDays(7, 9), 500_00, "UBER DES:EDI PAYMNT")];
  const savings = account({ id: "savings", mask: "8810", transactions: payOn(everyDays(14, 6), 300_00) });
  const there = modelOf(report([item([account({ transactions: lines }), savings])]));
  const back = modelOf(report([item([savings, account({ transactions: [...lines].reverse() })])]));
  expect(read(back)).toEqual(read(there));
});

test("no data, one line and huge sums are no failure", () => {
  expect(read(modelOf(report([]))).rows).toEqual([]);
  expect(read(modelWith([])).rows).toEqual([]);
  const huge = read(modelWith(payOn(everyDays(7, 5), Number.MAX_SAFE_INTEGER)));
  expect(only(huge.rows).monthlyCents).toBe(100_000_000_000);
  expect(read(modelWith(payOn([AS_OF, AS_OF, "2026-10-01"], 0))).rows).toEqual([]);
});
