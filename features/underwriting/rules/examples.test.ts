// The examples in the text of the rules, where no numbered case has the same figures.
import { expect, test } from "vitest";
import { addDays } from "./days.ts";
import {
  accountRow,
  all,
  bank,
  balancesBefore,
  cashIn,
  cashInOn,
  cashOut,
  cashOutOn,
  checking,
  confirmation,
  depository,
  depositRow,
  evaluated,
  evidence,
  findings,
  findingsAbout,
  fundsOf,
  gift,
  holding,
  investment,
  loanWith,
  monthly,
  needs,
  outcomes,
  person,
  printed,
  READ_AT,
  reductions,
  refinanceWith,
  reportOf,
  reserves,
  savings,
  severities,
  split,
  sure,
  surplus,
  verdictsOf,
  withDocument,
} from "./test-report.ts";

test("transfers: money out today and in tomorrow under transfer words is one transfer", () => {
  const out = cashOut("ONLINE TRANSFER TO SAV ...8810", 6_200_00, "2026-10-06");
  const into = cashIn("ONLINE TRANSFER FROM CHK ...4471", 6_200_00, "2026-10-07");
  const e = evaluated({
    accounts: [
      checking({ cents: 20_000_00, mask: "4471", lines: [out] }),
      savings({ cents: 20_000_00, mask: "8810", lines: [into] }),
    ],
  });
  expect(e.figures.transfers).toEqual([{ debitId: out.id, creditId: into.id, cents: 6_200_00, isPossible: false }]);
  expect(depositRow(e, into)).toMatchObject({ matchedTransactionId: out.id, outcomes: all("identified") });
  expect(outcomes(e)).toEqual(all("enough"));
});

test("transfers: cash in and a check to a dealer three days later are none", () => {
  const cash = cashIn("COUNTER CASH DEPOSIT", 9_000_00, "2026-10-06");
  const check = cashOut("CHECK 1120 HILL COUNTRY SUBARU", 9_000_00, "2026-10-09", { checkNumber: "1120" });
  const e = evaluated({
    accounts: [checking({ cents: 20_000_00, lines: [cash] }), savings({ cents: 20_000_00, lines: [check] })],
  });
  expect(e.figures.transfers).toEqual([]);
  expect(printed(e)).toEqual(split(31_000_00, 40_000_00));
});

test("transfers: a debit more than a day after the deposit explains nothing", () => {
  const withDebitOn = (date: string) => {
    const into = cashIn("ONLINE TRANSFER FROM CHK ...4471", 5_000_00, "2026-10-06");
    const out = cashOut("ONLINE TRANSFER TO SAV ...8810", 5_000_00, date);
    const e = evaluated({
      accounts: [
        checking({ cents: 20_000_00, mask: "4471", lines: [out] }),
        savings({ cents: 20_000_00, mask: "8810", lines: [into] }),
      ],
    });
    return e.figures.transfers.length;
  };
  expect(["2026-09-30", "2026-10-01", "2026-10-07", "2026-10-08"].map(withDebitOn)).toEqual([0, 1, 1, 0]);
});

test("reductions: the whole of a cash deposit comes off, wherever most of it was moved", () => {
  const lines = [
    cashIn("COUNTER CASH DEPOSIT", 48_000_00, "2026-10-12"),
    cashOut("ONLINE TRANSFER TO SAV ...8810", 47_000_00, "2026-10-20"),
  ];
  const into = cashIn("ONLINE TRANSFER FROM CHK ...4471", 47_000_00, "2026-10-20");
  const e = evaluated({
    accounts: [
      checking({ cents: 30_000_00, mask: "4471", lines }),
      savings({ cents: 50_000_00, mask: "8810", lines: [into] }),
    ],
  });
  expect(reductions(e)).toEqual(split(48_000_00, 0));
  expect(printed(e)).toEqual(split(32_000_00, 80_000_00));
});

test("reductions: cash that was paid as earnest money comes off the credit", () => {
  const lines = [
    cashIn("COUNTER CASH DEPOSIT", 18_000_00, "2026-10-14"),
    cashOut("WIRE TRANSFER OUT STEWART TITLE GUARANTY", 18_000_00, "2026-10-15"),
  ];
  const e = evaluated({ accounts: [checking({ cents: 700_00, lines })], loan: loanWith({ emd: 18_000_00 }) });
  expect(fundsOf(e, ({ earnestPaidCents }) => earnestPaidCents)).toEqual(split(0, 18_000_00));
  expect(printed(e)).toEqual(all(700_00));
  expect(reductions(e)).toEqual(split(18_000_00, 0));
});

test("reductions: what an overdrawn account cannot bear comes off another", () => {
  const lines = [
    cashIn("COUNTER CASH DEPOSIT", 9_000_00, "2026-10-14"),
    cashOut("CHECK 0990", 18_900_00, "2026-10-15", { checkNumber: "0990" }),
  ];
  const e = evaluated({
    accounts: [checking({ cents: -9_400_00, lines }), savings({ cents: 30_000_00 })],
  });
  expect(reductions(e)).toEqual(split(9_000_00, 0));
  expect(printed(e)).toEqual(split(21_000_00, 30_000_00));
});

test("pending: a deposit that only the available balance holds leaves the current balance", () => {
  const lines = [cashIn("MOBILE CHECK DEPOSIT", 7_000_00, "2026-11-15", { pending: true })];
  const e = evaluated({ accounts: [checking({ cents: 26_000_00, availableCents: 33_000_00, lines })] });
  expect(printed(e)).toEqual(all(26_000_00));
});

test("pending: a deposit that the current balance already holds comes off it", () => {
  const lines = [cashIn("MOBILE CHECK DEPOSIT", 7_000_00, "2026-11-15", { pending: true })];
  const account = checking({
    cents: 33_000_00,
    availableCents: null,
    everyday: false,
    lines,
    historicalBalances: balancesBefore(READ_AT, 90, 26_000_00, []),
  });
  const e = evaluated({ accounts: [account] });
  expect(printed(e)).toEqual(all(26_000_00));
  expect(findings(e, "DATA_FAULT")).toEqual([]);
});

test("same account: one id behind two sign-ins counts once, by the newer data", () => {
  const e = evaluated({
    banks: [
      bank({ readAt: "2026-11-14", accounts: [checking({ cents: 20_000_00, persistentId: "p-1", mask: "1111" })] }),
      bank({ name: "First Bank", accounts: [checking({ cents: 29_000_00, persistentId: "p-1", mask: "2222" })] }),
    ],
  });
  expect(severities(e, "SEEN_TWICE")).toEqual(all("info"));
  expect(printed(e)).toEqual(all(29_000_00));
});

test("same account: with too few lines to compare, the smaller one counts once a reviewer says it is another", () => {
  const small = checking({ cents: 12_000_00, mask: "4471", everyday: false });
  const banks = [
    bank({ accounts: [checking({ cents: 18_000_00, mask: "4471", everyday: false })] }),
    bank({ accounts: [small] }),
  ];
  const e = evaluated({ banks });
  expect(printed(e)).toEqual(all(30_000_00));
  expect(sure(e)).toEqual(all(18_000_00));
  expect(severities(e, "MAYBE_SAME_ACCOUNT")).toEqual(all("blocker"));
  expect(outcomes(e)).toEqual(all("open"));

  const different = evaluated({ banks, confirmations: [confirmation("differentAccounts", { account: small })] });
  expect(findings(different, "MAYBE_SAME_ACCOUNT")).toEqual([]);
  expect(outcomes(different)).toEqual(all("enough"));
});

test("days of reading: three days apart is no finding, four are", () => {
  const behind = (days: number) =>
    severities(
      evaluated({
        banks: [
          bank({ readAt: addDays(READ_AT, -days), accounts: [checking({ cents: 20_000_00 })] }),
          bank({ name: "Bank Two", accounts: [checking({ cents: 20_000_00 })] }),
        ],
      }),
      "ITEM_BEHIND",
    );
  expect(behind(3)).toEqual({});
  expect(behind(4)).toEqual(all("review"));
});

test("R1: ninety daily balances are ninety days, however recent the lines", () => {
  const e = evaluated({ accounts: [checking({ cents: 40_000_00, daysAvailable: 25 })] });
  expect(findings(e, "INSUFFICIENT_HISTORY")).toEqual([]);
});

test("R1: 41 days block a purchase under Fannie Mae and Freddie Mac", () => {
  const e = evaluated({ accounts: [checking({ cents: 40_000_00, days: 41 })] });
  expect(severities(e, "INSUFFICIENT_HISTORY")).toEqual({ fannie: "blocker", freddie: "blocker" });
  for (const { text } of findings(e, "INSUFFICIENT_HISTORY")) expect(text).toContain("41 of 60");
  expect(outcomes(e)).toEqual(split("open", "enough"));
});

test("R2: data of October 31 is good through February 28", () => {
  const e = evaluated({ banks: [bank({ readAt: "2026-10-31", accounts: [checking({ cents: 40_000_00 })] })] });
  for (const { validThrough } of verdictsOf(e)) expect(validThrough).toBe("2027-02-28");
});

test("R2: four months are longer than 120 days in summer", () => {
  const e = evaluated({ banks: [bank({ readAt: "2026-08-01", accounts: [checking({ cents: 40_000_00 })] })] });
  expect(e.verdicts.fannie.validThrough).toBe("2026-12-01");
  expect(e.verdicts.freddie.validThrough).toBe("2026-11-29");
  expect(e.verdicts.fha.validThrough).toBe("2026-11-29");
});

test("R2b: an account opened from the borrower's own checking is info, one opened with cash blocks under FHA", () => {
  const day = addDays(READ_AT, -41);
  const opened = (line: ReturnType<typeof cashIn>, other: ReturnType<typeof cashOut>[]) =>
    evaluated({
      accounts: [
        checking({ cents: 40_000_00, mask: "4471", lines: other }),
        savings({ cents: 20_000_00, mask: "8810", days: 41, everyday: false, lines: [line] }),
      ],
    });
  const own = opened(cashIn("ONLINE TRANSFER FROM CHK ...4471", 20_000_00, day), [
    cashOut("ONLINE TRANSFER TO SAV ...8810", 20_000_00, day),
  ]);
  expect(severities(own, "RECENTLY_OPENED")).toEqual(all("info"));
  const cash = opened(cashIn("COUNTER CASH DEPOSIT", 20_000_00, day), []);
  expect(severities(cash, "RECENTLY_OPENED")).toEqual(split("review", "blocker"));
});

test("R3c: one percent of the adjusted value passes, one cent more does not", () => {
  const of = (cents: number) =>
    evaluated({
      accounts: [checking({ cents: 60_000_00, lines: [cashIn("DEPOSIT", cents, "2026-10-20")] })],
      loan: loanWith({ salesPrice: 360_000_00, appraisedValue: 350_000_00, loanAmount: 330_000_00 }),
    });
  expect(findings(of(3_500_00), "DOCUMENT_SOURCE")).toEqual([]);
  expect(severities(of(3_500_01), "DOCUMENT_SOURCE")).toEqual({ fha: "blocker" });
});

test("R3c: a deposit must be documented to the last cent", () => {
  const deposit = cashIn("DEPOSIT", 8_000_00, "2026-10-20");
  const accounts = [checking({ cents: 60_000_00, lines: [deposit] })];
  const of = (cents: number) => evaluated({ accounts, evidence: [evidence("sale_of_personal_asset", deposit, cents)] });
  expect(findings(of(6_000_00), "DOCUMENT_SOURCE")[0]!.text).toContain("$2,000.00");
  expect(of(6_000_00).verdicts.fha.outcome).toBe("open");
  expect(of(8_000_00).verdicts.fha.outcome).toBe("enough");
});

test("R4: an account without a number still counts", () => {
  const account = checking({ cents: 8_120_55, mask: null });
  const e = evaluated({ accounts: [account] });
  expect(severities(e, "ELEMENT_MISSING")).toEqual(all("review"));
  expect(printed(e)).toEqual(all(8_120_55));
});

test("R5: of two people in one name, the borrower matches and the other needs a letter", () => {
  const e = evaluated({
    borrowers: [person("Ada", "King")],
    accounts: [checking({ cents: 30_000_00, owners: ["ADA KING OR BO REED"] })],
  });
  const persons = e.figures.owners[0]!.persons.map(({ bankName, match }) => [bankName.toUpperCase(), match]);
  expect(persons).toEqual([
    ["ADA KING", "exact"],
    ["BO REED", "none"],
  ]);
  expect(findings(e, "ACCESS_LETTER").map(({ subject }) => subject?.toUpperCase())).toEqual(["BO REED"]);
});

test("R5: the senior is not the junior", () => {
  const e = evaluated({
    borrowers: [person("Ada", "King", { suffix: "Jr" })],
    accounts: [checking({ cents: 30_000_00, owners: ["ADA KING SR"] })],
  });
  expect(e.figures.owners).toMatchObject([{ match: "none" }]);
  expect(printed(e)).toEqual(all(0));
});

test("R6: the lower of current and available counts, and a certificate counts in full", () => {
  const held = checking({ cents: 4_000_00, availableCents: 3_100_00 });
  const certificate = depository("cd", { cents: 50_000_00, availableCents: 0 });
  const e = evaluated({ accounts: [held, certificate] });
  expect(accountRow(e, held)?.countsCents).toBe(3_100_00);
  expect(accountRow(e, certificate)?.countsCents).toBe(50_000_00);
});

test("R6b: FHA counts 60 percent of retirement money as reserves", () => {
  const ira = investment("ira", { cents: 300_000_00, holdings: [holding(300_000_00)] });
  const e = evaluated({ accounts: [checking({ cents: 28_000_00 }), ira] });
  expect(reserves(e)).toEqual(split(300_000_00, 180_000_00));
});

test("R6b: a margin loan comes off the securities", () => {
  const brokerage = investment("brokerage", {
    cents: 100_000_00,
    marginLoanCents: 60_000_00,
    holdings: [holding(100_000_00)],
  });
  const e = evaluated({ accounts: [checking({ cents: 28_000_00 }), brokerage] });
  expect(reserves(e)).toEqual(all(40_000_00));
});

test("R7: credits above the costs do not pay the down payment", () => {
  const e = evaluated({ accounts: [checking({ cents: 20_000_00 })], loan: loanWith({ credits: 30_000_00 }) });
  expect(needs(e)).toEqual(all(20_000_00));
});

test("R7: cash back of a cash-out refinance is shown and is no reserve", () => {
  const e = evaluated({
    accounts: [checking({ cents: 1_000_00 })],
    loan: refinanceWith({
      transactionType: "cash_out",
      payoff: 200_000_00,
      loanAmount: 300_000_00,
      closingCosts: 5_000_00,
      prepaids: 0,
      acquiredOn: "2019-05-01",
    }),
  });
  expect(needs(e)).toEqual(all(0));
  expect(fundsOf(e, ({ cashBackCents }) => cashBackCents)).toEqual(all(95_000_00));
  expect(reserves(e)).toEqual(all(1_000_00));
});

test("R7: under FHA the gift is used first and never a reserve", () => {
  const e = evaluated({
    accounts: [checking({ cents: 2_000_00 })],
    loan: loanWith({
      program: "fha",
      salesPrice: 200_000_00,
      appraisedValue: 200_000_00,
      loanAmount: 193_000_00,
      closingCosts: 3_000_00,
      prepaids: 0,
    }),
    evidence: [gift("mother", 15_000_00)],
  });
  expect(e.funds.fha).toMatchObject({ cashToCloseCents: 10_000_00, surplusCents: 7_000_00, reservesCents: 2_000_00 });
});

test("R7b: reserves of an investor with five financed properties", () => {
  const other = { unpaidPrincipal: 200_000_00, monthlyPayment: 1_500_00, isPrincipal: false };
  const e = evaluated({
    accounts: [checking({ cents: 200_000_00 })],
    loan: loanWith({
      occupancy: "investment",
      underwriting: "manual",
      loanAmount: 300_000_00,
      pitia: 2_000_00,
      reserveMonthsRequired: undefined,
      financedProperties: [
        { unpaidPrincipal: 310_000_00, monthlyPayment: 2_200_00, isPrincipal: true },
        other,
        other,
        other,
      ],
    }),
  });
  expect(e.funds.fannie.requiredReservesCents).toBe(36_000_00);
  // Six months, and two months of each other payment.
  expect(e.funds.freddie.requiredReservesCents).toBe(12_000_00 + 9_000_00);
});

test("R8: a documented cent of a loan clears a cent", () => {
  const proceeds = cashIn("UPSTART NETWORK DES:LOAN PROC", 20_000_00, "2026-10-20");
  const e = evaluated({
    accounts: [checking({ cents: 60_000_00, lines: [proceeds] })],
    evidence: [evidence("secured_loan", proceeds, 1)],
  });
  expect(reductions(e)).toEqual(all(19_999_99));
});

test("R8: four pays of a loan servicer are payroll", () => {
  const days = ["2026-09-18", "2026-10-02", "2026-10-16", "2026-10-30"];
  const lines = cashInOn(days, "NELNET INC DES:PAYROLL", 2_310_00);
  const e = evaluated({ accounts: [checking({ cents: 40_000_00, lines })] });
  expect(e.findings.filter(({ ruleId }) => ruleId === "R8")).toEqual([]);
  expect(lines.map((line) => depositRow(e, line)?.class)).toEqual(Array(4).fill("payroll"));
});

test("R10: a refunded fee is still an event", () => {
  const lines = [
    ...cashOutOn(["2026-08-24", "2026-09-21", "2026-10-19"], "OVERDRAFT FEE", 35_00),
    cashIn("OVERDRAFT FEE REVERSAL", 35_00, "2026-10-21"),
  ];
  const e = evaluated({ accounts: [checking({ cents: 40_000_00, lines })] });
  expect(e.figures.nsf).toMatchObject({ count60: 2, count90: 3, count365: 3, refunded: 1, netCents: 70_00 });
});

test("R11: an undisclosed car loan above $100.00 needs a new application under FHA", () => {
  const of = (words: string, cents: number) =>
    evaluated({
      accounts: [
        checking({ cents: 40_000_00, lines: cashOutOn(["2026-09-10", "2026-10-10", "2026-11-10"], words, cents) }),
      ],
    });
  const car = of("CAPITAL ONE AUTO", 185_40);
  expect(car.figures.undisclosedMonthlyCents).toBe(185_40);
  expect(severities(car, "RESUBMIT")).toEqual({ fha: "blocker" });
  const small = of("CAPITAL ONE AUTO", 95_00);
  expect(severities(small, "UNDISCLOSED_DEBT")).toEqual(all("review"));
  expect(findings(small, "RESUBMIT")).toEqual([]);
  const phone = of("VERIZON WIRELESS", 145_00);
  expect(phone.figures.debts).toEqual([]);
  expect(findings(phone, "UNDISCLOSED_DEBT")).toEqual([]);
});

test("R12: pay on the 1st and 15th is twice a month, and two pays have no cadence", () => {
  const of = (days: string[]) =>
    evaluated({
      banks: [
        bank({
          readAt: "2026-10-20",
          accounts: [
            checking({
              cents: 40_000_00,
              lines: cashInOn(days, "LARKMEAD FOODS INC DES:PAYROLL INDN:QUIST,NORA", 3_000_00),
            }),
          ],
        }),
      ],
    }).figures.income;
  expect(of(["2026-09-01", "2026-09-15", "2026-10-01", "2026-10-15"])).toMatchObject([
    { cadence: "semimonthly", monthlyCents: 6_000_00 },
  ]);
  expect(of(["2026-10-01", "2026-10-15"])).toMatchObject([{ cadence: null }]);
});

test("R14: what was paid is credited, and the rest is asked for", () => {
  const wire = cashOut("WIRE TRANSFER OUT STEWART TITLE GUARANTY", 8_250_00, "2026-10-22");
  const e = evaluated({
    accounts: [checking({ cents: 40_000_00, lines: [wire] })],
    loan: loanWith({ emd: 9_000_00 }),
  });
  expect(fundsOf(e, ({ earnestPaidCents }) => earnestPaidCents)).toEqual(all(8_250_00));
  expect(findings(e, "EMD_DIFFERS")[0]!.text).toContain("$750.00");
});

test("R14: two checks to a broker are one earnest money", () => {
  const lines = [
    cashOut("CHECK 1201 KELLER WILLIAMS REALTY", 1_000_00, "2026-10-12", { checkNumber: "1201" }),
    cashOut("CHECK 1204 KELLER WILLIAMS REALTY", 8_000_00, "2026-10-22", { checkNumber: "1204" }),
  ];
  const e = evaluated({ accounts: [checking({ cents: 40_000_00, lines })], loan: loanWith({ emd: 9_000_00 }) });
  expect(fundsOf(e, ({ earnestPaidCents }) => earnestPaidCents)).toEqual(all(9_000_00));
});

test("R15: twelve months of rent are eligible, eleven are not", () => {
  const of = (months: number) =>
    evaluated({
      accounts: [
        checking({
          cents: 40_000_00,
          days: 365,
          lines: cashOutOn(monthly("2026-11-03", months), "AVAIL RENT PAYMENT", 1_480_00),
        }),
      ],
      report: { daysRequested: 365 },
    }).figures.rent;
  expect(of(12)).toMatchObject([{ isEligible: true, monthlyCents: 1_480_00 }]);
  expect(of(11)).toMatchObject([{ isEligible: false }]);
});

test("R16: the proceeds of virtual currency are unexplained until the sale is shown", () => {
  const payout = cashIn("PAYWARD INC DES:KRAKEN ACH", 7_000_00, "2026-10-20");
  const accounts = [checking({ cents: 60_000_00, lines: [payout] })];
  expect(reductions(evaluated({ accounts }))).toEqual(split(7_000_00, 0));
  const shown = evaluated({ accounts, evidence: [evidence("other", payout, 7_000_00)] });
  expect(reductions(shown)).toEqual(all(0));
  expect(outcomes(shown)).toEqual(all("enough"));
});

test("R18: an account is at least as old as its data", () => {
  const account = checking({ cents: 40_000_00, days: 175 });
  const e = evaluated({ accounts: [account], report: { daysRequested: 180 } });
  expect(e.figures.vod).toMatchObject([{ accountId: account.id, openedBy: "2026-05-25", currentCents: 40_000_00 }]);
});

test("R19: balances and lines that do not add up block", () => {
  const lines = [cashOut("CHECK 0310", 900_00, "2026-10-12", { checkNumber: "0310" })];
  const account = checking({
    cents: 40_000_00,
    everyday: false,
    lines,
    historicalBalances: balancesBefore(READ_AT, 90, 40_000_00, []),
  });
  const e = evaluated({ accounts: [account] });
  expect(severities(e, "DATA_FAULT")).toEqual(all("blocker"));
  expect(outcomes(e)).toEqual(all("open"));
});

test("R19: an account that is gone since the last report is named", () => {
  const account = checking({ cents: 40_000_00, mask: "4471", everyday: false });
  const gone = savings({ cents: 5_000_00, mask: "8810", everyday: false });
  const e = evaluated({
    accounts: [account],
    previous: reportOf([bank({ readAt: "2026-11-01", accounts: [account, gone] })]),
  });
  expect(severities(e, "ACCOUNT_GONE")).toEqual(all("review"));
});

test("R20: many deposits just below the threshold are reviewed together", () => {
  const days = Array.from({ length: 8 }, (_day, at) => addDays("2026-10-20", at * 3));
  const e = evaluated({
    accounts: [checking({ cents: 80_000_00, lines: cashInOn(days, "DEPOSIT", 4_900_00) })],
    loan: loanWith({ monthlyIncome: 10_000_00 }),
  });
  expect(findings(e, "LARGE_UNSOURCED")).toEqual([]);
  expect(severities(e, "MANY_UNEXPLAINED")).toMatchObject({ fannie: "review", freddie: "review" });
  expect(findings(e, "MANY_UNEXPLAINED")[0]!.text).toContain("$39,200.00");
});

test("R21: a large wire to a dealer is reviewed when it is recent, and info when it is older", () => {
  const of = (days: number) =>
    evaluated({
      accounts: [
        checking({
          cents: 40_000_00,
          lines: [cashOut("WIRE OUT ELITE MOTORS LLC", 26_000_00, addDays(READ_AT, -days))],
        }),
      ],
    });
  expect(severities(of(6), "LARGE_WITHDRAWAL")).toMatchObject({ fannie: "review", freddie: "review" });
  expect(severities(of(20), "LARGE_WITHDRAWAL")).toMatchObject({ fannie: "info", freddie: "info" });
  expect(findings(of(31), "LARGE_WITHDRAWAL")).toEqual([]);
});

test("R22: weekly support is 52 twelfths a month", () => {
  const of = (days: readonly string[], cents: number) =>
    evaluated({
      accounts: [checking({ cents: 40_000_00, lines: cashOutOn(days, "TX CHILD SUPPORT SDU", cents) })],
    }).figures.support.map(({ monthlyCents }) => monthlyCents);
  expect(of(["2026-09-10", "2026-10-10", "2026-11-10"], 650_00)).toEqual([650_00]);
  const weekly = Array.from({ length: 6 }, (_week, at) => addDays("2026-11-12", -7 * at));
  expect(of(weekly, 300_00)).toEqual([1_300_00]);
});

test("R24: equal monthly payments to the IRS are a plan, quarterly estimates are none", () => {
  const of = (words: string, days: string[]) =>
    evaluated({
      accounts: [checking({ cents: 40_000_00, days: 365, lines: cashOutOn(days, words, 250_00) })],
      report: { daysRequested: 365 },
    });
  const plan = of("IRS USATAXPYMT", ["2026-09-10", "2026-10-10", "2026-11-10"]);
  expect(severities(plan, "TAX_PLAN")).toEqual(all("review"));
  const quarterly = of("IRS USATAXPYMT 1040ES", ["2026-01-15", "2026-04-15", "2026-06-15", "2026-09-15"]);
  expect(findings(quarterly, "TAX_PLAN")).toEqual([]);
});

test("R25: a loan against the borrower's own plan counts, and the plan is worth less", () => {
  const proceeds = cashIn("FIDELITY 401K LOAN DISBURSEMENT", 20_000_00, "2026-10-12");
  const plan = investment("401k", {
    cents: 80_000_00,
    holdings: [holding(80_000_00, { vestedValueCents: 80_000_00 })],
  });
  const e = evaluated({
    accounts: [checking({ cents: 28_000_00, lines: [proceeds] }), plan],
    confirmations: [confirmation("planTerms", { account: plan }, withDocument)],
    evidence: [evidence("secured_loan", proceeds, 20_000_00)],
  });
  expect(findingsAbout(e, proceeds)).not.toContain("BORROWED_FUNDS_DEDUCTED");
  expect(printed(e)).toEqual(all(28_000_00));
  expect(surplus(e)).toEqual(all(0));
  expect(reserves(e)).toEqual(split(60_000_00, 36_000_00));
});

test("R27: above 90 percent the interested-party limit is 3 percent", () => {
  const e = evaluated({
    accounts: [checking({ cents: 60_000_00 })],
    loan: loanWith({
      salesPrice: 300_000_00,
      appraisedValue: 310_000_00,
      loanAmount: 276_000_00,
      closingCosts: 12_000_00,
      prepaids: 0,
      credits: 10_000_00,
    }),
  });
  expect(fundsOf(e, ({ terms }) => terms.interestedPartyLimitCents)).toEqual(split(9_000_00, 18_000_00));
  expect(severities(e, "IPC_ABOVE_LIMIT")).toEqual({ fannie: "review", freddie: "review" });
  expect(needs(e)).toEqual(split(27_000_00, 26_000_00));
});
