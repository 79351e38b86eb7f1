// Cases 38 to 55: honest borrowers.
import { expect, test } from "vitest";
import {
  accountRow,
  all,
  bank,
  cashIn,
  cashInOn,
  cashOut,
  cashOutOn,
  checking,
  classOf,
  codes,
  concerns,
  confirmation,
  depository,
  depositRow,
  evaluated,
  findings,
  findingsAbout,
  holding,
  investment,
  loanWith,
  months,
  outcomes,
  person,
  printed,
  reductions,
  reserves,
  savings,
  severities,
  shortBy,
  split,
  sure,
  surplus,
  allMoney,
} from "./test-report.ts";

test("38: a transfer from a bank that also lends is a transfer, whatever its category says", () => {
  const out = cashOut("SOFI BANK DES:TRANSFER", 7_000_00, "2026-10-19");
  const into = cashIn("SOFI BANK DES:TRANSFER", 7_000_00, "2026-10-20", {
    categoryPrimary: "LOAN_DISBURSEMENTS",
    categoryDetailed: "LOAN_DISBURSEMENTS_PERSONAL",
  });
  const e = evaluated({
    banks: [
      bank({ accounts: [checking({ cents: 20_000_00, lines: [into] })] }),
      bank({ name: "SoFi", accounts: [savings({ cents: 14_000_00, lines: [out] })] }),
    ],
  });
  expect(e.figures.transfers).toMatchObject([{ debitId: out.id, creditId: into.id, isPossible: false }]);
  expect(e.findings).toEqual([]);
  expect(surplus(e)).toEqual(all(6_000_00));
  expect(outcomes(e)).toEqual(all("enough"));
});

test("39: the payroll of a loan servicer is payroll", () => {
  const payDays = ["2026-09-18", "2026-10-02", "2026-10-16", "2026-10-30", "2026-11-13"];
  const e = evaluated({
    accounts: [checking({ cents: 30_000_00, lines: cashInOn(payDays, "NELNET INC DES:PAYROLL", 2_310_00) })],
  });
  expect(e.figures.income).toMatchObject([
    { class: "payroll", cadence: "biweekly", medianCents: 2_310_00, monthlyCents: 5_005_00, payDates: payDays },
  ]);
  expect(e.findings.filter(({ ruleId }) => ruleId === "R8")).toEqual([]);
  expect(surplus(e)).toEqual(all(2_000_00));
  expect(outcomes(e)).toEqual(all("enough"));
});

test("40: refunds, people, schools and airlines with a lender's name are no loans", () => {
  const lines = [
    ...cashOutOn(["2026-08-25", "2026-09-25", "2026-10-26"], "MOHELA DES:STDNT LN PMT", 212_40),
    cashIn("MOHELA REFUND", 212_40, "2026-10-30"),
    ...cashOutOn(["2026-09-03", "2026-10-03", "2026-11-03"], "FORD CREDIT DES:AUTO PAY", 487_00),
    cashIn("FORD CREDIT REFUND", 187_00, "2026-11-06"),
    cashIn("ZELLE FROM BRIGIT LANE", 300_00, "2026-10-14"),
    cashIn("PROSPER ISD PAYROLL", 1_940_00, "2026-10-15"),
    cashIn("DELTA SEAT UPGRADE REFUND", 96_00, "2026-10-21"),
  ];
  const e = evaluated({
    accounts: [checking({ cents: 28_900_00, lines })],
    loan: loanWith({
      disclosedLiabilities: [
        { creditor: "MOHELA", monthlyPayment: 212_40, type: "installment" },
        { creditor: "Ford Credit", monthlyPayment: 487_00, type: "installment" },
      ],
    }),
  });
  expect(e.findings.filter(({ ruleId }) => ruleId === "R8")).toEqual([]);
  expect(reductions(e)).toEqual(all(0));
  expect(surplus(e)).toEqual(all(900_00));
  expect(outcomes(e)).toEqual(all("enough"));
});

test("41: household bills, savings and investments are no debts", () => {
  const days = ["2026-09-10", "2026-10-10", "2026-11-10"];
  const lines = [
    ...cashOutOn(days, "VERIZON WIRELESS PYMT", 139_00),
    ...cashOutOn(days, "PLANET FITNESS CLUB PYMT", 49_99),
    ...cashOutOn(days, "BRIGHT HORIZONS PYMT", 1_310_00),
    ...cashOutOn(days, "AMERIPRISE FINANCIAL", 250_00),
    ...cashOutOn(days, "TRANSFER TO NAVY FEDERAL CREDIT UNION", 400_00),
  ];
  const e = evaluated({ accounts: [checking({ cents: 40_000_00, lines })] });
  expect(e.figures.debts).toEqual([]);
  expect(e.figures.undisclosedMonthlyCents).toBe(0);
  expect(findings(e, "UNDISCLOSED_DEBT")).toEqual([]);
  expect(findings(e, "RESUBMIT")).toEqual([]);
});

test("42: a disclosed card that is paid in full is no finding", () => {
  const lines = [
    cashOut("CAPITAL ONE CRCARDPMT", 2_140_00, "2026-09-10"),
    cashOut("CAPITAL ONE CRCARDPMT", 1_870_00, "2026-10-10"),
    cashOut("CAPITAL ONE CRCARDPMT", 2_015_00, "2026-11-10"),
  ];
  const e = evaluated({
    accounts: [checking({ cents: 40_000_00, lines })],
    loan: loanWith({ disclosedLiabilities: [{ creditor: "Capital One", monthlyPayment: 40_00, type: "revolving" }] }),
  });
  expect(e.figures.debts).toMatchObject([{ kind: "card", isDisclosed: true, isActive: true, occurrences: 3 }]);
  expect(e.figures.undisclosedMonthlyCents).toBe(0);
  expect(findingsAbout(e, ...lines)).toEqual([]);
  expect(concerns(e)).toEqual([]);
});

test("43: extra principal on a disclosed loan needs a confirmation and no new application", () => {
  const lines = cashOutOn(["2026-09-10", "2026-10-10", "2026-11-10"], "TOYOTA ACH RTL", 500_00);
  const question = {
    accounts: [checking({ cents: 40_000_00, lines })],
    loan: loanWith({
      disclosedLiabilities: [{ creditor: "Toyota Motor Credit", monthlyPayment: 388_00, type: "installment" as const }],
    }),
  };
  const e = evaluated(question);
  expect(e.figures.debts).toMatchObject([
    { isDisclosed: true, disclosedAs: "Toyota Motor Credit", monthlyCents: 500_00 },
  ]);
  expect(severities(e, "DEBT_AMOUNT_DIFFERS")).toEqual(all("review"));
  expect(e.figures.undisclosedMonthlyCents).toBe(0);
  expect(findings(e, "RESUBMIT")).toEqual([]);
  expect(outcomes(e)).toEqual(all("enough"));

  const { subject } = findings(e, "DEBT_AMOUNT_DIFFERS")[0]!;
  const cleared = evaluated({ ...question, confirmations: [confirmation("extraPrincipal", { payee: subject })] });
  expect(findings(cleared, "DEBT_AMOUNT_DIFFERS")).toEqual([]);
});

test("44: a loan that ended this year is listed, and one that ended before is not", () => {
  const navient = cashOutOn(["2025-07-10", "2025-08-10", "2025-09-10"], "NAVIENT DES:LOAN PYMT", 265_00);
  const aes = cashOutOn(["2026-03-01", "2026-04-01", "2026-05-01", "2026-06-01"], "AES STDNT LOAN", 198_00);
  const e = evaluated({
    accounts: [checking({ cents: 40_000_00, days: 540, lines: [...navient, ...aes] })],
    report: { daysRequested: 540 },
  });
  expect(findingsAbout(e, ...navient)).toEqual([]);
  expect(severities(e, "DEBT_ENDED")).toEqual(all("info"));
  expect(findingsAbout(e, ...aes)).toEqual(["DEBT_ENDED"]);
  expect(findings(e, "RESUBMIT")).toEqual([]);
});

test("45: a check that came back is as if it had never been deposited", () => {
  const check = cashIn("MOBILE CHECK DEPOSIT", 8_300_00, "2026-10-13");
  const returned = cashOut("RETURNED DEPOSITED ITEM", 8_300_00, "2026-10-17");
  const e = evaluated({ accounts: [checking({ cents: 28_400_00, lines: [check, returned] })] });
  expect(e.figures.nets).toMatchObject([
    { firstId: check.id, secondId: returned.id, cents: 8_300_00, kind: "returned" },
  ]);
  expect(severities(e, "DEPOSIT_RETURNED")).toEqual(all("review"));
  expect(findings(e, "LARGE_UNSOURCED")).toEqual([]);
  expect(findings(e, "DOCUMENT_SOURCE")).toEqual([]);
  expect(reductions(e)).toEqual(all(0));
  expect(surplus(e)).toEqual(all(400_00));
  expect(outcomes(e)).toEqual(all("enough"));
});

test("46: a store's refund and a wire that was sent back are identified", () => {
  const refund = cashIn("ROOMS TO GO REFUND", 6_450_00, "2026-10-02");
  const returned = cashIn("WIRE RETURNED CHICAGO TITLE", 15_000_00, "2026-10-09");
  const lines = [
    cashOut("ROOMS TO GO", 6_450_00, "2026-08-30"),
    refund,
    cashOut("WIRE OUT CHICAGO TITLE", 15_000_00, "2026-10-08"),
    returned,
  ];
  const e = evaluated({ accounts: [checking({ cents: 30_000_00, lines })] });
  expect(depositRow(e, refund)?.identifiedAs).not.toBeNull();
  expect(depositRow(e, returned)?.identifiedAs).not.toBeNull();
  expect(depositRow(e, refund)?.outcomes).toMatchObject(all("identified"));
  expect(depositRow(e, returned)?.outcomes).toMatchObject(all("identified"));
  expect(reductions(e)).toEqual(all(0));
  expect(surplus(e)).toEqual(all(2_000_00));
  expect(outcomes(e)).toEqual(all("enough"));
});

test("47: one of two family names is confirmed by a reviewer", () => {
  const question = {
    borrowers: [person("Maria", "Ruiz Ortega")],
    accounts: [
      checking({ cents: 17_000_00, owners: ["MARIA RUIZ"] }),
      savings({ cents: 14_000_00, owners: ["MARIA RUIZ ORTEGA"] }),
    ],
  };
  const e = evaluated(question);
  const matches = e.figures.owners.map(({ persons, match, standing }) => [
    persons[0]!.bankName.toUpperCase(),
    match,
    standing,
  ]);
  expect(matches).toEqual(
    expect.arrayContaining([
      ["MARIA RUIZ", "partial", "unconfirmed"],
      ["MARIA RUIZ ORTEGA", "exact", "confirmed"],
    ]),
  );
  expect(printed(e)).toEqual(all(31_000_00));
  expect(sure(e)).toEqual(all(14_000_00));
  expect(severities(e, "NAME_DIFFERS")).toEqual(all("blocker"));
  expect(outcomes(e)).toEqual(all("open"));

  const same = confirmation("borrower", { bankName: "MARIA RUIZ" }, { reason: "same address" });
  const confirmed = evaluated({ ...question, confirmations: [same] });
  expect(findings(confirmed, "NAME_DIFFERS")).toEqual([]);
  expect(surplus(confirmed)).toEqual(all(3_000_00));
  expect(outcomes(confirmed)).toEqual(all("enough"));
});

test("48: other spellings and the order of a name are still the borrower", () => {
  const e = evaluated({
    borrowers: [person("Katherine", "Mueller-Kent")],
    accounts: [
      checking({ cents: 11_000_00, owners: ["MUELLER-KENT KATHRYN"] }),
      savings({ cents: 18_500_00, owners: ["KATHERINE MÜLLER-KENT"] }),
    ],
  });
  expect(e.figures.owners.map(({ match, standing }) => [match, standing])).toEqual([
    ["exact", "confirmed"],
    ["exact", "confirmed"],
  ]);
  expect(surplus(e)).toEqual(all(1_500_00));
  expect(outcomes(e)).toEqual(all("enough"));
});

test.for([
  ["William", "Carter", "WM CARTER"],
  ["Mary Ann", "Carter", "MARYANN CARTER"],
  ["Elena", "De La Cruz", "ELENA DELACRUZ"],
  ["Hans", "Müller", "HANS MUELLER"],
] as const)("48: %s %s is %s at the bank", ([first, last, atBank]) => {
  const e = evaluated({
    borrowers: [person(first, last)],
    accounts: [checking({ cents: 30_000_00, owners: [atBank] })],
  });
  expect(e.figures.owners).toMatchObject([{ match: "exact", standing: "confirmed" }]);
});

test("49: a quiet savings account has all the history that its balances show", () => {
  const account = savings({
    cents: 35_000_00,
    daysAvailable: 20,
    everyday: false,
    lines: [cashIn("INTEREST PAID", 14_20, "2026-10-27")],
  });
  const e = evaluated({ accounts: [account] });
  expect(accountRow(e, account)?.daysShown).toBe(90);
  expect(e.findings).toEqual([]);
  expect(surplus(e)).toEqual(all(7_000_00));
  expect(outcomes(e)).toEqual(all("enough"));
});

test("50: a certificate of deposit counts in full and an IRA counts as reserves", () => {
  const e = evaluated({
    accounts: [
      checking({ cents: 9_000_00 }),
      depository("cd", { cents: 22_000_00, availableCents: 0 }),
      investment("ira", { cents: 140_000_00, holdings: [holding(140_000_00)] }),
    ],
  });
  expect(printed(e)).toEqual(all(31_000_00));
  expect(severities(e, "CD_PENALTY")).toEqual(all("info"));
  expect(surplus(e)).toEqual(all(3_000_00));
  expect(reserves(e)).toEqual(split(143_000_00, 87_000_00));
  expect(months(e)).toEqual(split(57.2, 34.8));
  expect(outcomes(e)).toEqual(all("enough"));
});

test("51: a brokerage without holdings counts by its balance, a 401(k) without vested values does not", () => {
  const e = evaluated({
    accounts: [
      checking({ cents: 28_000_00 }),
      investment("brokerage", { cents: 52_300_00 }),
      investment("401k", { cents: 70_000_00, holdings: [holding(70_000_00)] }),
    ],
  });
  expect(reserves(e)).toEqual(all(52_300_00));
  expect(months(e)).toEqual(all(20.92));
  expect(severities(e, "REQUEST_PLAN_TERMS")).toEqual(all("review"));
  expect(outcomes(e)).toEqual(all("enough"));
});

test("52: under FHA the last cent decides", () => {
  const loan = loanWith({ program: "fha", reserveMonthsRequired: undefined });
  const exact = evaluated({ accounts: [checking({ cents: 28_000_00 })], loan });
  expect(exact.funds.fha).toMatchObject({ surplusCents: 0, requiredReserveMonths: 0 });
  expect(exact.verdicts.fha.outcome).toBe("enough");

  const less = evaluated({ accounts: [checking({ cents: 27_999_99 })], loan });
  expect(shortBy(less).fha).toBe(1);
  expect(less.verdicts.fha.outcome).toBe("short");
});

test("53: a state's refund and public benefits are identified", () => {
  const lines = [
    cashIn("CASTTAXRFD", 4_900_00, "2026-09-21"),
    cashIn("NYS DOL UI", 504_00, "2026-09-23"),
    cashIn("RRB TREAS 310", 1_210_00, "2026-10-01"),
    cashIn("SSI TREAS 310", 943_00, "2026-10-01"),
    cashIn("OPM CIV SERV", 2_401_00, "2026-10-01"),
  ];
  const e = evaluated({ accounts: [checking({ cents: 29_100_00, lines })] });
  expect(lines.map((line) => classOf(e, line))).toEqual(["tax_refund", "benefit", "benefit", "benefit", "benefit"]);
  for (const line of lines) expect(depositRow(e, line)?.identifiedAs).not.toBeNull();
  expect(e.findings).toEqual([]);
  expect(surplus(e)).toEqual(all(1_100_00));
  expect(outcomes(e)).toEqual(all("enough"));
});

test("54: a loan into an account that does not count takes nothing off", () => {
  const proceeds = cashIn("UPSTART NETWORK DES:LOAN PROC", 61_000_00, "2026-10-20", { currency: "CAD" });
  const e = evaluated({
    accounts: [
      checking({ cents: 40_000_00 }),
      savings({ cents: 65_000_00, currency: "CAD", everyday: false, lines: [proceeds] }),
    ],
  });
  expect(severities(e, "BORROWED_FUNDS")).toEqual(all("review"));
  expect(severities(e, "OTHER_CURRENCY")).toEqual(all("review"));
  expect(reductions(e)).toEqual(all(0));
  expect(surplus(e)).toEqual(all(12_000_00));
  expect(codes(e, undefined, "blocker")).toEqual([]);
  expect(outcomes(e)).toEqual(all("enough"));
});

test("55: cash into an overdrawn account comes off the other account, unless the first is left out", () => {
  const overdrawn = checking({
    cents: -2_150_00,
    lines: [
      cashIn("COUNTER CASH DEPOSIT", 6_600_00, "2026-10-15"),
      cashOut("CHECK 0881", 9_400_00, "2026-10-20", { checkNumber: "0881" }),
    ],
  });
  const accounts = [overdrawn, savings({ cents: 38_000_00 })];
  const e = evaluated({ accounts });
  expect(reductions(e)).toEqual(split(6_600_00, 0));
  expect(printed(e)).toEqual(split(31_400_00, 38_000_00));
  expect(severities(e, "LARGE_UNSOURCED")).toEqual({ fannie: "info", freddie: "info" });
  expect(severities(e, "DOCUMENT_SOURCE")).toEqual({ fha: "blocker" });
  expect(outcomes(e)).toEqual(split("enough", "open"));

  const without = evaluated({ accounts, loan: loanWith({ leftOutAccounts: [overdrawn.id] }) });
  expect(printed(without)).toEqual(all(38_000_00));
  expect(outcomes(without)).toEqual(all("enough"));

  const alone = evaluated({ accounts: [overdrawn] });
  expect(printed(alone)).toEqual(all(0));
  expect(allMoney(alone)).toEqual(all(0));
  expect(severities(alone, "LARGE_UNSOURCED")).toEqual({ fannie: "review", freddie: "review" });
  expect(codes(alone, "fannie", "blocker")).toEqual([]);
  expect(codes(alone, "freddie", "blocker")).toEqual([]);
  expect(shortBy(alone)).toEqual(all(28_000_00));
  expect(outcomes(alone)).toEqual(all("short"));
});
