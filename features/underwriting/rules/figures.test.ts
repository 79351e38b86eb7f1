import { describe, expect, test } from "vitest";
import { addDays } from "./days.ts";
import { evaluate } from "./evaluate.ts";
import type { EvaluationInputs } from "./evaluation.ts";
import {
  accountRow,
  all,
  bank,
  BASE,
  cashIn,
  cashOut,
  checking,
  confirmation,
  depositRow,
  depository,
  evaluated,
  evidence,
  gift,
  holding,
  investment,
  loanWith,
  NORA,
  READ_AT,
  reportOf,
  savings,
  split,
  withDocument,
  type AccountDraft,
} from "./test-report.ts";

const row = (account: AccountDraft) => accountRow(evaluated({ accounts: [account] }), account)!;

const INPUTS: Omit<EvaluationInputs, "loan"> = {
  borrowers: [NORA],
  evidence: [],
  confirmations: [],
  waivers: [],
  policy: { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents: null },
};

describe("the thresholds", () => {
  test("are Fannie Mae's of the income and FHA's of the value", () => {
    expect(evaluated({ accounts: [] }).figures).toMatchObject({
      asOf: READ_AT,
      windowDays: 60,
      thresholds: { incomeCents: 4_500_00, adjustedValueCents: 4_000_00 },
    });
    const none = loanWith({ monthlyIncome: undefined, appraisedValue: undefined });
    expect(evaluated({ accounts: [], loan: none }).figures.thresholds).toEqual({
      incomeCents: null,
      adjustedValueCents: null,
    });
    // Above Fannie Mae's limit, below FHA's: nothing comes off FHA's adjusted value.
    const credits = loanWith({ credits: 15_000_00, closingCosts: 16_000_00 });
    expect(evaluated({ accounts: [], loan: credits }).figures.thresholds.adjustedValueCents).toBe(4_000_00);
  });
});

describe("an account", () => {
  test("shows the period that its history covers", () => {
    expect(row(checking({ cents: 1_000_00, days: 1, everyday: false }))).toMatchObject({
      asOf: READ_AT,
      periodFrom: addDays(READ_AT, -1),
      periodTo: READ_AT,
      daysShown: 1,
      daysRequested: 90,
    });
    expect(row(checking({ cents: 1_000_00 }))).toMatchObject({ periodFrom: "2026-08-18", daysShown: 90 });
    expect(row(checking({ cents: 1_000_00, days: 0, everyday: false }))).toMatchObject({
      periodFrom: null,
      daysShown: 0,
    });
  });

  test("of a bank has averages, and no margin and no share of FHA reserves", () => {
    expect(row(checking({ cents: 1_000_00, everyday: false, marginLoanCents: 5 }))).toMatchObject({
      marginLoanCents: null,
      fhaReserveCents: null,
      countsWhy: "",
      average30Cents: 1_000_00,
      average60Cents: 1_000_00,
      average90Cents: 1_000_00,
    });
  });

  test("of securities counts in full for FHA reserves, less margin", () => {
    expect(row(investment("brokerage", { cents: 9_000_00, marginLoanCents: 0 }))).toMatchObject({
      marginLoanCents: 0,
      countsCents: 9_000_00,
      fhaReserveCents: 9_000_00,
      countsWhy: "",
      average30Cents: null,
      months: [],
    });
  });

  test("of securities says that no margin is reported, unless there is more to say", () => {
    expect(row(investment("brokerage", { cents: 9_000_00 })).countsWhy).toBe("Margin not reported");
    expect(row(investment("brokerage", { cents: 9_000_00, currency: "CAD" })).countsWhy).toBe("Not in US dollars");
    expect(row(investment("ira", { cents: 9_000_00 })).countsWhy).toBe("");
    expect(row(depository("cash management", { cents: 9_000_00 })).countsWhy).toBe("");
  });

  test("of retirement money counts for 60 percent of FHA reserves", () => {
    expect(row(investment("ira", { cents: 9_000_00 }))).toMatchObject({
      countsCents: 9_000_00,
      fhaReserveCents: 5_400_00,
    });
    const plan = investment("401k", { cents: 9_000_00, holdings: [holding(9_000_00, { vestedValueCents: 5_000_00 })] });
    expect(row(plan)).toMatchObject({ countsCents: 5_000_00, fhaReserveCents: 3_000_00 });
  });
});

describe("a deposit", () => {
  const day = "2026-10-20";

  test("shows its source, what is open and its outcome under each program", () => {
    const cash = cashIn("COUNTER CASH DEPOSIT", 12_000_00, day);
    const shown = evidence("other", cash, 8_000_00);
    const e = evaluated({ accounts: [checking({ cents: 40_000_00, lines: [cash] })], evidence: [shown] });
    expect(depositRow(e, cash)).toMatchObject({
      date: day,
      cents: 12_000_00,
      class: "cash_deposit",
      identifiedAs: null,
      matchedTransactionId: null,
      sourcedCents: 8_000_00,
      unsourcedCents: 4_000_00,
      evidenceIds: [shown.id],
      outcomes: split("not_large_after_sourcing", "document_source"),
      notTestedWhy: null,
    });
  });

  test.each([
    [6_000_00, 0, "gift"],
    [5_999_99, 1, "sourced"],
    [5_999_99, 0, "not_large_after_sourcing"],
  ])("with a gift of %i cents and %i cents of another source is %s", (given, other, outcome) => {
    const cash = cashIn("COUNTER DEPOSIT", 6_000_00, day);
    const papers = [gift("mother", given, cash), ...(other > 0 ? [evidence("other", cash, other)] : [])];
    const e = evaluated({ accounts: [checking({ cents: 40_000_00, lines: [cash] })], evidence: papers });
    expect(depositRow(e, cash)!.outcomes.fannie).toBe(outcome);
  });

  test("of a donor who may not give is not called moved", () => {
    const wire = cashIn("WIRE FROM LARKMEAD FOODS", 6_000_00, day);
    const e = evaluated({
      accounts: [checking({ cents: 40_000_00, lines: [wire] })],
      evidence: [gift("employer", 6_000_00, wire)],
    });
    expect(depositRow(e, wire)!.outcomes).toEqual(all("gift"));
  });

  test("that came after another bank was read says so, unless more is to say", () => {
    const [small, large] = [3_000_00, 6_000_00].map((cents, at) =>
      cashIn("ONLINE TRANSFER FROM SAV ...5521", cents, addDays("2026-11-12", at)),
    ) as [ReturnType<typeof cashIn>, ReturnType<typeof cashIn>];
    const e = evaluated({
      banks: [
        bank({ readAt: "2026-11-10", accounts: [savings({ cents: 20_000_00, mask: "5521" })] }),
        bank({ name: "Bank Two", accounts: [checking({ cents: 40_000_00, lines: [small, large] })] }),
      ],
    });
    expect(depositRow(e, small)!.outcomes).toEqual(all("moved_after_reading"));
    expect(depositRow(e, large)!.outcomes).toEqual(split("large_unsourced", "document_source"));
  });

  test("of the borrower's own is called moved only under terms that lay the older money to it", () => {
    const [large, small] = [6_000_00, 3_000_00].map((cents, at) =>
      cashIn("ONLINE TRANSFER FROM SAV ...5521", cents, addDays("2026-11-12", at)),
    ) as [ReturnType<typeof cashIn>, ReturnType<typeof cashIn>];
    const report = reportOf([
      bank({ readAt: "2026-11-10", accounts: [savings({ cents: 3_000_00, mask: "5521" })] }),
      bank({ name: "Bank Two", accounts: [checking({ cents: 40_000_00, lines: [large, small] })] }),
    ]);
    const confirmations = [confirmation("ownTransfer", { line: small }, withDocument)];
    const outcomes = (monthlyIncome: number) =>
      depositRow(evaluate({ report, loan: loanWith({ monthlyIncome }), ...INPUTS, confirmations }), small)!.outcomes;
    // A large deposit is taken off anyway; the older money is laid to the other one.
    const [isLarge, isSmall] = [split("moved_after_reading", "identified"), all("identified")];
    expect([outcomes(9_000_00), outcomes(20_000_00), outcomes(9_000_00)]).toEqual([isLarge, isSmall, isLarge]);
  });

  test("names the other leg of a transfer, and the payment that it gives back", () => {
    const [debit, credit] = [
      cashOut("ONLINE TRANSFER TO CHK ...4471", 6_200_00, day),
      cashIn("ONLINE TRANSFER FROM SAV ...8810", 6_200_00, addDays(day, 1)),
    ];
    const [wire, back] = [
      cashOut("WIRE OUT CHICAGO TITLE", 15_000_00, "2026-10-08"),
      cashIn("WIRE RETURNED CHICAGO TITLE", 15_000_00, "2026-10-09"),
    ];
    const accounts = [
      checking({ cents: 40_000_00, mask: "4471", lines: [credit, wire, back] }),
      savings({ cents: 40_000_00, mask: "8810", lines: [debit] }),
    ];
    const e = evaluated({ accounts });
    expect(depositRow(e, credit)).toMatchObject({ identifiedAs: "own_transfer", matchedTransactionId: debit.id });
    expect(depositRow(e, back)).toMatchObject({ identifiedAs: "refund", matchedTransactionId: wire.id });
    expect(e.figures.transfers).toEqual([
      { debitId: debit.id, creditId: credit.id, cents: 6_200_00, isPossible: false },
    ]);
    expect(e.figures.nets).toEqual([{ firstId: wire.id, secondId: back.id, cents: 15_000_00, kind: "refund" }]);
  });

  test("by check may be the borrower's own, which is said", () => {
    const check = cashOut("CHECK 1042", 4_800_00, day, { checkNumber: "1042" });
    const credit = cashIn("MOBILE CHECK DEPOSIT", 4_800_00, addDays(day, 1));
    const accounts = [checking({ cents: 40_000_00, lines: [check] }), savings({ cents: 40_000_00, lines: [credit] })];
    expect(evaluated({ accounts }).figures.transfers).toEqual([
      { debitId: check.id, creditId: credit.id, cents: 4_800_00, isPossible: true },
    ]);
  });

  test("that the bank took back is a return, from the same day on", () => {
    const kinds = (ago: number) => {
      const deposit = cashIn("MOBILE DEPOSIT", 5_000_00, day);
      const returned = cashOut("RETURNED DEPOSITED ITEM", 5_000_00, addDays(day, ago));
      const e = evaluated({ accounts: [checking({ cents: 40_000_00, lines: [deposit, returned] })] });
      return e.figures.nets.map(({ firstId, kind }) => [firstId === deposit.id, kind]);
    };
    expect([kinds(0), kinds(3)]).toEqual([[[true, "returned"]], [[true, "returned"]]]);
  });

  test("names a payee, else a person, else the party in its words", () => {
    const payee = (description: string) => {
      const line = cashIn(description, 1_000_00, day);
      return depositRow(evaluated({ accounts: [checking({ cents: 40_000_00, lines: [line] })] }), line)!.payee;
    };
    expect(payee("UPSTART NETWORK DES:LOAN PROC")).toMatch(/^Upstart/);
    expect(payee("INTERAC E-TRANSFER FROM INES QUIST")).toBe("INES QUIST");
    expect(payee("LARKMEAD FOODS DES:PAYROLL ID:9")).toMatch(/larkmead foods/i);
    expect(payee("DEPOSIT")).toBeNull();
  });

  test("says why it is not tested", () => {
    const old = cashIn("COUNTER CASH DEPOSIT", 9_000_00, "2026-09-01");
    const e = evaluated({ accounts: [checking({ cents: 40_000_00, lines: [old] })] });
    expect(depositRow(e, old)).toMatchObject({ outcomes: all("not_tested"), notTestedWhy: "Older than 60 days" });
  });

  test("is shown under the terms and programs that are asked for, whatever was asked before", () => {
    const wire = cashIn("WIRE FROM HALE BUILDERS", 9_000_00, "2026-09-01");
    const account = checking({ cents: 40_000_00, lines: [wire] });
    const other = checking({
      cents: 9_000_00,
      owners: ["MARSHA VOLK"],
      lines: [cashIn("HALE BUILDERS", 1_00, "2026-10-20")],
    });
    const report = reportOf([bank({ accounts: [account, other] })]);
    const outcomes = (loan: EvaluationInputs["loan"]) =>
      depositRow(evaluate({ report, loan, ...INPUTS }), wire)!.outcomes;
    expect(outcomes(BASE)).toEqual(all("not_tested"));
    const parties = loanWith({ interestedParties: [{ name: "Hale Builders", role: "seller" }] });
    expect(outcomes(parties)).toEqual(all("interested_party"));
    expect(outcomes(BASE)).toEqual(all("not_tested"));
    expect(outcomes(loanWith({ program: "va" }))).toMatchObject({ va: "not_tested" });
    expect(outcomes(BASE)).toEqual(all("not_tested"));
  });
});

test("pending deposits show whether they count", () => {
  const pending = (cents: number, words: string) => cashIn(words, cents, READ_AT, { pending: true });
  const [refund, deposit, foreign] = [
    pending(2_000_00, "IRS TREAS 310 TAX REF"),
    pending(3_000_00, "DEPOSIT"),
    pending(4_000_00, "IRS TREAS 310 TAX REF"),
  ];
  const accounts = [
    checking({ id: "counted", cents: 9_000_00, lines: [refund, deposit] }),
    checking({ id: "other", cents: 9_000_00, owners: ["MARSHA VOLK"], lines: [foreign] }),
  ];
  const { pending: rows } = evaluated({ accounts }).figures;
  expect([...rows].sort((a, b) => a.cents - b.cents)).toEqual([
    { transactionId: refund.id, accountId: "counted", date: READ_AT, cents: 2_000_00, isCounted: true },
    { transactionId: deposit.id, accountId: "counted", date: READ_AT, cents: 3_000_00, isCounted: false },
    { transactionId: foreign.id, accountId: "other", date: READ_AT, cents: 4_000_00, isCounted: false },
  ]);
});

test("gifts show donor, deposit and outcome under each program", () => {
  const wire = cashIn("WIRE FROM INES QUIST", 6_000_00, "2026-10-20");
  const toCome = { ...gift("close friend", 7_000_00), id: undefined };
  const unnamed = { ...gift("mother", 8_000_00), donor: undefined };
  const e = evaluated({
    accounts: [checking({ cents: 40_000_00, lines: [wire] })],
    evidence: [gift("mother", 6_000_00, wire, { id: "letter" }), toCome, unnamed],
  });
  expect(e.figures.gifts).toMatchObject([
    {
      evidenceId: "letter",
      transactionId: wire.id,
      donor: "Ines Quist",
      relationship: "mother",
      isToCome: false,
      outcomes: all("counts"),
    },
    {
      evidenceId: null,
      transactionId: null,
      relationship: "close friend",
      isToCome: true,
      outcomes: split("never", "conditional"),
    },
    {
      transactionId: null,
      donor: "",
      relationship: "",
      missing: expect.arrayContaining(["the donor's name"]),
      outcomes: all("conditional"),
    },
  ]);
});

test("earnest money shows what is credited, for certain and with an open condition", () => {
  const check = cashOut("CHECK 1042", 4_000_00, "2026-10-22", { checkNumber: "1042" });
  const e = (receipt: number, confirmed = false) =>
    evaluated({
      accounts: [checking({ cents: 60_000_00, lines: [check] })],
      loan: loanWith({ emd: 4_000_00 }),
      evidence: receipt > 0 ? [evidence("emd_receipt", null, receipt)] : [],
      confirmations: confirmed ? [confirmation("thisCheck", { line: check }, withDocument)] : [],
    }).figures.earnestMoney;
  expect(e(1_000_00)).toMatchObject({
    enteredCents: 4_000_00,
    foundCents: 4_000_00,
    creditCents: 4_000_00,
    lines: [{ transactionId: check.id, cents: 4_000_00, isSupported: true, isConditional: true }],
  });
  expect(e(0, true)).toMatchObject({ creditCents: 4_000_00, lines: [{ isConditional: false }] });
  expect(evaluated({ accounts: [] }).figures.earnestMoney).toBeNull();
});

describe("the list of all lines", () => {
  test("holds those of an account that is counted elsewhere", () => {
    const account = (id: string) => {
      const lines = [cashIn("COUNTER CASH DEPOSIT", 1_000_00, "2026-10-20", { id: `${id} cash` })];
      return checking({ id, cents: 9_000_00, mask: "4471", persistentId: "persistent", everyday: false, lines });
    };
    const e = evaluated({ banks: [account("one"), account("two")].map((one) => bank({ accounts: [one] })) });
    expect(e.figures.seenTwice).toHaveLength(1);
    expect(e.figures.lines).toEqual(["one cash", "two cash"].map((id) => ({ id, class: "cash_deposit", payee: null })));
  });

  test("is sorted by date, cents, words and id, whatever order the provider has", () => {
    const line = (id: string, cents: number, date: string, words = "DEPOSIT") => cashIn(words, cents, date, { id });
    const sorted = [
      line("z", 1_00, "2026-10-01"),
      line("y", 3_00, "2026-10-02"),
      line("b", 2_00, "2026-10-02", "ATM"),
      line("a", 2_00, "2026-10-02", "COUNTER"),
      line("c", 2_00, "2026-10-02", "COUNTER"),
      line("x", 9_00, "2026-10-03"),
    ];
    const order = (lines: typeof sorted) => {
      const report = reportOf([
        {
          ...bank({ accounts: [] }),
          accounts: [{ ...checking({ cents: 1_000_00, everyday: false }).at(READ_AT), transactions: lines }],
        },
      ]);
      return evaluated({ banks: report.items }).figures.lines.map(({ id }) => id);
    };
    const expected = sorted.map(({ id }) => id);
    const [first, ...rest] = sorted;
    for (const lines of [
      sorted,
      [...sorted].reverse(),
      [...rest, first!],
      [sorted[4]!, sorted[2]!, ...sorted.filter((_one, at) => at !== 4 && at !== 2)],
    ])
      expect(order(lines)).toEqual(expected);
  });
});
