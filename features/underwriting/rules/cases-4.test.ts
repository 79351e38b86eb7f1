// Cases 56 to 80: each rule.
import { expect, test } from "vitest";
import {
  accountRow,
  all,
  allMoney,
  bank,
  cashIn,
  cashInOn,
  cashOut,
  cashOutOn,
  checking,
  classOf,
  codes,
  confirmation,
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
  reductions,
  refinanceWith,
  reportOf,
  reserves,
  savings,
  severities,
  shortBy,
  split,
  sure,
  surplus,
  waiver,
  withDocument,
  verdictsOf,
} from "./test-report.ts";

const REFINANCE = refinanceWith({
  payoff: 200_000_00,
  loanAmount: 205_000_00,
  closingCosts: 6_000_00,
  prepaids: 0,
  appraisedValue: 310_000_00,
  acquiredOn: "2020-04-01",
});

test("56: a transfer by words is matched, and a check from one's own account once it is confirmed", () => {
  const out = cashOut("ONLINE TRANSFER TO SAV ...8810", 6_200_00, "2026-10-06");
  const into = cashIn("ONLINE TRANSFER FROM CHK ...4471", 6_200_00, "2026-10-07");
  const check = cashOut("CHECK 0221", 4_800_00, "2026-10-20", { checkNumber: "0221" });
  const deposit = cashIn("MOBILE CHECK DEPOSIT", 4_800_00, "2026-10-21");
  const accounts = [
    checking({ cents: 15_000_00, mask: "4471", lines: [out, check] }),
    savings({ cents: 21_000_00, mask: "8810", lines: [into, deposit] }),
  ];
  const e = evaluated({ accounts });
  expect(e.figures.transfers).toEqual(
    expect.arrayContaining([
      { debitId: out.id, creditId: into.id, cents: 6_200_00, isPossible: false },
      { debitId: check.id, creditId: deposit.id, cents: 4_800_00, isPossible: true },
    ]),
  );
  expect(printed(e)).toEqual(split(31_200_00, 36_000_00));
  expect(severities(e, "LARGE_UNSOURCED")).toEqual({ fannie: "info", freddie: "info" });
  expect(severities(e, "POSSIBLE_OWN_TRANSFER")).toMatchObject({ fannie: "review", freddie: "review" });
  expect(outcomes(e)).toEqual(split("enough", "open"));

  const confirmed = evaluated({ accounts, confirmations: [confirmation("ownTransfer", { line: deposit })] });
  expect(printed(confirmed)).toEqual(all(36_000_00));
  expect(findings(confirmed, "POSSIBLE_OWN_TRANSFER")).toEqual([]);
  expect(outcomes(confirmed)).toEqual(all("enough"));
});

test("57: a purchase needs 60 days of history, FHA and a refinance need 30", () => {
  const account = savings({ cents: 8_000_00, days: 44, everyday: false });
  const accounts = [checking({ cents: 25_000_00 }), account];
  const e = evaluated({ accounts });
  expect(severities(e, "INSUFFICIENT_HISTORY")).toEqual({ fannie: "blocker", freddie: "blocker" });
  expect(findings(e, "INSUFFICIENT_HISTORY")[0]!.text).toContain("44 of 60");
  expect(outcomes(e)).toEqual(split("open", "enough"));

  const statement = evidence("statement", null, 0, {
    accountId: account.id,
    periodFrom: "2026-09-01",
    periodTo: "2026-10-03",
  });
  const shown = evaluated({ accounts, evidence: [statement] });
  expect(findings(shown, "INSUFFICIENT_HISTORY")).toEqual([]);
  expect(outcomes(shown)).toEqual(all("enough"));

  const refinance = evaluated({ accounts, loan: REFINANCE });
  expect(findings(refinance, "INSUFFICIENT_HISTORY")).toEqual([]);
});

test("58: data older than 45 days at application is reviewed under Fannie Mae only", () => {
  const accounts = [checking({ cents: 29_000_00 })];
  const e = evaluated({
    accounts,
    loan: loanWith({ applicationDate: "2027-01-10", noteDate: "2027-01-30", disbursementDate: "2027-01-30" }),
  });
  expect(severities(e, "OLD_AT_APPLICATION")).toEqual({ fannie: "review" });
  expect(Object.values(findings(e, "OLD_AT_APPLICATION")[0]!.inputs)).toContain(55);
  expect(outcomes(e)).toEqual(all("enough"));
  for (const { validThrough } of verdictsOf(e)) expect(validThrough).toBe("2027-03-16");

  const open = evaluated({ accounts, loan: loanWith({ noteDate: undefined, disbursementDate: undefined }) });
  expect(open.findings).toEqual([]);
  expect(outcomes(open)).toEqual(all("enough"));
  for (const { text, validThrough } of verdictsOf(open)) {
    expect(validThrough).toBe("2027-03-16");
    expect(text).toMatch(/valid through (2027-03-16|Mar(ch)? 16, 2027|03\/16\/2027)/i);
  }
});

test("59: an account opened with cash blocks under FHA, whatever the amount", () => {
  const cash = cashIn("COUNTER CASH DEPOSIT", 3_800_00, "2026-10-20");
  const opened = savings({ cents: 3_800_00, days: 27, everyday: false, lines: [cash] });
  const e = evaluated({ accounts: [checking({ cents: 27_000_00 }), opened] });
  expect(accountRow(e, opened)?.daysShown).toBe(27);
  expect(severities(e, "RECENTLY_OPENED")).toEqual(split("review", "blocker"));
  expect(severities(e, "INSUFFICIENT_HISTORY")).toEqual(all("review"));
  expect(surplus(e)).toEqual(all(2_800_00));
  expect(outcomes(e)).toEqual(split("enough", "open"));
});

test("60: a deposit of half the monthly income is not large, and one cent more is", () => {
  const half = cashIn("DEPOSIT", 4_500_00, "2026-10-12");
  const more = cashIn("DEPOSIT", 4_500_01, "2026-10-22");
  const e = evaluated({ accounts: [checking({ cents: 40_000_00, lines: [half, more] })] });
  expect(depositRow(e, half)?.outcomes).toMatchObject(split("below_threshold", "document_source"));
  expect(depositRow(e, more)?.outcomes).toMatchObject(split("large_unsourced", "document_source"));
  expect(severities(e, "LARGE_UNSOURCED")).toEqual({ fannie: "info", freddie: "info" });
  expect(printed(e)).toEqual(split(35_499_99, 40_000_00));
  expect(findingsAbout(e, half)).toContain("DOCUMENT_SOURCE");
  expect(findingsAbout(e, more)).toContain("DOCUMENT_SOURCE");
  expect(outcomes(e)).toEqual(split("enough", "open"));

  const onePercent = cashIn("DEPOSIT", 4_000_00, "2026-10-12");
  const passed = evaluated({ accounts: [checking({ cents: 40_000_00, lines: [onePercent] })] });
  expect(findings(passed, "DOCUMENT_SOURCE")).toEqual([]);
  expect(passed.verdicts.fha.outcome).toBe("enough");
});

test("61: a deposit that is partly documented is no longer large, and stays open under FHA", () => {
  const deposit = cashIn("DEPOSIT", 12_000_00, "2026-10-20");
  const e = evaluated({
    accounts: [checking({ cents: 30_000_00, lines: [deposit] })],
    evidence: [evidence("sale_of_personal_asset", deposit, 8_000_00)],
  });
  expect(depositRow(e, deposit)).toMatchObject({ sourcedCents: 8_000_00, unsourcedCents: 4_000_00 });
  expect(depositRow(e, deposit)?.outcomes).toMatchObject(split("not_large_after_sourcing", "document_source"));
  expect(printed(e)).toEqual(all(30_000_00));
  expect(findings(e, "DOCUMENT_SOURCE")[0]!.text).toContain("$4,000.00");
  expect(outcomes(e)).toEqual(split("enough", "open"));
});

test("62: a refinance tests large deposits under FHA only", () => {
  const deposit = cashIn("COUNTER DEPOSIT", 40_000_00, "2026-10-20");
  const e = evaluated({ accounts: [checking({ cents: 45_000_00, lines: [deposit] })], loan: REFINANCE });
  expect(depositRow(e, deposit)?.outcomes).toMatchObject(split("not_tested", "document_source"));
  expect(depositRow(e, deposit)?.notTestedWhy).toMatch(/refinance/i);
  expect(needs(e)).toEqual(all(1_000_00));
  expect(e.figures.thresholds.adjustedValueCents).toBe(3_100_00);
  expect(severities(e, "DOCUMENT_SOURCE")).toEqual({ fha: "blocker" });
  expect(outcomes(e)).toEqual(split("enough", "open"));
});

test("63: credits above the FHA limit lower the value that deposits are tested against", () => {
  const deposit = cashIn("DEPOSIT", 2_990_00, "2026-10-20");
  const e = evaluated({
    accounts: [checking({ cents: 25_000_00, lines: [deposit] })],
    loan: loanWith({
      program: "fha",
      salesPrice: 300_000_00,
      appraisedValue: 310_000_00,
      loanAmount: 285_000_00,
      closingCosts: 22_000_00,
      prepaids: 0,
      credits: 21_000_00,
    }),
  });
  expect(e.funds.fha).toMatchObject({
    adjustedValueCents: 297_000_00,
    cashToCloseCents: 19_000_00,
    requiredContributionCents: 10_395_00,
    contributionCents: 12_000_00,
    terms: { interestedPartyLimitCents: 18_000_00, interestedPartyCreditCents: 18_000_00 },
  });
  expect(severities(e, "IPC_ABOVE_LIMIT").fha).toBe("review");
  expect(e.figures.thresholds.adjustedValueCents).toBe(2_970_00);
  expect(severities(e, "DOCUMENT_SOURCE")).toEqual({ fha: "blocker" });
  expect(findings(e, "MRI_SHORT")).toEqual([]);
  expect(e.verdicts.fha.outcome).toBe("open");
});

test("64: held money does not count, and a missing account number is asked for", () => {
  const account = checking({ cents: 31_000_00, availableCents: 28_400_00, mask: null });
  const e = evaluated({ accounts: [account] });
  expect(severities(e, "ELEMENT_MISSING")).toEqual(all("review"));
  expect(severities(e, "HELD_FUNDS")).toEqual(all("info"));
  expect(printed(e)).toEqual(all(28_400_00));
  expect(surplus(e)).toEqual(all(400_00));
  expect(outcomes(e)).toEqual(all("enough"));
});

test("65: a joint holder without a name blocks under FHA, and a trust counts once it is shown", () => {
  const trust = savings({ cents: 60_000_00, owners: ["NORA QUIST TTEE QUIST FAMILY TRUST"] });
  const accounts = [checking({ cents: 29_500_00, ownershipType: "joint" }), trust];
  const e = evaluated({ accounts });
  expect(findings(e, "TRUST")).not.toEqual([]);
  expect(printed(e)).toEqual(all(29_500_00));
  expect(surplus(e)).toEqual(all(1_500_00));
  expect(severities(e, "JOINT_HOLDER_NOT_NAMED")).toEqual({ fha: "blocker" });
  expect(outcomes(e)).toEqual(split("enough", "open"));

  const shown = evaluated({ accounts, confirmations: [confirmation("trust", { account: trust }, withDocument)] });
  expect(printed(shown)).toEqual(all(89_500_00));
  expect(findings(shown, "TRUST")).toEqual([]);
});

test("66: securities worth 120 percent of the shortfall need no proof of sale, and one cent less does", () => {
  const of = (cents: number) => {
    const brokerage = investment("brokerage", { cents, holdings: [holding(cents)] });
    return { brokerage, accounts: [checking({ cents: 18_000_00 }), brokerage] };
  };
  const enough = evaluated({ accounts: of(12_000_00).accounts });
  expect(reserves(enough)).toEqual(all(2_000_00));
  expect(outcomes(enough)).toEqual(all("enough"));

  const { accounts, brokerage } = of(11_999_99);
  const less = evaluated({ accounts });
  expect(severities(less, "LIQUIDATION_NEEDED")).toEqual({ fannie: "blocker", freddie: "blocker" });
  expect(shortBy(less)).toEqual(split(10_000_00, null));
  expect(outcomes(less)).toEqual(split("short", "enough"));

  const sold = evaluated({
    accounts,
    evidence: [evidence("liquidation", null, 10_000_00, { accountId: brokerage.id })],
  });
  expect(findings(sold, "LIQUIDATION_NEEDED")).toEqual([]);
  expect(outcomes(sold)).toEqual(all("enough"));
});

test("67: earnest money above what is needed comes back and is no reserve", () => {
  const wire = cashOut("WIRE TRANSFER OUT STEWART TITLE GUARANTY", 31_000_00, "2026-10-22");
  const e = evaluated({
    accounts: [checking({ cents: 1_200_00, lines: [wire] })],
    loan: loanWith({ emd: 31_000_00, reserveMonthsRequired: 1 }),
  });
  expect(needs(e)).toEqual(all(0));
  expect(fundsOf(e, ({ cashBackCents }) => cashBackCents)).toEqual(all(3_000_00));
  expect(reserves(e)).toEqual(all(1_200_00));
  expect(fundsOf(e, ({ reserveMonths }) => reserveMonths)).toEqual(all(0.48));
  expect(fundsOf(e, ({ requiredReserveMonths }) => requiredReserveMonths)).toEqual(split(1, 0));
  expect(outcomes(e)).toEqual(split("short", "enough"));
});

test("68: of an older loan only what has always been left since then is in doubt", () => {
  const withPay = (cents: number, pay: number) => {
    const lines = [
      cashIn("LENDINGCLUB LOAN PROCEEDS", 10_000_00, "2026-08-20"),
      cashOut("CHECK 0502", 5_000_00, "2026-08-25", { checkNumber: "0502" }),
      ...cashInOn(
        ["2026-09-18", "2026-10-02", "2026-10-16", "2026-10-30", "2026-11-13"],
        "LARKMEAD FOODS INC DES:PAYROLL INDN:QUIST,NORA",
        pay,
      ),
    ];
    return evaluated({ accounts: [checking({ cents, everyday: false, lines })] });
  };
  const e = withPay(32_000_00, 5_140_00);
  expect(fundsOf(e, ({ conditionalCents }) => conditionalCents)).toEqual(all(6_300_00));
  expect(printed(e)).toEqual(all(32_000_00));
  expect(sure(e)).toEqual(all(25_700_00));
  expect(severities(e, "BORROWED_FUNDS")).toEqual(all("blocker"));
  expect(outcomes(e)).toEqual(all("open"));

  const more = withPay(35_000_00, 5_740_00);
  expect(sure(more)).toEqual(all(28_700_00));
  expect(severities(more, "BORROWED_FUNDS")).toEqual(all("review"));
  expect(outcomes(more)).toEqual(all("enough"));
});

test("69: secured loans count once their terms are shown, and a plan is worth less by its loan", () => {
  const advance = cashIn("HELOC ADVANCE", 30_000_00, "2026-10-05");
  const payments = cashOutOn(["2026-08-25", "2026-09-25", "2026-10-26"], "HELOC AUTO PMT ACCT 7718", 190_00);
  const planLoan = cashIn("FIDELITY 401K LOAN DISBURSEMENT", 12_000_00, "2026-10-12");
  const plan = investment("401k", {
    cents: 80_000_00,
    holdings: [holding(80_000_00, { vestedValueCents: 80_000_00 })],
  });
  const question = {
    accounts: [checking({ cents: 45_000_00, lines: [advance, ...payments, planLoan] }), plan],
    confirmations: [confirmation("planTerms", { account: plan }, withDocument)],
  };
  const heloc = evidence("secured_loan", advance, 30_000_00);
  const e = evaluated({ ...question, evidence: [heloc] });
  expect(findingsAbout(e, advance)).toEqual([]);
  expect(e.figures.debts.map(({ transactionIds }) => [...transactionIds].sort())).toEqual([
    payments.map(({ id }) => id).sort(),
  ]);
  expect(reductions(e)).toEqual(all(12_000_00));
  expect(printed(e)).toEqual(all(33_000_00));
  const about = e.findings.filter(({ transactionIds }) => transactionIds.includes(planLoan.id));
  for (const program of ["fannie", "freddie", "fha"] as const)
    expect(about.filter(({ programs, severity }) => programs.includes(program) && severity === "review")).not.toEqual(
      [],
    );
  expect(outcomes(e)).toEqual(split("enough", "open"));

  const terms = evidence("secured_loan", planLoan, 12_000_00);
  const shown = evaluated({ ...question, evidence: [heloc, terms] });
  expect(reductions(shown)).toEqual(all(0));
  expect(printed(shown)).toEqual(all(45_000_00));
  expect(reserves(shown)).toEqual(split(17_000_00 + 68_000_00, 17_000_00 + 40_800_00));
});

test("70: each program accepts donors of its own", () => {
  const gifts = (isInterestDocumented: boolean) => [
    gift("coworker", 6_000_00, null, { donor: { name: "Pat Lowe", isInterestDocumented } }),
    gift("godparent", 5_000_00, null, { donor: { name: "Ada Renn", isInterestDocumented } }),
  ];
  const accounts = [checking({ cents: 24_000_00 })];
  const e = evaluated({ accounts, evidence: gifts(false) });
  expect(severities(e, "DONOR_NOT_ACCEPTED")).toEqual({ fannie: "blocker", freddie: "blocker" });
  expect(printed(e)).toEqual(split(29_000_00, 35_000_00));
  expect(sure(e)).toEqual({ fannie: 29_000_00, freddie: 24_000_00, fha: 24_000_00 });
  expect(outcomes(e)).toEqual(all("open"));

  const documented = evaluated({ accounts, evidence: gifts(true) });
  expect(documented.funds.fha.usableClosingCents).toBe(35_000_00);
  expect(documented.verdicts.fha.outcome).toBe("enough");
});

test("71: a second home above 80 percent needs 5 percent of the borrower's own money", () => {
  const e = evaluated({
    accounts: [checking({ cents: 21_000_00 })],
    loan: loanWith({
      occupancy: "second_home",
      salesPrice: 500_000_00,
      appraisedValue: 500_000_00,
      loanAmount: 425_000_00,
      reserveMonthsRequired: 2,
      financedProperties: [],
    }),
    evidence: [gift("father", 70_000_00)],
  });
  expect(needs(e)).toEqual(all(83_000_00));
  expect(surplus(e)).toEqual(all(8_000_00));
  expect(e.funds.fannie).toMatchObject({ ownFundsCents: 21_000_00, requiredOwnFundsCents: 25_000_00 });
  expect(e.funds.freddie).toMatchObject({ ownFundsCents: 21_000_00, requiredOwnFundsCents: 25_000_00 });
  expect(severities(e, "OWN_FUNDS_SHORT")).toEqual({ fannie: "blocker", freddie: "blocker" });
  expect(severities(e, "OCCUPANCY_NOT_FHA")).toEqual({ fha: "blocker" });
  expect(outcomes(e)).toEqual(all("open"));
});

test("72: a refund does not undo a returned item, and other fees are none", () => {
  const fees = [
    cashOut("NSF FEE FOR RETURNED ITEM", 35_00, "2026-02-10"),
    cashOut("OVERDRAFT FEE", 35_00, "2026-05-12"),
    cashOut("OVERDRAFT FEE", 35_00, "2026-08-20"),
    cashOut("OVERDRAFT FEE", 35_00, "2026-09-30"),
  ];
  const others = [
    cashIn("REFUND OF 2 OVERDRAFT FEES", 70_00, "2026-10-05"),
    cashOut("OVERDRAFT TRANSFER FEE", 12_50, "2026-10-08"),
    cashOut("CREDIT CARD LATE FEE", 39_00, "2026-10-09"),
  ];
  const fifth = cashOut("OVERDRAFT FEE", 35_00, "2026-11-03");
  const withLines = (lines: ReturnType<typeof cashOut>[]) => {
    const account = checking({ cents: 30_000_00, days: 365, lines });
    return { accounts: [account], report: { daysRequested: 365 } };
  };
  const e = evaluated(withLines([...fees, ...others]));
  expect(e.figures.nsf).toMatchObject({ count365: 4, refunded: 2, netCents: 70_00 });
  expect([...e.figures.nsf.transactionIds].sort()).toEqual(fees.map(({ id }) => id).sort());
  expect(severities(e, "RETURNED_ITEMS")).toEqual(all("review"));
  expect(outcomes(e)).toEqual(all("enough"));

  const question = withLines([...fees, ...others, fifth]);
  const five = evaluated(question);
  expect(severities(five, "RETURNED_ITEMS")).toEqual(all("blocker"));
  expect(outcomes(five)).toEqual(all("open"));

  const explained = evaluated({ ...question, evidence: [evidence("letter", fifth, 0)] });
  expect(codes(explained, undefined, "blocker")).toEqual([]);
  expect(outcomes(explained)).toEqual(all("enough"));

  // The fifth came after what this letter explains.
  const before = evaluated({ ...question, evidence: [evidence("letter", fees[3]!, 0)] });
  expect(outcomes(before)).toEqual(all("open"));

  const waived = evaluated({ ...question, waivers: findings(five, "RETURNED_ITEMS").map(waiver) });
  expect(outcomes(waived)).toEqual(all("enough"));
  for (const { waived: waivedCount, text } of verdictsOf(waived)) {
    expect(waivedCount).toBe(1);
    expect(text).toMatch(/1 waived condition\b/);
  }
});

test("73: debts that the application does not name add up, and cards are asked about", () => {
  const auto = cashOutOn(["2026-08-10", "2026-09-10", "2026-10-10", "2026-11-10"], "CAPITAL ONE AUTO", 121_40);
  const klarna = cashOutOn(["2026-10-09", "2026-10-23", "2026-11-06"], "KLARNA", 31_25);
  const discover = [
    cashOut("DISCOVER E-PAYMENT", 340_11, "2026-09-12"),
    cashOut("DISCOVER E-PAYMENT", 512_90, "2026-10-12"),
    cashOut("DISCOVER E-PAYMENT", 221_35, "2026-11-12"),
  ];
  const e = evaluated({
    accounts: [checking({ cents: 30_000_00, days: 120, lines: [...auto, ...klarna, ...discover] })],
    report: { daysRequested: 120 },
  });
  const monthlyOf = (line: { id: string }) =>
    e.figures.debts.find(({ transactionIds }) => transactionIds.includes(line.id))?.monthlyCents;
  expect(monthlyOf(auto[0]!)).toBe(121_40);
  expect(monthlyOf(klarna[0]!)).toBe(67_71);
  expect(monthlyOf(discover[0]!)).toBeNull();
  expect(e.figures.undisclosedMonthlyCents).toBe(189_11);
  expect(severities(e, "UNDISCLOSED_DEBT")).toEqual(all("review review review"));
  expect(severities(e, "RESUBMIT")).toEqual({ fha: "blocker" });
});

test("74: pay on the 15th and the last day is semimonthly, also when it is split over two accounts", () => {
  const days = ["2026-08-31", "2026-09-15", "2026-09-30", "2026-10-15", "2026-10-30", "2026-11-13"];
  const words = "LARKMEAD FOODS INC DES:PAYROLL INDN:QUIST,NORA";
  const stream = {
    cadence: "semimonthly",
    payDates: days,
    medianCents: 2_480_00,
    monthlyCents: 4_960_00,
    ratio: 0.5511,
  };
  const whole = evaluated({ accounts: [checking({ cents: 30_000_00, lines: cashInOn(days, words, 2_480_00) })] });
  expect(whole.figures.income).toMatchObject([stream]);
  expect(findings(whole, "INCOME_STOPPED")).toEqual([]);

  const parts = evaluated({
    accounts: [
      checking({ cents: 25_000_00, lines: cashInOn(days, words, 2_000_00) }),
      savings({ cents: 5_000_00, lines: cashInOn(days, words, 480_00) }),
    ],
  });
  expect(parts.figures.income).toMatchObject([stream]);
  expect(findings(parts, "INCOME_STOPPED")).toEqual([]);
});

test("75: business money counts once the business is analyzed", () => {
  const business = checking({
    cents: 14_000_00,
    name: "Reed Design LLC",
    owners: ["REED DESIGN LLC", "BO REED"],
    ownershipType: null,
  });
  const question = {
    borrowers: [person("Bo", "Reed")],
    accounts: [business, checking({ cents: 20_000_00, owners: ["BO REED"] })],
  };
  const e = evaluated(question);
  expect(printed(e)).toEqual(all(34_000_00));
  expect(sure(e)).toEqual(all(20_000_00));
  expect(severities(e, "BUSINESS_ASSET_ANALYSIS")).toEqual(all("blocker"));
  expect(outcomes(e)).toEqual(all("open"));

  const analyzed = evaluated({
    ...question,
    confirmations: [confirmation("businessAnalysis", { account: business }, withDocument)],
  });
  expect(outcomes(analyzed)).toEqual(all("enough"));
});

test("76: twelve months of rent help, a rented car does not, and a balance above its average is reviewed", () => {
  const car = cashOutOn(["2026-10-10", "2026-10-24"], "ENTERPRISE RENT A CAR", 420_00);
  const coin = cashIn("COINBASE INC. DES:8889087930", 1_200_00, "2026-10-20");
  const lines = [
    ...cashOutOn(monthly("2026-11-03", 12), "AVAIL RENT PAYMENT", 1_480_00),
    ...car,
    coin,
    // Unexplained and small each; together they bring the 60-day average to $20,000.00.
    ...cashInOn(["2026-11-04", "2026-11-05", "2026-11-06"], "MOBILE CHECK DEPOSIT", 3_900_00),
    cashIn("MOBILE CHECK DEPOSIT", 2_759_00, "2026-11-16"),
  ];
  const account = checking({ cents: 31_000_00, days: 365, everyday: false, lines });
  const e = evaluated({ accounts: [account], report: { daysRequested: 365 } });
  expect(accountRow(e, account)?.average60Cents).toBe(20_000_00);
  expect(e.figures.rent).toMatchObject([{ monthlyCents: 1_480_00, isEligible: true }]);
  expect(e.figures.rent[0]!.months).toHaveLength(12);
  expect(new Set(findings(e, "RENT_12").map(({ severity }) => severity))).toEqual(new Set(["info"]));
  expect(car.map((line) => classOf(e, line))).toEqual(["purchase", "purchase"]);
  expect(new Set(findings(e, "VIRTUAL_CURRENCY").map(({ severity }) => severity))).toEqual(new Set(["info"]));
  expect(severities(e, "ABOVE_AVERAGE")).toMatchObject({ fannie: "review", freddie: "review" });
  expect(surplus(e)).toEqual(all(3_000_00));
  expect(outcomes(e)).toEqual(all("enough"));
  const [above] = findings(e, "ABOVE_AVERAGE");
  expect(JSON.stringify([above!.text, above!.inputs])).toContain("1.55");
});

test("77: a line that vanished since the last report blocks, and many small deposits are reviewed", () => {
  const days = [
    "2026-10-17",
    "2026-10-20",
    "2026-10-23",
    "2026-10-26",
    "2026-10-29",
    "2026-11-01",
    "2026-11-04",
    "2026-11-07",
    "2026-11-10",
  ];
  const wire = cashOut("WIRE OUT ELITE MOTORS LLC", 26_000_00, "2026-11-10");
  const account = checking({
    cents: 60_000_00,
    everyday: false,
    lines: [...cashInOn(days, "DEPOSIT", 2_900_00), wire],
  });
  const vanished = cashIn("COUNTER DEPOSIT", 5_200_00, "2026-10-02");
  const before = checking({ id: account.id, cents: 59_900_00, everyday: false, lines: [vanished] });
  const e = evaluated({
    accounts: [account],
    previous: reportOf([bank({ readAt: "2026-10-16", accounts: [before] })], { providerReportId: "earlier" }),
  });
  expect(severities(e, "HISTORY_CHANGED")).toEqual(all("blocker"));
  expect(new Set(findings(e, "MANY_UNEXPLAINED").map(({ severity }) => severity))).toEqual(new Set(["review"]));
  expect(findings(e, "MANY_UNEXPLAINED")[0]!.text).toContain("$26,100.00");
  expect(severities(e, "LARGE_WITHDRAWAL")).toMatchObject({ fannie: "review", freddie: "review" });
  expect(findingsAbout(e, wire)).toContain("LARGE_WITHDRAWAL");
  expect(reductions(e)).toEqual(all(0));
  expect(outcomes(e)).toEqual(all("open"));
});

test("78: support, another mortgage, a tax plan and a levy are obligations", () => {
  const days = ["2026-09-10", "2026-10-10", "2026-11-10"];
  const lines = [
    ...cashOutOn(days, "TX CHILD SUPPORT SDU", 650_00),
    ...cashOutOn(days, "PENNYMAC", 1_912_44),
    ...cashOutOn(days, "IRS USATAXPYMT", 250_00),
    cashOut("LEVY", 900_00, "2026-10-21"),
  ];
  const e = evaluated({ accounts: [checking({ cents: 30_000_00, lines })] });
  expect(severities(e, "SUPPORT_PAID")).toEqual(all("review"));
  expect(severities(e, "UNDISCLOSED_MORTGAGE")).toEqual(split("review", "blocker"));
  expect(severities(e, "TAX_PLAN")).toEqual(all("review"));
  expect(severities(e, "LEVY")).toEqual(all("review"));
  expect(severities(e, "RESUBMIT")).toEqual({ fha: "blocker" });
  expect(Object.values(findings(e, "RESUBMIT")[0]!.inputs)).toContain(900_00);
  expect(outcomes(e)).toEqual(split("enough", "open"));
});

test("79: the FHA borrower brings 3.5 percent, to the cent", () => {
  const of = (loanAmount: number) =>
    evaluated({
      accounts: [checking({ cents: 40_000_00 })],
      loan: loanWith({ program: "fha", salesPrice: 300_000_00, appraisedValue: 300_000_00, loanAmount }),
    });
  expect(findings(of(289_500_00), "MRI_SHORT")).toEqual([]);
  expect(of(289_500_00).verdicts.fha.outcome).toBe("enough");
  expect(severities(of(289_500_01), "MRI_SHORT")).toEqual({ fha: "blocker" });
  expect(of(289_500_01).verdicts.fha.outcome).toBe("open");
});

test("79: a loan above 97 percent leaves too small a down payment", () => {
  const e = evaluated({ accounts: [checking({ cents: 30_000_00 })], loan: loanWith({ loanAmount: 389_000_00 }) });
  expect(severities(e, "DOWN_PAYMENT_SHORT").fannie).toBe("blocker");
  expect(e.verdicts.fannie.outcome).toBe("open");
});

test("79: at 80 percent the interested-party limit is 6 percent", () => {
  const e = evaluated({
    accounts: [checking({ cents: 100_000_00 })],
    loan: loanWith({ loanAmount: 320_000_00, closingCosts: 30_000_00, prepaids: 0, credits: 25_000_00 }),
  });
  expect(fundsOf(e, ({ terms }) => terms.interestedPartyLimitCents)).toEqual(all(24_000_00));
  expect(severities(e, "IPC_ABOVE_LIMIT")).toEqual(all("review"));
});

test("79: a VA loan has at most enough to close by bank data", () => {
  const e = evaluated({ accounts: [checking({ cents: 30_000_00 })], loan: loanWith({ program: "va" }) });
  expect(e.verdicts.va?.outcome).toBe("enoughToClose");
  expect(e.verdicts.va?.text).toMatch(/enough to close by bank data/i);
  expect(e.verdicts.va?.text).toMatch(/VA rules are not all (judged|evaluated)/i);
});

test("79: money from the seller never counts", () => {
  const wire = cashIn("WIRE FROM HALE BUILDERS", 10_000_00, "2026-10-20");
  const e = evaluated({
    accounts: [checking({ cents: 40_000_00, lines: [wire] })],
    loan: loanWith({ interestedParties: [{ name: "Hale Builders", role: "seller" }] }),
  });
  expect(severities(e, "INTERESTED_PARTY_DEPOSIT")).toEqual(all("blocker"));
  expect(printed(e)).toEqual(all(30_000_00));
  expect(sure(e)).toEqual(all(30_000_00));
  expect(allMoney(e)).toEqual(all(30_000_00));
  expect(outcomes(e)).toEqual(all("open"));
});

test("80: a waiver changes a finding's state and no figure", () => {
  const zelle = cashIn("ZELLE FROM INES QUIST", 5_300_00, "2026-10-20");
  const watch = cashOut("POS WATCH SHOP", 5_300_00, "2026-10-20");
  const accounts = [checking({ cents: 18_000_00, lines: [zelle] }), checking({ cents: 12_000_00, lines: [watch] })];
  const e = evaluated({ accounts });
  const waivers = findings(e, "LARGE_UNSOURCED").map(waiver);
  const waived = evaluated({ accounts, waivers });
  expect(
    findings(waived, "LARGE_UNSOURCED")
      .flatMap(({ waivedPrograms }) => waivedPrograms)
      .sort(),
  ).toEqual(["fannie", "freddie"]);
  expect(waived.funds).toEqual(e.funds);
  expect(printed(waived)).toEqual(split(24_700_00, 30_000_00));
  expect(shortBy(waived)).toEqual(split(3_300_00, null));
  expect(outcomes(waived)).toEqual(split("short", "open"));
  expect([waived.verdicts.fannie.waived, waived.verdicts.freddie.waived, waived.verdicts.fha.waived]).toEqual([
    1, 1, 0,
  ]);

  const changed = evaluated({ accounts, waivers: waivers.map((one) => ({ ...one, factsHash: "before" })) });
  expect(findings(changed, "LARGE_UNSOURCED").flatMap(({ waivedPrograms }) => waivedPrograms)).toEqual([]);
});

test("80: a waived blocker no longer keeps an answer open, and money that never counts cannot be waived", () => {
  const cash = cashIn("COUNTER CASH DEPOSIT", 9_000_00, "2026-10-20");
  const accounts = [checking({ cents: 40_000_00, lines: [cash] })];
  const e = evaluated({ accounts });
  expect(e.verdicts.fha.outcome).toBe("open");
  const waived = evaluated({ accounts, waivers: findings(e, "DOCUMENT_SOURCE").map(waiver) });
  expect(waived.funds).toEqual(e.funds);
  expect(waived.verdicts.fha).toMatchObject({ outcome: "enough", waived: 1 });
  expect(waived.verdicts.fha.text).toMatch(/1 waived condition\b/);

  const wire = cashIn("WIRE FROM HALE BUILDERS", 10_000_00, "2026-10-20");
  const never = {
    accounts: [checking({ cents: 40_000_00, lines: [wire] })],
    loan: loanWith({ interestedParties: [{ name: "Hale Builders", role: "seller" }] }),
  };
  const found = findings(evaluated(never), "INTERESTED_PARTY_DEPOSIT");
  expect(found.flatMap(({ clearedBy }) => clearedBy)).not.toContainEqual({ by: "waiver" });
  expect(outcomes(evaluated({ ...never, waivers: found.map(waiver) }))).toEqual(all("open"));
});

test("80: without the file of the access letter the account is open again", () => {
  const account = checking({ cents: 31_000_00, owners: ["NORA QUIST OR DEVIN HALE"] });
  const letter = evidence("access_letter", null, 0, { accountId: account.id, person: "DEVIN HALE" });
  expect(evaluated({ accounts: [account], evidence: [letter] }).verdicts.fha.outcome).toBe("enough");
  const removed = evaluated({ accounts: [account], evidence: [{ ...letter, hasDocument: false }] });
  expect(severities(removed, "ACCESS_LETTER")).toEqual({ fha: "blocker" });
  expect(outcomes(removed)).toEqual(split("enough", "open"));
});

test("80: evidence for a deposit that is $1,000.00 larger in a new report still clears all but FHA", () => {
  const cash = cashIn("COUNTER CASH DEPOSIT", 9_900_00, "2026-10-20");
  const shown = [evidence("other", cash, 9_900_00)];
  const before = evaluated({ accounts: [checking({ cents: 36_000_00, lines: [cash] })], evidence: shown });
  expect(outcomes(before)).toEqual(all("enough"));

  const larger = { ...cash, amountCents: -10_900_00 };
  const after = evaluated({ accounts: [checking({ cents: 37_000_00, lines: [larger] })], evidence: shown });
  expect(depositRow(after, larger)).toMatchObject({ sourcedCents: 9_900_00, unsourcedCents: 1_000_00 });
  expect(depositRow(after, larger)?.outcomes).toMatchObject(split("not_large_after_sourcing", "document_source"));
  expect(printed(after)).toEqual(all(37_000_00));
  expect(outcomes(after)).toEqual(split("enough", "open"));
});
