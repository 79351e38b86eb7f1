// Cases 1 to 21: money that is not there.
import { expect, test } from "vitest";
import {
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
  depositRow,
  evaluated,
  evidence,
  findings,
  findingsAbout,
  fundsOf,
  loanWith,
  months,
  needs,
  NORA,
  outcomes,
  person,
  printed,
  reductions,
  refinanceWith,
  reserves,
  savings,
  sentences,
  severities,
  shortBy,
  split,
  surplus,
  verdictsOf,
} from "./test-report.ts";

const THEO = person("Theo", "Quist");

test("1: a deposit in a bank that was read a day later is tested", () => {
  const cash = cashIn("COUNTER CASH DEPOSIT", 41_000_00, "2026-11-17");
  const e = evaluated({
    banks: [
      bank({ accounts: [checking({ cents: 12_500_00 })] }),
      bank({ name: "Bank Two", readAt: "2026-11-17", accounts: [checking({ cents: 52_000_00, lines: [cash] })] }),
    ],
  });
  expect(severities(e, "LARGE_UNSOURCED")).toEqual({ fannie: "blocker", freddie: "blocker" });
  expect(severities(e, "DOCUMENT_SOURCE")).toEqual({ fha: "blocker" });
  expect(reductions(e)).toEqual(split(41_000_00, 0));
  expect(printed(e)).toEqual(split(23_500_00, 64_500_00));
  expect(allMoney(e)).toEqual(all(64_500_00));
  expect(shortBy(e)).toEqual(split(4_500_00, null));
  expect(outcomes(e)).toEqual(split("short", "open"));
});

test("2: an item that was read long ago is named, and borrowed money in the newer one is taken off", () => {
  const loan = cashIn("UPSTART NETWORK DES:LOAN PROC", 8_400_00, "2026-10-30");
  const e = evaluated({
    banks: [
      bank({ readAt: "2026-10-05", accounts: [savings({ cents: 9_000_00 })] }),
      bank({ name: "Bank Two", accounts: [checking({ cents: 33_000_00, lines: [loan] })] }),
    ],
  });
  expect(severities(e, "ITEM_BEHIND")).toEqual(all("review"));
  expect(severities(e, "BORROWED_FUNDS_DEDUCTED")).toEqual(all("review"));
  expect(reductions(e)).toEqual(all(8_400_00));
  expect(printed(e)).toEqual(all(33_600_00));
  expect(surplus(e)).toEqual(all(5_600_00));
  expect(severities(e, "FHA_DATA_OLD")).toEqual({ fha: "blocker" });
  expect(Object.values(findings(e, "FHA_DATA_OLD")[0]!.inputs)).toContain(42);
  expect(severities(e, "DOCUMENT_SOURCE")).toEqual({ fha: "blocker" });
  expect(outcomes(e)).toEqual(split("enough", "open"));
  expect(codes(e, "fannie", "blocker")).toEqual([]);
  expect(codes(e, "freddie", "blocker")).toEqual([]);
});

test("3: money moved out of an account after it was read is counted once", () => {
  const moved = cashIn("ONLINE TRANSFER FROM SAV ...5521", 3_900_00, "2026-11-04");
  const target = () => checking({ cents: 31_000_00, mask: "4471", lines: [moved] });
  const e = evaluated({
    banks: [
      bank({ readAt: "2026-10-28", accounts: [savings({ cents: 16_000_00, mask: "5521" })] }),
      bank({ name: "Bank Two", accounts: [target()] }),
    ],
  });
  expect(severities(e, "MOVED_AFTER_READING")).toEqual(all("info"));
  expect(severities(e, "ITEM_BEHIND")).toEqual(all("review"));
  expect(reductions(e)).toEqual(all(3_900_00));
  expect(printed(e)).toEqual(all(43_100_00));
  expect(outcomes(e)).toEqual(all("enough"));

  const debit = cashOut("ONLINE TRANSFER TO CHK ...4471", 3_900_00, "2026-11-04");
  const later = evaluated({
    banks: [
      bank({ accounts: [savings({ cents: 12_100_00, mask: "5521", lines: [debit] })] }),
      bank({ name: "Bank Two", accounts: [target()] }),
    ],
  });
  expect(reductions(later)).toEqual(all(0));
  expect(printed(later)).toEqual(all(43_100_00));
  expect(findings(later, "MOVED_AFTER_READING")).toEqual([]);
  expect(findings(later, "ITEM_BEHIND")).toEqual([]);
});

test("4: unexplained cash stays unexplained when it is moved to savings", () => {
  const cash = cashIn("COUNTER CASH DEPOSIT", 37_500_00, "2026-10-12");
  const out = cashOut("ONLINE TRANSFER TO SAV ...8810", 36_000_00, "2026-10-30");
  const into = cashIn("ONLINE TRANSFER FROM CHK ...4471", 36_000_00, "2026-10-30");
  const from = checking({ cents: 2_300_00, mask: "4471", lines: [cash, out] });
  const to = savings({ cents: 39_400_00, mask: "8810", lines: [into] });
  const e = evaluated({ accounts: [from, to] });
  expect(e.figures.transfers).toMatchObject([{ debitId: out.id, creditId: into.id, isPossible: false }]);
  const taken = Object.fromEntries(
    e.funds.fannie.usableByAccount.map(({ accountId, reductionCents }) => [accountId, reductionCents]),
  );
  expect(taken).toEqual({ [from.id]: 1_500_00, [to.id]: 36_000_00 });
  expect(reductions(e)).toEqual(split(37_500_00, 0));
  expect(printed(e)).toEqual(split(4_200_00, 41_700_00));
  expect(allMoney(e)).toEqual(all(41_700_00));
  expect(shortBy(e)).toEqual(split(23_800_00, null));
  expect(severities(e, "LARGE_UNSOURCED")).toEqual({ fannie: "blocker", freddie: "blocker" });
  expect(severities(e, "DOCUMENT_SOURCE")).toEqual({ fha: "blocker" });
  expect(outcomes(e)).toEqual(split("short", "open"));
});

test("5: cash in and a check of the same amount to a car dealer are no transfer", () => {
  const cash = cashIn("COUNTER CASH DEPOSIT", 7_750_00, "2026-10-19");
  const check = cashOut("CHECK 1101 HILL COUNTRY SUBARU", 7_750_00, "2026-10-22", { checkNumber: "1101" });
  const e = evaluated({
    accounts: [checking({ cents: 25_000_00, lines: [cash] }), checking({ cents: 15_000_00, lines: [check] })],
  });
  expect(e.figures.transfers).toEqual([]);
  expect(severities(e, "LARGE_UNSOURCED")).toEqual({ fannie: "info", freddie: "info" });
  expect(severities(e, "DOCUMENT_SOURCE")).toEqual({ fha: "blocker" });
  expect(printed(e)).toEqual(split(32_250_00, 40_000_00));
  expect(outcomes(e)).toEqual(split("enough", "open"));
});

test("6: money from the mother and a watch of the same price are no transfer", () => {
  const zelle = cashIn("ZELLE FROM INES QUIST", 5_300_00, "2026-10-20");
  const watch = cashOut("POS WATCH SHOP", 5_300_00, "2026-10-20");
  const e = evaluated({
    accounts: [checking({ cents: 18_000_00, lines: [zelle] }), checking({ cents: 12_000_00, lines: [watch] })],
  });
  expect(e.figures.transfers).toEqual([]);
  expect(reductions(e)).toEqual(split(5_300_00, 0));
  expect(printed(e)).toEqual(split(24_700_00, 30_000_00));
  expect(shortBy(e)).toEqual(split(3_300_00, null));
  expect(severities(e, "LARGE_UNSOURCED")).toEqual({ fannie: "blocker", freddie: "blocker" });
  expect(outcomes(e)).toEqual(split("short", "open"));
});

test("7: a transfer to an account outside the report does not explain a deposit on another account", () => {
  const out = cashOut("ONLINE TRANSFER TO SAV ...9917", 5_100_00, "2026-10-20");
  const deposit = cashIn("DEPOSIT", 5_100_00, "2026-10-20");
  const e = evaluated({
    accounts: [
      checking({ cents: 20_000_00, mask: "4471", lines: [out] }),
      savings({ cents: 12_000_00, mask: "8810", lines: [deposit] }),
    ],
  });
  expect(e.figures.transfers).toEqual([]);
  expect(printed(e)).toEqual(split(26_900_00, 32_000_00));
  expect(shortBy(e)).toEqual(split(1_100_00, null));
  expect(outcomes(e)).toEqual(split("short", "open"));
});

test("8: the proceeds of a cash-out refinance are no reserves", () => {
  const e = evaluated({
    accounts: [checking({ cents: 3_100_00 })],
    loan: refinanceWith({
      transactionType: "cash_out",
      payoff: 150_000_00,
      loanAmount: 240_000_00,
      closingCosts: 7_000_00,
      prepaids: 0,
      acquiredOn: "2019-05-01",
      pitia: 2_000_00,
      reserveMonthsRequired: 4,
    }),
  });
  expect(needs(e)).toEqual(all(0));
  expect(fundsOf(e, ({ cashBackCents }) => cashBackCents)).toEqual(all(83_000_00));
  expect(reserves(e)).toEqual(all(3_100_00));
  expect(months(e)).toEqual(all(1.55));
  expect(fundsOf(e, ({ isReserveEnough }) => isReserveEnough)).toEqual(split(false, true));
  expect(fundsOf(e, ({ requiredReservesCents }) => requiredReservesCents)).toEqual(split(8_000_00, 0));
  expect(outcomes(e)).toEqual(split("short", "enough"));
});

test("9: incidental cash back of a refinance is no reserve", () => {
  const e = evaluated({
    accounts: [checking({ cents: 2_900_00 })],
    loan: refinanceWith({
      payoff: 210_000_00,
      loanAmount: 216_000_00,
      closingCosts: 4_500_00,
      prepaids: 0,
      acquiredOn: "2018-03-01",
      pitia: 1_800_00,
      reserveMonthsRequired: 2,
    }),
  });
  expect(needs(e)).toEqual(all(0));
  expect(fundsOf(e, ({ cashBackCents }) => cashBackCents)).toEqual(all(1_500_00));
  expect(reserves(e)).toEqual(all(2_900_00));
  expect(months(e)).toEqual(all(1.61));
  expect(fundsOf(e, ({ requiredReserveMonths }) => requiredReserveMonths)).toEqual(split(2, 0));
  expect(outcomes(e)).toEqual(split("short", "enough"));
});

test("10: seller credits pay costs, and never the down payment", () => {
  const e = evaluated({ accounts: [checking({ cents: 2_600_00 })], loan: loanWith({ credits: 24_000_00 }) });
  expect(fundsOf(e, ({ terms }) => terms.interestedPartyCreditCents)).toEqual(all(8_000_00));
  expect(fundsOf(e, ({ terms }) => terms.interestedPartyLimitCents)).toEqual(split(12_000_00, 24_000_00));
  expect(needs(e)).toEqual(all(20_000_00));
  expect(shortBy(e)).toEqual(all(17_400_00));
  expect(outcomes(e)).toEqual(all("short"));
  expect(severities(e, "CREDITS_ABOVE_COSTS")).toEqual(all("review"));
  expect(severities(e, "IPC_ABOVE_LIMIT")).toEqual({ fannie: "review", freddie: "review" });
  expect(e.funds.fha).toMatchObject({ adjustedValueCents: 384_000_00, requiredContributionCents: 13_440_00 });
  expect(severities(e, "MRI_SHORT")).toEqual({ fha: "blocker" });
});

test("11: without the terms of the loan there is no answer", () => {
  const e = evaluated({
    accounts: [checking({ cents: 90_000_00 })],
    loan: loanWith({ closingCosts: undefined, prepaids: undefined, occupancy: undefined, units: undefined }),
  });
  expect(outcomes(e)).toEqual(all("notEvaluated"));
  for (const { missing } of verdictsOf(e))
    expect(missing).toEqual(expect.arrayContaining(["closingCosts", "prepaids", "occupancy", "units"]));
  expect(sentences(e)).not.toMatch(/\benough\b|nothing is guessed/i);
});

test("12: unexplained cash that became earnest money takes the credit away", () => {
  const cash = cashIn("COUNTER CASH DEPOSIT", 16_000_00, "2026-10-14");
  const wire = cashOut("WIRE TRANSFER OUT STEWART TITLE GUARANTY", 16_000_00, "2026-10-15");
  // $11,833.33 on 60 days and $16,000.00 on one of them average to $12,100.00.
  const pay = cashIn("LARKMEAD FOODS INC DES:PAYROLL INDN:QUIST,NORA", 1_166_67, "2026-10-23");
  const e = evaluated({
    accounts: [checking({ cents: 13_000_00, days: 120, everyday: false, lines: [cash, wire, pay] })],
    loan: loanWith({ emd: 16_000_00 }),
  });
  expect(e.figures.earnestMoney?.lines).toMatchObject([
    { transactionId: wire.id, average60Cents: 12_100_00, isSupported: false },
  ]);
  expect(fundsOf(e, ({ earnestPaidCents }) => earnestPaidCents)).toEqual(split(0, 16_000_00));
  expect(fundsOf(e, ({ earnestReductionCents }) => earnestReductionCents)).toEqual(split(16_000_00, 0));
  expect(needs(e)).toEqual(split(28_000_00, 12_000_00));
  expect(printed(e)).toEqual(all(13_000_00));
  expect(shortBy(e)).toEqual(split(15_000_00, null));
  expect(e.funds.fha.surplusCents).toBe(1_000_00);
  expect(severities(e, "LARGE_UNSOURCED")).toEqual({ fannie: "blocker", freddie: "blocker" });
  expect(severities(e, "EMD_UNSUPPORTED")).toEqual(split("review", "blocker"));
  expect(severities(e, "DOCUMENT_SOURCE")).toEqual({ fha: "blocker" });
  expect(outcomes(e)).toEqual(split("short", "open"));
});

test("13: earnest money that the father paid is not the borrower's", () => {
  const wire = cashOut("WIRE TRANSFER OUT STEWART TITLE GUARANTY", 8_000_00, "2026-10-15");
  const e = evaluated({
    accounts: [checking({ cents: 27_500_00 }), checking({ cents: 40_000_00, owners: ["KARL QUIST"], lines: [wire] })],
    loan: loanWith({ emd: 8_000_00 }),
  });
  expect(fundsOf(e, ({ earnestPaidCents }) => earnestPaidCents)).toEqual(all(0));
  expect(severities(e, "EMD_FROM_OTHER")).toEqual(all("review"));
  expect(needs(e)).toEqual(all(28_000_00));
  expect(shortBy(e)).toEqual(all(500_00));
  expect(outcomes(e)).toEqual(all("short"));
});

test("14: less earnest money than entered is credited as paid", () => {
  const wire = cashOut("WIRE TRANSFER OUT STEWART TITLE GUARANTY", 8_900_00, "2026-10-22");
  const account = checking({ cents: 6_100_00, everyday: false, lines: [wire] });
  const question = {
    accounts: [account, savings({ cents: 14_900_00 })],
    loan: loanWith({ emd: 9_500_00 }),
  };
  const e = evaluated(question);
  expect(e.figures.earnestMoney?.lines).toMatchObject([{ average60Cents: 15_000_00, isSupported: true }]);
  expect(fundsOf(e, ({ earnestPaidCents }) => earnestPaidCents)).toEqual(all(8_900_00));
  expect(severities(e, "EMD_DIFFERS")).toEqual(all("review"));
  expect(Object.values(findings(e, "EMD_DIFFERS")[0]!.inputs)).toContain(600_00);
  expect(needs(e)).toEqual(all(19_100_00));
  expect(surplus(e)).toEqual(all(1_900_00));
  expect(outcomes(e)).toEqual(all("enough"));

  const receipt = evaluated({
    ...question,
    evidence: [evidence("emd_receipt", null, 600_00, { clearedOn: "2026-10-22" })],
  });
  expect(needs(receipt)).toEqual(all(18_500_00));
  expect(outcomes(receipt)).toEqual(all("enough"));
});

test("15: a payment to a title lender is no earnest money", () => {
  const payment = cashOut("TITLE MAX LOAN PYMT", 3_000_00, "2026-10-15");
  const e = evaluated({
    accounts: [checking({ cents: 30_500_00, lines: [payment] })],
    loan: loanWith({ emd: 3_000_00 }),
  });
  expect(severities(e, "EMD_NOT_FOUND")).toEqual(all("review"));
  expect(needs(e)).toEqual(all(28_000_00));
  expect(surplus(e)).toEqual(all(2_500_00));
  expect(outcomes(e)).toEqual(all("enough"));
});

test("16: one account behind two sign-ins counts once", () => {
  const days = Array.from(
    { length: 40 },
    (_day, at) => `2026-${at < 20 ? "09" : "10"}-${String((at % 20) + 5).padStart(2, "0")}`,
  );
  const lines = (different: number) =>
    days.map((date, at) => cashOut(`CORNER STORE ${at}`, 20_00 + 37 * at + (at >= 38 ? different : 0), date));
  const seen = (nora: readonly string[], theo: readonly string[]) => {
    const household = { cents: 44_000_00, mask: "4471", everyday: false } as const;
    return evaluated({
      borrowers: [NORA, THEO],
      banks: [
        bank({ accounts: [checking({ ...household, name: "Household", owners: nora, lines: lines(1) })] }),
        bank({ accounts: [checking({ ...household, name: "Bills", owners: theo, lines: lines(2) })] }),
      ],
    });
  };
  const both = ["NORA QUIST", "THEO QUIST"];
  for (const e of [seen(both, both), seen(["NORA QUIST"], ["THEO QUIST"])]) {
    expect(severities(e, "SEEN_TWICE")).toEqual(all("info"));
    expect(printed(e)).toEqual(all(44_000_00));
    expect(surplus(e)).toEqual(all(16_000_00));
    expect(outcomes(e)).toEqual(all("enough"));
  }
});

test("17: two accounts with one name and mask and different owners and lines both count", () => {
  const days = ["2026-09-22", "2026-10-02", "2026-10-09", "2026-10-21", "2026-11-04"];
  const account = (owner: string, cents: number, store: string, price: number) =>
    checking({
      cents,
      name: "Everyday Checking",
      mask: "7781",
      owners: [owner],
      everyday: false,
      lines: cashOutOn(days, store, price),
    });
  const e = evaluated({
    borrowers: [NORA, THEO],
    banks: [
      bank({ accounts: [account("NORA QUIST", 18_000_00, "CORNER STORE", 41_17)] }),
      bank({ accounts: [account("THEO QUIST", 15_500_00, "HARDWARE STORE", 63_80)] }),
    ],
  });
  expect(findings(e, "SEEN_TWICE")).toEqual([]);
  expect(findings(e, "MAYBE_SAME_ACCOUNT")).toEqual([]);
  expect(printed(e)).toEqual(all(33_500_00));
  expect(surplus(e)).toEqual(all(5_500_00));
  expect(outcomes(e)).toEqual(all("enough"));
});

test("18: a payout of a crypto exchange is no payroll", () => {
  const payout = cashIn("DIRECT DEPOSIT COINBASE", 23_000_00, "2026-10-20", {
    categoryPrimary: "INCOME",
    categoryDetailed: "INCOME_SALARY",
  });
  const question = { accounts: [checking({ cents: 45_000_00, lines: [payout] })] };
  const e = evaluated(question);
  expect(classOf(e, payout)).toBe("crypto");
  expect(depositRow(e, payout)?.identifiedAs).toBeNull();
  expect(severities(e, "LARGE_UNSOURCED")).toEqual({ fannie: "blocker", freddie: "blocker" });
  expect(printed(e)).toEqual(split(22_000_00, 45_000_00));
  expect(shortBy(e)).toEqual(split(6_000_00, null));
  expect(outcomes(e)).toEqual(split("short", "open"));

  const shown = evaluated({ ...question, evidence: [evidence("other", payout, 23_000_00)] });
  expect(printed(shown)).toEqual(all(45_000_00));
  expect(outcomes(shown)).toEqual(all("enough"));
});

test("19: an insurance claim is no payroll", () => {
  const claim = cashIn("STATE FARM FIRE DES:CLAIM DIRECT DEP", 18_700_00, "2026-10-20");
  const question = { accounts: [checking({ cents: 60_000_00, lines: [claim] })] };
  const e = evaluated(question);
  expect(classOf(e, claim)).toBe("insurance_claim");
  expect(depositRow(e, claim)?.identifiedAs).toBeNull();
  expect(severities(e, "LARGE_UNSOURCED")).toEqual({ fannie: "info", freddie: "info" });
  expect(printed(e)).toEqual(split(41_300_00, 60_000_00));
  expect(outcomes(e)).toEqual(split("enough", "open"));

  const shown = evaluated({ ...question, evidence: [evidence("insurance_settlement", claim, 18_700_00)] });
  expect(printed(shown)).toEqual(all(60_000_00));
  expect(outcomes(shown)).toEqual(all("enough"));
});

test("20: an advance on a tax refund is borrowed money", () => {
  const advance = cashIn("TAX REFUND ADVANCE LOAN METABANK", 3_500_00, "2026-10-20");
  const e = evaluated({ accounts: [checking({ cents: 31_000_00, lines: [advance] })] });
  expect(classOf(e, advance)).toBe("loan_proceeds");
  expect(severities(e, "BORROWED_FUNDS_DEDUCTED")).toEqual(all("blocker"));
  expect(reductions(e)).toEqual(all(3_500_00));
  expect(printed(e)).toEqual(all(27_500_00));
  expect(shortBy(e)).toEqual(all(500_00));
  expect(outcomes(e)).toEqual(all("short"));
});

test("21: neither a bonus far above the usual pay nor interest from a cousin is identified", () => {
  const payDays = ["2026-08-28", "2026-09-11", "2026-09-25", "2026-10-09", "2026-10-23", "2026-11-06"];
  const pay = cashInOn(payDays, "LARKMEAD FOODS INC DES:PAYROLL INDN:QUIST,NORA", 2_900_00);
  const bonus = cashIn("LARKMEAD FOODS INC DES:BONUS PAY INDN:QUIST,NORA", 11_800_00, "2026-11-13");
  const cousin = cashIn("INTEREST PAYMENT FROM COUSIN RAY", 4_600_00, "2026-10-20");
  const question = { accounts: [checking({ cents: 44_000_00, lines: [...pay, bonus, cousin] })] };
  const e = evaluated(question);
  expect(depositRow(e, bonus)?.identifiedAs).toBeNull();
  expect(depositRow(e, cousin)?.identifiedAs).toBeNull();
  expect(severities(e, "LARGE_UNSOURCED")).toEqual({ fannie: "blocker blocker", freddie: "blocker blocker" });
  expect(reductions(e)).toEqual(split(16_400_00, 0));
  expect(printed(e)).toEqual(split(27_600_00, 44_000_00));
  expect(shortBy(e)).toEqual(split(400_00, null));
  expect(outcomes(e)).toEqual(split("short", "open"));

  const stub = evidence("income", bonus, 11_800_00);
  const paid = evaluated({ ...question, evidence: [stub] });
  expect(printed(paid)).toEqual(split(39_400_00, 44_000_00));
  expect(severities(paid, "LARGE_UNSOURCED")).toEqual({ fannie: "info", freddie: "info" });
  expect(findings(paid, "LARGE_UNSOURCED")[0]!.transactionIds).toEqual([cousin.id]);
  expect(outcomes(paid)).toEqual(split("enough", "open"));

  const both = evaluated({ ...question, evidence: [stub, evidence("other", cousin, 4_600_00)] });
  expect(findingsAbout(both, bonus, cousin).filter((code) => code === "DOCUMENT_SOURCE")).toEqual([]);
  expect(outcomes(both)).toEqual(all("enough"));
});
