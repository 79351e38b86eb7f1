// Inputs that once made money count, or a verdict enough, although the rules do not allow it. The first are in
// attacks.test.ts.
import { describe, expect, test } from "vitest";
import type { Confirmation, EvidenceSource } from "./evaluation.ts";
import type { ReportTransaction } from "./parsed-report.ts";
import {
  type AccountDraft,
  type AccountSpec,
  accountRow,
  all,
  bank,
  cashIn,
  cashOut,
  checking,
  concerns,
  confirmation,
  depository,
  depositRow,
  evaluated,
  evidence,
  findings,
  fundsOf,
  gift,
  holding,
  investment,
  loanWith,
  outcomes,
  reductions,
  savings,
  withDocument,
} from "./test-report.ts";

describe("a transfer that names a third account or bank", () => {
  const of = (out: string, into: string, [from, to] = ["Bank One", "Bank One"]) => {
    const paid = cashOut(out, 20_000_00, "2026-10-20");
    const deposit = cashIn(into, 20_000_00, "2026-10-21");
    const e = evaluated({
      banks: [
        bank({ name: from, accounts: [checking({ cents: 10_000_00, mask: "4471", lines: [paid] })] }),
        bank({ name: to, accounts: [savings({ cents: 30_000_00, mask: "8810", lines: [deposit] })] }),
      ],
    });
    return { outcome: outcomes(e).fannie, identifiedAs: depositRow(e, deposit)!.identifiedAs };
  };
  const [matched, open] = [
    { outcome: "enough", identifiedAs: "own_transfer" },
    { outcome: "short", identifiedAs: null },
  ];

  test("beside the leg's own account", () => {
    expect(of("ONLINE TRANSFER TO SAV ...9999 FROM CHK ...4471", "DEPOSIT")).toEqual(open);
    expect(of("ONLINE TRANSFER FROM CHK ...4471 TO SAV ...9999", "DEPOSIT")).toEqual(open);
    expect(of("ONLINE TRANSFER FROM CHK 4471 TO SAV 9999", "DEPOSIT")).toEqual(open);
    expect(of("ONLINE TRANSFER TO SAV", "ONLINE TRANSFER FROM CHK ...9999 TO SAV ...8810")).toEqual(open);
  });

  test("names no other account when both are its legs, or the number is a card's or a reference", () => {
    expect(of("ONLINE TRANSFER TO SAV ...8810 FROM CHK ...4471", "DEPOSIT")).toEqual(matched);
    expect(of("ONLINE TRANSFER REF XX9912 TO SAV ...8810", "DEPOSIT")).toEqual(matched);
    expect(of("ONLINE TRANSFER TO SAV ...8810 CARD ENDING IN 5521", "DEPOSIT")).toEqual(matched);
    expect(of("ONLINE TRANSFER TO SAV", "ONLINE TRANSFER FROM CHK ...4471 TO SAV ...8810")).toEqual(matched);
  });

  test("at another bank than either leg's", () => {
    const words = "BANK OF AMERICA TRANSFER TO CHASE";
    expect(of(words, "DEPOSIT", ["Bank of America", "Wells Fargo"])).toEqual(open);
    expect(of(words, "DEPOSIT", ["Bank of America", "Chase"])).toEqual(matched);
    expect(of("WELLS FARGO TRANSFER TO WELLS FARGO ADVISORS", "DEPOSIT", ["Wells Fargo", "Wells Fargo"])).toEqual(
      matched,
    );
    expect(of("TRANSFER TO MERRILL LYNCH", "DEPOSIT", ["Chase", "Bank of America"])).toEqual(matched);
  });
});

test("money that a transfer names beside its own account may have moved after its bank was read", () => {
  const of = (words: string) => {
    const line = cashIn(words, 20_000_00, "2026-11-02");
    return reductions(
      evaluated({
        banks: [
          bank({ name: "Chase", readAt: "2026-10-31", accounts: [checking({ cents: 20_000_00, mask: "4471" })] }),
          bank({ name: "Wells Fargo", accounts: [savings({ cents: 60_000_00, mask: "8810", lines: [line] })] }),
        ],
      }),
    );
  };
  expect(of("ONLINE TRANSFER FROM CHK ...4471 TO SAV ...8810")).toEqual(all(20_000_00));
  expect(of("ONLINE TRANSFER TO SAV ...8810 FROM CHK ...4471")).toEqual(all(20_000_00));
  expect(of("ONLINE TRANSFER FROM CHK ...9999 TO SAV ...8810").fha).toBe(0);
  expect(of("WELLS FARGO TRANSFER FROM CHASE").fha).toBe(20_000_00);
  expect(of("WELLS FARGO TRANSFER FROM ALLY BANK").fha).toBe(0);
});

describe("a loan against the borrower's own asset", () => {
  const ADVANCE = "SCHWAB PLEDGED ASSET LINE ADVANCE";
  const worth = (e: ReturnType<typeof evaluated>, ...accounts: AccountDraft[]) =>
    accounts.map((account) => accountRow(e, account)!.countsCents / 100);
  const shown = (account: AccountDraft, cents: number, periodTo: string) =>
    evidence("statement", null, cents, { accountId: account.id, periodFrom: "2026-10-01", periodTo });

  test("that a statement from before it cannot show", () => {
    const brokerage = investment("brokerage", { cents: 50_000_00 });
    const of = (periodTo: string, cents: number, days = ["2026-11-10"]) => {
      const lines = days.map((day) => cashIn(ADVANCE, 20_000_00, day));
      const secured = lines.map((line) => evidence("secured_loan", line, 20_000_00));
      const accounts = [checking({ cents: 28_000_00, lines }), brokerage];
      return worth(evaluated({ accounts, evidence: [...secured, shown(brokerage, cents, periodTo)] }), brokerage)[0];
    };
    expect(of("2026-10-31", 50_000_00)).toBe(30_000);
    expect(of("2026-11-09", 50_000_00)).toBe(30_000);
    expect(of("2026-11-10", 35_000_00), "paid back in part").toBe(35_000);
    expect(of("2026-11-10", 20_000_00), "with an older loan").toBe(20_000);
    expect(of("2026-10-31", 40_000_00), "on top of an older loan").toBe(20_000);
    expect(of("2026-11-09", 30_000_00, ["2026-11-09", "2026-11-10"])).toBe(10_000);
    expect(of("2026-11-10", 50_000_00), "not the account that was borrowed against").toBe(30_000);
  });

  test("comes off the account whose loan no document rules out", () => {
    const line = cashIn("FIDELITY 401K LOAN DISBURSEMENT", 20_000_00, "2026-10-20");
    const plan = (cents: number) =>
      investment("401k", { cents, holdings: [holding(cents, { vestedValueCents: cents })] });
    const [large, small, tiny] = [plan(100_000_00), plan(80_000_00), plan(19_999_99)];
    const terms = (account: AccountDraft, loanBalanceCents?: number) =>
      confirmation("planTerms", { account }, { ...withDocument, loanBalanceCents });
    const of = (accounts: AccountDraft[], ...confirmations: Confirmation[]) =>
      worth(evaluated({ accounts: [checking({ cents: 28_000_00, lines: [line] }), ...accounts], confirmations }), ...accounts); // prettier-ignore
    expect(of([large, small])).toEqual([80_000, 80_000]);
    expect(of([large, small], terms(large, 0), terms(small))).toEqual([100_000, 60_000]);
    expect(of([large, small], terms(large, 0), terms(small, 0))).toEqual([80_000, 80_000]);
    expect(of([large, small], terms(large, 0), terms(small, 15_000_00))).toEqual([100_000, 65_000]);
    expect(of([large, small], terms(large), terms(small, 15_000_00))).toEqual([80_000, 65_000]);
    expect(of([large, small], terms(large, 20_000_00), terms(small)), "shown once").toEqual([80_000, 80_000]);
    expect(of([large], terms(large, 0))).toEqual([80_000]);
    expect(of([large, tiny], terms(large, 0), terms(tiny)), "too small for it").toEqual([80_000, 19_999.99]);
  });

  test("comes off the securities of which no statement shows what is owed", () => {
    const line = cashIn(ADVANCE, 20_000_00, "2026-10-20");
    const [large, small] = [
      investment("brokerage", { cents: 50_000_00 }),
      investment("brokerage", { cents: 40_000_00 }),
    ];
    const of = (...statements: ReturnType<typeof shown>[]) =>
      worth(evaluated({ accounts: [checking({ cents: 28_000_00, lines: [line] }), large, small], evidence: statements }), large, small); // prettier-ignore
    expect(of()).toEqual([30_000, 40_000]);
    expect(of(shown(large, 50_000_00, "2026-10-31"))).toEqual([50_000, 20_000]);
    expect(of(shown(large, 48_000_00, "2026-10-31"))).toEqual([48_000, 20_000]);
    expect(of(shown(large, 50_000_00, "2026-10-31"), shown(small, 22_000_00, "2026-10-31"))).toEqual([50_000, 22_000]);
  });

  test("lowers nothing once a document shows that it is none", () => {
    const line = cashIn("FIDELITY 401K LOAN DISBURSEMENT", 20_000_00, "2026-10-20");
    const plan = investment("401k", {
      cents: 80_000_00,
      holdings: [holding(80_000_00, { vestedValueCents: 80_000_00 })],
    });
    const of = (hasDocument: boolean) =>
      worth(evaluated({ accounts: [checking({ cents: 28_000_00, lines: [line] }), plan], confirmations: [confirmation("notALoan", { line }, { hasDocument })] }), plan)[0]; // prettier-ignore
    expect([of(true), of(false)]).toEqual([80_000, 60_000]);
  });
});

describe("a gift letter that says too little, under FHA", () => {
  const line = cashIn("COUNTER DEPOSIT", 20_000_00, "2026-10-20");
  const of = (...sources: EvidenceSource[]) => {
    const e = evaluated({ accounts: [checking({ cents: 60_000_00, lines: [line] })], evidence: sources });
    return {
      outcome: outcomes(e).fha,
      asked: findings(e, "DOCUMENT_SOURCE").map(({ inputs }) => inputs.unsourcedCents),
    };
  };
  const whole = gift("mother", 20_000_00, line);

  test("does not show that the money is no new debt", () => {
    expect(of(whole)).toEqual({ outcome: "enough", asked: [] });
    const open = { outcome: "open", asked: [20_000_00] };
    expect(of(evidence("gift", line, 20_000_00))).toEqual(open);
    expect(of({ ...whole, noRepayment: false })).toEqual(open);
    expect(of({ ...whole, donor: { ...whole.donor, name: "" } })).toEqual(open);
    expect(of({ ...whole, amountCents: 19_999_99 })).toEqual(open);
  });

  test("leaves open what nothing else documents", () => {
    const half = gift("mother", 12_000_00, line);
    const empty = evidence("gift", line, 8_000_00);
    expect(of(half, empty)).toEqual({ outcome: "open", asked: [8_000_00] });
    expect(of(half, evidence("refund", line, 8_000_00))).toEqual({ outcome: "enough", asked: [] });
  });

  test("of a loan too, beside what is taken off", () => {
    const loan = cashIn("UPSTART NETWORK DES:LOAN PROC", 20_000_00, "2026-10-20");
    const e = evaluated({
      accounts: [checking({ cents: 60_000_00, lines: [loan] })],
      evidence: [evidence("gift", loan, 20_000_00)],
    });
    expect(findings(e, "DOCUMENT_SOURCE")[0]!.text).toMatch(/^The deposit of /);
  });
});

test("one deposited gift that two letters are about is given once", () => {
  const home = {
    occupancy: "second_home",
    salesPrice: 500_000_00,
    appraisedValue: 500_000_00,
    loanAmount: 425_000_00,
  } as const;
  const line = cashIn("ZELLE FROM INES QUIST", 50_000_00, "2026-10-20");
  const of = (...sources: EvidenceSource[]) => {
    const e = evaluated({
      accounts: [checking({ cents: 100_000_00, lines: [line] })],
      loan: loanWith(home),
      evidence: sources,
    });
    return {
      outcome: outcomes(e).fannie,
      given: fundsOf(e, (funds) => funds.depositedGiftCents).fannie,
      own: e.funds.fannie.ownFundsCents,
    };
  };
  const once = of(gift("mother", 50_000_00, line));
  expect(once).toMatchObject({ outcome: "enough", given: 50_000_00 });
  expect(of(gift("mother", 50_000_00, line), gift("mother", 50_000_00, line))).toEqual(once);
  expect(of(gift("mother", 30_000_00, line), gift("mother", 30_000_00, line))).toEqual(once);
  expect(of(gift("mother", 20_000_00, line), gift("mother", 25_000_00, line)).given).toBe(45_000_00);
});

describe("a transfer that one bank shows as pending and the other as posted", () => {
  const out = cashOut("ONLINE TRANSFER TO SAV ...8810", 9_000_00, "2026-11-15", { pending: true });
  const into = cashIn("ONLINE TRANSFER FROM CHK ...4471", 9_000_00, "2026-11-16");
  const of = (from: Partial<AccountSpec>, ...lines: ReportTransaction[]) => {
    const paying = checking({ cents: 19_000_00, mask: "4471", lines: [out], ...from });
    const e = evaluated({ accounts: [paying, savings({ cents: 9_000_00, mask: "8810", lines })] });
    return accountRow(e, paying)!.countsCents;
  };

  test("counts once", () => {
    expect(of({ availableCents: null }, into)).toBe(10_000_00);
    expect(of({ availableCents: 19_000_00 }, into), "available as current").toBe(10_000_00);
    expect(of({ availableCents: 10_000_00 }, into), "held already").toBe(10_000_00);
  });

  test("lowers nothing that is already without it, or that no account received", () => {
    expect(of({ availableCents: null })).toBe(19_000_00);
    const other = cashIn("ONLINE TRANSFER FROM CHK ...4471", 9_000_01, "2026-11-16");
    expect(of({ availableCents: null }, other)).toBe(19_000_00);
    const before = [{ date: "2026-08-18", currentCents: 28_000_00 }];
    expect(of({ availableCents: null, everyday: false, historicalBalances: before }, into)).toBe(19_000_00);
  });
});

test("a deposited item that the bank is about to take back does not count", () => {
  const into = cashIn("MOBILE DEPOSIT", 4_000_00, "2026-11-12");
  const of = (words: string, cents: number) => {
    const lines = [into, cashOut(words, cents, "2026-11-16", { pending: true })];
    return outcomes(evaluated({ accounts: [checking({ cents: 31_999_99, availableCents: null, lines })] })).fannie;
  };
  expect(of("RETURNED DEPOSITED ITEM", 4_000_00)).toBe("short");
  expect(of("RETURNED DEPOSITED ITEM", 4_000_01)).toBe("enough");
  expect(of("HOME DEPOT 0042", 4_000_00)).toBe("enough");
});

describe("business money", () => {
  const analysis = (account: AccountDraft) => confirmation("businessAnalysis", { account }, withDocument);

  test("of an account of the type business needs the business analysis and nothing else", () => {
    const account = depository("business", { cents: 30_000_00 });
    const codesOf = (...confirmations: Confirmation[]) => {
      const e = evaluated({ accounts: [account], confirmations });
      return { outcomes: outcomes(e), concerns: concerns(e) };
    };
    expect(codesOf()).toEqual({ outcomes: all("open"), concerns: ["BUSINESS_ASSET_ANALYSIS blocker"] });
    expect(codesOf(analysis(account))).toEqual({ outcomes: all("enough"), concerns: [] });
  });

  test("that was moved to the borrower's own account still needs the analysis", () => {
    const out = cashOut("ONLINE TRANSFER TO CHK ...4471", 20_000_00, "2026-11-10");
    const into = cashIn("ONLINE TRANSFER FROM CHK ...9002", 20_000_00, "2026-11-10");
    const business = checking({
      cents: 1_000_00,
      mask: "9002",
      ownershipType: "individual",
      owners: ["QUIST DESIGN LLC", "NORA QUIST"],
      lines: [out],
    });
    const accounts = [business, checking({ cents: 28_500_00, mask: "4471", lines: [into] })];
    expect(outcomes(evaluated({ accounts }))).toEqual(all("open"));
    expect(outcomes(evaluated({ accounts, confirmations: [analysis(business)] }))).toEqual(all("enough"));
  });
});

test("papers that name the account that was sold leave the other older accounts out", () => {
  const line = cashIn("ACH CREDIT VANGUARD", 8_000_00, "2026-11-10");
  const ira = investment("ira", { cents: 20_000_00 });
  const brokerage = investment("brokerage", { cents: 3_000_00 });
  const old = bank({ name: "Bank Two", readAt: "2026-11-08", accounts: [ira, brokerage] });
  const own = checking({ cents: 30_000_00, lines: [line] });
  const takenWith = (accountId: string | null, cents = 8_000_00) =>
    findings(
      evaluated({
        banks: [bank({ accounts: [own] }), old],
        evidence: [evidence("liquidation", line, cents, { accountId })],
      }),
      "MOVED_AFTER_READING",
    ).map(({ inputs }) => inputs.takenCents)[0];
  expect(takenWith(null)).toBe(8_000_00);
  expect(takenWith(brokerage.id)).toBe(3_000_00);
  expect(takenWith(brokerage.id, 7_999_99), "a part of unknown source").toBe(8_000_00);
  expect(takenWith(own.id), "the account it went into").toBe(8_000_00);
});
