import fc from "fast-check";
import type { Loan } from "#features/borrowers/contract.ts";
import { describe, expect, test } from "vitest";
import {
  evaluateObligations,
  findDebts,
  findObligations,
  findOtherProperties,
  findSupport,
  findTaxPlans,
} from "./debts.ts";
import { addMonths } from "./days.ts";
import type { ConfirmationKind, EvidenceSource, Program } from "./evaluation.ts";
import type { Model } from "./model.ts";
import type { ReportTransaction } from "./parsed-report.ts";
import { account, daysAgo, item, line, modelOf, report, type ModelOptions } from "./test-model.ts";

const PROGRAMS: readonly Program[] = ["fannie", "freddie", "fha"];
type Liability = NonNullable<Loan["disclosedLiabilities"]>[number];

const paid = (description: string, cents: number, date: string, more: Partial<ReportTransaction> = {}) =>
  line(cents, date, { id: `${description} ${date} ${cents}`, description, ...more });
const paidOn = (dates: readonly string[], description: string, cents: number, more: Partial<ReportTransaction> = {}) =>
  dates.map((date) => paid(description, cents, date, more));
const monthly = (count: number, newest = "2026-11-05") =>
  Array.from({ length: count }, (_, at) => addMonths(newest, at - count + 1));
const everyDays = (gap: number, count: number, newestAgo = 3) =>
  Array.from({ length: count }, (_, at) => daysAgo(newestAgo + gap * (count - 1 - at)));

const confirming =
  (kind: ConfirmationKind, payee: string): NonNullable<ModelOptions["confirmed"]> =>
  (asked, subject) =>
    asked === kind && subject.payee === payee
      ? { id: "confirmation", kind, subject: { payee }, reason: "Not the borrower's", hasDocument: false }
      : undefined;

function modelWith(transactions: readonly ReportTransaction[], options: ModelOptions = {}): Model {
  return modelOf(report([item([account({ transactions: [...transactions] })])]), options);
}

function evaluated(model: Model, liabilities: readonly Liability[] = [], more: Loan = {}, programs = PROGRAMS) {
  const loan: Loan = { transactionType: "purchase", disclosedLiabilities: [...liabilities], ...more };
  const result = evaluateObligations(findObligations(model), { model, loan, programs });
  return {
    ...result,
    of: (code: string) => result.findings.filter((one) => one.code === code),
    codes: result.findings.map(({ code, severity, programs: under }) => `${code} ${severity} ${under.join()}`).sort(),
  };
}

const ALL = "fannie,freddie,fha";
const installment = (creditor: string, monthlyPayment: number): Liability => ({
  creditor,
  monthlyPayment,
  type: "installment",
});
const revolving = (creditor: string, monthlyPayment: number): Liability => ({
  creditor,
  monthlyPayment,
  type: "revolving",
});

describe("debts that are not on the application", () => {
  test("three creditors are one finding each, and FHA asks to resubmit above $100.00", () => {
    const model = modelWith([
      ...paidOn(monthly(4), "CAPITAL ONE AUTO DES:CARPAY", 121_40),
      ...paidOn(everyDays(14, 3), "KLARNA*PAYMENT", 31_25),
      paid("DISCOVER E-PAYMENT 7733", 612_40, "2026-09-11"),
      paid("DISCOVER E-PAYMENT 7733", 88_10, "2026-10-14"),
      paid("DISCOVER E-PAYMENT 7733", 1_204_00, "2026-11-12"),
    ]);
    const result = evaluated(model);
    expect(result.codes).toEqual([
      "RESUBMIT blocker fha",
      `UNDISCLOSED_DEBT review ${ALL}`,
      `UNDISCLOSED_DEBT review ${ALL}`,
      `UNDISCLOSED_DEBT review ${ALL}`,
    ]);
    expect(result.undisclosedMonthlyCents).toBe(189_11);
    expect(result.debts).toMatchObject([
      {
        creditor: "Capital One Auto",
        kind: "loan",
        cadence: "monthly",
        monthlyCents: 121_40,
        occurrences: 4,
        isDisclosed: false,
      },
      { creditor: "Discover Card", kind: "card", cadence: "monthly", monthlyCents: null, occurrences: 3 },
      { creditor: "Klarna", kind: "bnpl", cadence: "biweekly", monthlyCents: 67_71, isActive: true },
    ]);
    expect(result.of("RESUBMIT")[0]).toMatchObject({
      clearedBy: [{ by: "loanTerms", fields: ["disclosedLiabilities"] }, { by: "waiver" }],
      inputs: { undisclosedMonthlyCents: 189_11, unknownPayments: 1 },
    });
  });

  test("$185.40 three times must be resubmitted, $95.00 is a review alone", () => {
    const of = (cents: number) => evaluated(modelWith(paidOn(monthly(3), "CAPITAL ONE AUTO DES:CARPAY", cents))).codes;
    expect(of(185_40)).toEqual(["RESUBMIT blocker fha", `UNDISCLOSED_DEBT review ${ALL}`]);
    expect(of(95_00)).toEqual([`UNDISCLOSED_DEBT review ${ALL}`]);
  });

  test("exactly $100.00 is not above, and a cent more is", () => {
    const of = (cents: number) =>
      evaluated(modelWith(paidOn(monthly(3), "CAPITAL ONE AUTO DES:CARPAY", cents))).of("RESUBMIT");
    expect(of(100_00)).toEqual([]);
    expect(of(100_01)).toMatchObject([{ severity: "blocker" }]);
  });

  test("a card whose minimum is unknown makes FHA look again", () => {
    const result = evaluated(modelWith(paidOn(monthly(3), "DISCOVER E-PAYMENT 7733", 612_40)));
    expect(result.codes).toEqual(["RESUBMIT review fha", `UNDISCLOSED_DEBT review ${ALL}`]);
    expect(result.undisclosedMonthlyCents).toBe(0);
  });

  test("a known lender is paid twice, an unknown one three times", () => {
    expect(evaluated(modelWith(paidOn(monthly(2), "MARINER FINANCE DES:PYMT", 95_00))).debts).toHaveLength(1);
    expect(evaluated(modelWith(paidOn(monthly(1), "MARINER FINANCE DES:PYMT", 95_00))).debts).toEqual([]);
    expect(evaluated(modelWith(paidOn(monthly(2), "OAKHURST FINANCE PYMT", 95_00))).debts).toEqual([]);
    expect(evaluated(modelWith(paidOn(monthly(3), "OAKHURST FINANCE PYMT", 95_00))).debts).toHaveLength(1);
  });

  test.each([
    ["weekly", everyDays(7, 6), 95_00, 411_67],
    ["biweekly", everyDays(14, 4), 95_00, 205_83],
    [
      "daily",
      ["2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05", "2026-11-06", "2026-11-09", "2026-11-10", "2026-11-12"],
      120_00,
      2_600_00,
    ],
  ] as const)("%s payments are counted by month", (cadence, dates, cents, monthlyCents) => {
    expect(evaluated(modelWith(paidOn(dates, "MARINER FINANCE DES:PYMT", cents))).debts).toMatchObject([
      { cadence, monthlyCents },
    ]);
  });

  test("amounts within 10 % are one debt with their median, others are two", () => {
    const three = (last: number) => {
      const [first, second, third] = monthly(3);
      return [
        paid("MARINER FINANCE DES:PYMT", 200_00, first!),
        paid("MARINER FINANCE DES:PYMT", 210_00, second!),
        paid("MARINER FINANCE DES:PYMT", last, third!),
      ];
    };
    expect(evaluated(modelWith(three(220_00))).debts).toMatchObject([{ medianCents: 210_00, occurrences: 3 }]);
    expect(evaluated(modelWith(three(220_01))).debts).toMatchObject([{ medianCents: 205_00, occurrences: 2 }]);
  });

  test("two loans of one lender with near amounts are two debts and one finding", () => {
    const near = modelWith([
      ...paidOn(monthly(4), "NAVIENT DES:LOAN PYMT", 198_00),
      ...paidOn(monthly(4), "NAVIENT DES:LOAN PYMT", 210_00),
    ]);
    const result = evaluated(near);
    expect(result.debts.map(({ monthlyCents }) => monthlyCents)).toEqual([210_00, 198_00]);
    expect(result.of("UNDISCLOSED_DEBT")).toMatchObject([
      { subject: "Navient", inputs: { monthlyCents: 408_00, payments: 8 } },
    ]);
    const apart = modelWith([
      ...paidOn(monthly(4), "NAVIENT DES:LOAN PYMT", 198_00),
      ...paidOn(monthly(4, "2026-11-08"), "NAVIENT DES:LOAN PYMT", 210_00),
    ]);
    expect(evaluated(apart).debts.map(({ monthlyCents }) => monthlyCents)).toEqual([210_00, 198_00]);
    const equal = paidOn(monthly(4), "NAVIENT DES:LOAN PYMT", 150_00);
    const again = equal.map((one) => ({ ...one, id: `${one.id} again` }));
    expect(evaluated(modelWith([...equal, ...again])).debts).toMatchObject([
      { monthlyCents: 150_00, transactionIds: equal.map(({ id }) => id) },
      { monthlyCents: 150_00, transactionIds: again.map(({ id }) => id) },
    ]);
  });

  test("payments of accounts that do not count and of one that is left out are read", () => {
    const result = evaluated(
      modelWith(paidOn(monthly(3), "MARINER FINANCE DES:PYMT", 260_00), { uncounted: ["checking"] }),
    );
    expect(result.codes).toEqual(["RESUBMIT blocker fha", `UNDISCLOSED_DEBT review ${ALL}`]);
  });

  test("a creditor without a name is named by the first 60 characters of the bank's text", () => {
    const text = "LOAN PAYMENT ".repeat(5);
    expect(evaluated(modelWith(paidOn(monthly(3), text, 260_00))).debts).toMatchObject([
      { creditor: "LOAN PAYMENT LOAN PAYMENT LOAN PAYMENT LOAN PAYMENT LOAN PAY", payeeId: null },
    ]);
  });

  test("a payment in another currency is a debt of an unknown amount", () => {
    const lines = paidOn(monthly(3), "MARINER FINANCE DES:PYMT", 260_00);
    const model = modelOf(report([item([account({ transactions: lines, currency: "CAD" })])]));
    expect(evaluated(model).debts).toMatchObject([{ monthlyCents: null, cadence: "monthly" }]);
  });

  test("a leg of a transfer, a pending payment and a single payment are none", () => {
    const lines = paidOn(monthly(3), "MARINER FINANCE DES:PYMT", 260_00);
    expect(evaluated(modelWith(lines, { matched: lines.map(({ id }) => id) })).debts).toEqual([]);
    expect(evaluated(modelWith(lines.map((one) => ({ ...one, pending: true })))).debts).toEqual([]);
    expect(evaluated(modelWith(lines.slice(0, 1))).debts).toEqual([]);
  });

  test("a reviewer confirms that a payee is no debt", () => {
    const lines = paidOn(monthly(3), "MARINER FINANCE DES:PYMT", 260_00);
    const [open] = evaluated(modelWith(lines)).of("UNDISCLOSED_DEBT");
    const result = evaluated(modelWith(lines, { confirmed: confirming("noDebt", open!.subject!) }));
    expect(result.findings).toEqual([]);
    expect(result.undisclosedMonthlyCents).toBe(0);
    expect(result.debts).toMatchObject([{ isConfirmedNoDebt: true, isDisclosed: false }]);
  });

  test("the next payment leaves the condition as it was, with other facts", () => {
    const [before] = evaluated(modelWith(paidOn(monthly(3, "2026-10-05"), "MARINER FINANCE DES:PYMT", 260_00))).of(
      "UNDISCLOSED_DEBT",
    );
    const [after] = evaluated(modelWith(paidOn(monthly(4), "MARINER FINANCE DES:PYMT", 260_00))).of("UNDISCLOSED_DEBT");
    expect(after!.key).toBe(before!.key);
    expect(after!.factsHash).not.toBe(before!.factsHash);
  });

  test("a payment on a loan that the borrower's own plan secures is no debt for Fannie Mae", () => {
    const result = evaluated(modelWith(paidOn(monthly(3), "FIDELITY 401K LOAN PAYMENT", 160_00)));
    expect(result.of("UNDISCLOSED_DEBT")).toMatchObject([{ programs: ["freddie", "fha"] }]);
    const both = [
      ...paidOn(monthly(3), "UPSTART 457 LOAN PAYMENT", 160_00),
      ...paidOn(monthly(3), "UPSTART DES:PAYMENT", 410_00),
    ];
    expect(evaluated(modelWith(both)).of("UNDISCLOSED_DEBT")).toMatchObject([{ programs: PROGRAMS }]);
  });

  test("the minimum payment is asked for where a creditor has cards alone", () => {
    const card = paidOn(monthly(3), "LENDINGCLUB CARD PAYMENT", 612_40);
    const loan = paidOn(monthly(3), "LENDINGCLUB DES:LOAN PYMT", 260_00);
    const text = (lines: readonly ReportTransaction[]) => evaluated(modelWith(lines)).of("UNDISCLOSED_DEBT")[0]!.text;
    expect(text(card)).toContain("The minimum payment is not known; enter it.");
    expect(text([...card, ...loan])).toContain("A part of the monthly payment is not known; enter it.");
  });
});

describe("household payees", () => {
  const HOUSEHOLD = [
    "VERIZON WIRELESS PYMT",
    "PLANET FITNESS CLUB PYMT",
    "BRIGHT HORIZONS PYMT",
    "AMERIPRISE FINANCIAL",
    "TRANSFER TO NAVY FEDERAL CREDIT UNION",
    "T-MOBILE PCS SVC PYMT",
    "COMCAST CABLE PYMT",
    "GEICO AUTO DES:PAYMENT",
  ];

  test("are no debts", () => {
    const lines = HOUSEHOLD.flatMap((name, at) => paidOn(monthly(3), name, 139_00 + at * 5_000));
    expect(evaluated(modelWith(lines))).toMatchObject({ debts: [], undisclosedMonthlyCents: 0, findings: [] });
  });

  test("are no debts whatever the category says", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          "VERIZON WIRELESS PYMT",
          "T-MOBILE PCS SVC PYMT",
          "COMCAST CABLE PYMT",
          "GEICO AUTO DES:PAYMENT",
          "PLANET FITNESS CLUB PYMT",
        ),
        fc.constantFrom(
          "LOAN_PAYMENTS_OTHER_PAYMENT",
          "LOAN_PAYMENTS_PERSONAL_LOAN_PAYMENT",
          "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT",
          "LOAN_PAYMENTS_CAR_PAYMENT",
        ),
        fc.integer({ min: 1_00, max: 9_000_00 }),
        fc.integer({ min: 3, max: 12 }),
        (name, detailed, cents, count) => {
          const more = { categoryPrimary: "LOAN_PAYMENTS", categoryDetailed: detailed };
          const model = modelWith(paidOn(monthly(count), name, cents, more));
          expect(evaluated(model).debts).toEqual([]);
          // Not even if the classifier took the category's word for it.
          const fooled = modelWith(paidOn(monthly(count), name, cents, more), { classes: { [name]: "loan_payment" } });
          expect(evaluated(fooled).debts).toEqual([]);
        },
      ),
    );
  });
});

describe("debts on the application", () => {
  test("a card that is paid in full is disclosed by its name", () => {
    const [first, second, third] = monthly(3);
    const model = modelWith([
      paid("CAPITAL ONE CRCARDPMT", 2_140_00, first!),
      paid("CAPITAL ONE CRCARDPMT", 1_870_00, second!),
      paid("CAPITAL ONE CRCARDPMT", 2_015_00, third!),
    ]);
    const result = evaluated(model, [revolving("Capital One", 40_00)]);
    expect(result.debts).toMatchObject([
      { kind: "card", isDisclosed: true, disclosedAs: "Capital One", disclosedCents: 40_00 },
    ]);
    expect(result.findings).toEqual([]);
  });

  test("a card does not disclose the same bank's auto loan", () => {
    const model = modelWith(paidOn(monthly(3), "CAPITAL ONE AUTO DES:CARPAY", 500_00));
    expect(evaluated(model, [revolving("Capital One", 40_00)]).of("UNDISCLOSED_DEBT")).toHaveLength(1);
    expect(evaluated(model, [installment("Capital One Auto", 500_00)]).findings).toEqual([]);
  });

  test("an alias is enough to find the creditor", () => {
    const model = modelWith(paidOn(monthly(3), "AES STDNT LOAN", 198_00));
    expect(evaluated(model, [installment("American Education Services", 198_00)]).findings).toEqual([]);
  });

  test.each([
    [84_99, ["UNDISCLOSED_DEBT"]],
    [85_00, []],
    [115_00, []],
    [115_01, ["DEBT_AMOUNT_DIFFERS"]],
  ])("%i cents paid on a debt of $100.00", (cents, expected) => {
    const model = modelWith(paidOn(monthly(3), "TOYOTA ACH RTL", cents));
    expect(evaluated(model, [installment("Toyota Motor Credit", 100_00)]).findings.map(({ code }) => code)).toEqual(
      expected,
    );
  });

  test("extra principal is asked about after three payments in a row, and is not in FHA's sum", () => {
    const lines = paidOn(monthly(3), "TOYOTA ACH RTL", 500_00);
    const toyota = [installment("Toyota Motor Credit", 388_00)];
    const result = evaluated(modelWith(lines), toyota);
    expect(result.codes).toEqual([`DEBT_AMOUNT_DIFFERS review ${ALL}`]);
    expect(result.undisclosedMonthlyCents).toBe(0);
    expect(evaluated(modelWith(lines.slice(1)), toyota).findings).toEqual([]);
    const { subject } = result.findings[0]!;
    expect(evaluated(modelWith(lines, { confirmed: confirming("extraPrincipal", subject!) }), toyota).findings).toEqual(
      [],
    );
  });

  test("two loans of one creditor are matched one to one by amount", () => {
    const model = modelWith([
      ...paidOn(monthly(3), "NAVIENT DES:LOAN PYMT", 410_00),
      ...paidOn(monthly(3), "NAVIENT DES:LOAN PYMT", 150_00),
    ]);
    expect(evaluated(model, [installment("Navient", 150_00), installment("Navient", 400_00)]).findings).toEqual([]);
    expect(evaluated(model, [installment("Navient", 150_00)]).of("UNDISCLOSED_DEBT")).toMatchObject([
      { inputs: { monthlyCents: 410_00 } },
    ]);
  });

  test("several payments on one loan are compared with it as a sum", () => {
    const model = modelWith([
      ...paidOn(monthly(3), "NAVIENT DES:LOAN PYMT", 210_00),
      ...paidOn(monthly(3), "NAVIENT DES:LOAN PYMT", 150_00),
    ]);
    expect(evaluated(model, [installment("Navient", 360_00)])).toMatchObject({
      findings: [],
      debts: [{ disclosedCents: 360_00 }, { disclosedCents: 360_00 }],
    });
  });

  test("the loans of a creditor disclose one payment, and not a lease of the same amount as well", () => {
    const model = modelWith([
      ...paidOn(monthly(3), "UPSTART DES:LOAN PYMT", 360_00),
      ...paidOn(monthly(3), "UPSTART DES:LEASE PAYMENT", 360_00),
    ]);
    const both = [installment("Upstart", 210_00), installment("Upstart", 150_00)];
    expect(evaluated(model, both).debts.map(({ kind, isDisclosed }) => [kind, isDisclosed])).toEqual([
      ["lease", true],
      ["loan", false],
    ]);
  });

  test("a loan that is as near to a larger one as to a smaller one is the larger one", () => {
    const model = modelWith(paidOn(monthly(3), "NAVIENT DES:LOAN PYMT", 100_00));
    const both = [installment("Navient", 90_00), installment("Navient", 110_00)];
    expect(evaluated(model, both).debts).toMatchObject([{ disclosedCents: 110_00 }]);
    expect(evaluated(model, both.reverse()).debts).toMatchObject([{ disclosedCents: 110_00 }]);
  });

  test("one payment for several loans of a servicer is compared with their sum", () => {
    const model = modelWith(paidOn(monthly(3), "NAVIENT DES:LOAN PYMT", 360_00));
    const both = [installment("Navient", 210_00), installment("Navient", 150_00)];
    expect(evaluated(model, both)).toMatchObject({
      findings: [],
      debts: [{ isDisclosed: true, disclosedCents: 360_00 }],
    });
    // The median is within 115 % of the sum, and the last three payments are above.
    const rising = [400_00, 400_00, 400_00, 400_00, 415_00, 415_00, 415_00];
    const lines = monthly(7).map((date, at) => paid("NAVIENT DES:LOAN PYMT", rising[at]!, date));
    expect(evaluated(modelWith(lines), both).of("DEBT_AMOUNT_DIFFERS")).toMatchObject([
      { inputs: { disclosedCents: 360_00 } },
    ]);
  });
});

describe("debts that ended", () => {
  test("less than a year ago are named, older ones are not", () => {
    const model = modelWith([
      ...paidOn(["2025-07-10", "2025-08-10", "2025-09-10"], "NAVIENT DES:LOAN PYMT", 265_00),
      ...paidOn(["2026-03-01", "2026-04-01", "2026-05-01", "2026-06-01"], "AES STDNT LOAN", 198_00),
    ]);
    const result = evaluated(model);
    expect(result.codes).toEqual([`DEBT_ENDED info ${ALL}`]);
    expect(result.debts).toMatchObject([
      { creditor: "American Education Services", isActive: false, lastPaidOn: "2026-06-01" },
    ]);
    expect(result.undisclosedMonthlyCents).toBe(0);
  });

  test.each([
    ["monthly", 30, 45],
    ["weekly", 7, 10],
    ["biweekly", 14, 21],
  ])("a %s debt is active for one and a half cadences", (_name, gap, most) => {
    const of = (ago: number) =>
      evaluated(modelWith(paidOn(everyDays(gap, 4, ago), "MARINER FINANCE DES:PYMT", 260_00))).debts;
    expect(of(most)).toMatchObject([{ isActive: true }]);
    expect(of(most + 1)).toMatchObject([{ isActive: false }]);
  });

  test("a bank that was read long ago does not end a debt", () => {
    const stale = `${daysAgo(60)}T11:00:00.000Z`;
    const lines = paidOn(everyDays(30, 4, 70), "MARINER FINANCE DES:PYMT", 260_00);
    expect(
      evaluated(modelOf(report([item([account({ transactions: lines })], { lastUpdatedAt: stale })]))).debts,
    ).toMatchObject([{ isActive: true }]);
  });

  test("a new payment amount does not end the debt before", () => {
    const dates = monthly(6);
    const model = modelWith([
      ...paidOn(dates.slice(0, 3), "NAVIENT DES:LOAN PYMT", 198_00),
      ...paidOn(dates.slice(3), "NAVIENT DES:LOAN PYMT", 265_00),
    ]);
    expect(evaluated(model, [installment("Navient", 265_00)])).toMatchObject({
      findings: [],
      debts: [{ monthlyCents: 265_00 }],
    });
  });
});

describe("support, other properties and taxes", () => {
  const CASE_78 = [
    ...paidOn(monthly(3), "TX CHILD SUPPORT SDU", 650_00),
    ...paidOn(monthly(3), "PENNYMAC DES:MTG PYMT", 1_912_44),
    ...paidOn(monthly(3), "IRS USATAXPYMT", 250_00),
    paid("LEVY", 900_00, "2026-10-20"),
  ];

  test("support, a mortgage, a tax plan and a levy", () => {
    const result = evaluated(modelWith(CASE_78));
    expect(result.codes).toEqual([
      `LEVY review ${ALL}`,
      "RESUBMIT blocker fha",
      `SUPPORT_PAID review ${ALL}`,
      `TAX_PLAN review ${ALL}`,
      "UNDISCLOSED_MORTGAGE blocker fha",
      "UNDISCLOSED_MORTGAGE review fannie,freddie",
    ]);
    expect(result.undisclosedMonthlyCents).toBe(900_00);
    expect(result.debts.map(({ kind, monthlyCents }) => [kind, monthlyCents])).toEqual([
      ["support", 650_00],
      ["mortgage", 1_912_44],
      ["tax_plan", 250_00],
    ]);
    expect(result.support).toMatchObject([{ monthlyCents: 650_00, lastPaidOn: "2026-11-05" }]);
    expect(result.otherProperties).toMatchObject([{ payee: "PennyMac", monthlyCents: 1_912_44 }]);
  });

  test("all of them on the application are nothing", () => {
    const result = evaluated(modelWith(CASE_78.slice(0, -1)), [
      { creditor: "Child support", monthlyPayment: 650_00, type: "other" },
      { creditor: "Internal Revenue Service", monthlyPayment: 250_00, type: "installment" },
      { creditor: "PennyMac", monthlyPayment: 1_912_44, type: "installment" },
    ]);
    expect(result.findings).toEqual([]);
    expect(result.debts.map(({ isDisclosed }) => isDisclosed)).toEqual([true, true, true]);
  });

  test("each part is found by itself", () => {
    const model = modelWith(CASE_78);
    expect(findDebts(model)).toEqual([]);
    expect(findSupport(model)).toHaveLength(1);
    expect(findOtherProperties(model).mortgages).toHaveLength(1);
    expect(findTaxPlans(model)).toMatchObject({ taxPlans: [{ monthlyCents: 250_00 }], levies: [{ cents: 900_00 }] });
  });

  test("$300.00 of support a week is $1,300.00 a month", () => {
    expect(evaluated(modelWith(paidOn(everyDays(7, 5), "TX CHILD SUPPORT SDU", 300_00))).support).toMatchObject([
      { monthlyCents: 1_300_00 },
    ]);
  });

  test("one payment of support is named without an amount a month", () => {
    const result = evaluated(modelWith([paid("TX CHILD SUPPORT SDU", 650_00, "2026-11-05")]));
    expect(result.codes).toEqual(["RESUBMIT review fha", `SUPPORT_PAID review ${ALL}`]);
    expect(result.support).toMatchObject([{ monthlyCents: null }]);
  });

  test("support received is no debt", () => {
    expect(
      evaluated(modelWith(monthly(3).map((date) => line(-650_00, date, { description: "TX CHILD SUPPORT SDU" }))))
        .findings,
    ).toEqual([]);
  });

  test("a court is paid support only month after month", () => {
    expect(evaluated(modelWith(paidOn(monthly(2), "HARRIS COUNTY COURT", 200_00))).findings).toEqual([]);
    expect(evaluated(modelWith(paidOn(monthly(3), "HARRIS COUNTY COURT", 200_00))).of("SUPPORT_PAID")).toHaveLength(1);
  });

  test("a refinance pays off the mortgage that it replaces, and no second one", () => {
    const one = paidOn(monthly(3), "PENNYMAC DES:MTG PYMT", 1_912_44);
    const two = paidOn(monthly(3), "SHELLPOINT MTG DES:WEB PAY", 455_00);
    const refinance: Loan = { transactionType: "rate_term" };
    expect(evaluated(modelWith(one), [], refinance).findings).toEqual([]);
    expect(
      evaluated(modelWith([...one, ...two]), [], refinance)
        .of("UNDISCLOSED_MORTGAGE")
        .map(({ inputs }) => inputs.monthlyCents),
    ).toEqual([455_00, 455_00]);
    expect(evaluated(modelWith(one)).of("UNDISCLOSED_MORTGAGE")).toHaveLength(2);
  });

  test("the payment of another financed property discloses its mortgage", () => {
    const model = modelWith(paidOn(monthly(3), "PENNYMAC DES:MTG PYMT", 1_912_44));
    const owning = (monthlyPayment: number): Loan => ({
      financedProperties: [{ unpaidPrincipal: 200_000_00, monthlyPayment, isPrincipal: false }],
    });
    expect(evaluated(model, [], owning(1_912_44)).of("UNDISCLOSED_MORTGAGE")).toEqual([]);
    expect(evaluated(model, [], owning(900_00)).of("UNDISCLOSED_MORTGAGE")).toHaveLength(2);
  });

  test("a mortgage may be paid for another person", () => {
    const confirmed = confirming("paidForAnother", "PennyMac");
    const result = evaluated(modelWith(paidOn(monthly(3), "PENNYMAC DES:MTG PYMT", 1_912_44), { confirmed }));
    expect(result.findings).toEqual([]);
  });

  test.each([
    ["association dues", paidOn(monthly(2), "RIVER OAKS HOA DUES", 85_00)],
    ["property tax", [paid("TRAVIS COUNTY TAX OFFICE", 3_100_00, "2026-01-20")]],
    ["landlord insurance", [paid("AMERICAN MODERN DWELLING FIRE PREM", 156_00, "2026-10-01")]],
    [
      "rent received",
      monthly(2).map((date) => line(-1_650_00, date, { description: "APPFOLIO OWNER DRAW DES:PROPERTY" })),
    ],
  ])("%s shows another property", (_name, lines) => {
    const result = evaluated(modelWith(lines));
    expect(result.codes).toEqual([`OTHER_PROPERTY review ${ALL}`]);
    expect(result.otherProperties).toHaveLength(1);
    expect(result.undisclosedMonthlyCents).toBe(0);
    const { subject } = result.findings[0]!;
    expect(evaluated(modelWith(lines, { confirmed: confirming("paidForAnother", subject!) })).findings).toEqual([]);
    const listed: Loan = { financedProperties: [{ unpaidPrincipal: 1, monthlyPayment: 1, isPrincipal: true }] };
    expect(evaluated(modelWith(lines), [], listed).findings).toEqual([]);
  });

  test("rent shows another property only once it is posted, and to an account of the borrower's", () => {
    const rent = (more: Partial<ReportTransaction> = {}) =>
      monthly(3).map((date) => line(-1_650_00, date, { description: "APPFOLIO OWNER DRAW DES:PROPERTY", ...more }));
    const found = (lines: readonly ReportTransaction[], options?: ModelOptions) =>
      findOtherProperties(modelWith(lines, options)).otherProperties;
    expect(found(rent())).toHaveLength(1);
    expect(found(rent({ pending: true }))).toEqual([]);
    expect(found(rent(), { uncounted: [account({}).id] })).toEqual([]);
  });

  test("a refinanced home has dues and taxes of its own", () => {
    const lines = [
      ...paidOn(monthly(2), "RIVER OAKS HOA DUES", 85_00),
      paid("TRAVIS COUNTY TAX OFFICE", 3_100_00, "2026-01-20"),
    ];
    expect(
      evaluated(modelWith(lines), [], { transactionType: "cash_out", occupancy: "primary", units: 1 }).findings,
    ).toEqual([]);
  });

  test("quarterly estimates and unequal payments are no tax plan", () => {
    const quarterly = paidOn(
      ["2026-01-15", "2026-04-15", "2026-06-15", "2026-09-15"],
      "IRS DES:USATAXPYMT 1040ES",
      3_100_00,
    );
    expect(evaluated(modelWith(quarterly)).findings).toEqual([]);
    const unequal = monthly(3).map((date, at) => paid("IRS USATAXPYMT", 250_00 + at, date));
    expect(evaluated(modelWith(unequal)).findings).toEqual([]);
    expect(evaluated(modelWith(paidOn(monthly(2), "IRS USATAXPYMT", 250_00))).of("TAX_PLAN")).toHaveLength(1);
  });

  test("a letter covers a levy and those before it, and none that comes later", () => {
    const lines = [paid("LEVY", 900_00, "2026-09-20"), paid("LEVY", 400_00, "2026-10-20")];
    const about = (at: number): EvidenceSource[] => [
      { transactionId: lines[at]!.id, kind: "letter", sourcedCents: 1, hasDocument: true, reason: null },
    ];
    expect(evaluated(modelWith(lines)).of("LEVY")).toMatchObject([
      { transactionIds: [lines[1]!.id, lines[0]!.id], inputs: { takenCents: 1_300_00 } },
    ]);
    expect(evaluated(modelWith(lines, { evidence: about(1) })).findings).toEqual([]);
    expect(evaluated(modelWith(lines, { evidence: about(0) })).of("LEVY")).toMatchObject([
      { transactionIds: [lines[1]!.id] },
    ]);
    expect(evaluated(modelWith([paid("LEVY", 900_00, daysAgo(366))])).findings).toEqual([]);
  });

  test("a meal at a company of that name and money to a person are no levy", () => {
    const meal = paid("LEVY RESTAURANTS AT STADIUM", 48_00, "2026-10-20", { categoryPrimary: "FOOD_AND_DRINK" });
    expect(evaluated(modelWith([meal, paid("ZELLE TO EUGENE LEVY", 48_00, "2026-10-21")])).of("LEVY")).toEqual([]);
  });
});

describe("payments to one lender", () => {
  const NAVIENT = "NAVIENT DES:LOAN PYMT";
  const dates = monthly(6);
  const amounts = (lines: readonly ReportTransaction[]) =>
    evaluated(modelWith(lines)).debts.map(({ medianCents, occurrences }) => [medianCents, occurrences]);
  const twice = (on: readonly string[]) => on.map((date) => paid(NAVIENT, 150_00, date, { id: `${date} again` }));

  test.each([
    [4, 2, 2],
    [5, 2, 1],
    [6, 3, 2],
    [2, 1, 1],
    [3, 3, 2],
  ])("on %i days, twice on %i of them, are %i debts", (days, doubled, debts) => {
    const on = dates.slice(-days);
    expect(amounts([...paidOn(on, NAVIENT, 150_00), ...twice(on.slice(-doubled))])).toEqual(
      debts === 1
        ? [[150_00, days + doubled]]
        : [
            [150_00, days],
            [150_00, doubled],
          ],
    );
  });

  test("of two amounts on days of their own are two debts after two months", () => {
    const lines = [...paidOn(monthly(2), NAVIENT, 200_00), ...paidOn(monthly(2, "2026-11-08"), NAVIENT, 210_00)];
    expect(amounts(lines)).toEqual([
      [210_00, 2],
      [200_00, 2],
    ]);
  });

  test("of two amounts side by side are two debts, and one after the other are one", () => {
    const of = (first: number, from: number, second: number) =>
      amounts([...paidOn(dates.slice(0, 3), NAVIENT, first), ...paidOn(dates.slice(from, from + 3), NAVIENT, second)]);
    for (const [first, second] of [
      [200_00, 210_00],
      [210_00, 200_00],
    ] as const) {
      expect(of(first, 1, second)).toEqual([
        [210_00, 3],
        [200_00, 3],
      ]);
      expect(of(first, 2, second)).toEqual([[205_00, 6]]);
      expect(of(first, 3, second)).toEqual([[205_00, 6]]);
    }
  });

  test("ended unless the lender is paid another amount since", () => {
    const of = (from: number) =>
      evaluated(
        modelWith([...paidOn(dates.slice(0, 3), NAVIENT, 198_00), ...paidOn(dates.slice(from), NAVIENT, 265_00)]),
      ).of("DEBT_ENDED");
    expect(of(2)).toHaveLength(1);
    expect(of(3)).toEqual([]);
  });

  test.each([
    [365, 1],
    [366, 0],
  ])("ended %i days ago: %i", (ago, found) => {
    const model = modelWith([
      ...paidOn(everyDays(30, 4, ago), NAVIENT, 198_00),
      ...paidOn(everyDays(30, 4, ago), "PENNYMAC DES:MTG PYMT", 1_912_44),
      ...paidOn(everyDays(30, 4, ago), "TX CHILD SUPPORT SDU", 650_00),
      paid("TRAVIS COUNTY TAX OFFICE", 3_100_00, daysAgo(ago)),
      paid("LEVY", 900_00, daysAgo(ago)),
    ]);
    const result = evaluated(model);
    expect(result.of("DEBT_ENDED")).toHaveLength(3 * found);
    expect(result.of("LEVY")).toHaveLength(found);
    expect(result.support).toEqual([]);
    expect(result.otherProperties.map(({ monthlyCents }) => monthlyCents)).toEqual(found ? [null] : []);
  });

  test("that is unknown has no name in the knowledge base", () => {
    expect(evaluated(modelWith(paidOn(monthly(3), "OAKHURST FINANCE PYMT", 95_00))).debts).toMatchObject([
      { payeeId: null, disclosedAs: null, disclosedCents: null },
    ]);
  });

  test("without a cadence are a debt of an unknown amount", () => {
    const result = evaluated(modelWith(paidOn(everyDays(20, 2), NAVIENT, 95_00)));
    expect(result.debts).toMatchObject([{ cadence: null, monthlyCents: null }]);
    expect(result.of("UNDISCLOSED_DEBT")[0]!.inputs).toMatchObject({ monthlyCents: null, lastPaidOn: daysAgo(3) });
    const both = [...paidOn(everyDays(20, 2), NAVIENT, 95_00), ...paidOn(dates, NAVIENT, 300_00)];
    const [part] = evaluated(modelWith(both)).of("UNDISCLOSED_DEBT");
    expect(part!.inputs).toMatchObject({ monthlyCents: 300_00, lastPaidOn: daysAgo(3) });
    expect(part!.text).toContain("A part of the monthly payment is not known");
  });
});

describe("the loan's debts", () => {
  const TOYOTA = "TOYOTA ACH RTL";

  test("of another type name a creditor that has one kind alone", () => {
    const of = (description: string, liability: Liability) =>
      evaluated(modelWith(paidOn(monthly(3), description, 100_00)), [liability]).of("UNDISCLOSED_DEBT").length;
    expect(of(TOYOTA, revolving("Toyota Motor Credit", 100_00))).toBe(0);
    expect(of("OAKHURST FINANCE PYMT", installment("Oakhurst Finance", 100_00))).toBe(0);
    expect(of("OAKHURST FINANCE PYMT", revolving("Oakhurst Finance", 100_00))).toBe(1);
    expect(of("OAKHURST FINANCE PYMT", { ...revolving("Oakhurst Finance", 100_00), type: "other" })).toBe(0);
    expect(of("DISCOVER E-PAYMENT 7733", { ...revolving("Discover", 40_00), type: "other" })).toBe(0);
    expect(of("DISCOVER E-PAYMENT 7733", installment("Discover", 40_00))).toBe(1);
    expect(of("BARCLAYCARD US", installment("Barclaycard", 40_00))).toBe(0);
    expect(of("PAYPAL PAY IN 4", revolving("PayPal Pay Later", 500_00))).toBe(0);
  });

  test("of any type name support and taxes", () => {
    const of = (description: string, creditor: string) =>
      evaluated(modelWith(paidOn(monthly(3), description, 250_00)), [revolving(creditor, 250_00)]).findings;
    expect(of("TX CHILD SUPPORT SDU", "Child support")).toEqual([]);
    expect(of("IRS USATAXPYMT", "Internal Revenue Service")).toEqual([]);
  });

  test("disclose a home equity line by name, a loan by its amount", () => {
    const of = (description: string, creditor: string) =>
      evaluated(modelWith(paidOn(monthly(3), description, 150_00)), [revolving(creditor, 500_00)]).of(
        "UNDISCLOSED_DEBT",
      ).length;
    expect(of("CHASE HELOC PAYMENT", "Chase")).toBe(0);
    expect(of(TOYOTA, "Toyota Motor Credit")).toBe(1);
  });

  test("that revolve are not added up for the installments of a shop", () => {
    const klarna = modelWith(paidOn(everyDays(14, 4), "KLARNA*PAYMENT", 31_25));
    expect(evaluated(klarna, [revolving("Klarna", 40_00), revolving("Klarna", 27_71)]).debts).toMatchObject([
      { disclosedCents: 40_00 },
    ]);
  });

  test("disclose installments of a shop by name if revolving, by amount if not", () => {
    const klarna = modelWith(paidOn(everyDays(14, 4), "KLARNA*PAYMENT", 31_25));
    expect(evaluated(klarna, [revolving("Klarna", 500_00)]).of("UNDISCLOSED_DEBT")).toEqual([]);
    expect(evaluated(klarna, [installment("Klarna", 500_00)]).of("UNDISCLOSED_DEBT")).toHaveLength(1);
    expect(evaluated(klarna, [installment("Klarna", 67_71)]).of("UNDISCLOSED_DEBT")).toEqual([]);
  });

  test.each([
    [305_99, false],
    [306_00, true],
    [414_00, true],
    [414_01, false],
  ])("of $210.00 and $150.00 are one payment of %i cents", (cents, isOne) => {
    const model = modelWith(paidOn(monthly(3), "NAVIENT DES:LOAN PYMT", cents));
    const both = [installment("Navient", 210_00), installment("NAVIENT", 150_00)];
    expect(evaluated(model, both).debts[0]).toMatchObject(
      isOne ? { disclosedCents: 360_00, disclosedAs: "NAVIENT, Navient" } : { disclosedCents: 210_00 },
    );
  });

  test.each([
    [[116, 116, 116], 1],
    [[114, 116, 116], 0],
    [[116, 116, 114, 116, 116], 0],
    [[114, 116, 116, 116], 1],
  ])("of $100.00 are paid with %o dollars", (paidDollars, found) => {
    const lines = monthly(paidDollars.length).map((date, at) => paid(TOYOTA, paidDollars[at]! * 100, date));
    expect(
      evaluated(modelWith(lines), [installment("Toyota Motor Credit", 100_00)]).of("DEBT_AMOUNT_DIFFERS"),
    ).toHaveLength(found);
  });
});

describe("mortgages", () => {
  const PENNYMAC = paidOn(monthly(3), "PENNYMAC DES:MTG PYMT", 1_000_00);
  const SHELLPOINT = paidOn(monthly(3), "SHELLPOINT MTG DES:WEB PAY", 900_00);
  const owning = (...payments: number[]): Loan => ({
    financedProperties: payments.map((monthlyPayment) => ({ unpaidPrincipal: 1, monthlyPayment, isPrincipal: false })),
  });
  const undisclosed = (lines: readonly ReportTransaction[], loan: Loan, ...liabilities: Liability[]) =>
    evaluated(modelWith(lines), liabilities, loan, ["fannie"])
      .of("UNDISCLOSED_MORTGAGE")
      .map(({ subject }) => subject);

  test.each([
    [1_176_48, 1],
    [1_176_47, 0],
    [869_57, 0],
    [869_56, 1],
    [0, 1],
  ])("of $1,000.00 against a property's payment of %i cents", (payment, found) => {
    expect(undisclosed(PENNYMAC, owning(payment))).toHaveLength(found);
  });

  test("are disclosed by one property each, the larger payment first", () => {
    const both = [...PENNYMAC, ...SHELLPOINT];
    expect(undisclosed(both, owning(950_00))).toEqual([evaluated(modelWith(SHELLPOINT)).debts[0]!.creditor]);
    expect(undisclosed(both, owning(1_000_00, 900_00))).toEqual([]);
    expect(undisclosed(both, owning(900_00, 1_000_00))).toEqual([]);
    for (const payments of [
      [900_00, 1_100_00],
      [1_100_00, 900_00],
    ])
      expect(evaluated(modelWith(PENNYMAC), [], owning(...payments)).debts).toMatchObject([
        { disclosedAs: "Financed property", disclosedCents: 1_100_00 },
      ]);
  });

  test("that a refinance pays off are the named one, else the largest that is still paid", () => {
    const both = [...PENNYMAC, ...SHELLPOINT];
    const refinance: Loan = { transactionType: "cash_out" };
    expect(undisclosed(both, refinance)).toHaveLength(1);
    expect(undisclosed(both, refinance, installment("PennyMac", 1_000_00))).toHaveLength(1);
    expect(undisclosed(both, { ...refinance, ...owning(1_150_00) })).toEqual([]);
    const ended = paidOn(monthly(3, "2026-08-05"), "PENNYMAC DES:MTG PYMT", 1_000_00);
    expect(undisclosed([...ended, ...SHELLPOINT], refinance)).toEqual([]);
    const larger = paidOn(monthly(3), "SHELLPOINT MTG DES:WEB PAY", 1_100_00);
    expect(undisclosed([...PENNYMAC, ...larger], refinance)).toEqual(["PennyMac"]);
  });

  test("without a cadence are as large as one payment", () => {
    const refinance: Loan = { transactionType: "cash_out" };
    const irregular = (description: string) => paidOn(everyDays(20, 2), description, 1_100_00);
    expect(undisclosed([...irregular("PENNYMAC DES:MTG PYMT"), ...SHELLPOINT], refinance)).toEqual([
      evaluated(modelWith(SHELLPOINT)).debts[0]!.creditor,
    ]);
    expect(undisclosed([...PENNYMAC, ...irregular("SHELLPOINT MTG DES:WEB PAY")], refinance)).toEqual(["PennyMac"]);
  });

  test("are reported once for FHA and once for other programs, if there are any", () => {
    const reported = (...programs: Program[]) =>
      evaluated(modelWith(PENNYMAC), [], {}, programs).findings.map((one) => `${one.severity} ${one.programs.join()}`);
    expect(reported("fha")).toEqual(["blocker fha"]);
    expect(reported("fannie")).toEqual(["review fannie"]);
  });
});

test.each([
  [{ occupancy: "primary", units: 1 }, 1],
  [{ occupancy: "primary" }, 1],
  [{ occupancy: "primary", units: 2 }, 0],
  [{ occupancy: "investment", units: 1 }, 0],
] as const)("landlord insurance on a refinance of %o", (terms, found) => {
  const model = modelWith([paid("AMERICAN MODERN DWELLING FIRE PREM", 156_00, "2026-10-01")]);
  expect(evaluated(model, [], { transactionType: "rate_term", ...terms }).of("OTHER_PROPERTY")).toHaveLength(found);
});

test("only FHA asks to resubmit", () => {
  const model = modelWith(paidOn(monthly(3), "CAPITAL ONE AUTO DES:CARPAY", 500_00));
  expect(evaluated(model, [], {}, ["fannie", "freddie"]).of("RESUBMIT")).toEqual([]);
  expect(findDebts(model)).toHaveLength(1);
});

describe("what shows a debt or a property", () => {
  test("is a cadence, where the payee is unknown", () => {
    expect(evaluated(modelWith(paidOn(everyDays(20, 3), "OAKHURST FINANCE PYMT", 95_00))).debts).toEqual([]);
  });

  test("is a second payment of dues, in whatever time", () => {
    const found = (count: number) =>
      evaluated(modelWith(paidOn(everyDays(20, count), "RIVER OAKS HOA DUES", 85_00))).of("OTHER_PROPERTY");
    expect(found(1)).toEqual([]);
    expect(found(2)).toHaveLength(1);
  });

  test("is unknown in cents where one bank shows it in another currency", () => {
    const [first, ...others] = paidOn(monthly(3), "MARINER FINANCE DES:PYMT", 260_00);
    const foreign = account({ id: "foreign", mask: "1", currency: "CAD", transactions: [first!] });
    const model = modelOf(report([item([account({ transactions: others }), foreign])]));
    expect(evaluated(model).debts).toMatchObject([{ occurrences: 3, monthlyCents: null }]);
  });

  test("says that a part is unknown only where one is", () => {
    const [one] = evaluated(modelWith(paidOn(monthly(3), "MARINER FINANCE DES:PYMT", 260_00))).of("UNDISCLOSED_DEBT");
    expect(one!.text).toContain("is not among the debts entered for the loan. Add the debt");
  });

  test("ended as well where the lender was paid another amount and that ended", () => {
    const dates = monthly(6, "2026-07-05");
    const lines = [
      ...paidOn(dates.slice(0, 3), "NAVIENT DES:LOAN PYMT", 198_00),
      ...paidOn(dates.slice(3), "NAVIENT DES:LOAN PYMT", 265_00),
    ];
    const result = evaluated(modelWith(lines), [installment("Navient", 265_00)], {
      financedProperties: [{ unpaidPrincipal: 1, monthlyPayment: 198_00, isPrincipal: false }],
    });
    expect(result.of("DEBT_ENDED")).toHaveLength(2);
    expect(result.debts.map(({ isDisclosed }) => isDisclosed)).toEqual([false, false]);
  });
});

describe("what discloses no debt", () => {
  const LOAN = paidOn(monthly(3), "MARINER FINANCE DES:PYMT", 260_00);
  const undisclosed = (more: Loan) =>
    evaluateObligations(findObligations(modelWith(LOAN)), { model: modelWith(LOAN), loan: more, programs: ["fannie"] })
      .findings.length;

  test.each([
    ["a loan without debts", {}],
    ["support", { disclosedLiabilities: [{ creditor: "Child support", monthlyPayment: 260_00, type: "other" }] }],
    ["a property", { financedProperties: [{ unpaidPrincipal: 1, monthlyPayment: 260_00, isPrincipal: false }] }],
  ] as const)("%s", (_name, loan) => {
    expect(undisclosed(loan as Loan)).toBe(1);
  });

  test("a loan of a bank that has cards as well", () => {
    const lines = paidOn(monthly(3), "CAPITAL ONE", 500_00);
    const model = modelWith(lines, { classes: { "CAPITAL ONE": "card_payment" } });
    expect(evaluated(model, [installment("Capital One", 500_00)]).of("UNDISCLOSED_DEBT")).toHaveLength(1);
    expect(evaluated(model, [revolving("Capital One", 500_00)]).of("UNDISCLOSED_DEBT")).toEqual([]);
  });

  test("a property without a payment, where the mortgage's own is not known", () => {
    const model = modelWith(paidOn(everyDays(20, 2), "PENNYMAC DES:MTG PYMT", 1_000_00));
    const found = (monthlyPayment: number) =>
      evaluated(model, [], { financedProperties: [{ unpaidPrincipal: 1, monthlyPayment, isPrincipal: false }] }).of(
        "UNDISCLOSED_MORTGAGE",
      ).length;
    expect(found(0)).toBe(2);
    expect(found(1)).toBe(0);
  });

  test("a property, where the mortgage has ended", () => {
    const ended = paidOn(monthly(3, "2026-08-05"), "PENNYMAC DES:MTG PYMT", 1_000_00);
    const loan: Loan = { financedProperties: [{ unpaidPrincipal: 1, monthlyPayment: 1_000_00, isPrincipal: false }] };
    expect(evaluated(modelWith(ended), [], loan).debts).toMatchObject([{ isDisclosed: false }]);
  });
});

test("a letter among other papers explains a levy", () => {
  const levy = paid("LEVY", 900_00, "2026-09-20");
  const about = (kind: EvidenceSource["kind"]): EvidenceSource => ({
    transactionId: levy.id,
    kind,
    sourcedCents: 1,
    hasDocument: true,
    reason: null,
  });
  expect(evaluated(modelWith([levy], { evidence: [about("gift"), about("letter")] })).findings).toEqual([]);
  expect(evaluated(modelWith([levy], { evidence: [about("gift")] })).of("LEVY")).toHaveLength(1);
});

describe("any data", () => {
  test("the order of lines changes nothing", () => {
    const lines = [
      ...paidOn(monthly(4), "NAVIENT DES:LOAN PYMT", 198_00),
      ...paidOn(monthly(4), "NAVIENT DES:LOAN PYMT", 210_00),
      ...paidOn(everyDays(14, 3), "KLARNA*PAYMENT", 31_25),
      ...paidOn(monthly(3), "DISCOVER E-PAYMENT 7733", 612_40),
    ];
    const liabilities = [installment("Navient", 205_00), revolving("Discover", 40_00)];
    const one = evaluated(modelWith(lines), liabilities);
    const other = evaluated(modelWith([...lines].reverse()), [...liabilities].reverse());
    expect({ ...other, of: null }).toEqual({ ...one, of: null });
  });

  test("is read without failing: nothing, one day, huge sums", () => {
    expect(evaluated(modelOf(report([]))).debts).toEqual([]);
    expect(
      evaluated(
        modelWith(Array.from({ length: 40 }, (_, at) => paid("MARINER FINANCE DES:PYMT", 100 + at, "2026-11-02"))),
      ).debts,
    ).toEqual([]);
    const huge = evaluated(modelWith(paidOn(everyDays(7, 4), "MARINER FINANCE DES:PYMT", Number.MAX_SAFE_INTEGER)));
    expect(huge.undisclosedMonthlyCents).toBe(100_000_000_000);
    expect(huge.debts).toMatchObject([{ monthlyCents: 100_000_000_000 }]);
  });
});
