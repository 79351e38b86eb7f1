import type { Loan } from "#features/borrowers/contract.ts";
import { describe, expect, test } from "vitest";
import { addDays, addMonths } from "./days.ts";
import type { Program } from "./evaluation.ts";
import type { Model } from "./model.ts";
import type { ReportTransaction } from "./parsed-report.ts";
import { evaluateRent, findRent } from "./rent.ts";
import { account, item, line, modelOf, report, type ModelOptions } from "./test-model.ts";

const PROGRAMS = ["fannie", "freddie", "fha"] as const;
const BUYER: Loan = { transactionType: "purchase", occupancy: "primary", isFirstTimeBuyer: true, creditScore: 700 };

const paid = (description: string, cents: number, date: string, more: Partial<ReportTransaction> = {}) =>
  line(cents, date, { id: `${description} ${date} ${cents}`, description, ...more });
const monthly = (count: number, newest = "2026-11-03") =>
  Array.from({ length: count }, (_, at) => addMonths(newest, at - count + 1));
const rentOf = (count: number, cents = 1_480_00, newest?: string) =>
  monthly(count, newest).map((date) => paid("AVAIL RENT PAYMENT", cents, date));

function modelWith(transactions: readonly ReportTransaction[], options: ModelOptions = {}): Model {
  return modelOf(report([item([account({ transactions: [...transactions] })])]), options);
}

function read(model: Model, loan: Loan = BUYER) {
  const result = evaluateRent(findRent(model), { model, loan, programs: PROGRAMS });
  return {
    ...result,
    codes: result.findings.map(({ code, severity, programs }) => `${code} ${severity} ${programs.join()}`),
  };
}

describe("rent", () => {
  test("in each of 12 months helps a first-time buyer", () => {
    const { rows, findings, codes, notEvaluated } = read(modelWith(rentOf(12)));
    expect(rows).toMatchObject([{ payee: "Avail", monthlyCents: 1_480_00, isConfirmed: true, isEligible: true }]);
    expect(rows[0]!.months).toEqual(monthly(12).map((date) => date.slice(0, 7)));
    expect(codes).toEqual(["RENT_12 info fannie,freddie", "RENT_12 info fha"]);
    expect(findings[0]!.inputs).toMatchObject({ monthlyCents: 1_480_00, monthsInARow: 12, isEligible: "yes" });
    expect(notEvaluated).toEqual([]);
  });

  test("in 11 months does not", () => {
    const { rows, findings } = read(modelWith(rentOf(11)));
    expect(rows).toMatchObject([{ isEligible: false, why: "11 of 12 months in a row" }]);
    expect(findings.map(({ inputs }) => inputs.isEligible)).toEqual(["no", "no"]);
  });

  test("must be paid in months in a row", () => {
    const lines = rentOf(14).filter((_, at) => at !== 4);
    expect(read(modelWith(lines)).rows).toMatchObject([{ isEligible: false, why: "9 of 12 months in a row" }]);
  });

  test("must be $300.00 or more, in one payment or two", () => {
    expect(read(modelWith(rentOf(12, 299_99))).rows).toMatchObject([
      { isEligible: false, why: "0 of 12 months in a row" },
    ]);
    expect(read(modelWith(rentOf(12, 300_00))).rows).toMatchObject([{ isEligible: true }]);
    const halves = [...rentOf(12, 150_00), ...rentOf(12, 150_00, "2026-11-09")];
    expect(read(modelWith(halves)).rows).toMatchObject([{ isEligible: true, monthlyCents: 300_00 }]);
  });

  test("must be recent", () => {
    expect(read(modelWith(rentOf(12, 1_480_00, "2026-10-03"))).rows).toMatchObject([{ isEligible: true }]);
    expect(read(modelWith(rentOf(12, 1_480_00, "2026-09-03"))).rows).toMatchObject([
      { isEligible: false, why: "The last payment is not recent" },
    ]);
  });

  test.each([
    [{ transactionType: "rate_term" }, "Not a purchase"],
    [{ occupancy: "investment" }, "Not a primary residence"],
    [{ isFirstTimeBuyer: false }, "No first-time buyer"],
  ] as const)("does not help with %o", (terms, why) => {
    expect(read(modelWith(rentOf(12)), { ...BUYER, ...terms }).rows).toMatchObject([{ isEligible: false, why }]);
  });

  test("is not evaluated while the loan does not say who buys", () => {
    const { rows, notEvaluated } = read(modelWith(rentOf(12)), { transactionType: "purchase" });
    expect(rows).toMatchObject([{ isEligible: null }]);
    expect(notEvaluated).toEqual([{ ruleId: "R15", programs: PROGRAMS, missing: ["isFirstTimeBuyer", "occupancy"] }]);
    expect(read(modelWith(rentOf(11)), {}).notEvaluated).toEqual([]);
    expect(read(modelWith(rentOf(12)), { transactionType: "cash_out" }).notEvaluated).toEqual([]);
  });

  test("helps under FHA from a score of 620", () => {
    const eligible = (creditScore: number | undefined) => {
      const { creditScore: _score, ...rest } = BUYER;
      const { findings } = read(modelWith(rentOf(12)), creditScore === undefined ? rest : { ...rest, creditScore });
      return findings.map(({ inputs }) => inputs.isEligible);
    };
    expect(eligible(620)).toEqual(["yes", "yes"]);
    expect(eligible(619)).toEqual(["yes", "no"]);
    expect(eligible(undefined)).toEqual(["yes", null]);
  });

  test("of a car and furniture, transfers and pending payments are none", () => {
    const cars = [
      paid("ENTERPRISE RENT A CAR", 420_00, "2026-09-04"),
      paid("ENTERPRISE RENT A CAR", 420_00, "2026-10-04"),
    ];
    const furniture = monthly(12).map((date) => paid("RENT A CENTER LEASE PYMT", 330_00, date));
    expect(findRent(modelWith([...cars, ...furniture]))).toEqual([]);
    const lines = rentOf(12);
    expect(findRent(modelWith(lines, { matched: lines.map(({ id }) => id) }))).toEqual([]);
    expect(findRent(modelWith(lines.map((one) => ({ ...one, pending: true }))))).toEqual([]);
  });
});

describe("payments that may be rent", () => {
  const zelle = (count: number, cents = 1_100_00) =>
    monthly(count).map((date) => paid("ZELLE TO MARLA STONE", cents, date));

  test("are equal payments to one person, until a reviewer confirms them", () => {
    const { rows, codes } = read(modelWith(zelle(12)));
    expect(rows).toMatchObject([
      { payee: "MARLA STONE", isConfirmed: false, isEligible: false, monthlyCents: 1_100_00 },
    ]);
    expect(codes).toEqual(["POSSIBLE_RENT info fannie,freddie,fha"]);
    const confirmed: ModelOptions["confirmed"] = (kind, { payee }) =>
      kind === "rent" && payee === "MARLA STONE"
        ? { id: "1", kind, subject: { payee }, reason: "Lease seen", hasDocument: false }
        : undefined;
    const after = read(modelWith(zelle(12), { confirmed }));
    expect(after.rows).toMatchObject([{ isConfirmed: true, isEligible: true }]);
    expect(after.codes).toEqual(["RENT_12 info fannie,freddie", "RENT_12 info fha"]);
  });

  test("are within 5 % of each other", () => {
    const last = (cents: number) =>
      findRent(modelWith([...zelle(3).slice(0, 2), paid("ZELLE TO MARLA STONE", cents, "2026-11-03")]));
    expect(last(1_155_00)).toMatchObject([{ medianCents: 1_100_00, inARow: 3 }]);
    expect(last(1_155_01)).toEqual([]);
  });

  test("are within seven days of a day of the month", () => {
    const last = (date: string) =>
      findRent(
        modelWith([
          paid("ZELLE TO MARLA STONE", 1_100_00, "2026-08-01"),
          paid("ZELLE TO MARLA STONE", 1_100_00, "2026-09-01"),
          paid("ZELLE TO MARLA STONE", 1_100_00, date),
        ]),
      );
    expect(last("2026-10-15")).toHaveLength(1);
    expect(last("2026-10-16")).toEqual([]);
    expect(last("2026-10-29")).toHaveLength(1);
  });

  test("are checks of one amount", () => {
    const lines = monthly(4).map((date, at) =>
      paid(`CHECK ${1101 + at}`, 1_250_00, date, { checkNumber: String(1101 + at) }),
    );
    expect(read(modelWith(lines)).rows).toMatchObject([
      { payee: "Checks for $1,250.00 from Checking …4471", isConfirmed: false },
    ]);
  });

  test("are three or more, of $300.00 or more", () => {
    expect(findRent(modelWith(zelle(2)))).toEqual([]);
    expect(findRent(modelWith(zelle(3)))).toHaveLength(1);
    expect(findRent(modelWith(zelle(3, 300_00)))).toHaveLength(1);
    expect(findRent(modelWith(zelle(3, 299_99)))).toEqual([]);
  });
});

describe("payments to one person", () => {
  const zelle = (cents: number, date: string) => paid("ZELLE TO MARLA STONE", cents, date);

  test.each([
    // Seven days before and after the 31st, the 1st and the 15th.
    [["2026-08-24", "2026-10-07", "2026-11-07"], 3],
    [["2026-08-24", "2026-10-08", "2026-11-08"], 0],
    [["2026-08-25", "2026-10-08", "2026-11-08"], 3],
    [["2026-08-08", "2026-09-22", "2026-10-15"], 3],
    [["2026-08-08", "2026-09-23", "2026-10-15"], 0],
  ])("on %o", (dates, count) => {
    const streams = findRent(modelWith(dates.map((date) => zelle(1_100_00, date))));
    expect(streams.flatMap(({ lines }) => lines)).toHaveLength(count);
  });

  test("leave out those of another amount, whenever they come", () => {
    const lines = monthly(4).flatMap((date) => [zelle(1_100_00, date), zelle(1_155_00, addDays(date, 1))]);
    const others = monthly(3).flatMap((date) => [zelle(600_00, date), zelle(1_156_00, addDays(date, 2))]);
    const last = zelle(1_120_00, "2026-11-07");
    expect(findRent(modelWith([...lines, last, ...others])).map((one) => one.lines.map(({ cents }) => cents))).toEqual([
      [...monthly(4).flatMap(() => [1_100_00, 1_155_00]), 1_120_00],
    ]);
  });

  test("of two amounts that are paid as often are the lower, and of two days the earlier", () => {
    const amounts = monthly(3).flatMap((date) => [zelle(1_100_00, date), zelle(600_00, date)]);
    expect(findRent(modelWith(amounts))).toMatchObject([{ medianCents: 600_00 }]);
    const twice = [...monthly(3, "2026-10-09"), ...monthly(3, "2026-10-24")].map((date) => zelle(600_00, date));
    expect(findRent(modelWith(twice))[0]!.lines.map(({ source }) => source.date)).toEqual(monthly(3, "2026-10-09"));
  });
});

describe("several payees", () => {
  test("are ordered by months, then by name, then by the first payment", () => {
    const to = (name: string, count: number, newest = "2026-11-03") =>
      monthly(count, newest).map((date) => paid(`ZELLE TO ${name}`, 1_100_00, date));
    const streams = findRent(
      modelWith(
        [
          ...to("ADA KING", 3),
          ...to("MARLA STONE", 4),
          ...to("BO REED", 3),
          ...monthly(3, "2026-11-02").map((date) => paid("BO REED RENT", 900_00, date)),
        ],
        { classes: { "BO REED RENT": "rent" } },
      ),
    );
    expect(streams.map(({ payee, months }) => [payee, months.length])).toEqual([
      ["MARLA STONE", 4],
      ["ADA KING", 3],
      ["BO REED", 3],
      ["BO REED", 3],
    ]);
  });

  test("rent and other payments to one person follow each other by their first day, on whichever accounts", () => {
    const rent = monthly(3, "2026-11-02").map((date) => paid("BO REED RENT", 900_00, date));
    const other = monthly(3, "2026-11-03").map((date) => paid("ZELLE TO BO REED", 1_100_00, date));
    for (const [first, second] of [
      [rent, other],
      [other, rent],
    ] as const) {
      const accounts = [
        account({ id: "first", mask: "1111", transactions: first }),
        account({ id: "second", mask: "2222", transactions: second }),
      ];
      expect(findRent(modelOf(report([item(accounts)]))).map(({ medianCents }) => medianCents)).toEqual([
        900_00, 1_100_00,
      ]);
    }
  });

  test("are named by the knowledge base, by the line, or not at all", () => {
    const classes = { "OAK PARTNERS 12": "rent", "0931": "rent", "ELM PARTNERS 7": "person_payment" } as const;
    const of = (description: string) =>
      findRent(modelWith([paid(description, 900_00, "2026-11-03")], { classes })).map(({ payee }) => payee);
    expect(of("AVAIL RENT PAYMENT")).toEqual(["Avail"]);
    expect(of("OAK PARTNERS 12")).toEqual(["OAK PARTNERS"]);
    expect(of("0931")).toEqual(["Rent"]);
    const lines = monthly(3).map((date) => paid("ELM PARTNERS 7", 900_00, date));
    expect(findRent(modelWith(lines, { classes }))).toMatchObject([{ payee: "ELM PARTNERS" }]);
  });
});

test("rent on two accounts is one stream in one order, current by the bank that was read last", () => {
  const [first, second] = [rentOf(12).slice(0, 9), rentOf(12).slice(6)];
  const old = account({ id: "old", mask: "1111", transactions: first, readOn: "2026-08-10" });
  const fresh = account({ id: "fresh", mask: "2222", transactions: second });
  const items = [item([old], { id: "1", lastUpdatedAt: "2026-08-10T11:00:00.000Z" }), item([fresh], { id: "2" })];
  const there = findRent(modelOf(report(items)));
  expect(there).toMatchObject([{ inARow: 12, isCurrent: true, medianCents: 1_480_00 }]);
  const shown = (streams: typeof there) => streams.map(({ lines }) => lines.map((one) => [one.key, one.account.id]));
  expect(shown(findRent(modelOf(report([...items].reverse()))))).toEqual(shown(there));
  expect(there[0]!.lines.map(({ day }) => day)).toEqual(there[0]!.lines.map(({ day }) => day).sort((a, b) => a - b));
  const moved = account({ id: "moved", mask: "2222", transactions: first.slice(0, 1) });
  expect(findRent(modelOf(report([items[0]!, item([moved], { id: "2" })])))).toMatchObject([{ isCurrent: false }]);
  // Read in August alone, the same rent is not current by November.
  const stale = findRent(modelOf(report([item([{ ...old, transactions: rentOf(12, 1_480_00, "2026-06-03") }])])));
  expect(stale).toMatchObject([{ isCurrent: false }]);
});

test("rent of an account that the lender leaves out, or in another currency, is none", () => {
  expect(findRent(modelWith(rentOf(12), { uncounted: ["checking"] }))).toEqual([]);
  expect(findRent(modelOf(report([item([account({ transactions: rentOf(12), currency: "CAD" })])])))).toEqual([]);
  expect(findRent(modelOf(report([item([account({ transactions: rentOf(12), type: "credit" })])])))).toEqual([]);
});

describe("what is reported of rent", () => {
  const findings = (count: number, loan: Loan = BUYER, programs: readonly Program[] = PROGRAMS) => {
    const model = modelWith(rentOf(count));
    return evaluateRent(findRent(model), { model, loan, programs });
  };

  test("names the amount, the last payment and the reason", () => {
    expect(findings(12).findings.map(({ text }) => text)).toEqual([
      "Rent of $1,480.00 a month to Avail, last on Nov 3, 2026: eligible as a positive rent history (12 months in a row).",
      "Rent of $1,480.00 a month to Avail, last on Nov 3, 2026: eligible as a positive rent history (12 months in a row). FHA also asks for the lease.",
    ]);
    expect(findings(12, { ...BUYER, transactionType: "rate_term" }).findings[0]!.text).toContain("(not a purchase).");
  });

  test("is reported once for FHA and once for the other programs, if there are any", () => {
    const reported = (...programs: Program[]) => findings(12, BUYER, programs).findings.map((one) => one.programs);
    expect(reported("fha")).toEqual([["fha"]]);
    expect(reported("fannie")).toEqual([["fannie"]]);
    expect(reported("fannie", "fha")).toEqual([["fannie"], ["fha"]]);
  });

  test("under FHA is the score only where the rent itself suffices", () => {
    const why = (count: number, creditScore: number) =>
      findings(count, { ...BUYER, creditScore }).findings.map(({ inputs }) => inputs.why);
    expect(why(12, 619)).toEqual(["12 months in a row", "Credit score below 620"]);
    expect(why(11, 619)).toEqual(["11 of 12 months in a row", "11 of 12 months in a row"]);
  });

  test.each(["transactionType", "occupancy", "isFirstTimeBuyer"] as const)("waits for %s alone", (field) => {
    const { [field]: _left, ...rest } = BUYER;
    const { rows, notEvaluated } = findings(12, rest);
    expect(rows).toMatchObject([{ isEligible: null }]);
    expect(notEvaluated).toEqual([{ ruleId: "R15", programs: PROGRAMS, missing: [field] }]);
  });
});

test("no data and huge sums are no failure", () => {
  expect(read(modelOf(report([])))).toMatchObject({ rows: [], findings: [], notEvaluated: [] });
  expect(read(modelWith(rentOf(3, Number.MAX_SAFE_INTEGER))).rows).toMatchObject([{ monthlyCents: 100_000_000_000 }]);
  const one = Array.from({ length: 20_000 }, (_, at) =>
    paid("ZELLE TO MARLA STONE", 500_00 + (at % 900), addDays("2026-01-01", at % 300), { id: String(at) }),
  );
  expect(findRent(modelWith(one))).toHaveLength(1);
});
